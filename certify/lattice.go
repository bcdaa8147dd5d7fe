package certify

import "nonogram"

// lattice solves a line: it computes the colors of cells and the starts of blocks that occur
// in arrangements, given the colors that the cells may have and the starts that the blocks
// may have.
//
// Push all blocks to the left, with mandatory gaps. The cells left over at the right end are
// the slack. An arrangement is a path through a lattice, with one step down for every block
// and its mandatory gap, and one step right for every other empty cell:
//
//	clue 2 1, 6 cells                   . # # . . #
//	slack 2
//	           o ─ o ─ o                → ↓      → ↓
//	block 2    │   │   │                path: right, down, right, down
//	           o ─ o ─ o
//	block 1    │   │   │
//	           o ─ o ─ o
//
// A node in row j and column d stands for j blocks and d other empty cells, so it is a
// position in the line, and every step covers certain cells. A step is possible if these
// cells may have its color. A cell can have a color if a possible step that gives it that
// color is on a path from the first node to the last. The column of the step down of a block
// is its offset.
//
// Cost: (blocks + 1) × (slack + 1) nodes, each visited twice.
type lattice struct {
	clue nonogram.Clue
	may  []uint64 // the colors that each cell may have
	can  []uint64 // result: those it has in some arrangement

	within []span // offsets that each block may have
	steps  []span // result: range of its offsets in arrangements

	nodes []uint8   // by row: flags reached and block
	ends  []uint8   // for one row: reached if a path leads from here to the last node
	runs  [][]int32 // by color and cell: length of the run of possible cells that ends here
}

// Flags of a node. reached equals the bit of the empty color, which saves a test.
const (
	reached = 1 << iota // a path leads here from the first node
	block               // the step down from here is possible
)

// span is a range of numbers, both ends included.
type span struct{ from, to int32 }

// solve returns the colors that each cell can have, and the offsets of each block; false if
// there is no arrangement. The results are valid until the next call.
func (l *lattice) solve(clue nonogram.Clue, may []uint64, within []span) (can []uint64, steps []span, ok bool) {
	width := len(may) - clue.MinLength() + 1
	if width < 1 {
		return nil, nil, false
	}
	l.clue, l.may, l.within = clue, may, within
	l.nodes = cleared(l.nodes, (len(clue)+1)*width)
	l.measure()
	l.forward(width)
	if l.nodes[len(l.nodes)-1] == 0 {
		return nil, nil, false
	}
	l.can = cleared(l.can, len(may))
	l.ends = cleared(l.ends, width)
	l.steps = cleared(l.steps, len(clue))
	l.backward(width)
	return l.can, l.steps, true
}

// measure fills runs for the colors of the clue.
func (l *lattice) measure() {
	for c := range l.runs {
		l.runs[c] = l.runs[c][:0]
	}
	for _, b := range l.clue {
		for int(b.Color) >= len(l.runs) {
			l.runs = append(l.runs, nil)
		}
		if len(l.runs[b.Color]) > 0 {
			continue
		}
		n := int32(0)
		for _, colors := range l.may {
			n++
			if colors>>b.Color&1 == 0 {
				n = 0
			}
			l.runs[b.Color] = append(l.runs[b.Color], n)
		}
	}
}

// forward finds the nodes that paths reach, row by row.
func (l *lattice) forward(width int) {
	l.nodes[0] = reached
	first, left := 0, 0 // the cell after the first node of the row; its first reached node
	for j := range len(l.clue) + 1 {
		row := l.nodes[j*width : (j+1)*width]
		for left < width && row[left] == 0 {
			left++ // paths do not go left
		}
		next := l.may[first:] // by column
		for d := left + 1; d < width; d++ {
			row[d] |= row[d-1] & uint8(next[d-1]) // no step down is known yet
		}
		if j < len(l.clue) {
			l.descend(j, first, left, row, l.nodes[(j+1)*width:])
			first += l.clue[j].Length + l.gap(j)
		}
	}
}

// descend finds the possible steps from a row to the next: the cells of the block may have
// its color, its gap may be empty, and its offset is allowed.
func (l *lattice) descend(j, first, left int, row, below []uint8) {
	b, gap, runs := l.clue[j], l.gap(j), l.runs[l.clue[j].Color]
	for d := max(left, int(l.within[j].from)); d < min(len(row), int(l.within[j].to)+1); d++ {
		end := first + d + b.Length
		if row[d] != 0 && int(runs[end-1]) >= b.Length && (gap == 0 || l.may[end]&1 != 0) {
			row[d], below[d] = reached|block, reached
		}
	}
}

// gap returns 1 if an empty cell must follow block j, because the next block has its color.
func (l *lattice) gap(j int) int {
	if j+1 < len(l.clue) && l.clue[j+1].Color == l.clue[j].Color {
		return 1
	}
	return 0
}

// backward finds, from the last row to the first, the nodes on complete paths, and collects
// the colors of their steps.
func (l *lattice) backward(width int) {
	l.ends[width-1] = reached
	first, right := len(l.may)-width+1, width-1 // right: the row's last node on such a path
	for j := len(l.clue); j >= 0; j-- {
		row := l.nodes[j*width : (j+1)*width]
		if j < len(l.clue) {
			first -= l.clue[j].Length + l.gap(j)
			l.ascend(j, first, right, row)
		}
		next, can := l.may[first:], l.can[first:]
		for d := right - 1; d >= 0; d-- {
			step := l.ends[d+1] & row[d] & uint8(next[d])
			l.ends[d] |= step
			can[d] |= uint64(step)
		}
		for l.ends[right] == 0 {
			right--
		}
	}
}

// ascend follows the steps of block j back to their row.
func (l *lattice) ascend(j, first, right int, row []uint8) {
	painted := len(l.may)
	for d := right; d >= 0; d-- {
		if l.ends[d] != 0 && row[d] == reached|block {
			if painted == len(l.may) {
				l.steps[j].to = int32(d)
			}
			l.steps[j].from = int32(d)
			l.paint(j, first+d, painted)
			painted = first + d
		} else {
			l.ends[d] = 0
		}
	}
}

// paint gives its color to the cells of block j, starting at start, up to those painted
// before.
func (l *lattice) paint(j, start, painted int) {
	end := start + l.clue[j].Length
	for i := start; i < min(end, painted); i++ {
		l.can[i] |= 1 << l.clue[j].Color
	}
	if l.gap(j) == 1 {
		l.can[end] |= 1
	}
}

// cleared returns n zeros, in the memory of s if possible.
func cleared[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}
