package teach

import (
	"math/bits"

	"nonogram"
	"nonogram/line"
)

// board is what is known of a puzzle: a prepared line for every row and column,
// and the candidate masks of package line for each of them. A cell lies in a row
// and in a column, so that every candidate is kept twice, and once more by cell.
// Lines are numbered rows first, then columns.
//
//	can:  row 0   row 1   …   column 0   column 1   …      each: color 0, color 1, …
//
// Nothing ever happens to a board but strikes, each of which removes a candidate,
// and taking them back in reverse.
type board struct {
	p             *nonogram.Puzzle
	width, height int
	colors        int
	lines         []line.Line
	can           []uint64
	cells         []line.Set // the candidates once more, by cell
	rowWords      int        // words of one mask of a row
	colWords      int
	colBase       int // where the columns begin in can
	open          int // cells with more than one candidate
	scratch       line.Scratch
	now           []uint64 // the masks of a line while it is solved
	solves        int64    // lines solved so far, the unit of work
}

// candidate is a color of a cell.
type candidate struct {
	cell  int32
	color uint8
}

func newBoard(p *nonogram.Puzzle) *board {
	b := &board{p: p, width: p.Width(), height: p.Height(), colors: len(p.Palette)}
	b.lines = make([]line.Line, b.width+b.height)
	for i := range b.lines {
		b.lines[i].Reset(b.clue(i), b.length(i), b.colors)
	}
	b.rowWords, b.colWords = line.Words(b.width), line.Words(b.height)
	b.colBase = b.height * b.colors * b.rowWords
	b.can = make([]uint64, b.colBase+b.width*b.colors*b.colWords)
	b.now = make([]uint64, b.colors*max(b.rowWords, b.colWords))
	for i := range b.lines {
		b.lines[i].Fill(b.masks(i))
	}
	b.open = b.width * b.height
	b.cells = make([]line.Set, b.open)
	for i := range b.cells {
		b.cells[i] = line.All(b.colors)
	}
	b.shareColors()
	return b
}

// shareColors leaves a cell only those colors that its row and its column both
// mention; see shared.go. Lines without blocks are left to the technique that is
// about them.
func (b *board) shareColors() {
	if b.colors == 2 {
		return
	}
	used := make([]line.Set, len(b.lines))
	for i := range used {
		used[i] = b.colorsOf(i)
	}
	for cell := range b.width * b.height {
		row, col := b.linesOf(cell)
		for s := line.All(b.colors) &^ (used[row] & used[col]); s != 0; s &= s - 1 {
			b.strike(candidate{int32(cell), uint8(bits.TrailingZeros64(uint64(s)))})
		}
		if used[row]&used[col] == line.Of(nonogram.Empty) {
			b.open--
		}
	}
}

// colorsOf are the colors of a line's clue with the background, or all colors if
// the clue has no blocks.
func (b *board) colorsOf(i int) line.Set {
	clue := b.clue(i)
	if len(clue) == 0 {
		return line.All(b.colors)
	}
	used := line.Of(nonogram.Empty)
	for _, block := range clue {
		used |= line.Of(block.Color)
	}
	return used
}

func (b *board) clue(i int) nonogram.Clue { return b.p.Clue(b.ref(i)) }

// ref names line i.
func (b *board) ref(i int) nonogram.LineRef {
	if i < b.height {
		return nonogram.LineRef{Axis: nonogram.Row, Index: i}
	}
	return nonogram.LineRef{Axis: nonogram.Column, Index: i - b.height}
}

// length is the number of cells of line i.
func (b *board) length(i int) int {
	if i < b.height {
		return b.width
	}
	return b.height
}

// cell is the j-th cell of line i.
func (b *board) cell(i, j int) int {
	if i < b.height {
		return i*b.width + j
	}
	return j*b.width + i - b.height
}

// linesOf are the lines through a cell.
func (b *board) linesOf(cell int) (row, col int) { return cell / b.width, b.height + cell%b.width }

// crossing is the other line through the j-th cell of line i.
func (b *board) crossing(i, j int) int {
	if i < b.height {
		return b.height + j
	}
	return j
}

func (b *board) place(cell int) nonogram.Cell {
	return nonogram.Cell{Row: cell / b.width, Col: cell % b.width}
}

// masks are the candidates of line i, as package line wants them.
func (b *board) masks(i int) []uint64 {
	if i < b.height {
		n := b.colors * b.rowWords
		return b.can[i*n : (i+1)*n]
	}
	n := b.colors * b.colWords
	at := b.colBase + (i-b.height)*n
	return b.can[at : at+n]
}

// words are the two words of can that hold a candidate.
func (b *board) words(c candidate) (row, col *uint64, x, y int) {
	y, x = int(c.cell)/b.width, int(c.cell)%b.width
	row = &b.can[(y*b.colors+int(c.color))*b.rowWords+x>>6]
	col = &b.can[b.colBase+(x*b.colors+int(c.color))*b.colWords+y>>6]
	return row, col, x, y
}

func (b *board) strike(c candidate) {
	b.cells[c.cell] &^= 1 << c.color
	row, col, x, y := b.words(c)
	*row &^= 1 << uint(x&63)
	*col &^= 1 << uint(y&63)
}

// unstrike takes a strike back.
func (b *board) unstrike(c candidate) {
	b.cells[c.cell] |= 1 << c.color
	row, col, x, y := b.words(c)
	*row |= 1 << uint(x&63)
	*col |= 1 << uint(y&63)
}

func (b *board) has(c candidate) bool { return b.cells[c.cell]>>c.color&1 != 0 }

// set holds the candidates of a cell.
func (b *board) set(cell int) line.Set { return b.cells[cell] }

// sets copies the candidates of the cells of line i to dst.
func (b *board) sets(i int, dst []line.Set) []line.Set {
	dst = dst[:0]
	for j := range b.length(i) {
		dst = append(dst, b.cells[b.cell(i, j)])
	}
	return dst
}

// keep strikes all candidates of a cell but one.
func (b *board) keep(cell int, color nonogram.Color) {
	for s := b.set(cell) &^ line.Of(color); s != 0; s &= s - 1 {
		b.strike(candidate{int32(cell), uint8(bits.TrailingZeros64(uint64(s)))})
	}
}

// draw puts the known cells of a grid on the board. It reports false if one of
// them is excluded already.
func (b *board) draw(g *nonogram.Grid) bool {
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
			b.open--
		}
	}
	return true
}

// solve solves line i completely and calls struck for every candidate that goes.
// The board stays as it is. It reports false if the line cannot be filled.
func (b *board) solve(i int, struck func(candidate)) bool {
	b.solves++
	masks := b.masks(i)
	now := b.now[:len(masks)]
	copy(now, masks)
	if !b.lines[i].Solve(now, &b.scratch) {
		return false
	}
	words := line.Words(b.length(i))
	for at, old := range masks {
		for gone := old &^ now[at]; gone != 0; gone &= gone - 1 {
			j := at%words<<6 + bits.TrailingZeros64(gone)
			struck(candidate{int32(b.cell(i, j)), uint8(at / words)})
		}
	}
	return true
}

// grid copies what is decided to a grid.
func (b *board) grid() *nonogram.Grid {
	g := nonogram.NewGrid(b.width, b.height)
	for cell := range g.Cells {
		if c, ok := b.set(cell).Only(); ok {
			g.Cells[cell] = c
		}
	}
	return g
}
