package certify

import (
	"slices"

	"nonogram"
)

// blotted solves a line with blotted blocks, whose length is unknown and at least one cell.
// It uses a table by blocks and boundaries between cells:
//
//	free     the blocks before b are placed, with their gaps, and block b is not
//	inside   block b, which is blotted, covers the cell before the boundary
//
// From free, an empty cell leads to the next boundary, and a block of known length to the
// next row after its end. If block b is blotted, a cell of its color leads from free or
// inside to inside, and the block may end whenever inside. Rows are filled from the left for
// reachable entries, and from the right for entries that lead to the end; a cell can have a
// color if a step that gives it that color does both.
//
// Cost: (blocks + 1) × (cells + 1) entries, each visited twice.
type blotted struct {
	clue  nonogram.Clue
	may   []uint64
	can   []uint64
	table []entry
	runs  []int32 // for the current block: length of the run of possible cells that starts here
}

// entry is the state of a block at a boundary.
type entry struct {
	free, inside     bool // reachable
	freeOn, insideOn bool // reachable, and leads to the end
}

// isBlotted reports whether some block is blotted, or the clue is missing.
func isBlotted(clue nonogram.Clue) bool {
	for _, b := range clue {
		if b.Length == 0 {
			return true
		}
	}
	return false
}

// solve returns the colors that each cell can have; false if there is no arrangement.
func (l *blotted) solve(clue nonogram.Clue, may []uint64) (can []uint64, ok bool) {
	l.clue, l.may = clue, may
	n := len(may)
	l.table = cleared(l.table, (len(clue)+1)*(n+1))
	l.can = cleared(l.can, n)
	l.table[0].free = true
	for b := range len(clue) + 1 {
		l.forward(b)
	}
	last := &l.table[len(l.table)-1]
	if !last.free {
		return nil, false
	}
	last.freeOn = true
	for b := len(clue); b >= 0; b-- {
		l.backward(b)
	}
	return l.can, true
}

// row returns the entries of a block.
func (l *blotted) row(b int) []entry {
	n := len(l.may) + 1
	return l.table[b*n : (b+1)*n]
}

// mayBe reports whether a cell may have a color.
func (l *blotted) mayBe(cell int, c nonogram.Color) bool {
	return cell < len(l.may) && l.may[cell]>>c&1 != 0
}

// next returns the boundary at which the next block may start if block b ends at end: there,
// or after a mandatory gap; false if the gap may not be empty.
func (l *blotted) next(b, end int) (to int, ok bool) {
	if b+1 == len(l.clue) || l.clue[b+1].Color != l.clue[b].Color {
		return end, true
	}
	return end + 1, l.mayBe(end, nonogram.Empty)
}

// measure fills runs for a color.
func (l *blotted) measure(c nonogram.Color) {
	l.runs = cleared(l.runs, len(l.may)+1)
	for i := range slices.Backward(l.may) {
		if l.mayBe(i, c) {
			l.runs[i] = l.runs[i+1] + 1
		}
	}
}

// fits reports whether block b, of known length, can start at a boundary.
func (l *blotted) fits(b, at int) bool { return int(l.runs[at]) >= l.clue[b].Length }

// forward fills a row from the left, and marks the entries of the next row that it leads to.
func (l *blotted) forward(b int) {
	row := l.row(b)
	reach := func(end int) {
		if to, ok := l.next(b, end); ok {
			l.row(b + 1)[to].free = true
		}
	}
	if b < len(l.clue) {
		l.measure(l.clue[b].Color)
	}
	for i, x := range row {
		if x.free && l.mayBe(i, nonogram.Empty) {
			row[i+1].free = true
		}
		switch {
		case b == len(l.clue):
		case l.clue[b].Length > 0:
			if x.free && l.fits(b, i) {
				reach(i + l.clue[b].Length)
			}
		default:
			if (x.free || x.inside) && l.mayBe(i, l.clue[b].Color) {
				row[i+1].inside = true
			}
			if x.inside {
				reach(i)
			}
		}
	}
}

// backward fills a row from the right, and collects the colors of steps on complete paths.
func (l *blotted) backward(b int) {
	row := l.row(b)
	leads := func(end int) bool { // to the end of the line
		to, ok := l.next(b, end)
		if !ok || !l.row(b + 1)[to].freeOn {
			return false
		}
		if to > end {
			l.can[end] |= 1
		}
		return true
	}
	if b < len(l.clue) {
		l.measure(l.clue[b].Color)
	}
	for i := range slices.Backward(row) {
		x := &row[i]
		if x.free && l.mayBe(i, nonogram.Empty) && row[i+1].freeOn {
			x.freeOn = true
			l.can[i] |= 1
		}
		switch {
		case b == len(l.clue):
		case l.clue[b].Length > 0:
			if x.free && l.fits(b, i) && leads(i+l.clue[b].Length) {
				x.freeOn = true
				l.paint(i, i+l.clue[b].Length, l.clue[b].Color)
			}
		default:
			x.insideOn = x.inside && leads(i)
			if l.mayBe(i, l.clue[b].Color) && row[i+1].insideOn {
				x.freeOn, x.insideOn = x.free, x.inside
				l.paint(i, i+1, l.clue[b].Color)
			}
		}
	}
}

func (l *blotted) paint(from, to int, c nonogram.Color) {
	for i := from; i < to; i++ {
		l.can[i] |= 1 << c
	}
}
