package create

import (
	"slices"

	"nonogram"
	"nonogram/internal/line"
)

// Baselines for programs that are tested with puzzles: the share of cells that simple
// guesses get right.
//
// Cost: the marginals of each line once (package line); 0.1 ms for 10×10 cells.

// Giveaway is the share of cells that three guesses get right.
type Giveaway struct {
	// Base guesses the most frequent color.
	Base float64 `json:"base" doc:"Right if every cell is taken for the most frequent color"`
	// Clues guesses from the clues of the cell's row and column.
	Clues float64 `json:"clues" doc:"Right if every cell is guessed from the clues of its own row and column alone"`
	// Shape guesses the color of most neighbors.
	Shape float64 `json:"shape" doc:"Right if every cell is guessed from the cells beside it, without clues"`
}

// giveawayOf returns the baselines of a puzzle and its solution.
func giveawayOf(p *nonogram.Puzzle, picture *nonogram.Grid) *Giveaway {
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
	return &Giveaway{float64(frequency[usual]) / all, float64(clues) / all, float64(shape) / all}
}

// cellOdds returns, for each cell and color, the product of the marginals of its row and
// column.
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

// beside counts the colors of the neighbors of a cell.
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

// likeliest is the color with the highest odds, preferably the usual one.
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
