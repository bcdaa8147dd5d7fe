package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/record"
	"nonogram/solve"
)

type countFlags struct {
	inputs
	limits
	json bool
}

func newCount(a *app) *cobra.Command {
	f := &countFlags{}
	cmd := &cobra.Command{
		Use:   "count [flags] [FILE…]",
		Short: "Count the solutions of puzzles exactly",
		Long: `Count prints the number of solutions, as a decimal of any length. When a budget
or Ctrl-C ends the count, it prints what is certain: at least so many.

Exit status: 0 every puzzle has at least one solution; 1 bad usage or unreadable
input; 3 some puzzle has none; 4 some number is only a lower bound.`,
		Example: `  nonogram count cat.non
  nonogram count --timeout 1m --json *.non`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args
			return f.run(cmd.Context(), a)
		},
	}
	f.inputs.addFlags(cmd)
	f.limits.addFlags(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object per puzzle and line")
	return cmd
}

func (f *countFlags) run(ctx context.Context, a *app) error {
	if err := errors.Join(f.inputs.check(), f.limits.check()); err != nil {
		return err
	}
	emit := f.printer(a)
	newWork := func() work[counted] { return f.count }
	return eachPuzzle(ctx, a, "counting", &f.inputs, f.workers, newWork, emit)
}

// counted is what came of one item.
type counted struct {
	solve.Counted
	reason  string
	err     error
	elapsed time.Duration
}

func (c counted) exit() exitStatus {
	switch {
	case c.err != nil:
		return exitFailed
	case !c.Exact:
		return exitUndecided
	case c.Count.Sign() == 0:
		return exitUnsolvable
	}
	return exitOK
}

func (f *countFlags) count(ctx context.Context, it item) (c counted) {
	if it.err != nil {
		return counted{err: it.err}
	}
	if o, done := validated(it.puzzle); done {
		return counted{Counted: solve.Counted{Count: new(big.Int), Exact: true}, reason: o.reason, err: o.err}
	}
	ctx, cancel := f.context(ctx)
	defer cancel()
	start := time.Now()
	answer, err := solve.Count(ctx, it.puzzle, f.options(0))
	c = counted{err: err, elapsed: time.Since(start)}
	if err == nil {
		c.Counted, c.reason = *answer, string(answer.Stopped)
	}
	return c
}

func (f *countFlags) printer(a *app) func(item, counted) error {
	if !f.json {
		return func(it item, c counted) error { return printCount(a, it, c) }
	}
	lines := newJSONLines(a)
	return func(it item, c counted) error {
		file := f.fileOf(it)
		if c.err != nil {
			return lines.printError(it, file, c.err)
		}
		line := record.NewCount(it.puzzle, &c.Counted)
		line.ID, line.File = it.id, file
		line.Reason, line.Elapsed = c.reason, record.InMilliseconds(c.elapsed)
		return lines.print(line)
	}
}

// printCount prints the number alone for a single puzzle, with the puzzle's name
// before it for one of many.
func printCount(a *app, it item, c counted) error {
	if c.err != nil {
		printError(a, it, c.err)
		return nil
	}
	line := c.Count.String()
	if !c.Exact {
		line = "at least " + line + " (" + c.reason + ")"
	}
	if !it.only {
		line = it.label + "\t" + line
	}
	_, err := fmt.Fprintln(a.out, line)
	return err
}
