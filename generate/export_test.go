package generate

import (
	"math/rand/v2"

	"nonogram"
)

// Blot and HideLines are for the tests.
var (
	Blot      = blot
	HideLines = hideLines
)

// Changed counts the cells in which two pictures differ.
func Changed(before, after *nonogram.Grid) (n int) {
	for i, c := range before.Cells {
		if after.Cells[i] != c {
			n++
		}
	}
	return n
}

// Breaks and Dents look at the colors around a cell.
func Breaks(g *nonogram.Grid, cell int, ink nonogram.Color) int {
	r := ringOf(g, cell)
	return r.breaks(ink)
}

func Dents(g *nonogram.Grid, cell int, c nonogram.Color) bool {
	r := ringOf(g, cell)
	return r.dents(c)
}

// Holds reports what breaks a symmetry.
func (s Symmetry) Holds(g *nonogram.Grid) error { return s.holds(g) }

// ThingRules is the number of rules that draw things, and ThingOf a picture of one of them.
var ThingRules = len(things)

func ThingOf(rule, width, height int, seed uint64) (*nonogram.Grid, Symmetry) {
	return things[rule].picture(width, height, rand.New(rand.NewPCG(seed, 1)))
}
