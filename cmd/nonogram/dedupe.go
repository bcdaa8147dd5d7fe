package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nonogram/internal/operations/create"
	"nonogram/internal/operations/record"
	"nonogram/internal/plural"
)

// dedupeFlags are the flags of dedupe.
type dedupeFlags struct {
	common
	puzzleOut
}

func newDedupe(a *app) *cobra.Command {
	f := &dedupeFlags{}
	cmd := newCommand("dedupe")
	cmd.RunE = f.runE(a, f.run)
	f.common.addFlags(cmd)
	f.puzzleOut.addFlags(cmd)
	return cmd
}

func (f *dedupeFlags) run(ctx context.Context, a *app) error {
	if err := errors.Join(f.inputs.check(), oneOnStdout(f.json, f.out)); err != nil {
		return err
	}
	c, err := f.open(a, len(f.files) > 1)
	if err != nil {
		return err
	}
	var seen create.Seen
	var status exitStatus
	total, again := 0, 0
	lines := newJSONLines(a)
	for it := range f.items(a) {
		if ctx.Err() != nil {
			return exitFailed
		}
		var err error
		switch {
		case it.err != nil && f.json:
			status.add(exitFailed)
			err = lines.printError(it, it.file, it.err)
		case it.err != nil:
			status.add(exitFailed)
			printError(a, it, it.err)
		default:
			total++
			found := f.look(&seen, it)
			if found == nil {
				c.add(it)
				continue
			}
			again++
			err = f.print(a, lines, found)
		}
		if err != nil {
			return err
		}
	}
	if err := c.finish(); err != nil {
		return err
	}
	if !f.json && f.out != stdoutName {
		fmt.Fprintf(a.out, "%s, %d of them again\n", plural.Of(total, "puzzle"), again)
	}
	return status.err()
}

// look compares a puzzle with earlier ones. JSON names its id and file, text its label.
func (f *dedupeFlags) look(seen *create.Seen, it item) *record.Dedupe {
	if f.json {
		return seen.Add(it.puzzle, it.id, it.file)
	}
	return seen.Add(it.puzzle, it.label, "")
}

func (f *dedupeFlags) print(a *app, lines *jsonLines, again *record.Dedupe) error {
	switch {
	case f.json:
		return lines.print(again)
	case f.out == stdoutName:
		return nil
	}
	_, err := fmt.Fprintf(a.out, "%s is %s again\n", again.ID, again.Of)
	return err
}
