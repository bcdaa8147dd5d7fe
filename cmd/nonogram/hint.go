package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
)

type hintFlags struct {
	common
	operations.Budget
	level    int
	state    string
	language operations.LanguageOption
}

func newHint(a *app) *cobra.Command {
	f := &hintFlags{}
	cmd := newCommand("hint")
	cmd.Args = cobra.MaximumNArgs(1)
	cmd.RunE = f.runE(a, f.run)
	flags := cmd.Flags()
	positiveVar(flags, &f.level, "level", 1, "how much to give away, from 1 to `N` = 4")
	flags.StringVar(&f.state, "state", "", "start from what is drawn in `FILE`")
	requestFlags(cmd, &f.language)
	f.common.addFlags(cmd)
	requestFlags(cmd, &f.Budget)
	return cmd
}

func (f *hintFlags) run(ctx context.Context, a *app) error {
	if err := checkState(f.state, f.files); err != nil {
		return err
	}
	open := operations.OpenHint
	positions := 0 // in the file, including the current one
	if f.state != "" {
		f.single = "--state is"
		read := statesOf(a, f.state)
		from := func(p *nonogram.Puzzle) ([]*nonogram.Grid, error) {
			states, err := read(p)
			positions = len(states)
			return states, err
		}
		open = func(s *operations.Service, r *operations.HintRequest) (operations.Work[*record.Hint], error) {
			return operations.OpenHintFrom(s, r, from)
		}
	}
	return each(ctx, a, &f.common, open, &operations.HintRequest{Budget: f.Budget, LanguageOption: f.language, Tip: f.level}, hooks[*record.Hint]{
		verb:  "looking",
		print: func(it item, h *record.Hint) error { return printHint(a, it, h, positions) },
	})
}

func printHint(a *app, it item, h *record.Hint, positions int) error {
	var b bytes.Buffer
	if !it.only {
		fmt.Fprintf(&b, "%s: ", it.label)
	}
	fmt.Fprintln(&b, h.Message)
	if h.Kind == "wrong" && positions > 1 {
		if h.LastRight > 0 {
			fmt.Fprintf(&b, "Position %d of %d was the last one without a mistake.\n", h.LastRight, positions)
		} else {
			fmt.Fprintln(&b, "All earlier positions have mistakes too.")
		}
	}
	if h.Kept != nil {
		fmt.Fprintln(&b, "Without the wrong marks:")
		for _, row := range h.Kept {
			fmt.Fprintln(&b, row)
		}
	}
	_, err := a.out.Write(b.Bytes())
	return err
}
