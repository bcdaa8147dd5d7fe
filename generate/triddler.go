package generate

import (
	"context"
	"image"
	"math"
	"math/rand/v2"
	"slices"

	"nonogram"
	"nonogram/internal/board"
	"nonogram/solve"
	"nonogram/teach"
)

// Triddlers. Three clues for every cell decide much: of random blobs nearly all are unique, and lines
// suffice for most, so that a recipe only draws and rates, and a repair only changes cells in which
// solutions differ.
//
// Cost: about a millisecond a board of 200 cells.

// onTriangles checks that the options fit a triddler, whose size replaces width and height.
func onTriangles(symmetry Symmetry) error {
	if symmetry != "" && symmetry != none {
		return badParam("symmetry", "found %s, expected none on a triddler", symmetry)
	}
	return nil
}

// triangles makes a random triddler, or returns nil.
func (r *Recipe) triangles(ctx context.Context, number int) *Made {
	rng := rand.New(rand.NewPCG(r.Seed, uint64(number)))
	density, smoothness := r.choose(rng)
	heights := blurred(rng, r.Shape, int(math.Round(2*smoothness)))
	g := r.Shape.NewGrid()
	level := quantile(onBoard(r.Shape, heights), density)
	inks := blurred(rng, r.Shape, inkBlur)
	among := onBoard(r.Shape, inks)
	from := make([]float64, r.Colors) // the least value of each ink
	for k := 1; k < r.Colors; k++ {
		from[k] = quantile(among, float64(k)/float64(r.Colors))
	}
	for cell := range g.Cells {
		g.Cells[cell] = nonogram.Empty
		if !r.Shape.Has(cell) || heights[cell] >= level {
			continue
		}
		g.Cells[cell] = nonogram.Black
		for k := 1; k < r.Colors; k++ {
			if inks[cell] >= from[k] {
				g.Cells[cell] = nonogram.Color(k + 1)
			}
		}
	}
	m := &Made{Puzzle: redrawn(&nonogram.Puzzle{Palette: r.palette(), Shape: r.Shape}, g)}
	state, _ := stateOf(ctx, m.Puzzle, r.start().work)
	m.Rating = state.Rating
	if state.Status != nonogram.Unique || !r.fits(m.Puzzle) || !wanted(r.Levels, m.Rating) || r.Hardest != nil && !r.practices(ctx, m) {
		return nil
	}
	return m
}

// wanted reports whether a rating is complete and of one of the levels, or of any.
func wanted(levels []teach.Level, r *teach.Rating) bool {
	return r != nil && r.Status == nonogram.Unique && (len(levels) == 0 || slices.Contains(levels, r.Level))
}

// stateOf describes a triddler, with another solution than its goal if there is one.
func stateOf(ctx context.Context, p *nonogram.Puzzle, work int64) (s State, other *nonogram.Grid) {
	engine := new(solve.Engine)
	result, err := engine.Solve(ctx, p, nonogram.Options{Limit: 2, Budget: nonogram.Budget{Conflicts: work}})
	if err != nil {
		return s, nil
	}
	var b board.Board
	b.Reset(p)
	b.EnqueueAll()
	b.AssignGiven(p.Given)
	b.Propagate()
	s.Status, s.Open = result.Status, b.Open
	for _, g := range result.Solutions {
		for cell, c := range g.Cells {
			if c != p.Goal.Cells[cell] {
				s.Differ++
				other = g
			}
		}
	}
	if s.Status == nonogram.Unique {
		if rating, err := teach.Rate(ctx, p, teach.Options{Solver: engine.Solve, Work: work}); err == nil {
			s.Rating = rating
		}
	}
	return s, other
}

