package nonogram

import (
	"bytes"
	"slices"
)

// Grids of cells, with their text form. A grid has one slice of cells, so that it is copied
// and compared in one step.

// Cell is the position of a cell; both indices count from 0.
type Cell struct{ Row, Col int }

// Grid is a rectangle of cells in row-major order, each a Color or Unknown.
type Grid struct {
	Width, Height int
	Cells         []Color
}

// NewGrid makes a grid of unknown cells.
func NewGrid(width, height int) *Grid {
	g := &Grid{Width: width, Height: height, Cells: make([]Color, width*height)}
	for i := range g.Cells {
		g.Cells[i] = Unknown
	}
	return g
}

// At returns the cell in the given row and column, both from 0.
func (g *Grid) At(row, col int) Color { return g.Cells[row*g.Width+col] }

// Set writes the cell in the given row and column.
func (g *Grid) Set(row, col int, c Color) { g.Cells[row*g.Width+col] = c }

// Row returns the cells of one row; writing to it writes to the grid.
func (g *Grid) Row(i int) []Color { return g.Cells[i*g.Width : (i+1)*g.Width] }

// Line copies the cells of a row or column into dst, which grows as needed, and
// returns the result.
func (g *Grid) Line(l LineRef, dst []Color) []Color {
	if l.Axis == Row {
		return append(dst[:0], g.Row(l.Index)...)
	}
	dst = dst[:0]
	for i := l.Index; i < len(g.Cells); i += g.Width {
		dst = append(dst, g.Cells[i])
	}
	return dst
}

// Open counts the unknown cells.
func (g *Grid) Open() int {
	n := 0
	for _, c := range g.Cells {
		if c == Unknown {
			n++
		}
	}
	return n
}

// Equal reports whether two grids have the same size and cells.
func (g *Grid) Equal(h *Grid) bool {
	return g.Width == h.Width && g.Height == h.Height && slices.Equal(g.Cells, h.Cells)
}

// Clone copies the grid.
func (g *Grid) Clone() *Grid {
	return &Grid{Width: g.Width, Height: g.Height, Cells: slices.Clone(g.Cells)}
}

// Rows formats each row as a string with the palette's character for each cell.
func (g *Grid) Rows(p Palette) []string {
	rows := make([]string, g.Height)
	buf := make([]byte, g.Width)
	for y := range rows {
		for x, c := range g.Row(y) {
			buf[x] = p.Symbol(c)
		}
		rows[y] = string(buf)
	}
	return rows
}

// String formats a black-and-white grid with one line per row: '.' for empty, '#' for
// filled and '?' for unknown cells. Other colors are digits, or '?' above 9.
func (g *Grid) String() string {
	var b bytes.Buffer
	b.Grow((g.Width + 1) * g.Height)
	for y := range g.Height {
		for _, c := range g.Row(y) {
			b.WriteByte(plainSymbol(c))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func plainSymbol(c Color) byte {
	switch {
	case c == Empty:
		return EmptySymbol
	case c == Black:
		return BlackSymbol
	case c <= 9:
		return '0' + byte(c)
	}
	return UnknownSymbol
}

// ClueOf returns the clue of a line of cells. Unknown cells separate blocks, as empty
// cells do.
func ClueOf(cells []Color) Clue {
	var clue Clue
	for i := 0; i < len(cells); {
		c := cells[i]
		start := i
		for i < len(cells) && cells[i] == c {
			i++
		}
		if c != Empty && c != Unknown {
			clue = append(clue, Block{Length: i - start, Color: c})
		}
	}
	return clue
}

// CluesOf returns the clues of all rows and columns of a picture.
func CluesOf(g *Grid) (rows, cols []Clue) {
	rows = make([]Clue, g.Height)
	cols = make([]Clue, g.Width)
	for y := range rows {
		rows[y] = ClueOf(g.Row(y))
	}
	buf := make([]Color, g.Height)
	for x := range cols {
		buf = g.Line(LineRef{Column, x}, buf)
		cols[x] = ClueOf(buf)
	}
	return rows, cols
}

// FromGrid makes a puzzle from a picture and keeps a copy of it as the goal. Other pictures
// may have the same clues.
func FromGrid(g *Grid, palette Palette) *Puzzle {
	rows, cols := CluesOf(g)
	return &Puzzle{Palette: palette, Rows: rows, Cols: cols, Goal: g.Clone()}
}
