package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/cmd/internal/calibration"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/plural"
)

// rate and count: the difficulty of puzzles and the number of their solutions.

type rateFlags struct {
	common
	request   operations.RateRequest
	Calibrate string `flag:"compare the costs of techniques with the times or moves in <FILE>" file:"in"`
}

func newRate(a *app) *cobra.Command {
	f := &rateFlags{}
	cmd := newCommand("rate", nil, f, f.runE(a, f.run), &f.request)
	f.addWorkers(cmd)
	return cmd
}

func (f *rateFlags) run(ctx context.Context, a *app) error {
	if f.Calibrate != "" {
		return f.calibrateTo(ctx, a)
	}
	width := f.labelWidth()
	return each(ctx, a, &f.common, operations.OpenRate, &f.request, hooks[*record.Rate]{
		verb: "rating",
		print: func(it item, r *record.Rate) error {
			if it.only {
				return printRating(a, it, r)
			}
			return printRatingLine(a, width, it, r)
		},
	})
}

// calibrateTo compares the costs of techniques with the times or moves of people and
// prints the report.
func (f *rateFlags) calibrateTo(ctx context.Context, a *app) error {
	name, data, err := a.readFile(f.Calibrate)
	if err != nil {
		return err
	}
	if err := f.inputs.check(); err != nil {
		return err
	}
	study, puzzles, err := calibration.Read(data, name)
	if err != nil {
		return err
	}
	if len(f.files) == 0 && len(puzzles) > 0 {
		f.files, a.in = []string{"-"}, bytes.NewReader(puzzles)
	}
	for it := range f.items(a) {
		if it.err != nil {
			return it.err
		}
		if err := study.Add(ctx, it.id, it.puzzle); err != nil {
			return err
		}
	}
	return study.Report(a.out)
}

// printRatingLine prints one of several puzzles, with a name column of the given width.
func printRatingLine(a *app, width int, it item, r *record.Rate) error {
	level, score, note := "-", "-", r.Reason
	if r.Level != nil && (r.Hardest != nil || r.Status != nonogram.Multiple) {
		level, score = r.Level.String(), fmt.Sprintf("%.1f", r.Score)
	}
	if note == "" && r.Hardest != nil {
		note = r.Hardest.String()
	}
	_, err := fmt.Fprintf(a.out, "%-*s  %-9s  %5s  %7s  %-10s  %s\n", width, it.label, level, score, it.puzzle.Size(), r.Status, note)
	return err
}

// printRating prints a single puzzle with all facts.
func printRating(a *app, it item, r *record.Rate) error {
	title(a.out, it.puzzle)
	parts := []string{it.puzzle.Size(), r.Status.String(), short(r.Elapsed.Duration())}
	level := ""
	switch {
	case r.AtLeast != nil:
		level = fmt.Sprintf("at least %s (%.1f)", r.AtLeast, r.Score)
	case r.Status == nonogram.Multiple && r.Hardest == nil:
		level = "no difficulty: no first step follows from the clues"
	case r.Level != nil && r.Status == nonogram.Multiple:
		level = fmt.Sprintf("%s (%.1f) as far as logic goes", r.Level, r.Score)
	case r.Level != nil:
		level = fmt.Sprintf("%s (%.1f)", r.Level, r.Score)
	}
	if level != "" {
		parts = append([]string{level}, parts...)
	}
	fmt.Fprintln(a.out, strings.Join(parts, " · "))
	if r.Reason != "" {
		fmt.Fprintln(a.out, r.Reason)
	}
	if r.Hardest != nil {
		printFacts(a.out, r)
	}
	return nil
}

func printFacts(b io.Writer, r *record.Rate) {
	needs := "single lines are enough"
	switch {
	case r.Depth == 1:
		needs = "needs suppositions, the longest refuted after " + plural.Of(r.Longest, "round", "rounds") + " of consequences"
	case r.Depth == 2:
		needs = "needs suppositions inside suppositions"
	case r.Depth > 2:
		needs = "needs a search through cases"
	case r.Status != nonogram.Unique:
		needs = "single lines go as far as logic does"
	}
	fmt.Fprintf(b, "%s; hardest: %s\n", needs, r.Hardest)
	fmt.Fprintf(b, "%s in %s, with progress in %.1f lines on average and %d at the least\n", plural.Of(r.Deductions, "deduction", "deductions"), plural.Of(r.Rounds, "round", "rounds"), r.Offers.Mean, r.Offers.Fewest)
	fmt.Fprintf(b, "%s of complete line solving\n", plural.Of(r.Sweeps, "sweep", "sweeps"))
	if r.Open > 0 {
		fmt.Fprintf(b, "%s left open\n", plural.Of(r.Open, "cell", "cells"))
	}
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, u := range r.Techniques {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", u.Technique, plural.Of(u.Deductions, "time", "times"), plural.Of(u.Cells, "cell", "cells"))
	}
	w.Flush()
}

type countFlags struct {
	common
	request operations.CountRequest
}

func newCount(a *app) *cobra.Command {
	f := &countFlags{}
	cmd := newCommand("count", nil, f, f.runE(a, f.run), &f.request)
	f.addWorkers(cmd)
	return cmd
}

func (f *countFlags) run(ctx context.Context, a *app) error {
	return each(ctx, a, &f.common, operations.OpenCount, &f.request, hooks[*record.Count]{
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
