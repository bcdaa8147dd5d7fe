// Package board keeps the candidates of a whole puzzle: a prepared line for every row
// and column, the candidate masks of package line, and a queue of lines to solve. The
// engine, the teacher, the generator and batches build on it.
//
// A board only eliminates candidates and restores them. It has no search, clock or
// callbacks; trails, reasons and backtracking belong to the callers.
//
// A board that is not a rectangle has a table of lines (shape.go); a rectangle never uses it.
//
// # Layout
//
// Lines are numbered rows first, then columns; cells row by row. One slice holds all
// masks. Every candidate is stored twice, once in its row and once in its column:
//
//	Can:  row 0            row 1            …  column 0         column 1         …
//	      color 0,1,… each                      color 0,1,… each
//	      words of a row                        words of a column
//
// On a word board (black and white, no side above 63, nothing blotted, no clue missing) each line has two
// words, white at 2·line and black at 2·line+1, and the word kernels apply directly.
//
// Cost: [Board.Step] is a line solve and the eliminations that follow from it. A line is
// solved again only when a crossing line changed one of its cells, at most once per
// candidate and in practice two to four times.
package board

import (
	"math/bits"
	"slices"

	"nonogram"
	"nonogram/internal/line"
)

// Board holds the lines and candidates of a puzzle. The zero value has no cells. Reset, or
// Size and SetClue, prepare it and reuse its memory. A Board must not be used by two
// goroutines at once.
type Board struct {
	Width, Height int
	Colors        int         // colors of the palette, background included
	Lines         []line.Line // rows, then columns
	Can           []uint64    // candidate masks of all lines, see Layout
	Word          bool        // black and white, no side above 63, all clues fit, none blotted or missing
	TooLong       bool        // some clue does not fit its line
	Open          int         // cells with several candidates; Eliminate and Restore do not update it
	LineWords     int         // words of the masks of the longest line, a unit of work
	Scratch       line.Scratch

	Shape *nonogram.Shape // nil on a rectangle, see shape.go
	start []int           // of the masks of every line in Can, on other boards

	rowWords, colWords   int      // words of one mask of a row, of a column
	rowStride, colStride int      // words of all masks of a row, of a column
	colBase              int      // start of the columns in Can
	narrowed             []uint64 // result of Narrow
	missing              bool     // some line has no clue, or had none after the last call of Size

	queue queue
}

// Reset prepares the board for a puzzle that is valid, or only trivially unsolvable. All
// cells are open, given ones too, and the queue is empty.
func (b *Board) Reset(p *nonogram.Puzzle) {
	if b.Size(p.Width(), p.Height(), len(p.Palette)); p.Shape != nil {
		b.shape(p.Shape)
	}
	for i := range b.Lines {
		b.SetClue(i, p.Clue(b.Ref(i)))
	}
	b.Clear()
}

// Size sets the dimensions. SetClue and Clear must follow.
func (b *Board) Size(width, height, colors int) {
	b.Width, b.Height, b.Colors, b.Shape = width, height, colors, nil
	b.Word = colors == 2 && width <= maxWordSide && height <= maxWordSide
	b.TooLong, b.missing = false, false
	b.makeLines(width + height)
	b.rowWords, b.colWords = line.Words(width), line.Words(height)
	b.rowStride, b.colStride = colors*b.rowWords, colors*b.colWords
	b.colBase = height * b.rowStride
	b.LineWords = max(b.rowStride, b.colStride)
	b.makeMasks(b.colBase + width*b.colStride)
}

func (b *Board) makeLines(n int) {
	if cap(b.Lines) < n { // keep the memory of existing lines
		b.Lines = append(b.Lines[:cap(b.Lines)], make([]line.Line, n-cap(b.Lines))...)
	}
	b.Lines = b.Lines[:n]
	b.queue.resize(n)
}

func (b *Board) makeMasks(words int) {
	b.Can = slices.Grow(b.Can[:0], words)[:words]
	b.narrowed = slices.Grow(b.narrowed[:0], b.LineWords)[:b.LineWords]
}

// maxWordSide is the longest line whose boundaries fit in a word.
const maxWordSide = 63

// SetClue sets the clue of line i and leaves the candidates alone. A clue that does not
// fit sets TooLong, and one with blotted blocks, or none, clears Word, until the next call of Size.
func (b *Board) SetClue(i int, clue nonogram.Clue) {
	l := &b.Lines[i]
	l.Reset(clue, b.Len(i), b.Colors)
	if l.Slack() < 0 {
		b.TooLong, b.Word = true, false
	} else if l.Blotted() {
		b.Word = false
		b.missing = b.missing || l.Free()
	}
}

// Clear opens every cell and empties the queue.
func (b *Board) Clear() {
	b.ClearQueue()
	if b.missing {
		b.exemptFree()
	}
	if b.Shape != nil {
		b.clearShape()
		return
	}
	b.Open = b.Width * b.Height
	if b.Open > 0 {
		b.Lines[0].Fill(b.Can[:b.rowStride])
		b.Lines[b.Height].Fill(b.Can[b.colBase : b.colBase+b.colStride])
		repeat(b.Can[:b.colBase], b.rowStride)
		repeat(b.Can[b.colBase:], b.colStride)
	}
}

// repeat fills words with copies of the first n.
func repeat(words []uint64, n int) {
	for ; n < len(words); n *= 2 {
		copy(words[n:], words[:n])
	}
}

