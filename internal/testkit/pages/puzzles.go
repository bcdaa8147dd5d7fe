package pages

import (
	"context"
	"math/rand/v2"

	"nonogram"
	"nonogram/solve"
)

// inks are the colors of color puzzles, distinguishable in any light.
var inks = []nonogram.Swatch{
	{Name: "white", Symbol: '.', RGB: nonogram.RGB{R: 255, G: 255, B: 255}},
	{Name: "black", Symbol: '#', RGB: nonogram.RGB{}},
	{Name: "red", Symbol: 'r', RGB: nonogram.RGB{R: 210, G: 30, B: 35}},
	{Name: "green", Symbol: 'g', RGB: nonogram.RGB{R: 20, G: 140, B: 50}},
	{Name: "blue", Symbol: 'b', RGB: nonogram.RGB{R: 30, G: 70, B: 200}},
}

// attempts is how many pictures are drawn for a puzzle with one solution. Large ones
// have several more often; the last is taken as it is, as printed puzzles sometimes are.
const attempts = 60

// Puzzle draws a picture of blots, with as many inks besides black as colors says, and
// takes its clues. It nearly always has one solution.
func Puzzle(seed uint64, width, height, colors int) *nonogram.Puzzle {
	r := rand.New(rand.NewPCG(seed, 2))
	palette := nonogram.Palette(inks[:2+min(colors, len(inks)-2)])
	var p *nonogram.Puzzle
	for range attempts {
		grid := blots(r, width, height, len(palette))
		empty := 0
		for _, c := range grid.Cells {
			if c == nonogram.Empty {
				empty++
			}
		}
		if 8*empty > 7*len(grid.Cells) {
			continue // the reader refuses boards that are nearly empty
		}
		p = nonogram.FromGrid(grid, palette)
		result, err := solve.Solve(context.Background(), p, nonogram.Options{Budget: nonogram.Budget{Conflicts: 200}})
		if err == nil && result.Status == nonogram.Unique {
			break
		}
	}
	p.Goal = nil
	return p
}

// blots is noise smoothed by majorities, which leaves areas as drawings have them.
func blots(r *rand.Rand, width, height, colors int) *nonogram.Grid {
	density := between(r, 0.45, 0.62)
	field := make([]bool, width*height)
	for i := range field {
		field[i] = r.Float64() < density
	}
	for range 1 + r.IntN(3) {
		field = majority(field, width, height)
	}
	g := nonogram.NewGrid(width, height)
	for i, filled := range field {
		g.Cells[i] = nonogram.Empty
		if filled {
			band := (i/width*3/height + i%width*3/width) % (colors - 1)
			g.Cells[i] = nonogram.Color(1 + band)
		}
	}
	return g
}

func majority(field []bool, width, height int) []bool {
	next := make([]bool, len(field))
	for y := range height {
		for x := range width {
			n, of := 0, 0
			for dy := max(y-1, 0); dy <= min(y+1, height-1); dy++ {
				for dx := max(x-1, 0); dx <= min(x+1, width-1); dx++ {
					of++
					if field[dy*width+dx] {
						n++
					}
				}
			}
			next[y*width+x] = 2*n > of
		}
	}
	return next
}
