// Package nonogram defines the model that all packages share: a [Puzzle] is a rectangle
// of cells with a [Clue] for every row and column, or a board of another [Shape], a [Grid] holds the colors of the cells,
// some of which may be unknown, and a [Result] is the answer of a solver.
//
// Nonograms (picross, hanjie, griddlers, paint by numbers) hide a picture in
// run lengths: a row with the clue "3 1" has a block of three filled cells
// and, after at least one empty cell, a block of one. In color
// puzzles every block also has a color, and only blocks of equal color need a
// gap between them.
//
// A puzzle takes this path:
//
//	format.Decode ─▶ Puzzle ─ Validate ─▶ solve.Solve ─▶ Result ─ Check ─▶ render, format.Encode
//
// First steps, each with an example in its package:
//
//   - [nonogram/solve.Solve] solves a puzzle and decides whether the solution is unique,
//     [nonogram/solve.All] ranges over its solutions, [nonogram/solve.Count] counts them.
//   - [nonogram/teach.Hint] suggests the next step, [nonogram/teach.Explain] solves in steps
//     with reasons, [nonogram/teach.Rate] estimates the difficulty.
//   - [nonogram/format.Read] reads files of any format, [nonogram/format.Encode] writes them.
//   - [nonogram/render.Text], [nonogram/render.SVG], [nonogram/render.PNG] and
//     [nonogram/render.PDF] draw puzzles.
//   - [nonogram/generate.FromImage] makes a puzzle from an image, [nonogram/generate.Repair]
//     makes its solution unique, [nonogram/generate.Recipe] makes random puzzles of a level.
//   - [nonogram/scan.Read] reads a puzzle from a photograph.
//   - [nonogram/certify.Verify] checks a proof, independently of the solver.
//   - [nonogram/puzzles.ByName] returns a puzzle of the pack, [nonogram/lab.Lookup] a classic
//     method.
//
// Solvers call [Validate] themselves, and they return a solution only after [Check] has
// compared it with the clues. To build a puzzle by hand, begin with [New] for plain numbers or
// [FromGrid] for a picture. All functions of this package take time in proportion to the cells,
// microseconds for a usual puzzle, and none searches.
//
// The package depends on the standard library only and reads no files and no clock. Its
// values may be shared by goroutines that only read them.
package nonogram

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Color is an index into a puzzle's Palette. Color 0 is always the background,
// which clues never mention.
type Color uint8

const (
	// Empty is the background: a cell that belongs to no block.
	Empty Color = 0
	// Black is the only ink of a black-and-white puzzle.
	Black Color = 1
	// Unknown marks an undecided cell of a Grid.
	Unknown Color = 255
)

// Block is one number of a clue: a run of Length cells of one Color.
//
// Length 0 is a blotted number: the block has an unknown length of at least one cell.
type Block struct {
	Length int
	Color  Color
}

// Clue is the sequence of blocks of one line, in reading order: left to right
// for a row, top to bottom for a column. The clue of an empty line has no
// blocks; that of a line of which nothing is known is [MissingClue].
type Clue []Block

// MissingClue returns the clue of a line of which nothing is known: any cells fit it. It is
// a value of its own, not an empty clue, and formatted as "*".
func MissingClue() Clue { return Clue{{Color: Unknown}} }

// Missing reports whether nothing is known of the line: whether the clue is [MissingClue].
func (c Clue) Missing() bool { return len(c) == 1 && c[0] == Block{Color: Unknown} }

// Puzzle is a nonogram with its metadata. Rows are ordered from top to bottom, Cols from
// left to right. On a board that is not a rectangle, Cols are the clues of all lines that are not
// rows, in the order of its Shape.
type Puzzle struct {
	ID        string // its name or number within the file it came from
	Title     string
	Author    string
	Copyright string
	License   string
	Source    string // where it was published: a catalogue, a page
	Notes     string

	Palette Palette
	Rows    []Clue
	Cols    []Clue

	// Shape is nil for a rectangle. A function that takes only rectangles returns
	// [ErrShape] for other boards.
	Shape *Shape

	// Given holds the cells that the puzzle reveals; the others are Unknown. It is nil
	// if no cell is given.
	Given *Grid
	// Goal is the intended solution, or nil if the file does not contain it. Solvers
	// ignore it.
	Goal *Grid

	// ReadAs describes how an ambiguous file was read; it is empty if there was only one
	// way to read it.
	ReadAs string
}

// New makes a black-and-white puzzle from plain numbers. A nil or empty slice,
// or a single 0, is the clue of an empty line. New does not validate the puzzle.
func New(rows, cols [][]int) *Puzzle {
	return &Puzzle{Palette: BlackAndWhite(), Rows: blackClues(rows), Cols: blackClues(cols)}
}

// String formats the size, the title if there is one, and the clues, a line each.
func (p *Puzzle) String() string {
	var b strings.Builder
	if p.Shape != nil {
		b.WriteString("triddler " + p.Shape.String())
	} else {
		fmt.Fprintf(&b, "%d×%d", p.Width(), p.Height())
	}
	if p.Title != "" {
		fmt.Fprintf(&b, " %q", p.Title)
	}
	for _, l := range p.Lines() {
		if l.Index > 0 {
			b.WriteByte(',')
		} else {
			b.WriteString("\n" + l.Axis.String() + "s:")
		}
		b.WriteString(" " + p.Clue(l).String())
	}
	return b.String()
}

func blackClues(lines [][]int) []Clue {
	clues := make([]Clue, len(lines))
	for i, numbers := range lines {
		clues[i] = BlackClue(numbers...)
	}
	return clues
}

