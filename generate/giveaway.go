package generate

import (
	"slices"

	"nonogram"
	"nonogram/internal/line"
)

// How much a picture gives itself away to somebody who does not reason: a program that
// is tested with puzzles should do better than these guesses.
//
// Cost: the shares of each line once (package line); 0.1 ms for 10×10 cells.

// Giveaway is, for three guesses, the share of the cells that they get right.
type Giveaway struct {
	// Base takes every cell for the most frequent color.
	Base float64 `json:"base" doc:"Right if every cell is taken for the most frequent color"`
	// Clues looks at the clues of a cell's own row and column, and at nothing else: the
	// color that most of their arrangements have there.
	Clues float64 `json:"clues" doc:"Right if every cell is guessed from the clues of its own row and column alone"`
	// Shape looks at the picture and at no clue: the color that most neighbours of a
	// cell have. Smooth pictures are continued easily.
	Shape float64 `json:"shape" doc:"Right if every cell is guessed from the cells beside it, without clues"`
}

// GiveawayOf looks at a puzzle and its picture.
func GiveawayOf(p *nonogram.Puzzle, picture *nonogram.Grid) Giveaway {
	var frequency [256]int
	for _, c := range picture.Cells {
		frequency[c]++
	}
	usual := nonogram.Empty
	for c := range p.Palette {
		if frequency[c] > frequency[usual] {
			usual = nonogram.Color(c)
		}
	}
	odds := cellOdds(p)
	clues, shape := 0, 0
	for i, c := range picture.Cells {
		if likeliest(odds[i], usual) == c {
			clues++
		}
		if likeliest(beside(picture, i, len(p.Palette)), usual) == c {
			shape++
		}
	}
	all := float64(max(1, len(picture.Cells)))
	return Giveaway{float64(frequency[usual]) / all, float64(clues) / all, float64(shape) / all}
}

// cellOdds are, for every cell and color, the share of the arrangements of its row that
// have it there, times that of its column.
func cellOdds(p *nonogram.Puzzle) [][]float64 {
	width, colors := p.Width(), len(p.Palette)
	odds := make([][]float64, width*p.Height())
	for _, l := range p.Lines() {
		length, at, step := width, l.Index*width, 1
		if l.Axis == nonogram.Column {
			length, at, step = p.Height(), l.Index, width
		}
		shares, _ := line.Marginals(p.Clue(l), colors, slices.Repeat([]line.Set{line.All(colors)}, length))
		for i, share := range shares {
			if cell := &odds[at+i*step]; *cell == nil {
				*cell = share
			} else {
				for c := range *cell {
					(*cell)[c] *= share[c]
				}
			}
		}
	}
	return odds
}

// beside counts the colors of the cells above, below, left and right of one.
func beside(g *nonogram.Grid, at, colors int) []float64 {
	count := make([]float64, colors)
	x, y := at%g.Width, at/g.Width
	for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		if nx, ny := x+d[0], y+d[1]; nx >= 0 && ny >= 0 && nx < g.Width && ny < g.Height {
			count[g.At(ny, nx)]++
		}
	}
	return count
}

// likeliest is the color with the highest odds, the usual one where it is among them.
func likeliest(odds []float64, usual nonogram.Color) nonogram.Color {
	best := usual
	if int(usual) >= len(odds) {
		return best
	}
	for c, o := range odds {
		if o > odds[best] {
			best = nonogram.Color(c)
		}
	}
	return best
}