// AssignGiven assigns the known cells of a grid, which must be open, and enqueues their
// lines. The grid may be nil.
func (b *Board) AssignGiven(g *nonogram.Grid) {
	if g == nil {
		return
	}
	for cell, c := range g.Cells {
		if c != nonogram.Unknown {
			row, col := cell/b.Width, cell%b.Width
			if b.Shape != nil && !b.Shape.Has(cell) {
				continue
			}
			b.Assign(row, col, int(c))
			b.Open--
			if b.Shape != nil {
				b.enqueueLines(cell, -1)
				continue
			}
			b.Enqueue(row)
			b.Enqueue(b.Height + col)
		}
	}
}

// Masks returns the candidate masks of line i, in place.
func (b *Board) Masks(i int) []uint64 { return b.MasksIn(b.Can, i) }

// MasksIn returns the masks of line i in a copy of Can.
func (b *Board) MasksIn(can []uint64, i int) []uint64 {
	if b.Shape != nil {
		return can[b.start[i]:b.start[i+1]]
	}
	if i < b.Height {
		return can[i*b.rowStride : (i+1)*b.rowStride]
	}
	start := b.colBase + (i-b.Height)*b.colStride
	return can[start : start+b.colStride]
}

// Eliminate removes a color from the candidates of a cell of a rectangle, in its row and
// column. It changes neither Open nor the queue.
func (b *Board) Eliminate(row, col, color int) {
	r, c := b.bitAt(row, col, color)
	b.Can[r] &^= 1 << uint(col&63)
	b.Can[c] &^= 1 << uint(row&63)
}

// Restore undoes Eliminate.
func (b *Board) Restore(row, col, color int) {
	r, c := b.bitAt(row, col, color)
	b.Can[r] |= 1 << uint(col&63)
	b.Can[c] |= 1 << uint(row&63)
}

// Assign eliminates all colors of a cell but one.
func (b *Board) Assign(row, col, color int) {
	for other := range b.Colors {
		switch {
		case other == color:
		case b.Shape != nil:
			b.EliminateAt(row*b.Width+col, other)
		default:
			b.Eliminate(row, col, other)
		}
	}
}

// bitAt returns the indices of the words of Can that hold a candidate, in its row and in
// its column.
func (b *Board) bitAt(row, col, color int) (r, c int) {
	r = row*b.rowStride + color*b.rowWords + col>>6
	c = b.colBase + col*b.colStride + color*b.colWords + row>>6
	return r, c
}

// Candidates returns the remaining candidates of a cell of a rectangle. It is inlined, as
// CandidatesAt is not.
func (b *Board) Candidates(row, col int) line.Set {
	var set line.Set
	at := row*b.rowStride + col>>6
	for c := range b.Colors {
		set |= line.Set(b.Can[at]>>uint(col&63)&1) << uint(c)
		at += b.rowWords
	}
	return set
}

// OpenCells appends the cells of a rectangle with several candidates to a list.
func (b *Board) OpenCells(list []int) []int {
	for row := range b.Height {
		masks := b.Masks(row)
		for w := range b.rowWords {
			_, several := countCandidates(masks[w:], b.rowWords)
			for ; several != 0; several &= several - 1 {
				list = append(list, row*b.Width+w<<6+bits.TrailingZeros64(several))
			}
		}
	}
	return list
}

// wordColors maps the candidates of a cell of a word board, white and black, to its color.
var wordColors = [4]nonogram.Color{nonogram.Unknown, nonogram.Empty, nonogram.Black, nonogram.Unknown}

// eightCells maps a mask of black cells to the colors of eight decided cells.
var eightCells = func() (table [256][8]nonogram.Color) {
	for black := range table {
		for x := range table[black] {
			table[black][x] = wordColors[1+black>>uint(x)&1]
		}
	}
	return table
}()

// Grid returns the decided cells as a grid. Open cells are Unknown.
func (b *Board) Grid() *nonogram.Grid {
	if b.Word {
		g := &nonogram.Grid{Width: b.Width, Height: b.Height, Cells: make([]nonogram.Color, b.Width*b.Height)}
		for y := range b.Height {
			white, black := b.Can[2*y], b.Can[2*y+1]
			row := g.Row(y)
			x := 0
			if white&black == 0 { // all decided: look up eight cells at a time
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
	if b.Shape != nil {
		return b.gridOnShape()
	}
	g := nonogram.NewGrid(b.Width, b.Height)
	for y := range b.Height {
		row, masks := g.Row(y), b.Masks(y)
		for w := range b.rowWords {
			decided, _ := countCandidates(masks[w:], b.rowWords)
			for at, c := w, nonogram.Color(0); at < len(masks); at, c = at+b.rowWords, c+1 {
				if m := masks[at] & decided; m != 0 {
					fill(row[w<<6:], m, c)
				}
			}
		}
	}
	return g
}

// fill sets the color of some cells.
func fill(row []nonogram.Color, cells uint64, c nonogram.Color) {
	for ; cells != 0; cells &= cells - 1 {
		row[bits.TrailingZeros64(cells)] = c
	}
}

// Clone copies the candidates, with an empty queue. It shares the prepared lines, so that
// neither board may be given other clues from then on.
func (b *Board) Clone() Board {
	c := *b
	c.Can, c.narrowed = slices.Clone(b.Can), slices.Clone(b.narrowed)
	c.Scratch, c.queue = line.Scratch{}, queue{}
	c.queue.resize(len(b.Lines))
	if c.missing {
		c.exemptFree()
	}
	return c
}

// State is a copy of the candidates of a board and its number of open cells.
type State struct {
	can  []uint64
	Open int
}

// Save returns the current state.
func (b *Board) Save() State { return State{slices.Clone(b.Can), b.Open} }

// Load restores a state of the same board and empties the queue.
func (b *Board) Load(s State) {
	copy(b.Can, s.can)
	b.Open = s.Open
	b.ClearQueue()
}