// BlackClue makes a black-and-white clue from its numbers. A single 0, the usual
// notation for an empty line, gives a clue without blocks.
func BlackClue(numbers ...int) Clue {
	if len(numbers) == 0 || len(numbers) == 1 && numbers[0] == 0 {
		return nil
	}
	clue := make(Clue, len(numbers))
	for i, n := range numbers {
		clue[i] = Block{Length: n, Color: Black}
	}
	return clue
}

// Width is the number of columns, of a grid if the board is not a rectangle.
func (p *Puzzle) Width() int {
	if p.Shape != nil {
		return p.Shape.Width
	}
	return len(p.Cols)
}

// Height is the number of rows.
func (p *Puzzle) Height() int {
	if p.Shape != nil {
		return p.Shape.Height
	}
	return len(p.Rows)
}

// Size is the size in words: 15×20, or the number of triangles as 96△.
func (p *Puzzle) Size() string {
	if p.Shape != nil {
		return fmt.Sprintf("%d△", p.Shape.Count)
	}
	return fmt.Sprintf("%d×%d", p.Width(), p.Height())
}

// NewGrid makes a grid of the puzzle's size with unknown cells; those outside the board of a
// triddler are empty.
func (p *Puzzle) NewGrid() *Grid {
	if p.Shape != nil {
		return p.Shape.NewGrid()
	}
	return NewGrid(p.Width(), p.Height())
}

// Colored reports whether the puzzle has more than one ink.
func (p *Puzzle) Colored() bool { return len(p.Palette) > 2 }

// Blotted reports whether any block has an unknown length.
func (p *Puzzle) Blotted() bool {
	for _, clues := range [2][]Clue{p.Rows, p.Cols} {
		for _, clue := range clues {
			for _, b := range clue {
				if b.Length == 0 && b.Color != Unknown {
					return true
				}
			}
		}
	}
	return false
}

// Missing reports whether any line has no clue ([MissingClue]).
func (p *Puzzle) Missing() bool {
	return slices.ContainsFunc(p.Rows, Clue.Missing) || slices.ContainsFunc(p.Cols, Clue.Missing)
}

// Clue returns the clue of one line.
func (p *Puzzle) Clue(l LineRef) Clue {
	switch l.Axis {
	case Row:
		return p.Rows[l.Index]
	case Falling:
		rising, _ := p.Shape.Across()
		return p.Cols[rising+l.Index]
	}
	return p.Cols[l.Index]
}

// Len returns the number of cells of one line.
func (p *Puzzle) Len(l LineRef) int {
	switch {
	case p.Shape != nil:
		return len(p.Shape.Lines[p.Shape.Index(l)])
	case l.Axis == Column:
		return p.Height()
	}
	return p.Width()
}

// Lines returns the rows, then the columns, or the rising and the falling lines.
func (p *Puzzle) Lines() []LineRef {
	lines := make([]LineRef, 0, len(p.Rows)+len(p.Cols))
	if p.Shape != nil {
		for i := range p.Shape.Lines {
			lines = append(lines, p.Shape.Ref(i))
		}
		return lines
	}
	for i := range p.Rows {
		lines = append(lines, LineRef{Row, i})
	}
	for i := range p.Cols {
		lines = append(lines, LineRef{Column, i})
	}
	return lines
}

// Cells is the sum of the lengths of the blocks.
func (c Clue) Cells() int {
	n := 0
	for _, b := range c {
		n += b.Length
	}
	return n
}

// MinLength is the length of the shortest line that can hold the clue: the sum of
// the blocks, and one gap between neighboring blocks of equal color. It is 0 if the clue is
// missing.
func (c Clue) MinLength() int {
	if c.Missing() {
		return 0
	}
	n := 0
	for i, b := range c {
		n += max(b.Length, 1)
		if i > 0 && c[i-1].Color == b.Color {
			n++
		}
	}
	return n
}

// Equal reports whether two clues have the same blocks.
func (c Clue) Equal(d Clue) bool {
	if len(c) != len(d) {
		return false
	}
	for i := range c {
		if c[i] != d[i] {
			return false
		}
	}
	return true
}

// String formats the clue as "3 1". A color other than black follows its number
// as ":2", a blotted block is "?", the clue of an empty line is "0", and a missing one "*".
func (c Clue) String() string {
	if len(c) == 0 {
		return "0"
	}
	if c.Missing() {
		return "*"
	}
	var sb strings.Builder
	for i, b := range c {
		if i > 0 {
			sb.WriteByte(' ')
		}
		if b.Length == 0 {
			sb.WriteByte('?')
		} else {
			sb.WriteString(strconv.Itoa(b.Length))
		}
		if b.Color != Black {
			fmt.Fprintf(&sb, ":%d", b.Color)
		}
	}
	return sb.String()
}

// Axis is the direction of a line.
type Axis uint8

// The axes of rectangles are Row and Column, those of triddlers Row, Rising and Falling.
const (
	Row Axis = iota
	Column
	Rising  // from the lower left to the upper right
	Falling // from the upper left to the lower right
)

var axisNames = [...]string{"row", "column", "rising line", "falling line"}

// String is "row", "column", "rising line" or "falling line".
func (a Axis) String() string { return axisNames[a] }

// LineRef names one line of a puzzle. Index counts from 0; String counts from 1.
type LineRef struct {
	Axis  Axis
	Index int
}

// String formats the line as "row 1", which is the topmost row.
func (l LineRef) String() string { return l.Axis.String() + " " + strconv.Itoa(l.Index+1) }
