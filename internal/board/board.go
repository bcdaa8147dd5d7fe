// Package board keeps the candidates of a whole puzzle: a prepared line for every row
// and column, the masks of package line for each of them, a queue of lines that may have
// something to say, and solving them until none has.
//
// Everybody who reasons about a puzzle by its lines works on one: the engine, the
// teacher, the gauge of the generator and the cubes of a batch. What they do beyond,
// trails and reasons, rounds and sentences, guesses and their undoing, is theirs. So a
// board decides nothing: it has no order of its own but that of the queue, no clock and
// no callbacks; hot loops write its masks themselves.
//
// # Layout
//
// Lines are numbered rows first, then columns; cells row by row. Masks lie in one slice,
// every candidate twice, since a cell lies in a row and in a column:
//
//	Can:  row 0            row 1            …  column 0         column 1         …
//	      color 0,1,… each                      color 0,1,… each
//	      words of a row                        words of a column
//
// On a word board (black and white, no side above 63, nothing blotted) that is two words per line, white
// at 2·line and black at 2·line+1, and the word kernels can be used directly.
//
// Nothing ever happens to a board but strikes, each of which removes a candidate, and
// taking them back. A strike keeps both copies of a candidate alike. Where lines run and
// how they cross is known in geometry.go only, and of a clue only what [line.Line] says.
//
// Cost: [Board.Step] is a line solve and the strikes that follow from it. A line is
// solved again only when a crossing line changed one of its cells, at most once per
// candidate and in practice two to four times.
package board

import (
	"math/bits"
	"slices"

	"nonogram"
	"nonogram/internal/line"
)

// Board is a puzzle made ready. The zero value is a board without cells; Reset, or Size
// and SetClue, make it one with, and keep its memory. One goroutine at a time.
type Board struct {
	Width, Height int
	Colors        int         // of the palette, background included
	Lines         []line.Line // rows, then columns
	Can           []uint64    // the masks of all lines, see Layout
	Word          bool        // black and white, no side above 63, all clues fit, none blotted
	TooLong       bool        // some clue does not fit its line, so that there is no solution
	Open          int         // cells with several candidates: kept by Clear, Give and Step, not by Strike
	LineWords     int         // words of the masks of the longest line, a unit of work
	Scratch       line.Scratch

	rowWords, colWords   int      // words of one mask of a row, of a column
	rowStride, colStride int      // of all its masks
	colBase              int      // where the columns begin in Can
	narrowed             []uint64 // a line's masks after Narrow

	queue queue
}

// Reset makes the board that of a puzzle that has passed validation, or failed it only
// for want of a solution: every cell open, given ones too, and nothing queued.
func (b *Board) Reset(p *nonogram.Puzzle) {
	b.Size(p.Width(), p.Height(), len(p.Palette))
	for i := range b.Lines {
		b.SetClue(i, p.Clue(b.Ref(i)))
	}
	b.Clear()
}

// Size makes room for lines without clues; SetClue and Clear must follow.
func (b *Board) Size(width, height, colors int) {
	b.Width, b.Height, b.Colors = width, height, colors
	b.Word = colors == 2 && width <= maxWordSide && height <= maxWordSide
	b.TooLong = false
	n := width + height
	if cap(b.Lines) < n { // keeping the memory that lines have
		b.Lines = append(b.Lines[:cap(b.Lines)], make([]line.Line, n-cap(b.Lines))...)
	}
	b.Lines = b.Lines[:n]
	b.rowWords, b.colWords = line.Words(width), line.Words(height)
	b.rowStride, b.colStride = colors*b.rowWords, colors*b.colWords
	b.colBase = height * b.rowStride
	b.LineWords = max(b.rowStride, b.colStride)
	b.Can = slices.Grow(b.Can[:0], b.colBase+width*b.colStride)[:b.colBase+width*b.colStride]
	b.narrowed = slices.Grow(b.narrowed[:0], b.LineWords)[:b.LineWords]
	b.queue.resize(n)
}

// maxWordSide is the longest line whose boundaries fit a word.
const maxWordSide = 63

// SetClue gives line i its clue. The candidates stay as they are. One that is too long
// makes the board TooLong until it is given a size again, and so does one with blotted
// blocks make it no word board.
func (b *Board) SetClue(i int, clue nonogram.Clue) {
	l := &b.Lines[i]
	l.Reset(clue, b.Len(i), b.Colors)
	if l.Slack() < 0 {
		b.TooLong, b.Word = true, false
	} else if l.Blotted() {
		b.Word = false
	}
}

// Clear opens every cell and empties the queue.
func (b *Board) Clear() {
	b.ClearQueue()
	b.Open = b.Width * b.Height
	if b.Open > 0 {
		b.Lines[0].Fill(b.Can[:b.rowStride])
		b.Lines[b.Height].Fill(b.Can[b.colBase : b.colBase+b.colStride])
		repeat(b.Can[:b.colBase], b.rowStride)
		repeat(b.Can[b.colBase:], b.colStride)
	}
}

// repeat copies the first n words over all the others.
func repeat(words []uint64, n int) {
	for ; n < len(words); n *= 2 {
		copy(words[n:], words[:n])
	}
}

// Give strikes what the known cells of a grid exclude, and queues their lines. They must
// be open. A nil grid gives nothing.
func (b *Board) Give(g *nonogram.Grid) {
	if g == nil {
		return
	}
	for cell, c := range g.Cells {
		if c != nonogram.Unknown {
			row, col := cell/b.Width, cell%b.Width
			b.Keep(row, col, int(c))
			b.Open--
			b.Mark(row)
			b.Mark(b.Height + col)
		}
	}
}

