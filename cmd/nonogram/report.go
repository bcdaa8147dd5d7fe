package main

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"nonogram"
	"nonogram/internal/record"
	"nonogram/render"
)

// What solve prints: JSON, or for people a drawing of a single puzzle and a line
// for each of many, or nothing.

type report interface {
	add(it item, o outcome) error
	end(interrupted bool) error
}

func (f *solveFlags) newReport(a *app, m *method) report {
	switch {
	case f.json:
		return &jsonReport{lines: newJSONLines(a), method: m.Name, all: f.limit > 2, in: &f.inputs}
	case f.quiet:
		return quietReport{a}
	}
	return &textReport{a: a, ascii: f.ascii, limit: f.limit, start: time.Now(), labelWidth: f.labelWidth()}
}

type jsonReport struct {
	lines  *jsonLines
	method string
	all    bool // every solution, not only the first
	in     *inputs
}

func (r *jsonReport) add(it item, o outcome) error {
	file := r.in.fileOf(it)
	if o.err != nil {
		return r.lines.printError(it, file, o.err)
	}
	line := record.NewSolve(it.puzzle, o.result, r.all)
	line.ID, line.File, line.Method = it.id, file, r.method
	line.Reason, line.Elapsed = o.reason, record.InMilliseconds(o.elapsed)
	return r.lines.print(line)
}

func (r *jsonReport) end(bool) error { return nil }

// quietReport leaves everything but errors to the exit status.
type quietReport struct{ a *app }

func (r quietReport) add(it item, o outcome) error {
	if o.err != nil {
		printError(r.a, it, o.err)
	}
	return nil
}

func (r quietReport) end(bool) error { return nil }

// printError tells an error in an input, on standard error and clear of a
// progress line there.
func printError(a *app, it item, err error) {
	_ = a.out.Flush()
	erase := ""
	if a.bars {
		erase = eraseLine
	}
	r := record.NewError(it.id, it.file, err)
	if r.Error.Where == it.file && it.id != "" {
		r.Error.Message = "puzzle " + it.id + ": " + r.Error.Message
	}
	fmt.Fprintf(a.err, "%s%s: %s\n", erase, printable(r.Error.Where), printable(r.Error.Message))
}

// labelWidth is the width of the column of names: all names are numbers if there is
// one file, and names of files if there are several.
func (in *inputs) labelWidth() int {
	width := minLabelWidth
	if len(in.files) > 1 {
		for _, file := range in.files {
			width = max(width, min(utf8.RuneCountInString(file), maxLabelWidth))
		}
	}
	return width
}

// The column of names in the list of many puzzles: wide enough for numbers, and
// for file names of a sensible length.
const (
	minLabelWidth = 6
	maxLabelWidth = 40
)

// textReport is for people.
type textReport struct {
	a          *app
	ascii      bool
	limit      int
	start      time.Time
	labelWidth int

	count   [len(statusOrder)]int
	errors  int
	puzzles int
	only    bool
	slowest struct {
		label   string
		elapsed time.Duration
	}
}

// statusOrder is the order of the summary.
var statusOrder = [...]nonogram.Status{nonogram.Solved, nonogram.Unique, nonogram.Multiple, nonogram.Unsolvable, nonogram.Undecided}

func (r *textReport) add(it item, o outcome) error {
	r.puzzles++
	r.only = it.only
	if o.err != nil {
		r.errors++
		printError(r.a, it, o.err)
		return nil
	}
	for i, s := range statusOrder {
		if s == o.result.Status {
			r.count[i]++
		}
	}
	if o.elapsed >= r.slowest.elapsed {
		r.slowest.label, r.slowest.elapsed = it.label, o.elapsed
	}
	if it.only {
		return r.draw(it.puzzle, o)
	}
	return r.line(it, o)
}

// line is a puzzle among many.
func (r *textReport) line(it item, o outcome) error {
	note := details(o)
	if o.reason != "" {
		note = o.reason
	}
	_, err := fmt.Fprintf(r.a.out, "%-*s  %-10s  %7s  %9s  %s\n", r.labelWidth, it.label, o.result.Status, size(it.puzzle), short(o.elapsed), note)
	return err
}

