package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/record"
	"nonogram/solve"
	"nonogram/teach"
)

type hintFlags struct {
	common
	limits
	level int
	state string
}

func newHint(a *app) *cobra.Command {
	f := &hintFlags{}
	cmd := &cobra.Command{
		Use:   "hint [flags] [FILE]",
		Short: "Say what to do next in a puzzle",
		Long: `Hint looks at a puzzle as far as it has been drawn and says what to do next, and
no more than it is asked for: with --level 1 which line to look at, 2 which
technique helps there, 3 which cells it decides, 4 what they are and why.

If something drawn is wrong, that is said instead: with --level 1 how many marks
are wrong, 2 in which rows, 3 which, 4 what belongs there.

` + stateHelp + ` A
file with several positions, blank lines between them and the oldest first, is a
history: then the last position without a mistake is named.

Exit status: 0 there is a next step, or the puzzle is done; 1 bad usage or
unreadable input; 3 something is wrong, or the puzzle has no solution; 4 logic does
not go on, or no step was found in time.`,
		Example: `  nonogram hint cat.non
  nonogram hint --level 4 cat.non
  nonogram hint --state drawn.txt --json cat.non`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args
			return f.run(cmd.Context(), a)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.level, "level", teach.TipLine, "how much to give away, from 1 to `N` = 4")
	flags.StringVar(&f.state, "state", "", "start from what is drawn in `FILE`")
	f.common.addFlags(cmd)
	f.limits.addFlags(cmd)
	return cmd
}

func (f *hintFlags) check() error {
	if f.level < teach.TipLine || f.level > teach.TipWhy {
		return usagef("--level is %d, expected %d to %d", f.level, teach.TipLine, teach.TipWhy)
	}
	return errors.Join(f.inputs.check(), f.limits.check(), checkState(f.state, f.files))
}

func (f *hintFlags) run(ctx context.Context, a *app) error {
	if err := f.check(); err != nil {
		return err
	}
	lines := newJSONLines(a)
	var status exitStatus
	for it := range f.items(a) {
		if f.state != "" && !it.only {
			return usagef("--state is for a single puzzle, and there are more")
		}
		h := f.hint(ctx, a, it)
		status.add(h.exit())
		var err error
		switch {
		case f.json && h.err != nil:
			err = lines.printError(it, "", h.err)
		case f.json:
			err = lines.print(f.record(it, h))
		case h.err != nil:
			printError(a, it, h.err)
		default:
			err = f.print(a, it, h)
		}
		if err != nil {
			return err
		}
	}
	return status.err()
}

// hinted is what came of one item.
type hinted struct {
	advice  *teach.Advice
	err     error
	history int // positions in the history, the present one included
	elapsed time.Duration
}

func (h *hinted) exit() exitStatus {
	switch {
	case h.err != nil:
		return exitFailed
	case h.advice.Kind == teach.WrongMarks || h.advice.Kind == teach.NoSolution:
		return exitUnsolvable
	case h.advice.Kind == teach.Ambiguous || h.advice.Kind == teach.GaveUp:
		return exitUndecided
	}
	return exitOK
}

func (f *hintFlags) hint(ctx context.Context, a *app, it item) (h hinted) {
	if it.err != nil {
		return hinted{err: it.err}
	}
	opts := teach.Options{Solver: f.solver(new(solve.Engine))}
	if f.state != "" {
		states, err := statesOf(a, f.state)(it.puzzle)
		if err != nil {
			return hinted{err: err}
		}
		h.history = len(states)
		opts.From = states[len(states)-1]
		opts.History = states[:len(states)-1]
	}
	ctx, cancel := f.context(ctx)
	defer cancel()
	start := time.Now()
	h.advice, h.err = teach.Hint(ctx, it.puzzle, opts)
	h.elapsed = time.Since(start)
	return h
}

func (f *hintFlags) record(it item, h hinted) record.Hint {
	r := record.NewHint(it.puzzle, h.advice, f.level)
	r.ID, r.Elapsed = it.id, record.InMilliseconds(h.elapsed)
	return r
}

func (f *hintFlags) print(a *app, it item, h hinted) error {
	var b bytes.Buffer
	tip := h.advice.Tip(f.level)
	if !it.only {
		fmt.Fprintf(&b, "%s: ", it.label)
	}
	fmt.Fprintln(&b, tip.Message)
	if tip.Kind == teach.WrongMarks && h.history > 1 {
		if tip.Last >= 0 {
			fmt.Fprintf(&b, "Position %d of %d was the last one without a mistake.\n", tip.Last+1, h.history)
		} else {
			fmt.Fprintln(&b, "All earlier positions have mistakes too.")
		}
	}
	if kept := f.record(it, h).Kept; kept != nil {
		fmt.Fprintln(&b, "Without them everything is right:")
		for _, row := range kept {
			fmt.Fprintln(&b, row)
		}
	}
	_, err := a.out.Write(b.Bytes())
	return err
}
