package nonogram

import (
	"errors"
	"fmt"
	"strings"
)

// Boards that are not rectangles. A triddler is a hexagon of triangles, some of whose sides may
// be missing. Its lines run in three directions, so that every cell is on three of them; two
// lines may share two cells. All follows from the number of lines that begin or end at
// each side:
//
//	     F
//	   ┌───┐
//	 A ╱   ╲ E      rows      A + B = D + E   lines from left to right
//	  ╱     ╲       rising    E + F = B + C   lines /, read from top to bottom
//	  ╲     ╱       falling   C + D = A + F   lines \, read from top to bottom
//	 B ╲   ╱ D
//	   └───┘
//	     C
//
// Grids have the cells of a triddler in the rows of the smallest rectangle around it, a triangle
// a column. Cells of the grid outside the board are Empty.

// Shape is a board of triangles. It is not changed after [Triddler] has made it.
type Shape struct {
	Sides         [6]int    // A to F: upper left, lower left, bottom, lower right, upper right, top
	Width, Height int       // of its grids
	Count         int       // cells on the board
	Lines         [][]int32 // cells of every line in reading order: rows, rising, falling lines
	Of            [][]Place // the lines of every cell of a grid; none outside the board

	first  [3]int // index in Lines of the first line of an axis
	offset int    // what a column has to be moved by for its parity, see Up
}

// Place is a cell on a line.
type Place struct{ Line, At int32 }

// ErrShape is the error of functions that take only rectangles.
var ErrShape = errors.New("the board is a triddler, and this takes only rectangles")

// Rectangular returns ErrShape if the board is not a rectangle.
func (p *Puzzle) Rectangular() error {
	if p.Shape != nil {
		return ErrShape
	}
	return nil
}

// Triddler makes the shape of a board with a number of lines at each side: upper left, lower
// left, bottom, lower right, upper right, top. Sides may be 0.
func Triddler(sides [6]int) (*Shape, error) {
	a, b, c, d, e, f := sides[0], sides[1], sides[2], sides[3], sides[4], sides[5]
	for _, n := range sides {
		if n < 0 || n > MaxSide {
			return nil, fmt.Errorf("found the side %d of a triddler, expected 0 to %d", n, MaxSide)
		}
	}
	switch {
	case a+b != d+e || a+f != c+d:
		return nil, fmt.Errorf("the sides %v do not close to a hexagon: opposite pairs of neighbors have equal sums", sides)
	case a+b == 0 || e+f == 0 || a+f == 0:
		return nil, errors.New("a triddler without cells")
	}
	s := &Shape{Sides: sides, Height: a + b, first: [3]int{0, a + b, a + b + e + f}}
	left, right := s.row(0)
	for y := range s.Height {
		l, r := s.row(y)
		left, right = min(left, l), max(right, r)
	}
	s.Width, s.offset = right-left, left
	if err := ValidateSize(s.Width, s.Height); err != nil {
		return nil, err
	}
	for y := range s.Height {
		l, r := s.row(y)
		s.Count += r - l
	}
	lengths := make([]int, s.first[2]+a+f)
	s.walk(func(line, _, _ int) { lengths[line]++ })
	cells, places := make([]int32, len(axes)*s.Count), make([]Place, len(axes)*s.Count)
	s.Lines, s.Of = make([][]int32, len(lengths)), make([][]Place, s.Width*s.Height)
	for i, n := range lengths {
		s.Lines[i], cells = cells[:0:n], cells[n:]
	}
	s.walk(func(line, y, x int) {
		cell := y*s.Width + x - s.offset
		if s.Of[cell] == nil {
			s.Of[cell], places = places[:0:len(axes)], places[len(axes):]
		}
		s.Of[cell] = append(s.Of[cell], Place{int32(line), int32(len(s.Lines[line]))})
		s.Lines[line] = append(s.Lines[line], int32(cell))
	})
	return s, nil
}

// walk passes on the cells of all lines, those of a line in reading order.
func (s *Shape) walk(visit func(line, y, x int)) {
	for y := range s.Height {
		l, r := s.row(y)
		for x := l; x < r; x++ {
			visit(y, y, x) // from left to right
		}
		for x := r - 1; x >= l; x-- {
			visit(s.first[1]+(x+y)>>1, y, x) // from the upper right
		}
		for x := l; x < r; x++ {
			visit(s.first[2]+s.Sides[0]+(x-y-1)>>1, y, x) // from the upper left
		}
	}
}

