package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/internal/record"
	"nonogram/solve"
	"nonogram/teach"
)

type rateFlags struct {
	common
	limits
}

func newRate(a *app) *cobra.Command {
	f := &rateFlags{}
	cmd := &cobra.Command{
		Use:   "rate [flags] [FILE…]",
		Short: "Say how difficult puzzles are for people",
		Long: `Rate solves puzzles as a person would and says how difficult that is: a level from
trivial to expert by the hardest reasoning needed, a score from 0 to 100 that
orders puzzles of all levels, and what was needed: the techniques, how many lines
offered progress, whether single lines are enough, how deep suppositions go.

A puzzle with several solutions is rated by the part that logic decides; one that
is undecided within its budget is at least as difficult as rated.

Exit status: 0 every puzzle has at least one solution; 1 bad usage or unreadable
input; 3 some puzzle is unsolvable; 4 some puzzle is undecided.`,
		Example: `  nonogram rate cat.non
  nonogram rate --json *.non | grep '"level":"hard"' || echo none is hard`,
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

func (f *rateFlags) run(ctx context.Context, a *app) error {
	if err := errors.Join(f.inputs.check(), f.limits.check()); err != nil {
		return err
	}
	return eachPuzzle(ctx, a, "rating", &f.inputs, f.workers, f.worker, f.printer(a))
}

// rated is what came of one item.
type rated struct {
	rating  *teach.Rating
	reason  string // why it is unsolvable on sight
	err     error
	elapsed time.Duration
}

func (r rated) exit() exitStatus {
	if r.err != nil {
		return exitFailed
	}
	return exitOf(r.rating.Status)
}

// exitOf is the exit status for a verdict.
func exitOf(s nonogram.Status) exitStatus {
	switch s {
	case nonogram.Unsolvable:
		return exitUnsolvable
	case nonogram.Undecided:
		return exitUndecided
	}
	return exitOK
}

func (f *rateFlags) worker() work[rated] {
	options := teach.Options{Solver: f.solver(new(solve.Engine))}
	return func(ctx context.Context, it item) (r rated) {
		if it.err != nil {
			return rated{err: it.err}
		}
		if o, done := validated(it.puzzle); done {
			return rated{rating: &teach.Rating{Status: nonogram.Unsolvable}, reason: o.reason, err: o.err}
		}
		ctx, cancel := f.context(ctx)
		defer cancel()
		start := time.Now()
		r.rating, r.err = teach.Rate(ctx, it.puzzle, options)
		r.elapsed = time.Since(start)
		return r
	}
}

func (f *rateFlags) printer(a *app) func(item, rated) error {
	if f.json {
		return f.jsonPrinter(a)
	}
	labelWidth := f.labelWidth()
	return func(it item, r rated) error {
		if r.err != nil {
			printError(a, it, r.err)
			return nil
		}
		if it.only {
			return printRating(a, it, r)
		}
		level, score := r.rating.Level.String(), fmt.Sprintf("%.1f", r.rating.Score)
		if r.rating.Status == nonogram.Unsolvable {
			level, score = "-", "-"
		}
		_, err := fmt.Fprintf(a.out, "%-*s  %-9s  %5s  %7s  %-10s  %s\n", labelWidth, it.label, level, score, size(it.puzzle), r.rating.Status, r.note())
		return err
	}
}

func (f *rateFlags) jsonPrinter(a *app) func(item, rated) error {
	lines := newJSONLines(a)
	return func(it item, r rated) error {
		file := f.fileOf(it)
		if r.err != nil {
			return lines.printError(it, file, r.err)
		}
		line := record.NewRate(it.puzzle, r.rating)
		line.ID, line.File = it.id, file
		line.Reason, line.Elapsed = r.reason, record.InMilliseconds(r.elapsed)
		return lines.print(line)
	}
}

// note is the remark beside a rating in a list.
func (r *rated) note() string {
	if r.reason != "" {
		return r.reason
	}
	if r.rating.Facts.Rounds == 0 {
		return ""
	}
	return r.rating.Facts.Hardest.String()
}

// printRating prints the only puzzle with all facts.
func printRating(a *app, it item, r rated) error {
	var b bytes.Buffer
	title(&b, it.puzzle)
	level := fmt.Sprintf("%s (%.1f)", r.rating.Level, r.rating.Score)
	switch r.rating.Status {
	case nonogram.Multiple:
		level += " as far as logic goes"
	case nonogram.Undecided:
		level = "at least " + level
	}
	parts := []string{level, size(it.puzzle), r.rating.Status.String(), short(r.elapsed)}
	if r.rating.Status == nonogram.Unsolvable {
		parts = parts[1:]
	}
	fmt.Fprintln(&b, strings.Join(parts, " · "))
	if r.reason != "" {
		fmt.Fprintln(&b, r.reason)
	}
	if r.rating.Facts.Rounds > 0 {
		printFacts(&b, r.rating)
	}
	_, err := a.out.Write(b.Bytes())
	return err
}

func printFacts(b *bytes.Buffer, r *teach.Rating) {
	f := &r.Facts
	needs := "single lines are enough"
	switch {
	case f.Depth == 1:
		needs = "needs suppositions, the longest refuted after " + plural(f.Longest, "round") + " of consequences"
	case f.Depth == 2:
		needs = "needs suppositions inside suppositions"
	case f.Depth > 2:
		needs = "needs a search through cases"
	case r.Status != nonogram.Unique:
		needs = "single lines go as far as logic does"
	}
	fmt.Fprintf(b, "%s; hardest: %s\n", needs, f.Hardest)
	fmt.Fprintf(b, "%s in %s, with progress in %.1f lines on average and %d at the least\n", plural(f.Deductions, "deduction"), plural(f.Rounds, "round"), f.Width(), f.Fewest)
	fmt.Fprintf(b, "%s of complete line solving\n", plural(f.Sweeps, "sweep"))
	if r.Open > 0 {
		fmt.Fprintf(b, "%s left open\n", plural(r.Open, "cell"))
	}
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for t, u := range f.Uses {
		if u.Rounds > 0 {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", teach.Technique(t), plural(u.Deductions, "time"), plural(u.Cells, "cell"))
		}
	}
	w.Flush()
}
