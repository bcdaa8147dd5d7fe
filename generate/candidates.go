package generate

import (
	"context"
	"errors"
	"image"
	"iter"
	"slices"

	"nonogram/internal/pipeline"
	"nonogram/internal/plural"
)

// Candidates of a picture: one image is converted in twelve ways and each result repaired, to
// choose from by looking. They differ in what no measure of likeness decides well: the mode,
// the size, the number of inks and the bias. Each depends on its number and the options only,
// so that a number names the same puzzle again.
//
// Cost: one to three seconds on two processors, up to 80 × 80 cells; a repair that needs more
// than candidateWork is shown as not reached, a long rating is left out.

// Candidate is one of the puzzles that an image may become.
type Candidate struct {
	Number  int          // from 1
	Options ImageOptions // of the conversion, complete
	*Repaired
	// Changed is the number of cells that the repair has changed.
	Changed int
	// Likeness is that of the repaired picture to the image, see [Likeness].
	Likeness float64
}

// variant is how a candidate differs from the options that were asked for.
type variant struct {
	mode   Mode
	bias   float64
	inks   int
	larger float64 // factor of both sides
}

// variants are modes at the given size, then the most useful ones smaller and larger.
var variants = [CandidateCount]variant{
	{mode: Threshold, larger: 1},
	{mode: Threshold, bias: -0.5, larger: 1},
	{mode: Threshold, bias: 0.5, larger: 1},
	{mode: Ink, larger: 1},
	{mode: Edges, larger: 1},
	{mode: Colored, inks: 2, larger: 1},
	{mode: Colored, inks: 4, larger: 1},
	{mode: Colored, inks: 6, larger: 1},
	{mode: Threshold, larger: 0.6},
	{mode: Threshold, larger: 1.4},
	{mode: Ink, larger: 1.4},
	{mode: Colored, inks: 4, larger: 1.4},
}

// CandidateCount is the number of candidates.
const CandidateCount = 12

// candidateWork bounds the lines solved for a candidate of up to usualSide cells, to about half a
// second; longer lines take longer.
const candidateWork, usualSide = 2_500_000, 50

// Candidates makes the candidates of an image with the given numbers, or all if there are
// none, on several goroutines. Mode, Bias, Colors and Palette of the image's options are
// replaced, and its size is that of most candidates. The error is as that of [FromImage] and
// [Repair].
func Candidates(ctx context.Context, img image.Image, o ImageOptions, r RepairOptions, workers int, numbers ...int) ([]*Candidate, error) {
	if _, err := o.complete(img.Bounds()); err != nil {
		return nil, err
	}
	for _, n := range numbers {
		if n < 1 || n > CandidateCount {
			return nil, badParam("candidate", "found %d, expected 1 to %s", n, plural.Of(CandidateCount, "candidate", "candidates"))
		}
	}
	r.brief = true
	var list []*Candidate
	newWork := func() pipeline.Work[int, converted] {
		return func(ctx context.Context, number int) converted {
			return candidate(ctx, img, o, r, number)
		}
	}
	err := pipeline.Each(ctx, chosen(numbers), pipeline.Options[int]{Workers: workers, Weight: func(int) int { return 1 }}, newWork, func(_ int, m converted) error {
		list = append(list, m.candidate)
		return m.err
	})
	return list, errors.Join(err, ctx.Err())
}

// converted is a candidate or the reason why there is none.
type converted struct {
	candidate *Candidate
	err       error
}

// chosen ranges over the numbers, or over all if there are none.
func chosen(numbers []int) iter.Seq[int] {
	if len(numbers) > 0 {
		return slices.Values(numbers)
	}
	return func(yield func(int) bool) {
		for n := 1; n <= CandidateCount && yield(n); n++ {
		}
	}
}

// candidate makes the candidate with a number.
func candidate(ctx context.Context, img image.Image, o ImageOptions, r RepairOptions, number int) converted {
	v := variants[number-1]
	o.Mode, o.Bias, o.Colors, o.Palette = v.mode, v.bias, v.inks, nil
	o.Invert = o.Invert && v.mode != Colored && v.mode != Edges
	scaled := func(side int) int { return max(1, int(float64(side)*v.larger+0.5)) }
	o.Width, o.Height = scaled(o.Width), scaled(o.Height)
	p, doubt, f, err := fromImage(ctx, img, o)
	if err != nil {
		return converted{err: err}
	}
	r.Doubt = doubt
	if r.Work == 0 {
		r.Work = candidateWork * usualSide / int64(max(usualSide, p.Width(), p.Height()))
	}
	repaired, err := Repair(ctx, p, r)
	if err != nil {
		return converted{err: err}
	}
	c := &Candidate{Number: number, Options: o, Repaired: repaired, Likeness: f.likeness(repaired.Puzzle, o.Invert)}
	for i, color := range p.Goal.Cells {
		if repaired.Puzzle.Goal.Cells[i] != color {
			c.Changed++
		}
	}
	return converted{candidate: c}
}
