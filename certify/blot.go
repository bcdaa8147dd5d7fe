package certify

import "nonogram"

// What a line with blotted blocks says. The length of such a block is not known, only
// that it covers a cell at least, so that the lattice would have to be one of three
// directions. Instead there is a table, by blocks and boundaries between cells:
//
//	free     the blocks before b are done, with their gaps, and block b is still to come
//	inside   block b, which is blotted, covers the cell before the boundary
//
// From free an empty cell leads on to the next boundary, and a block of known length
// to the row of the next block behind its end; a cell of its color leads from free to
// inside where block b is blotted, and from inside on to inside; and any moment inside
// can be the block's end. Rows are filled from the left for what is reached, and from the
// right for what leads to the end; a cell has a color in some arrangement if a step that
// gives it that color does both.
//
// Cost: (blocks + 1) × (cells + 1) entries, each visited twice.
type blotted struct {
	clue  nonogram.Clue
	may   []uint64
	can   []uint64
	table []uint8
	runs  []int32 // of the block at hand: so many cells from this one on may have its color
}

// What is known of an entry.
const (
	free     = 1 << iota // it can be reached
	inside               // it can be reached
	freeOn               // the end can be reached from it
	insideOn             // the end can be reached from it
)

// isBlotted reports whether the length of some block is not known.
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

// row is the entries of a block.
func (l *blotted) row(b int) []uint8 {
	n := len(l.may) + 1
	return l.table[b*n : (b+1)*n]
}

// mayBe reports whether a cell may have a color.
func (l *blotted) mayBe(cell int, c nonogram.Color) bool {
	return cell < len(l.may) && l.may[cell]>>c&1 != 0
}

// behind is the boundary at which the next block comes, if block b ends at one: there,
// or behind the empty cell that must follow. It is -1 if that cell may not be empty.
func (l *blotted) behind(b, end int) int {
	switch {
	case b+1 == len(l.clue) || l.clue[b+1].Color != l.clue[b].Color:
		return end
	case l.mayBe(end, nonogram.Empty):
		return end + 1
	}
	return -1
}

// measure fills runs for a block.
func (l *blotted) measure(c nonogram.Color) {
	n := len(l.may)
	l.runs = cleared(l.runs, n+1)
	for i := n - 1; i >= 0; i-- {
		if l.mayBe(i, c) {
			l.runs[i] = l.runs[i+1] + 1
		}
	}
}

// fits reports whether block b, of known length, can begin at a boundary.
func (l *blotted) fits(b, at int) bool { return int(l.runs[at]) >= l.clue[b].Length }

// forward fills a row from the left, and enters what it leads to in the next.
func (l *blotted) forward(b int) {
	row := l.row(b)
	reach := func(end int) {
		if to := l.behind(b, end); to >= 0 {
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

// backward fills a row from the right, and notes the colors that steps which lead all
// the way give to cells.
func (l *blotted) backward(b int) {
	row := l.row(b)
	leads := func(end int) bool { // to the end, with the gap behind the block
		to := l.behind(b, end)
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

// paint gives a color to some cells.
func (l *blotted) paint(from, to int, c nonogram.Color) {
	for i := from; i < to; i++ {
		l.can[i] |= 1 << c
	}
}