// draw is the only puzzle: its solutions, and a line on how it went.
func (r *textReport) draw(p *nonogram.Puzzle, o outcome) error {
	var b bytes.Buffer
	title(&b, p)
	solutions := o.result.Solutions
	options := drawing(r.a, r.ascii)
	switch {
	case len(solutions) == 0 && o.result.Known != nil:
		if err := drawTo(r.a, &b, p, o.result.Known, options); err != nil {
			return err
		}
	case r.limit > 2:
		for i, g := range solutions {
			fmt.Fprintf(&b, "%d of %d\n", i+1, len(solutions))
			if err := drawTo(r.a, &b, p, g, options); err != nil {
				return err
			}
		}
	case len(solutions) > 0:
		if len(solutions) > 1 {
			options.Other = solutions[1]
		}
		if err := drawTo(r.a, &b, p, solutions[0], options); err != nil {
			return err
		}
	}
	fmt.Fprintln(&b, r.caption(p, o))
	if options.Other != nil {
		fmt.Fprintf(&b, "another solution differs in the %s marked\n", plural(differing(solutions[0], options.Other), "cell"))
	}
	_, err := r.a.out.Write(b.Bytes())
	return err
}

// caption is the line below the drawing.
func (r *textReport) caption(p *nonogram.Puzzle, o outcome) string {
	status := o.result.Status.String()
	if o.reason != "" {
		status += " (" + o.reason + ")"
	}
	parts := []string{status, size(p), short(o.elapsed), details(o)}
	switch n := plural(len(o.result.Solutions), "solution"); {
	case r.limit <= 2:
	case o.result.Exhausted:
		parts = append(parts, n+" in all")
	default:
		parts = append(parts, n+", perhaps more")
	}
	return strings.Join(parts, " · ")
}

// end is the summary of many puzzles.
func (r *textReport) end(interrupted bool) error {
	if r.only {
		return nil
	}
	var kinds []string
	for i, n := range r.count {
		if n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, statusOrder[i]))
		}
	}
	if r.errors > 0 {
		kinds = append(kinds, fmt.Sprintf("%d unreadable", r.errors))
	}
	took := time.Since(r.start)
	line := plural(r.puzzles, "puzzle")
	if len(kinds) > 0 {
		line += ": " + strings.Join(kinds, ", ")
	}
	line += " · " + short(took)
	if r.slowest.elapsed > 0 && r.puzzles > 1 {
		line += fmt.Sprintf(" · slowest %s, %s", r.slowest.label, short(r.slowest.elapsed))
	}
	if interrupted {
		line += " · interrupted"
	}
	_, err := fmt.Fprintln(r.a.out, line)
	return err
}

// details says how much work it was.
func details(o outcome) string {
	s := o.result.Stats
	switch {
	case s.Nodes > 0 && s.Guesses == 0:
		return plural(int(s.Nodes), "node") + ", " + plural(int(s.Conflicts), "conflict")
	case s.Guesses > 0 || s.Conflicts > 0:
		return plural(int(s.Guesses), "guess") + ", " + plural(int(s.Conflicts), "conflict")
	case s.Probes > 0:
		return plural(int(s.Probes), "probe")
	case s.LineSolves == 0 && o.result.Status == nonogram.Undecided:
		return "stopped before the first line"
	case s.LineSolves == 0:
		return "no search needed"
	case s.LineOpen > 0:
		return plural(s.LineOpen, "cell") + " left open"
	}
	return "lines only"
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

// drawing is how solve and show draw by default.
func drawing(a *app, ascii bool) render.Options {
	return render.Options{Clues: true, Guides: true, ASCII: ascii, Color: a.color}
}

// drawTo draws a grid, in a form that fits the terminal.
func drawTo(a *app, b *bytes.Buffer, p *nonogram.Puzzle, g *nonogram.Grid, o render.Options) error {
	o.Columns = a.columns
	return render.Text(b, p, g, o)
}
