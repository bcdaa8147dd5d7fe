package board

import (
	"math/bits"

	"nonogram"
	"nonogram/internal/line"
)

// Boards that are not rectangles. Lines are those of the shape, in its order. Every candidate is
// stored once for each line of its cell, and masks are found by a table; that takes up to five
// times as long as the arithmetic for rectangles, so rectangles have their own code.
// Cells of the grid outside the board are empty from the start.

// shape prepares the board for another shape after Size.
func (b *Board) shape(s *nonogram.Shape) {
	b.Shape, b.Word = s, false
	b.makeLines(len(s.Lines))
	b.start = append(b.start[:0], 0)
	b.LineWords = 0
	for i, cells := range s.Lines {
		words := b.Colors * line.Words(len(cells))
		b.LineWords = max(b.LineWords, words)
		b.start = append(b.start, b.start[i]+words)
	}
	b.makeMasks(b.start[len(s.Lines)])
}

func (b *Board) clearShape() {
	b.Open = b.Shape.Count
	for i := range b.Lines {
		b.Lines[i].Fill(b.Masks(i))
	}
}

// word returns the index of the word of Can that holds a candidate on a line, and its bit.
func (b *Board) word(p nonogram.Place, color int) (at int, bit uint64) {
	words := line.Words(len(b.Shape.Lines[p.Line]))
	return b.start[p.Line] + color*words + int(p.At>>6), 1 << uint(p.At&63)
}

// EliminateAt is Eliminate on a board that is not a rectangle.
func (b *Board) EliminateAt(cell, color int) {
	for _, p := range b.Shape.Of[cell] {
		at, bit := b.word(p, color)
		b.Can[at] &^= bit
	}
}

// RestoreAt undoes EliminateAt.
func (b *Board) RestoreAt(cell, color int) {
	for _, p := range b.Shape.Of[cell] {
		at, bit := b.word(p, color)
		b.Can[at] |= bit
	}
}

// CandidatesAt returns the remaining candidates of a cell of any board.
func (b *Board) CandidatesAt(cell int) (set line.Set) {
	switch {
	case b.Shape == nil:
		return b.Candidates(cell/b.Width, cell%b.Width)
	case !b.Shape.Has(cell):
		return line.Of(nonogram.Empty)
	}
	for c := range b.Colors {
		if at, bit := b.word(b.Shape.Of[cell][0], c); b.Can[at]&bit != 0 {
			set |= 1 << uint(c)
		}
	}
	return set
}

func (b *Board) gridOnShape() *nonogram.Grid {
	g := nonogram.NewGrid(b.Width, b.Height)
	for cell := range g.Cells {
		if set := b.CandidatesAt(cell); set&(set-1) == 0 {
			g.Cells[cell] = nonogram.Color(bits.TrailingZeros64(uint64(set)))
		}
	}
	return g
}

// eliminateOnShape eliminates a color of cells of a line, counted from base, in all lines.
func (b *Board) eliminateOnShape(i, base, color int, cells uint64) {
	for ; cells != 0; cells &= cells - 1 {
		b.EliminateAt(b.Cell(i, base+bits.TrailingZeros64(cells)), color)
	}
}

// enqueueOnShape enqueues the lines that cross line i at the given cells, counted from base.
func (b *Board) enqueueOnShape(i, base int, cells uint64) {
	for ; cells != 0; cells &= cells - 1 {
		b.enqueueLines(b.Cell(i, base+bits.TrailingZeros64(cells)), i)
	}
}

// enqueueLines enqueues the lines through a cell, but one.
func (b *Board) enqueueLines(cell, but int) {
	for _, p := range b.Shape.Of[cell] {
		if int(p.Line) != but {
			b.Enqueue(int(p.Line))
		}
	}
}
