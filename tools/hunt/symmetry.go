package hunt

import (
	"slices"

	"nonogram"

	"nonogram/internal/testkit/naive"
)

// Symmetries: ways to make another puzzle of a puzzle whose solutions are known as
// soon as those of the first are. Whoever solves one has to solve the other.
//
// Turning the colors of a black-and-white picture around is not among them: the
// clues of the complement say how long the gaps were, not the blocks, and a picture
// that is the only one with its clues may have a complement that is not. What holds
// is that inks may be exchanged, and that is what a complement is in a picture that
// has ink all over.

// Symmetry is one of these ways.
type Symmetry struct {
	Name   string
	Puzzle func(*nonogram.Puzzle) *nonogram.Puzzle
	// Grid makes of a solution of the puzzle one of the other.
	Grid func(*nonogram.Grid) *nonogram.Grid
}

// Symmetries lists those that a puzzle has.
func Symmetries(p *nonogram.Puzzle) []Symmetry {
	list := []Symmetry{
		{"transposed", Transpose, transposeGrid},
		{"mirrored", Mirror, mirrorGrid},
		{"turned", func(p *nonogram.Puzzle) *nonogram.Puzzle { return Mirror(Transpose(p)) },
			func(g *nonogram.Grid) *nonogram.Grid { return mirrorGrid(transposeGrid(g)) }},
		{"bordered", Border, borderGrid},
		{"framed", Frame, frameGrid},
	}
	if len(p.Palette) < nonogram.MaxColors {
		list = append(list, Symmetry{"with one ink more", MoreInk, (*nonogram.Grid).Clone})
	}
	if len(p.Palette) > 2 {
		list = append(list, Symmetry{"with other inks", func(p *nonogram.Puzzle) *nonogram.Puzzle { return nextInk(p, len(p.Palette)) },
			func(g *nonogram.Grid) *nonogram.Grid { return recolor(g, len(p.Palette)) }})
	}
	return list
}

// bare copies of a puzzle only what solvers look at.
func bare(p *nonogram.Puzzle) *nonogram.Puzzle {
	return &nonogram.Puzzle{Palette: p.Palette, Rows: p.Rows, Cols: p.Cols, Given: p.Given}
}

// Transpose exchanges rows and columns.
func Transpose(p *nonogram.Puzzle) *nonogram.Puzzle {
	q := bare(p)
	q.Rows, q.Cols = p.Cols, p.Rows
	if p.Given != nil {
		q.Given = transposeGrid(p.Given)
	}
	return q
}

func transposeGrid(g *nonogram.Grid) *nonogram.Grid {
	h := nonogram.NewGrid(g.Height, g.Width)
	for y := range g.Height {
		for x := range g.Width {
			h.Set(x, y, g.At(y, x))
		}
	}
	return h
}

// Mirror exchanges left and right.
func Mirror(p *nonogram.Puzzle) *nonogram.Puzzle {
	q := bare(p)
	q.Cols = reversed(p.Cols)
	q.Rows = nil
	for _, clue := range p.Rows {
		q.Rows = append(q.Rows, reversed(clue))
	}
	if p.Given != nil {
		q.Given = mirrorGrid(p.Given)
	}
	return q
}

func mirrorGrid(g *nonogram.Grid) *nonogram.Grid {
	h := g.Clone()
	for y := range h.Height {
		slices.Reverse(h.Row(y))
	}
	return h
}

func reversed[S ~[]E, E any](s S) S {
	s = slices.Clone(s)
	slices.Reverse(s)
	return s
}

// Border puts an empty line on every side.
func Border(p *nonogram.Puzzle) *nonogram.Puzzle {
	q := bare(p)
	q.Rows = slices.Concat([]nonogram.Clue{nil}, p.Rows, []nonogram.Clue{nil})
	q.Cols = slices.Concat([]nonogram.Clue{nil}, p.Cols, []nonogram.Clue{nil})
	if p.Given != nil {
		q.Given = inside(p.Given, nonogram.Unknown)
	}
	return q
}

func borderGrid(g *nonogram.Grid) *nonogram.Grid { return inside(g, nonogram.Empty) }

// inside puts a grid into a larger one that has the color around it.
func inside(g *nonogram.Grid, c nonogram.Color) *nonogram.Grid {
	h := nonogram.NewGrid(g.Width+2, g.Height+2)
	naive.Paint(h.Cells, c)
	for y := range g.Height {
		copy(h.Row(y + 1)[1:], g.Row(y))
	}
	return h
}

// Frame puts an empty line on every side and a full one around that, which leaves
// no clue as it was.
func Frame(p *nonogram.Puzzle) *nonogram.Puzzle {
	q := Border(p)
	q.Rows, q.Cols = frameClues(q.Rows, len(q.Cols)), frameClues(q.Cols, len(q.Rows))
	if q.Given != nil {
		q.Given = inside(q.Given, nonogram.Unknown)
	}
	return q
}

func frameGrid(g *nonogram.Grid) *nonogram.Grid { return inside(borderGrid(g), nonogram.Black) }

func frameClues(clues []nonogram.Clue, across int) []nonogram.Clue {
	side := nonogram.Clue{{Length: across + 2, Color: nonogram.Black}}
	edge := nonogram.Clue{{Length: 1, Color: nonogram.Black}}
	framed := []nonogram.Clue{side}
	for _, clue := range clues {
		framed = append(framed, slices.Concat(edge, clue, edge))
	}
	return append(framed, side)
}

// MoreInk adds an ink that no clue mentions. A black-and-white puzzle then has to
// be solved by the rules for colors.
func MoreInk(p *nonogram.Puzzle) *nonogram.Puzzle {
	q := bare(p)
	q.Palette = append(slices.Clone(p.Palette), nonogram.Swatch{})
	q.Palette.AssignSymbols()
	return q
}

// nextInk gives every block the next ink, and the last ink becomes the first.
func nextInk(p *nonogram.Puzzle, colors int) *nonogram.Puzzle {
	q := bare(p)
	q.Rows, q.Cols = recolorClues(p.Rows, colors), recolorClues(p.Cols, colors)
	if p.Given != nil {
		q.Given = recolor(p.Given, colors)
	}
	return q
}

func recolorClues(clues []nonogram.Clue, colors int) []nonogram.Clue {
	var list []nonogram.Clue
	for _, clue := range clues {
		clue = slices.Clone(clue)
		for i := range clue {
			clue[i].Color = next(clue[i].Color, colors)
		}
		list = append(list, clue)
	}
	return list
}

func recolor(g *nonogram.Grid, colors int) *nonogram.Grid {
	h := g.Clone()
	for i, c := range h.Cells {
		h.Cells[i] = next(c, colors)
	}
	return h
}

func next(c nonogram.Color, colors int) nonogram.Color {
	if c == nonogram.Empty || c == nonogram.Unknown {
		return c
	}
	return 1 + c%nonogram.Color(colors-1)
}
