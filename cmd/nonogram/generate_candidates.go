package main

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/operations/record"
	"nonogram/generate"
	"nonogram/render"
)

// The sheet of generate image: twelve candidates in a table and in one picture, and the one
// with a number as the puzzle.

// candidateSide is the longer side of a picture on the sheet, in pixels: room for its title.
const candidateSide = 300

// candidates makes the sheet, or the candidate that was chosen. One whose repair was too much
// for the sheet is repaired as any picture is.
func (f *imageFlags) candidates(ctx context.Context, a *app, img image.Image, name string) error {
	open, err := create.OpenCandidates(a.service(), &f.repair, f.picture.Candidate, runtime.GOMAXPROCS(0))
	if err != nil {
		return badFlag(err)
	}
	list, err := open(ctx, img, f.o)
	if err != nil {
		return badFlag(err)
	}
	for _, c := range list {
		c.Puzzle.Title = f.Title
	}
	if f.picture.Sheet {
		return f.sheet(a, list)
	}
	c := list[0]
	if !c.Reached {
		f.o = c.Options
		return f.makeOne(ctx, a, img, name)
	}
	if !f.Quiet {
		title(f.texts(a), c.Puzzle)
		if err := drawTo(a, f.texts(a), c.Puzzle, c.Puzzle.Goal, drawing(a, false)); err != nil {
			return err
		}
	}
	if err := writeCandidates(f.texts(a), list); err != nil {
		return err
	}
	return f.write(a, list)
}

// sheet prints the table and draws the candidates, those that look most like the image first.
func (f *imageFlags) sheet(a *app, list []*generate.Candidate) error {
	slices.SortStableFunc(list, func(c, d *generate.Candidate) int { return cmp.Compare(d.Likeness, c.Likeness) })
	if err := writeCandidates(f.texts(a), list); err != nil {
		return err
	}
	if endingOf(f.Out) != ".png" {
		return f.write(a, list)
	}
	var drawings []*render.Drawing
	for _, c := range list {
		d := &render.Drawing{Puzzle: c.Puzzle, Grid: c.Puzzle.Goal, Title: candidateTitle(c)}
		side := max(c.Puzzle.Width(), c.Puzzle.Height())
		d.Style.Cell, d.Style.NoClues, d.Style.NoGuides = max(1, float64(candidateSide/side)), true, true
		drawings = append(drawings, d)
	}
	return writeFile(f.Out, func(w io.Writer) error { return render.PNG(w, drawings...) })
}

// write writes the candidates that are as wanted, or all with --force.
func (f *imageFlags) write(a *app, list []*generate.Candidate) error {
	c, err := f.open(a, false)
	if err != nil {
		return err
	}
	for _, m := range list {
		if m.Reached || f.Force {
			p := *m.Puzzle
			p.ID = strconv.Itoa(m.Number)
			c.add(madeItem("", &p, f.picture.Candidate > 0))
		}
	}
	return c.finish()
}

// writeCandidates prints a table with a row for each candidate.
func writeCandidates(w io.Writer, list []*generate.Candidate) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "no.\tmode\tsize\tinks\tbias\tchanged\tlikeness\tdifficulty")
	for _, c := range list {
		r := create.RecordOf(c)
		fmt.Fprintf(t, "%d\t%s\t%d × %d\t%d\t%g\t%d\t%.2f\t%s\n", r.Number, r.Mode, r.Width, r.Height, r.Inks, r.Bias, r.Changed, r.Likeness, difficulty(&r))
	}
	return t.Flush()
}

// difficulty is the level and score of a candidate.
func difficulty(r *record.Candidate) string {
	switch {
	case !r.Reached:
		return "not as wanted"
	case r.After.Level == nil:
		return "not rated"
	}
	return fmt.Sprintf("%s (%.1f)", r.After.Level, r.After.Score)
}

// candidateTitle labels a candidate on the sheet: "7: color 25 × 24, easy, 3 changed".
func candidateTitle(c *generate.Candidate) string {
	r := create.RecordOf(c)
	level, _, _ := strings.Cut(difficulty(&r), " (")
	return fmt.Sprintf("%d: %s %d × %d, %s, %d changed", r.Number, r.Mode, r.Width, r.Height, level, r.Changed)
}
