package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/plural"
	"nonogram/render"
	"nonogram/teach"
)

// solve draws a single puzzle. For several puzzles it prints a line each and a summary.

// printError prints an error in the input to standard error, above a progress line.
func printError(a *app, it item, err error) {
	_ = a.out.Flush()
	r := record.NewError(it.id, it.file, err)
	if r.Error.Where == it.file && it.id != "" {
		r.Error.Message = "puzzle " + it.id + ": " + r.Error.Message
	}
	fmt.Fprintf(a.reports(), "%s: %s\n", oneLine(r.Error.Where), printable(r.Error.Message))
}

// readings reports for every file how it was read, if that is a guess.
type readings struct{ reported string }

func (r *readings) tell(a *app, it item) {
	if it.puzzle.ReadAs == "" || r.reported == it.file {
		return
	}
	r.reported = it.file
	_ = a.out.Flush()
	fmt.Fprintf(a.reports(), "%s: read as %s\n", oneLine(it.file), it.puzzle.ReadAs)
}

// labelWidth is the width of the column of names: numbers for one file, file names for
// several.
func (in *inputs) labelWidth() int {
	width := minLabelWidth
	if in.several() {
		for _, file := range in.files {
			width = max(width, min(utf8.RuneCountInString(file), maxLabelWidth))
		}
	}
	return width
}

// The column of names is wide enough for numbers, and for short file names.
const (
	minLabelWidth = 6
	maxLabelWidth = 40
)

// textReport prints answers as text.
type textReport struct {
	a          *app
	ascii      bool
	limit      int
	start      time.Time
	labelWidth int

	counts  counts
	slowest struct {
		label   string
		elapsed time.Duration
	}
}

// counts counts puzzles by their level, their status, or as unreadable.
type counts struct {
	total int
	kinds map[string]int
}

func (c *counts) add(kind string) {
	if c.kinds == nil {
		c.kinds = map[string]int{}
	}
	c.total++
	c.kinds[kind]++
}

const unreadable = "unreadable"