// repairTriangles is Repair for a triddler: of the cells in which two solutions differ, the one in most
// doubt takes its other color, until there is one solution. Cells change once.
func repairTriangles(ctx context.Context, p *nonogram.Puzzle, o RepairOptions) *Repaired {
	r := &Repaired{Puzzle: redrawn(p, p.Goal.Clone())}
	var other *nonogram.Grid
	r.Before, other = stateOf(ctx, r.Puzzle, o.Work)
	r.After = r.Before
	for changed := map[int]bool{}; ; {
		g := r.Puzzle.Goal
		if r.Reached = r.After.Status == nonogram.Unique && wanted(o.Levels, r.After.Rating); r.Reached {
			return r
		}
		most, doubt := -1, -1.0
		for cell, c := range g.Cells {
			kept := p.Given != nil && p.Given.Cells[cell] != nonogram.Unknown || slices.ContainsFunc(o.Keep, image.Pt(cell%g.Width, cell/g.Width).In)
			if other == nil || kept || changed[cell] || other.Cells[cell] == c {
				continue
			}
			if d := o.Doubt; most < 0 || d != nil && d[cell] > doubt {
				if most = cell; d != nil {
					doubt = d[cell]
				}
			}
		}
		switch {
		case ctx.Err() != nil:
			r.Stopped = nonogram.StopCancelled
			return r
		case most < 0 || len(changed) == o.MaxChanges:
			r.Stopped = nonogram.StopStalled
			return r
		}
		changed[most] = true
		next := g.Clone()
		next.Cells[most] = other.Cells[most]
		r.Puzzle = redrawn(p, next)
		r.After, other = stateOf(ctx, r.Puzzle, o.Work)
		if o.Progress != nil {
			o.Progress(len(changed))
		}
	}
}

// blurred is noise on the cells, each the mean of itself and its neighbors, some times.
func blurred(rng *rand.Rand, s *nonogram.Shape, times int) []float64 {
	values := make([]float64, len(s.Of))
	for cell := range values {
		values[cell] = rng.Float64()
	}
	for range times {
		next := slices.Clone(values)
		for cell := range values {
			sum, n := 0.0, 0.0
			for _, near := range nearby(s, cell) {
				sum += values[near]
				n++
			}
			if n > 0 {
				next[cell] = sum / n
			}
		}
		values = next
	}
	return values
}

// nearby lists a cell of the board and those that share a side with it.
func nearby(s *nonogram.Shape, cell int) []int {
	if !s.Has(cell) {
		return nil
	}
	list := []int{cell}
	below := cell - s.Width
	if s.Up(cell/s.Width, cell%s.Width) {
		below = cell + s.Width
	}
	for _, near := range []int{cell - 1, cell + 1, below} {
		if near >= 0 && near < len(s.Of) && s.Has(near) && (near == below || near/s.Width == cell/s.Width) {
			list = append(list, near)
		}
	}
	return list
}

// onBoard keeps the values of cells on the board.
func onBoard(s *nonogram.Shape, values []float64) (list []float64) {
	for cell, v := range values {
		if s.Has(cell) {
			list = append(list, v)
		}
	}
	return list
}

// finer is how much finer an image is sampled for triangles than for squares of their height.
const finer = 2

// triangles reads a part of an image, fitted to the board, with the points of a triangle in place of
// those of a cell.
func (o *ImageOptions) triangles(ctx context.Context, img image.Image, part image.Rectangle) *field {
	s, q := o.Shape, *o
	halfSide := 1 / math.Sqrt(3) // in heights of a triangle
	q.Width, q.Height = int(math.Round(finer*float64(s.Width+1)*halfSide)), finer*s.Height
	from := q.sample(ctx, img, part)
	f := &field{width: s.Width * fine, height: s.Height * fine, points: make([]lab, s.Width*s.Height*fine*fine)}
	for i := range f.points {
		y, x := i/f.width, i%f.width
		row, col := y/fine, x/fine
		// Every row of points stands for as much of the area; half is half of the width there, in half sides.
		half := math.Sqrt((float64(y%fine) + 0.5) / fine)
		down := half
		if !s.Up(row, col) {
			down = 1 - half
		}
		across := float64(col+1) + half*((2*float64(x%fine)+1)/fine-1)
		u := int(across / float64(s.Width+1) * float64(from.width))
		v := int((float64(row) + down) / float64(s.Height) * float64(from.height))
		f.points[i] = from.points[min(v, from.height-1)*from.width+min(u, from.width-1)]
	}
	return f
}
