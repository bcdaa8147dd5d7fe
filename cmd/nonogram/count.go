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
	operations.Budget
}

func newCount(a *app) *cobra.Command {
	f := &countFlags{}
	cmd := newCommand("count")
	cmd.RunE = f.runE(a, f.run)
	f.common.addFlags(cmd)
	f.addWorkers(cmd)
	requestFlags(cmd, &f.Budget)
	return cmd
}

func (f *countFlags) run(ctx context.Context, a *app) error {
	return each(ctx, a, &f.common, operations.OpenCount, &operations.CountRequest{Budget: f.Budget}, hooks[*record.Count]{
		verb:  "counting",
		print: func(it item, c *record.Count) error { return printCount(a, it, c) },
	})
}

// printCount prints the number, preceded by the puzzle's name if there are several.
func printCount(a *app, it item, c *record.Count) error {
	line := c.Count
	if !c.Exact {
		line = "at least " + line
		if n := len(c.AtMost); n > 0 {
			line += fmt.Sprintf(", fewer than 10^%d", n)
		}
		line += " (" + c.Reason + ")"
	}
	if !it.only {
		line = it.label + "\t" + line
	}
	_, err := fmt.Fprintln(a.out, line)
	return err
}
