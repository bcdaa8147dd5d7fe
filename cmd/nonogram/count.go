package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
)

type countFlags struct {
	common
	limits
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
	f.common.addFlags(cmd)
	f.addWorkers(cmd)
	f.limits.addFlags(cmd)
	return cmd
}

func (f *countFlags) run(ctx context.Context, a *app) error {
	return each(ctx, a, &f.common, operations.OpenCount, &operations.CountRequest{Budget: f.budget()}, hooks[*record.Count]{
		verb:  "counting",
		print: func(it item, c *record.Count) error { return printCount(a, it, c) },
	})
}

// printCount prints the number alone for a single puzzle, with the puzzle's name
// before it for one of many.
func printCount(a *app, it item, c *record.Count) error {
	line := c.Count
	if !c.Exact {
		line = "at least " + line + " (" + c.Reason + ")"
	}
	if !it.only {
		line = it.label + "\t" + line
	}
	_, err := fmt.Fprintln(a.out, line)
	return err
}
