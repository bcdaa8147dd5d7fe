package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
	"nonogram/internal/plural"
)

type rateFlags struct {
	common
	limits
	calibrate string
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

With --calibrate FILE nothing is rated for its own sake: FILE is a table of how long
people took, with the columns id and seconds, or lines of JSON with these fields, which
may be the puzzles themselves, as the web app writes them. The report says how well
the effort of the puzzles agrees, whether other costs would agree better on puzzles
that they were not fitted to, and what may be claimed.

Exit status: 0 every puzzle has at least one solution; 1 bad usage or unreadable
input; 3 some puzzle is unsolvable; 4 some puzzle is undecided.`,
		Example: `  nonogram rate cat.non
  nonogram rate --json *.non | grep '"level":"hard"' || echo none is hard`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args
			if f.calibrate != "" {
				return f.calibrateTo(cmd.Context(), a)
			}
			return f.run(cmd.Context(), a)
		},
	}
	cmd.Flags().StringVar(&f.calibrate, "calibrate", "", "hold the costs of techniques against the times in `FILE`")
	f.common.addFlags(cmd)
	f.addWorkers(cmd)
	f.limits.addFlags(cmd)
	return cmd
}

func (f *rateFlags) run(ctx context.Context, a *app) error {
	width := f.labelWidth()
	return each(ctx, a, &f.common, operations.OpenRate, &operations.RateRequest{Budget: f.budget()}, hooks[*record.Rate]{
		verb: "rating",
		print: func(it item, r *record.Rate) error {
			if it.only {
				return printRating(a, it, r)
			}
			return printRatingLine(a, width, it, r)
		},
	})
}

// printRatingLine prints a puzzle among many, in a column of names of that width.
func printRatingLine(a *app, width int, it item, r *record.Rate) error {
	level, score, note := "-", "-", r.Reason
	if r.Level != nil {
		level, score = r.Level.String(), fmt.Sprintf("%.1f", r.Score)
	}
	if note == "" && r.Hardest != nil {
		note = r.Hardest.String()
	}
	_, err := fmt.Fprintf(a.out, "%-*s  %-9s  %5s  %7s  %-10s  %s\n", width, it.label, level, score, size(it.puzzle), r.Status, note)
	return err
}

// printRating prints the only puzzle with all facts.
func printRating(a *app, it item, r *record.Rate) error {
	var b bytes.Buffer
	title(&b, it.puzzle)
	parts := []string{size(it.puzzle), r.Status.String(), short(r.Elapsed.Duration())}
	level := ""
	switch {
	case r.AtLeast != nil:
		level = fmt.Sprintf("at least %s (%.1f)", r.AtLeast, r.Score)
	case r.Level != nil && r.Status == nonogram.Multiple:
		level = fmt.Sprintf("%s (%.1f) as far as logic goes", r.Level, r.Score)
	case r.Level != nil:
		level = fmt.Sprintf("%s (%.1f)", r.Level, r.Score)
	}
	if level != "" {
		parts = append([]string{level}, parts...)
	}
	fmt.Fprintln(&b, strings.Join(parts, " · "))
	if r.Reason != "" {
		fmt.Fprintln(&b, r.Reason)
	}
	if r.Hardest != nil {
		printFacts(&b, r)
	}
	_, err := a.out.Write(b.Bytes())
	return err
}

func printFacts(b *bytes.Buffer, r *record.Rate) {
	needs := "single lines are enough"
	switch {
	case r.Depth == 1:
		needs = "needs suppositions, the longest refuted after " + plural.Of(r.Longest, "round") + " of consequences"
	case r.Depth == 2:
		needs = "needs suppositions inside suppositions"
	case r.Depth > 2:
		needs = "needs a search through cases"
	case r.Status != nonogram.Unique:
		needs = "single lines go as far as logic does"
	}
	fmt.Fprintf(b, "%s; hardest: %s\n", needs, r.Hardest)
	fmt.Fprintf(b, "%s in %s, with progress in %.1f lines on average and %d at the least\n", plural.Of(r.Deductions, "deduction"), plural.Of(r.Rounds, "round"), r.Offers.Mean, r.Offers.Fewest)
	fmt.Fprintf(b, "%s of complete line solving\n", plural.Of(r.Sweeps, "sweep"))
	if r.Open > 0 {
		fmt.Fprintf(b, "%s left open\n", plural.Of(r.Open, "cell"))
	}
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, u := range r.Techniques {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", u.Technique, plural.Of(u.Deductions, "time"), plural.Of(u.Cells, "cell"))
	}
	w.Flush()
}
