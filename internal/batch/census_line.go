package batch

import (
	"math/bits"

	"nonogram"
)

// Lines of up to eight cells, by tables. What is known of a line is a pair of masks,
// cells known to be black and cells known to be white; for every clue and every such
// pair the table holds what a complete line solver makes of it.

// lineTable lists all lines of one length by clue.
type lineTable struct {
	n       int
	members [][]uint8 // by clue: its lines, as bit masks
	clueOf  []uint8   // by bit mask
	mirror  []uint8   // by clue: that of the reversed line
	// solved is, by clue and black | white<<n, what follows: black | white<<8.
	solved [][]uint16
}

func newLineTable(n int) *lineTable {
	t := &lineTable{n: n, clueOf: make([]uint8, 1<<n)}
	index := map[string]uint8{}
	cells := make([]nonogram.Color, n)
	for m := range t.clueOf {
		for i := range cells {
			cells[i] = nonogram.Color(m >> i & 1)
		}
		text := nonogram.ClueOf(cells).String()
		k, ok := index[text]
		if !ok {
			k = uint8(len(t.members))
			index[text] = k
			t.members = append(t.members, nil)
		}
		t.members[k] = append(t.members[k], uint8(m))
		t.clueOf[m] = k
	}
	for _, members := range t.members {
		t.mirror = append(t.mirror, t.clueOf[bits.Reverse8(members[0])>>(8-n)])
		t.solved = append(t.solved, solveAll(n, members))
	}
	return t
}

// solveAll fills a row of the table. What no line of the clue agrees with stays as
// it is: it does not occur on the way to a solution.
func solveAll(n int, members []uint8) []uint16 {
	solved := make([]uint16, 1<<(2*n))
	full := uint8(1<<n - 1)
	for i := range solved {
		black, white := uint8(i)&full, uint8(i>>n)&full
		every, some := full, uint8(0)
		for _, m := range members {
			if m&black == black && m&white == 0 {
				every &= m
				some |= m
			}
		}
		solved[i] = uint16(every) | uint16(full&^some)<<8
		if every&^some != 0 {
			solved[i] = uint16(black) | uint16(white)<<8
		}
	}
	return solved
}

// lineSolvable reports whether solving lines, again and again, finds all cells of the
// puzzle with the row clues at hand and the column clues of a key. It must have a
// solution.
func (c *counter) lineSolvable(key uint64) bool {
	var cols [censusSide]uint8
	for x := range c.width {
		cols[x] = uint8(key>>(8*x)) - 1
	}
	var black, white uint64 // known cells, a byte per row
	for {
		b, w := sweep(c.rows, c.clues, black, white)
		b, w = sweep(c.cols, cols[:c.width], transpose(b), transpose(w))
		b, w = transpose(b), transpose(w)
		if bits.OnesCount64(b|w) == c.width*c.height {
			return true
		}
		if b == black && w == white {
			return false
		}
		black, white = b, w
	}
}

// sweep solves all lines of one direction once.
func sweep(t *lineTable, clues []uint8, black, white uint64) (b, w uint64) {
	for i, k := range clues {
		known := black>>(8*i)&0xff | white>>(8*i)&0xff<<t.n
		s := uint64(t.solved[k][known])
		b |= s & 0xff << (8 * i)
		w |= s >> 8 << (8 * i)
	}
	return b, w
}

// transpose turns rows of eight bits into columns (Warren, Hacker's Delight, 7-3).
func transpose(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00AA00AA00AA00AA
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000F0F0F0F0
	return x ^ t ^ t<<28
}
