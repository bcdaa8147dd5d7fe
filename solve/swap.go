package solve

import (
	"slices"

	"nonogram"
)

// The cheapest second solution: where four cells at the corners of a rectangle
// can trade their two colors and every clue still reads the same. Many boards
// with several solutions have such a switch, and looking for it costs
// microseconds where a search may need thousands of conflicts.
//
//	. #      # .
//	# .  ⇄   . #
//
// Within a line, only the ends of a block can trade, or a block of one with any
// cell of the gaps beside it; every other trade changes the clue.

// move is a trade within one line: the cells at from < to swap their colors.
type move struct{ from, to int }

// swapped returns another solution one switch away, or nil.
func swapped(p *nonogram.Puzzle, g *nonogram.Grid) *nonogram.Grid {
	rows, cols := make([][]move, g.Height), make([][]move, g.Width)
	var buf []nonogram.Color
	for y := range rows {
		buf = g.Line(nonogram.LineRef{Axis: nonogram.Row, Index: y}, buf)
		rows[y] = trades(p.Rows[y], buf)
	}
	for x := range cols {
		buf = g.Line(nonogram.LineRef{Axis: nonogram.Column, Index: x}, buf)
		cols[x] = trades(p.Cols[x], buf)
	}
	for y, moves := range rows {
		for _, m := range moves {
			for _, n := range cols[m.from] {
				if n.from != y || !slices.Contains(cols[m.to], n) || !slices.Contains(rows[n.to], m) {
					continue
				}
				if other := traded(g, y, n.to, m.from, m.to); other != nil && nonogram.Check(p, other) == nil {
					return other
				}
			}
		}
	}
	return nil
}

// traded swaps the colors at the corners of a rectangle, nil if they do not
// alternate.
func traded(g *nonogram.Grid, top, bottom, left, right int) *nonogram.Grid {
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

// trades lists the trades of a line that leave its clue as it is.
func trades(clue nonogram.Clue, cells []nonogram.Color) []move {
	var moves []move
	try := func(a, b int) {
		if a < 0 || b >= len(cells) || cells[a] == cells[b] || slices.Contains(moves, move{a, b}) {
			return
		}
		cells[a], cells[b] = cells[b], cells[a]
		if reads(cells, clue) {
			moves = append(moves, move{a, b})
		}
		cells[a], cells[b] = cells[b], cells[a]
	}
	for i := 0; i < len(cells); {
		start := i
		for i < len(cells) && cells[i] == cells[start] {
			i++
		}
		if cells[start] == nonogram.Empty {
			continue
		}
		try(start-1, i-1) // the block steps left
		try(start, i)     // or right
		if i-start > 1 {
			continue
		}
		for j := i; j < len(cells) && cells[j] == nonogram.Empty; j++ {
			try(start, j)
		}
		for j := start - 1; j >= 0 && cells[j] == nonogram.Empty; j-- {
			try(j, start)
		}
	}
	return moves
}

// reads reports whether the line's runs are those of the clue.
func reads(cells []nonogram.Color, clue nonogram.Clue) bool {
	k := 0
	for i := 0; i < len(cells); {
		start := i
		for i < len(cells) && cells[i] == cells[start] {
			i++
		}
		if cells[start] == nonogram.Empty {
			continue
		}
		if k == len(clue) || clue[k] != (nonogram.Block{Length: i - start, Color: cells[start]}) {
			return false
		}
		k++
	}
	return k == len(clue)
}
