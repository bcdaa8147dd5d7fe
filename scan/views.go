package scan

import (
	"context"
	"errors"
	"fmt"
	"image"
	"iter"

	"golang.org/x/image/draw"

	"nonogram"
	"nonogram/scan/internal/see"
	"nonogram/solve"
)

// Other views of a picture, further puzzles in it, and the lines that are probably misread.

// view is a changed copy of the picture.
type view struct {
	name   string
	img    image.Image
	back   func(see.Point) see.Point // to the original picture; nil for the original
	turned bool
}

const (
	smallPicture = 900 // pixels of the longer side up to which a picture is enlarged
	maxOthers    = 11  // further puzzles of a picture
	maxTurned    = 2   // boards that are examined in a turned picture: upright, others were
)

// views yields the original picture, then it enlarged and turned.
func views(img image.Image) iter.Seq[view] {
	return func(yield func(view) bool) {
		if !yield(view{img: img}) {
			return
		}
		b := img.Bounds()
		if long := max(b.Dx(), b.Dy()); long <= smallPicture && long > 0 {
			if !yield(enlarged(img, max(2, smallPicture/long))) {
				return
			}
		}
		for quarters := 1; quarters < 4; quarters++ {
			if !yield(turned(img, quarters)) {
				return
			}
		}
	}
}

// onWhite is the picture on white paper, if parts of it are transparent.
func onWhite(img image.Image) image.Image {
	if opaque, ok := img.(interface{ Opaque() bool }); !ok || opaque.Opaque() {
		return img
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Over)
	return out
}

// enlarged is the picture at a multiple of its size.
func enlarged(img image.Image, times int) view {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx()*times, b.Dy()*times))
	draw.CatmullRom.Scale(out, out.Rect, img, b, draw.Src, nil)
	f := float64(times)
	return view{name: "enlarged", img: out, back: func(p see.Point) see.Point { return see.Point{X: (p.X+.5)/f - .5, Y: (p.Y+.5)/f - .5} }}
}

// turned is the picture turned clockwise by quarters.
func turned(img image.Image, quarters int) view {
	v := view{name: fmt.Sprintf("turned by %d°", 90*quarters), img: img, turned: true, back: func(p see.Point) see.Point { return p }}
	for range quarters {
		b, before := v.img.Bounds(), v
		out := image.NewRGBA(image.Rect(0, 0, b.Dy(), b.Dx()))
		for y := range b.Dx() {
			for x := range b.Dy() {
				out.Set(x, y, before.img.At(b.Min.X+y, b.Max.Y-1-x))
			}
		}
		v.img = out
		v.back = func(p see.Point) see.Point { return before.back(see.Point{X: p.Y, Y: float64(b.Dy()-1) - p.X}) }
	}
	return v
}

// given maps an outline of the view to the original picture.
func (v *view) given(q Quad) Quad {
	if v.back != nil {
		for k := range q {
			q[k] = v.back(q[k])
		}
	}
	return q
}

// others reads further puzzles: it paints over each puzzle that was read and examines the rest
// of the picture, until no board is left.
func others(ctx context.Context, first *Reading, o Options) (list []*Reading, err error) {
	v, last := first.view, first
	for len(list) < maxOthers {
		v.img = see.Without(v.img, last.sight)
		if !see.HasBoard(v.img) {
			break
		}
		r, err := readView(ctx, v, Options{Readings: o.Readings}, new(int))
		if failed := (*sightError)(nil); errors.As(err, &failed) {
			break
		}
		if err != nil {
			return nil, err
		}
		if !r.trusted() {
			break
		}
		last = r
		list = append(list, r)
	}
	return list, nil
}

// maxSuspected bounds the lines of a puzzle whose lines are tried one by one.
const maxSuspected = 100

// suspect finds the lines in conflict: the puzzle has a solution if the lengths of such a line
// are hidden.
func (r *Reading) suspect(ctx context.Context) (*Reading, error) {
	if r.Status != nonogram.Unsolvable {
		return r, nil
	}
	p := r.Puzzle
	for k := range len(p.Rows) + len(p.Cols) {
		ref, lines := nonogram.LineRef{Axis: nonogram.Row, Index: k}, p.Rows
		if k >= len(p.Rows) {
			ref, lines = nonogram.LineRef{Axis: nonogram.Column, Index: k - len(p.Rows)}, p.Cols
		}
		clue := lines[ref.Index]
		if len(p.Rows)+len(p.Cols) > maxSuspected || len(clue) == 0 {
			continue
		}
		lines[ref.Index] = blotted(clue)
		solvable, err := hasSolution(ctx, p)
		lines[ref.Index] = clue
		if err != nil {
			return nil, err
		}
		if solvable {
			r.Conflicts = append(r.Conflicts, ref)
		}
	}
	if len(r.Conflicts) == 0 {
		for _, d := range r.Doubts {
			if n := len(r.Conflicts); n == 0 || r.Conflicts[n-1] != d.Line {
				r.Conflicts = append(r.Conflicts, d.Line)
			}
		}
	}
	return r, nil
}

// blotted is a clue without its lengths.
func blotted(c nonogram.Clue) nonogram.Clue {
	hidden := make(nonogram.Clue, len(c))
	for k, b := range c {
		hidden[k] = nonogram.Block{Color: b.Color}
	}
	return hidden
}

func hasSolution(ctx context.Context, p *nonogram.Puzzle) (bool, error) {
	if nonogram.Validate(p) != nil {
		return false, nil
	}
	result, err := solve.Solve(ctx, p, nonogram.Options{Limit: 1, Budget: nonogram.Budget{Conflicts: conflicts}})
	if err != nil {
		return false, fmt.Errorf("looking for misread lines: %w", err)
	}
	return result.Status == nonogram.Solved || result.Status == nonogram.Unique || result.Status == nonogram.Multiple, nil
}