// String lists the counts: "3 easy, 2 medium, 1 multiple".
func (c *counts) String() string {
	var order, parts []string
	for _, l := range teach.Levels() {
		order = append(order, l.String())
	}
	for _, s := range []nonogram.Status{nonogram.Solved, nonogram.Unique, nonogram.Multiple, nonogram.Unsolvable, nonogram.Undecided} {
		order = append(order, s.String())
	}
	for _, kind := range append(order, unreadable) {
		if n := c.kinds[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, kind))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

func (r *textReport) add(it item, o *operations.SolveAnswer) error {
	r.counts.add(o.Status.String())
	if elapsed := o.Elapsed.Duration(); elapsed >= r.slowest.elapsed {
		r.slowest.label, r.slowest.elapsed = it.label, elapsed
	}
	if it.only {
		return r.draw(it.puzzle, o)
	}
	return r.line(it, o)
}

// line prints one of several puzzles.
func (r *textReport) line(it item, o *operations.SolveAnswer) error {
	note := cmp.Or(reason(o), details(o)) + doubt(o)
	_, err := fmt.Fprintf(r.a.out, "%-*s  %-10s  %7s  %9s  %s\n", r.labelWidth, it.label, o.Status, it.puzzle.Size(), short(o.Elapsed.Duration()), note)
	return err
}

// draw prints a single puzzle: its solutions, and a line about the run.
func (r *textReport) draw(p *nonogram.Puzzle, o *operations.SolveAnswer) error {
	b := r.a.out
	title(b, p)
	solutions := o.Result.Solutions
	options := drawing(r.a, r.ascii)
	switch {
	case len(solutions) == 0 && o.Result.Known != nil:
		if err := drawTo(r.a, b, p, o.Result.Known, options); err != nil {
			return err
		}
	case r.limit > 2:
		for i, g := range solutions {
			fmt.Fprintf(b, "%d of %d\n", i+1, len(solutions))
			if err := drawTo(r.a, b, p, g, options); err != nil {
				return err
			}
		}
	case len(solutions) > 0:
		if len(solutions) > 1 {
			options.Other = solutions[1]
		}
		if err := drawTo(r.a, b, p, solutions[0], options); err != nil {
			return err
		}
	}
	fmt.Fprintln(b, r.caption(p, o))
	if options.Other != nil {
		fmt.Fprintf(b, "another solution differs in the %s marked\n", plural.Of(differing(solutions[0], options.Other), "cell", "cells"))
	}
	return nil
}

// reason explains why there is no verdict, and what may help.
func reason(o *operations.SolveAnswer) string {
	switch {
	case o.Reason == string(nonogram.StopMemory):
		return "out of memory; --memory gives it more"
	case o.Reason == string(nonogram.StopStalled) && strings.HasPrefix(o.Method, "force"):
		return "stalled; " + o.Method + " has drawn its boards, max_iter=N or max_iter=inf draws more"
	}
	return o.Reason
}

// caption returns the line below the drawing.
func (r *textReport) caption(p *nonogram.Puzzle, o *operations.SolveAnswer) string {
	status := o.Status.String()
	if o.Reason != "" {
		status += " (" + reason(o) + ")"
	}
	parts := []string{status, p.Size(), short(o.Elapsed.Duration()), details(o)}
	switch n := plural.Of(o.Solutions, "solution", "solutions"); {
	case r.limit <= 2:
	case o.Result.Exhausted:
		parts = append(parts, n+" in all")
	default:
		parts = append(parts, n+", perhaps more")
	}
	return strings.Join(parts, " · ") + doubt(o)
}

// doubt describes how an unsolvable puzzle was read, perhaps wrongly.
func doubt(o *operations.SolveAnswer) string {
	if o.ReadAs == "" || o.Status != nonogram.Unsolvable {
		return ""
	}
	return " · read as " + o.ReadAs
}

// end prints the summary of several puzzles.
func (r *textReport) end(t tally) error {
	if t.only {
		return nil
	}
	for range t.failed {
		r.counts.add(unreadable)
	}
	took := time.Since(r.start)
	line := plural.Of(t.puzzles, "puzzle", "puzzles")
	if r.counts.total > 0 {
		line += ": " + r.counts.String()
	}
	line += " · " + short(took)
	if r.slowest.elapsed > 0 && t.puzzles > 1 {
		line += fmt.Sprintf(" · slowest %s, %s", r.slowest.label, short(r.slowest.elapsed))
	}
	if t.interrupted {
		line += " · interrupted"
	}
	_, err := fmt.Fprintln(r.a.out, line)
	return err
}

// details describes the work and the method.
func details(o *operations.SolveAnswer) string {
	if o.Helpers > 0 {
		return work(o) + ", " + plural.Of(o.Helpers, "helper", "helpers") + " (not certified)"
	}
	return work(o)
}

func work(o *operations.SolveAnswer) string {
	s := o.Stats
	switch {
	case s.Nodes > 0 && s.Guesses == 0:
		return plural.Of(int(s.Nodes), "node", "nodes") + ", " + plural.Of(int(s.Conflicts), "conflict", "conflicts") + counters(o)
	case s.Guesses > 0 || s.Conflicts > 0:
		return plural.Of(int(s.Guesses), "guess", "guesses") + ", " + plural.Of(int(s.Conflicts), "conflict", "conflicts")
	case s.Probes > 0:
		return plural.Of(int(s.Probes), "probe", "probes")
	case s.Sweeps > 0 && s.LineOpen == 0:
		return plural.Of(int(s.Sweeps), "iteration", "iterations")
	case s.Sweeps > 0:
		return plural.Of(int(s.Sweeps), "iteration", "iterations") + ", " + plural.Of(s.LineOpen, "cell", "cells") + " left open"
	case s.LineSolves == 0 && o.Status == nonogram.Undecided:
		return "stopped before the first line"
	case s.LineSolves == 0:
		return "no search needed"
	case s.LineOpen > 0:
		return plural.Of(s.LineOpen, "cell", "cells") + " left open"
	}
	return "lines only"
}

// counters are the counters of some classic methods.
func counters(o *operations.SolveAnswer) string {
	text := ""
	for _, c := range []struct {
		n    int64
		unit string
	}{{o.Stats.Boards, "full board"}, {o.Stats.Listed, "listed line"}, {o.Stats.Moves, "move"}} {
		if c.n > 0 {
			text += ", " + plural.Of(int(c.n), c.unit, c.unit+"s")
		}
	}
	return text
}

func differing(g, h *nonogram.Grid) int {
	n := 0
	for i, c := range g.Cells {
		if h.Cells[i] != c {
			n++
		}
	}
	return n
}

// drawing returns the default style of solve and show.
func drawing(a *app, ascii bool) render.Options {
	return render.Options{ASCII: ascii, Colors: a.colors}
}

// drawTo draws a grid in a form that fits the terminal.
func drawTo(a *app, w io.Writer, p *nonogram.Puzzle, g *nonogram.Grid, o render.Options) error {
	o.Columns = a.columns
	return render.Text(w, p, g, o)
}
