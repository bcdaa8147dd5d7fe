package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nonogram/generate"
	"nonogram/internal/record"
)

// dedupeFlags are what dedupe is asked for.
type dedupeFlags struct {
	inputs
	puzzleOut
	json bool
}

func newDedupe(a *app) *cobra.Command {
	f := &dedupeFlags{}
	cmd := &cobra.Command{
		Use:   "dedupe [flags] [FILE…]",
		Short: "Find puzzles that are the same, however turned, mirrored or colored",
		Long: `Dedupe lists puzzles that are an earlier one again: the same clues, perhaps turned,
mirrored or with other colors. Titles and goals do not count. --out writes the
puzzles without these.

Exit status: 0 all puzzles could be read; 1 bad usage or unreadable input.`,
		Example: `  nonogram dedupe pack.non more.non
  nonogram dedupe pack.non more.non --out all.non`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args
			return f.run(cmd.Context(), a)
		},
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object per puzzle and line")
	f.inputs.addFlags(cmd)
	f.puzzleOut.addFlags(cmd)
	return cmd
}

func (f *dedupeFlags) run(ctx context.Context, a *app) error {
	if err := errors.Join(f.inputs.check(), oneOnStdout(f.json, f.out)); err != nil {
		return err
	}
	var c *converter
	if f.out != "" {
		var err error
		if c, err = f.converter(a, f.out); err != nil {
			return err
		}
		c.renumber = len(f.files) > 1
	}
	first := map[generate.Hash]item{}
	var status exitStatus
	total, again := 0, 0
	lines := newJSONLines(a)
	for it := range f.items(a) {
		if ctx.Err() != nil {
			return exitFailed
		}
		if it.err != nil {
			status.add(exitFailed)
			if err := f.printError(a, lines, it); err != nil {
				return err
			}
			continue
		}
		total++
		h := generate.HashOf(it.puzzle)
		if known, ok := first[h]; ok {
			again++
			if err := f.print(a, lines, it, known, h); err != nil {
				return err
			}
			continue
		}
		first[h] = item{id: it.id, file: it.file, label: it.label}
		if c != nil {
			c.add(it)
		}
	}
	if c != nil {
		if err := c.finish(); err != nil {
			return err
		}
	}
	if !f.json && f.out != "-" {
		fmt.Fprintf(a.out, "%s, %d of them again\n", plural(total, "puzzle"), again)
	}
	return status.err()
}

// printError tells of a puzzle that cannot be read, in its place.
func (f *dedupeFlags) printError(a *app, lines *jsonLines, it item) error {
	if f.json {
		return lines.printError(it, it.file, it.err)
	}
	printError(a, it, it.err)
	return nil
}

func (f *dedupeFlags) print(a *app, lines *jsonLines, it, known item, h generate.Hash) error {
	switch {
	case f.json:
		return lines.print(record.Dedupe{ID: it.id, File: it.file, Of: known.id, From: known.file, Hash: h.String()})
	case f.out == "-":
		return nil
	}
	_, err := fmt.Fprintf(a.out, "%s is %s again\n", it.label, known.label)
	return err
}
