package teach

import (
	"math/bits"
	"slices"

	"nonogram"
	"nonogram/internal/board"
	"nonogram/internal/line"
)

// sheet is the state of a puzzle: a board, and its candidates once more by cell,
// since techniques look at cells. Strikes go through the sheet, which keeps them alike.
type sheet struct {
	board.Board
	p      *nonogram.Puzzle
	cells  []line.Set // the candidates once more, by cell
	solves int64      // lines solved so far, the unit of work
	lines  [3]int     // see linesOf
}

// candidate is a color of a cell.
type candidate struct {
	cell  int32
	color uint8
}

func newSheet(p *nonogram.Puzzle) *sheet {
	b := &sheet{p: p}
	b.Reset(p)
	b.cells = make([]line.Set, b.Width*b.Height)
	for i := range b.cells {
		b.cells[i] = b.CandidatesAt(i)
	}
	b.shareColors()
	return b
}

// clone copies the state; the prepared lines are shared.
func (b *sheet) clone() *sheet {
	return &sheet{Board: b.Board.Clone(), p: b.p, cells: slices.Clone(b.cells), solves: b.solves}
}

// shareColors leaves a cell only those colors that all its lines mention; see shared.go. Lines without blocks are left to the technique that is
// about them.
func (b *sheet) shareColors() {
	if b.Colors == 2 {
		return
	}
	used := make([]line.Set, len(b.Lines))
	for i := range used {
		used[i] = b.colorsOf(i)
	}
	for cell := range b.Width * b.Height {
		was := b.set(cell)
		left := was
		for _, i := range b.linesOf(cell) {
			left &= used[i]
		}
		for s := was &^ left; s != 0; s &= s - 1 {
			b.eliminate(candidate{int32(cell), uint8(bits.TrailingZeros64(uint64(s)))})
		}
		if left != was && left == line.Of(nonogram.Empty) {
			b.Open--
		}
	}
}

// colorsOf are the colors of a line's clue with the background, or all colors if
// the clue has no blocks or is missing.
func (b *sheet) colorsOf(i int) line.Set {
	clue := b.clue(i)
	if len(clue) == 0 || clue.Missing() {
		return line.All(b.Colors)
	}
	used := line.Of(nonogram.Empty)
	for _, block := range clue {
		used |= line.Of(block.Color)
	}
	return used
}

func (b *sheet) clue(i int) nonogram.Clue { return b.p.Clue(b.Ref(i)) }

func (b *sheet) place(cell int) nonogram.Cell {
	return nonogram.Cell{Row: cell / b.Width, Col: cell % b.Width}
}

// linesOf lists the lines through a cell, until the next call.
func (b *sheet) linesOf(cell int) []int {
	if b.Shape == nil {
		b.lines[0], b.lines[1] = b.LinesOf(cell)
		return b.lines[:2]
	}
	list := b.lines[:0]
	for _, p := range b.Shape.Of[cell] {
		list = append(list, int(p.Line))
	}
	return list
}

// mark says that a cell has a color.
func (b *sheet) mark(c candidate) Mark {
	return Mark{Cell: b.place(int(c.cell)), Color: nonogram.Color(c.color)}
}

// eliminate removes a candidate.
func (b *sheet) eliminate(c candidate) {
	b.cells[c.cell] &^= 1 << c.color
	if b.Shape != nil {
		b.EliminateAt(int(c.cell), int(c.color))
		return
	}
	b.Eliminate(int(c.cell)/b.Width, int(c.cell)%b.Width, int(c.color))
}

// restore takes a eliminate back.
func (b *sheet) restore(c candidate) {
	b.cells[c.cell] |= 1 << c.color
	if b.Shape != nil {
		b.RestoreAt(int(c.cell), int(c.color))
		return
	}
	b.Restore(int(c.cell)/b.Width, int(c.cell)%b.Width, int(c.color))
}

func (b *sheet) has(c candidate) bool { return b.cells[c.cell]>>c.color&1 != 0 }

// set holds the candidates of a cell.
func (b *sheet) set(cell int) line.Set { return b.cells[cell] }

// sets copies the candidates of the cells of line i to dst.
func (b *sheet) sets(i int, dst []line.Set) []line.Set {
	dst = dst[:0]
	for j := range b.Len(i) {
		dst = append(dst, b.cells[b.Cell(i, j)])
	}
	return dst
}

// keep eliminates all candidates of a cell but one.
func (b *sheet) keep(cell int, color nonogram.Color) {
	for s := b.set(cell) &^ line.Of(color); s != 0; s &= s - 1 {
		b.eliminate(candidate{int32(cell), uint8(bits.TrailingZeros64(uint64(s)))})
	}
}

// draw puts the known cells of a grid on the board. It reports false if one of
// them is excluded already.
func (b *sheet) draw(g *nonogram.Grid) bool {
	for cell, c := range g.Cells {
		if c == nonogram.Unknown {
			continue
		}
		s := b.set(cell)
		if !s.Has(c) {
			return false
		}
		if s.Len() > 1 {
			b.keep(cell, c)
			b.Open--
		}
	}
	return true
}

// solve solves line i completely and calls removed for every candidate that goes.
// The board stays as it is. It reports false if the line cannot be filled.
func (b *sheet) solve(i int, removed func(candidate)) bool {
	b.solves++
	was, now, ok := b.Narrow(i)
	if !ok {
		return false
	}
	words := line.Words(b.Len(i))
	for at, old := range was {
		for gone := old &^ now[at]; gone != 0; gone &= gone - 1 {
			j := at%words<<6 + bits.TrailingZeros64(gone)
			removed(candidate{int32(b.Cell(i, j)), uint8(at / words)})
		}
	}
	return true
}
