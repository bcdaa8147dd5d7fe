package lab

import (
	"math/bits"

	"nonogram"
)

// Lines in bits. Cell i of a line is bit i of a word, set for a box:
//
//	█ █ · █        a row of four cells, from the left
//	1 1 0 1        bits 0, 1, 2, 3: the word 0b1011

// prefix is the mask of the first n cells.
func prefix(n int) uint64 { return 1<<uint(n) - 1 }

// clue is the clue of a black-and-white line.
type clue struct {
	n      int   // cells of the line
	blocks []int // 0 is blotted
}

func newClues(clues []nonogram.Clue, n int) []clue {
	list := make([]clue, len(clues))
	for i, c := range clues {
		list[i] = clue{n: n, blocks: make([]int, len(c))}
		for j, b := range c {
			list[i].blocks[j] = b.Length
		}
	}
	return list
}

// slack is the number of cells left over when the blocks are packed tightly.
func (c *clue) slack() int {
	left := c.n - max(len(c.blocks)-1, 0)
	for _, b := range c.blocks {
		left -= max(b, 1)
	}
	return left
}

// tight packs the blocks to the left. Different clues have different packings. No block
// may be blotted.
func (c *clue) tight() uint64 {
	var line uint64
	at := 0
	for _, b := range c.blocks {
		line |= prefix(b) << uint(at)
		at += b + 1
	}
	return line
}

// follows reports whether the first n cells of a line are consistent with the clue: every
// complete block has its length, and the one that touches cell n is not too long. It does
// not check whether the rest of the clue has room. If n is the whole line, it reports
// whether the line fits.
func (c *clue) follows(line uint64, n int) bool {
	line &= prefix(n)
	k := 0
	for ; line != 0; k++ {
		if k == len(c.blocks) {
			return false
		}
		start := bits.TrailingZeros64(line)
		length := bits.TrailingZeros64(^(line >> uint(start)))
		if want := c.blocks[k]; length != want && want != 0 && (length > want || start+length < n || n == c.n) {
			return false
		}
		line &^= prefix(length) << uint(start)
	}
	return k == len(c.blocks) || n < c.n
}

// known holds the known cells of a line, and which of them are boxes.
type known struct{ cells, boxes uint64 }

// allows reports whether a line agrees with the known cells.
func (k known) allows(line uint64) bool { return (line^k.boxes)&k.cells == 0 }

// marks are the known cells of a board by line, the rows before the columns.
type marks struct{ lines, rows, cols []known }

func newMarks(width, height int) marks {
	lines := make([]known, height+width)
	return marks{lines, lines[:height], lines[height:]}
}

// set sets a cell.
func (m *marks) set(y, x int, box bool) {
	m.rows[y].cells |= 1 << uint(x)
	m.cols[x].cells |= 1 << uint(y)
	if box {
		m.rows[y].boxes |= 1 << uint(x)
		m.cols[x].boxes |= 1 << uint(y)
	}
}

// clear clears a cell.
func (m *marks) clear(y, x int) {
	m.rows[y].cells &^= 1 << uint(x)
	m.rows[y].boxes &^= 1 << uint(x)
	m.cols[x].cells &^= 1 << uint(y)
	m.cols[x].boxes &^= 1 << uint(y)
}

// clone copies the marks.
func (m *marks) clone() marks {
	c := newMarks(len(m.cols), len(m.rows))
	copy(c.lines, m.lines)
	return c
}

// board is a board that is being filled, by row and by column.
type board struct{ rows, cols []uint64 }

func newBoard(width, height int) board {
	return board{rows: make([]uint64, height), cols: make([]uint64, width)}
}

// place puts a row on the board. It overwrites the row before, so rows need not be
// removed.
func (b *board) place(y int, row uint64) {
	for changed := b.rows[y] ^ row; changed != 0; changed &= changed - 1 {
		b.cols[bits.TrailingZeros64(changed)] ^= 1 << uint(y)
	}
	b.rows[y] = row
}