// row returns the first column of a row and the one after its last. Column 0 is the cell that
// points up at the left end of the top row, or would if the board began there.
//
// The triangle in column x of row y is on the rising line (x+y)/2 and the falling line
// A+(x-y-1)/2, rounded down. A row has the columns where both are on the board.
func (s *Shape) row(y int) (from, to int) {
	a, e, f := s.Sides[0], s.Sides[4], s.Sides[5]
	return max(-y, y+1-2*a), min(2*(e+f)-y, 2*f+y+1)
}

// Up reports whether the triangle in a row and column of a grid points up.
func (s *Shape) Up(row, col int) bool { return (row+col+s.offset)&1 == 0 }

// Has reports whether a cell of a grid is on the board.
func (s *Shape) Has(cell int) bool { return s.Of[cell] != nil }

// Row returns the columns of a row that are on the board: from the first, to before the last.
func (s *Shape) Row(row int) (from, to int) {
	from, to = s.row(row)
	return from - s.offset, to - s.offset
}

// At returns the index of a cell on a line, -1 if it is not on it.
func (s *Shape) At(line, cell int) int {
	for _, p := range s.Of[cell] {
		if int(p.Line) == line {
			return int(p.At)
		}
	}
	return -1
}

// axes are the directions of the lines of a triddler.
var axes = [3]Axis{Row, Rising, Falling}

// Ref returns the reference of a line.
func (s *Shape) Ref(line int) LineRef {
	for k := len(axes) - 1; ; k-- {
		if line >= s.first[k] {
			return LineRef{axes[k], line - s.first[k]}
		}
	}
}

// Index returns the index of a line in Lines.
func (s *Shape) Index(l LineRef) int {
	if l.Axis == Row {
		return l.Index
	}
	return s.first[l.Axis-Column] + l.Index
}

// Across returns the numbers of rising and falling lines, which together are the Cols of a
// puzzle.
func (s *Shape) Across() (rising, falling int) {
	return s.first[2] - s.first[1], len(s.Lines) - s.first[2]
}

// Line copies the cells of a grid on a line into dst, which grows as needed, and returns the result.
func (s *Shape) Line(line int, g *Grid, dst []Color) []Color {
	dst = dst[:0]
	for _, cell := range s.Lines[line] {
		dst = append(dst, g.Cells[cell])
	}
	return dst
}

// CluesOf returns the clues of a picture on the board: of the rows, and of all other lines.
func (s *Shape) CluesOf(g *Grid) (rows, cols []Clue) {
	clues := make([]Clue, len(s.Lines))
	var cells []Color
	for i := range clues {
		cells = s.Line(i, g, cells)
		clues[i] = ClueOf(cells)
	}
	return clues[:s.Height:s.Height], clues[s.Height:]
}

// NewGrid makes a grid of unknown cells; those outside the board are empty.
func (s *Shape) NewGrid() *Grid {
	g := NewGrid(s.Width, s.Height)
	for cell := range g.Cells {
		if !s.Has(cell) {
			g.Cells[cell] = Empty
		}
	}
	return g
}

// String formats the sides, "9, 7, 10, 7, 9, 8".
func (s *Shape) String() string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(s.Sides)), ", "), "[]")
}

// checkShape is Check for a board that is not a rectangle.
func checkShape(p *Puzzle, g *Grid) error {
	for cell, c := range g.Cells {
		if !p.Shape.Has(cell) && c != Empty {
			return &CheckError{Line: LineRef{Row, cell / g.Width}, Cell: cell % g.Width, Message: fmt.Sprintf("the cell in column %d is outside the board", cell%g.Width+1)}
		}
	}
	for y := range g.Height {
		if err := checkCells(p, y, g.Row(y)); err != nil {
			return err
		}
	}
	var cells []Color
	for i := range p.Shape.Lines {
		l := p.Shape.Ref(i)
		cells = p.Shape.Line(i, g, cells)
		if clue := p.Clue(l); !fits(clue, cells, 1) {
			return clueError(l, clue, cells)
		}
	}
	return nil
}
