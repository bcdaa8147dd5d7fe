package certify

import "nonogram"

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
	table []uint8
	runs  []int32 // for the current block: length of the run of possible cells that starts here
}

// Flags of an entry.
const (
	free     = 1 << iota // free is reachable
	inside               // inside is reachable
	freeOn               // free leads to the end
	insideOn             // inside leads to the end
)

// isBlotted reports whether some block is blotted.
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
	l.table[0] = free
	for b := range len(clue) + 1 {
		l.forward(b)
	}
	if l.table[len(l.table)-1]&free == 0 {
		return nil, false
	}
	l.table[len(l.table)-1] |= freeOn
	for b := len(clue); b >= 0; b-- {
		l.backward(b)
	}
	return l.can, true
}

// row returns the entries of a block.
func (l *blotted) row(b int) []uint8 {
	n := len(l.may) + 1
	return l.table[b*n : (b+1)*n]
}

// mayBe reports whether a cell may have a color.
func (l *blotted) mayBe(cell int, c nonogram.Color) bool {
	return cell < len(l.may) && l.may[cell]>>c&1 != 0
}

// next returns the boundary at which the next block may start if block b ends at end: there,
// or after a mandatory gap; -1 if the gap may not be empty.
func (l *blotted) next(b, end int) int {
	switch {
	case b+1 == len(l.clue) || l.clue[b+1].Color != l.clue[b].Color:
		return end
	case l.mayBe(end, nonogram.Empty):
		return end + 1
	}
	return -1
}

// measure fills runs for a color.
func (l *blotted) measure(c nonogram.Color) {
	n := len(l.may)
	l.runs = cleared(l.runs, n+1)
	for i := n - 1; i >= 0; i-- {
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
		if to := l.next(b, end); to >= 0 {
			l.row(b + 1)[to] |= free
		}
	}
	if b < len(l.clue) {
		l.measure(l.clue[b].Color)
	}
	for i := range row {
		x := row[i]
		if x&free != 0 && l.mayBe(i, nonogram.Empty) {
			row[i+1] |= free
		}
		switch {
		case b == len(l.clue):
		case l.clue[b].Length > 0:
			if x&free != 0 && l.fits(b, i) {
				reach(i + l.clue[b].Length)
			}
		default:
			if x&(free|inside) != 0 && l.mayBe(i, l.clue[b].Color) {
				row[i+1] |= inside
			}
			if x&inside != 0 {
				reach(i)
			}
		}
	}
}

// backward fills a row from the right, and collects the colors of steps on complete paths.
func (l *blotted) backward(b int) {
	row := l.row(b)
	leads := func(end int) bool { // to the end of the line
		to := l.next(b, end)
		if to < 0 || l.row(b + 1)[to]&freeOn == 0 {
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
	for i := len(row) - 1; i >= 0; i-- {
		if row[i]&free != 0 && l.mayBe(i, nonogram.Empty) && row[i+1]&freeOn != 0 {
			row[i] |= freeOn
			l.can[i] |= 1
		}
		switch {
		case b == len(l.clue):
		case l.clue[b].Length > 0:
			if row[i]&free != 0 && l.fits(b, i) && leads(i+l.clue[b].Length) {
				row[i] |= freeOn
				l.paint(i, i+l.clue[b].Length, l.clue[b].Color)
			}
		default:
			if row[i]&inside != 0 && leads(i) {
				row[i] |= insideOn
			}
			if row[i]&(free|inside) != 0 && l.mayBe(i, l.clue[b].Color) && row[i+1]&insideOn != 0 {
				row[i] |= (row[i] & (free | inside)) * freeOn // each leads on where it is reached
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
