package certify

import (
	"io"
	"strconv"

	"nonogram"
)

// Writer writes a certificate step by step, as a proof for the engine's Prove. It buffers
// little and checks no step. The first error of the underlying writer is returned from then
// on.
//
// Literals are those of the format. A positive hint is the number of a clause; a negative one
// is a line: -1 is the first row, and columns follow the rows, or rising and falling lines.
type Writer struct {
	w      io.Writer
	buf    []byte
	p      *nonogram.Puzzle
	listed int // number of solutions
	err    error
}

const (
	flushSize = 32 << 10 // bytes per write
	firstSize = 4 << 10  // initial buffer, enough for most puzzles that need no search
)

// NewWriter starts a certificate of a puzzle. If a clue is over the limits of the format, all
// steps fail.
func NewWriter(w io.Writer, p *nonogram.Puzzle) *Writer {
	return &Writer{w: w, buf: appendHeader(make([]byte, 0, firstSize), p), p: p, err: checkClues(p)}
}

// Known writes the step that adds the consequences of hints.
func (c *Writer) Known(hints []int64) error {
	c.buf = append(c.buf, 'k')
	c.hints(hints)
	return c.newline()
}

// Clause writes a clause with a number above all before, and the hints that lead to a
// contradiction if all its literals are false.
func (c *Writer) Clause(id int64, literals []int32, hints []int64) error {
	c.buf = strconv.AppendInt(append(c.buf, "a "...), id, 10)
	for _, l := range literals {
		c.buf = strconv.AppendInt(append(c.buf, ' '), int64(l), 10)
	}
	c.buf = append(c.buf, " :"...)
	c.hints(hints)
	return c.newline()
}

// Delete writes the deletion of clauses.
func (c *Writer) Delete(ids []int64) error {
	c.buf = append(c.buf, 'd')
	c.hints(ids)
	return c.newline()
}

// Solution writes a solution, which the clause of the given number blocks.
func (c *Writer) Solution(id int64, g *nonogram.Grid) error {
	c.listed++
	c.buf = strconv.AppendInt(append(c.buf, "s "...), id, 10)
	for y := range g.Height {
		c.buf = appendCells(append(c.buf, '\n'), g.Row(y))
	}
	return c.newline()
}

// Totals writes that rows and columns have different totals of a color.
func (c *Writer) Totals(color nonogram.Color) error {
	c.buf = strconv.AppendInt(append(c.buf, "t "...), int64(color), 10)
	return c.newline()
}

// Lagrangian writes a Lagrangian bound on the distance from a solution, or with 0 and unit 0
// a bound without one: the multipliers of cells, row by row.
func (c *Writer) Lagrangian(solution, unit int64, multipliers []int64) error {
	c.buf = strconv.AppendInt(append(c.buf, "w "...), solution, 10)
	c.buf = strconv.AppendInt(append(c.buf, ' '), unit, 10)
	for _, w := range multipliers {
		c.buf = strconv.AppendInt(append(c.buf, ' '), w, 10)
	}
	return c.newline()
}

// End writes the claim that the solutions listed are all there are, or if not exact that
// there are at least these. It flushes the buffer and does not close the underlying writer.
func (c *Writer) End(exact bool) error {
	how := "end at-least "
	if exact {
		how = "end exactly "
	}
	c.buf = strconv.AppendInt(append(c.buf, how...), int64(c.listed), 10)
	c.buf = append(c.buf, '\n')
	return c.flush(0)
}

func (c *Writer) hints(hints []int64) {
	for _, h := range hints {
		c.buf = append(c.buf, ' ')
		if h < 0 {
			ref := c.line(-h - 1)
			c.buf = append(c.buf, letters[ref.Axis])
			h = int64(ref.Index + 1)
		}
		c.buf = strconv.AppendInt(c.buf, h, 10)
	}
}

// line is the line of a number, from 0.
func (c *Writer) line(i int64) nonogram.LineRef {
	switch {
	case c.p.Shape != nil:
		return c.p.Shape.Ref(int(i))
	case i < int64(c.p.Height()):
		return nonogram.LineRef{Axis: nonogram.Row, Index: int(i)}
	}
	return nonogram.LineRef{Axis: nonogram.Column, Index: int(i) - c.p.Height()}
}

func (c *Writer) newline() error {
	c.buf = append(c.buf, '\n')
	return c.flush(flushSize)
}

// flush writes the buffer if it has reached a size.
func (c *Writer) flush(size int) error {
	if c.err == nil && len(c.buf) >= size {
		_, c.err = c.w.Write(c.buf)
		c.buf = c.buf[:0]
	}
	return c.err
}
