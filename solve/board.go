package solve

import (
	"math/bits"

	"nonogram"
	"nonogram/line"
)

// board is a puzzle made ready: a prepared line for every row and column and
// the candidate masks of all of them in one slice, twice over, since a cell lies
// in a row and in a column. Lines are numbered rows first, then columns.
//
//	can:  row 0            row 1            …  column 0         column 1         …
//	      color 0,1,… each                      color 0,1,… each
//	      words of a row                        words of a column
//
// On a word board (black and white, no side above 63) that is two words per
// line, white at 2·line and black at 2·line+1, and the hot loops use the word
// kernels directly.
type board struct {
	width, height int
	colors        int
	word          bool
	lines         []line.Line
	can           []uint64
	rowStride     int // words of all masks of a row
	colStride     int
	colBase       int // where the columns begin in can
	open          int // cells with more than one candidate
	lineWords     int // words of the masks of the longest line, the unit of work
	tooLong       bool
	scratch       line.Scratch
	narrowed      []uint64 // a line's masks while it is solved

	// The queue of lines that may have something new to say, a ring.
	queue  []int32
	queued []bool
	head   int
	count  int
}

// resize returns a slice of n zero values, in s's memory if that is enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// reset prepares the board for a puzzle that has passed validation (or failed
// it only for want of a solution) with every cell open but the given ones.
func (b *board) reset(p *nonogram.Puzzle) {
	b.width, b.height, b.colors = p.Width(), p.Height(), len(p.Palette)
	n := b.width + b.height
	if cap(b.lines) < n {
		b.lines = append(b.lines[:cap(b.lines)], make([]line.Line, n-cap(b.lines))...)
	}
	b.lines = b.lines[:n]
	b.tooLong = false
	b.word = b.colors == 2 && b.width <= 63 && b.height <= 63
	for i := range b.lines {
		l := &b.lines[i]
		if i < b.height {
			l.Reset(p.Rows[i], b.width, b.colors)
		} else {
			l.Reset(p.Cols[i-b.height], b.height, b.colors)
		}
		b.tooLong = b.tooLong || l.Slack() < 0
	}
	b.rowStride = b.colors * line.Words(b.width)
	b.colStride = b.colors * line.Words(b.height)
	b.colBase = b.height * b.rowStride
	b.lineWords = max(b.rowStride, b.colStride)
	b.can = resize(b.can, b.colBase+b.width*b.colStride)
	b.narrowed = resize(b.narrowed, b.lineWords)
	b.queue = resize(b.queue, n)
	b.queued = resize(b.queued, n)
	b.head, b.count = 0, 0
	b.open = b.width * b.height
	for i := range b.lines {
		b.lines[i].Fill(b.masks(i))
	}
	b.give(p.Given)
}

// clustering compares the average block with what noise of the same density
// would have. Random cells of density d form blocks of 1/(1-d) cells on average;
// in a drawing filled cells keep together.
func clustering(p *nonogram.Puzzle) float64 {
	filled, blocks := 0, 0
	for _, clue := range p.Rows {
		filled += clue.Cells()
		blocks += len(clue)
	}
	for _, clue := range p.Cols {
		blocks += len(clue)
	}
	if blocks == 0 {
		return 1
	}
	inks := len(p.Palette) - 1
	density := float64(filled) / float64(p.Width()*p.Height()*inks)
	return float64(2*filled) / float64(blocks) * (1 - density)
}

// give strikes what the given cells exclude and queues every line that can say
// anything at all about a blank.
func (b *board) give(given *nonogram.Grid) {
	if given != nil {
		for i, c := range given.Cells {
			if c == nonogram.Unknown {
				continue
			}
			for other := range b.colors {
				if nonogram.Color(other) != c {
					b.strike(i/b.width, i%b.width, other)
				}
			}
			b.open--
			b.mark(i / b.width)
			b.mark(b.height + i%b.width)
		}
	}
	for i := range b.lines {
		l := &b.lines[i]
		// A black-and-white line with more slack than its longest block leaves
		// every cell open; color lines always exclude something.
		if b.colors > 2 || l.Slack() < l.Longest() || l.Longest() == 0 {
			b.mark(i)
		}
	}
}

// masks returns the candidate masks of line i.
func (b *board) masks(i int) []uint64 {
	if i < b.height {
		return b.can[i*b.rowStride : (i+1)*b.rowStride]
	}
	start := b.colBase + (i-b.height)*b.colStride
	return b.can[start : start+b.colStride]
}

// strike removes a color from the candidates of a cell, in its row and column.
func (b *board) strike(row, col, color int) {
	r, c := b.bitAt(row, col, color)
	b.can[r] &^= 1 << uint(col&63)
	b.can[c] &^= 1 << uint(row&63)
}

// unstrike takes a strike back.
func (b *board) unstrike(row, col, color int) {
	r, c := b.bitAt(row, col, color)
	b.can[r] |= 1 << uint(col&63)
	b.can[c] |= 1 << uint(row&63)
}

// bitAt gives the words of can that hold a cell's bit for a color, in its row
// and in its column.
func (b *board) bitAt(row, col, color int) (r, c int) {
	r = row*b.rowStride + color*line.Words(b.width) + col>>6
	c = b.colBase + col*b.colStride + color*line.Words(b.height) + row>>6
	return r, c
}

// candidates collects the colors a cell may still have.
func (b *board) candidates(row, col int) line.Set {
	var set line.Set
	words := line.Words(b.width)
	at := row*b.rowStride + col>>6
	for c := range b.colors {
		set |= line.Set(b.can[at]>>uint(col&63)&1) << uint(c)
		at += words
	}
	return set
}

// mark queues a line.
func (b *board) mark(i int) {
	if b.queued[i] {
		return
	}
	b.queued[i] = true
	at := b.head + b.count
	if at >= len(b.queue) {
		at -= len(b.queue)
	}
	b.queue[at] = int32(i)
	b.count++
}

// next takes the oldest queued line.
func (b *board) next() int {
	i := int(b.queue[b.head])
	b.head++
	if b.head == len(b.queue) {
		b.head = 0
	}
	b.count--
	b.queued[i] = false
	return i
}

// clearQueue forgets all queued lines.
func (b *board) clearQueue() {
	for b.count > 0 {
		b.next()
	}
}

// wordColors are the colors of cells by their candidates, white and black.
var wordColors = [4]nonogram.Color{nonogram.Unknown, nonogram.Empty, nonogram.Black, nonogram.Unknown}

// grid copies a settled board to a grid; cells still open stay Unknown.
func (b *board) grid() *nonogram.Grid {
	g := nonogram.NewGrid(b.width, b.height)
	if b.word {
		for y := range b.height {
			white, black := b.can[2*y], b.can[2*y+1]
			row := g.Row(y)
			for x := range row {
				row[x] = wordColors[white>>uint(x)&1|black>>uint(x)&1<<1]
			}
		}
		return g
	}
	for y := range b.height {
		row := g.Row(y)
		for x := range row {
			if set := uint64(b.candidates(y, x)); set != 0 && set&(set-1) == 0 {
				row[x] = nonogram.Color(bits.TrailingZeros64(set))
			}
		}
	}
	return g
}