// Masks are the candidates of line i, as package line wants them, in place.
func (b *Board) Masks(i int) []uint64 { return b.MasksIn(b.Can, i) }

// MasksIn are the masks of line i in a copy of Can.
func (b *Board) MasksIn(can []uint64, i int) []uint64 {
	if i < b.Height {
		return can[i*b.rowStride : (i+1)*b.rowStride]
	}
	start := b.colBase + (i-b.Height)*b.colStride
	return can[start : start+b.colStride]
}

// Strike removes a color from the candidates of a cell, in its row and column. It tells
// nobody: Open and the queue are the caller's.
func (b *Board) Strike(row, col, color int) {
	r, c := b.bitAt(row, col, color)
	b.Can[r] &^= 1 << uint(col&63)
	b.Can[c] &^= 1 << uint(row&63)
}

// Unstrike takes a strike back.
func (b *Board) Unstrike(row, col, color int) {
	r, c := b.bitAt(row, col, color)
	b.Can[r] |= 1 << uint(col&63)
	b.Can[c] |= 1 << uint(row&63)
}

// Keep strikes all colors of a cell but one.
func (b *Board) Keep(row, col, color int) {
	for other := range b.Colors {
		if other != color {
			b.Strike(row, col, other)
		}
	}
}

// bitAt gives the words of Can that hold a cell's bit for a color, in its row and in its
// column.
func (b *Board) bitAt(row, col, color int) (r, c int) {
	r = row*b.rowStride + color*b.rowWords + col>>6
	c = b.colBase + col*b.colStride + color*b.colWords + row>>6
	return r, c
}

// Candidates collects the colors that a cell may still have.
func (b *Board) Candidates(row, col int) line.Set {
	var set line.Set
	at := row*b.rowStride + col>>6
	for c := range b.Colors {
		set |= line.Set(b.Can[at]>>uint(col&63)&1) << uint(c)
		at += b.rowWords
	}
	return set
}

// several are the cells of a row, in word w of its masks, with more than one candidate.
func (b *Board) several(row, w int) uint64 {
	var some, more uint64
	for at, end := row*b.rowStride+w, (row+1)*b.rowStride; at < end; at += b.rowWords {
		more |= some & b.Can[at]
		some |= b.Can[at]
	}
	return more
}

// OpenCells appends the cells with several candidates to a list.
func (b *Board) OpenCells(list []int) []int {
	for row := range b.Height {
		for w := range b.rowWords {
			for m := b.several(row, w); m != 0; m &= m - 1 {
				list = append(list, row*b.Width+w<<6+bits.TrailingZeros64(m))
			}
		}
	}
	return list
}

// wordColors are the colors of cells of a word board by their candidates, white and
// black.
var wordColors = [4]nonogram.Color{nonogram.Unknown, nonogram.Empty, nonogram.Black, nonogram.Unknown}

// eightCells are the colors of eight finished cells by which of them are black.
var eightCells = func() (table [256][8]nonogram.Color) {
	for black := range table {
		for x := range table[black] {
			table[black][x] = wordColors[1+black>>uint(x)&1]
		}
	}
	return table
}()

// Grid copies what is decided to a grid; cells still open are Unknown.
func (b *Board) Grid() *nonogram.Grid {
	if b.Word {
		g := &nonogram.Grid{Width: b.Width, Height: b.Height, Cells: make([]nonogram.Color, b.Width*b.Height)}
		for y := range b.Height {
			white, black := b.Can[2*y], b.Can[2*y+1]
			row := g.Row(y)
			x := 0
			if white&black == 0 { // finished, so that eight cells at a time can be looked up
				for ; x+8 <= len(row); x += 8 {
					*(*[8]nonogram.Color)(row[x:]) = eightCells[black>>uint(x)&255]
				}
			}
			for ; x < len(row); x++ {
				row[x] = wordColors[white>>uint(x)&1|black>>uint(x)&1<<1]
			}
		}
		return g
	}
	g := nonogram.NewGrid(b.Width, b.Height)
	for y := range b.Height {
		row, masks := g.Row(y), b.Masks(y)
		for w := range b.rowWords {
			decided := single(masks[w:], b.rowWords)
			for at, c := w, nonogram.Color(0); at < len(masks); at, c = at+b.rowWords, c+1 {
				if m := masks[at] & decided; m != 0 {
					fill(row[w<<6:], m, c)
				}
			}
		}
	}
	return g
}

// fill gives some cells a color.
func fill(row []nonogram.Color, cells uint64, c nonogram.Color) {
	for ; cells != 0; cells &= cells - 1 {
		row[bits.TrailingZeros64(cells)] = c
	}
}

// Clone copies what is known, with nothing queued. The prepared lines are shared, so that
// neither may be given other clues from then on.
func (b *Board) Clone() Board {
	c := *b
	c.Can, c.narrowed = slices.Clone(b.Can), slices.Clone(b.narrowed)
	c.Scratch, c.queue = line.Scratch{}, queue{}
	c.queue.resize(len(b.Lines))
	return c
}

// State is what is known at some moment: a board's candidates and how many cells they
// leave open.
type State struct {
	can  []uint64
	Open int
}

// Save copies the candidates to a new state.
func (b *Board) Save() State { return State{slices.Clone(b.Can), b.Open} }

// Load goes back, or on, to a state of the same board, with nothing queued.
func (b *Board) Load(s State) {
	copy(b.Can, s.can)
	b.Open = s.Open
	b.ClearQueue()
}
