package generate

import (
	"math/bits"

	"nonogram"
	"nonogram/board"
)

// The gauge behind repair and search: how many cells of a picture stay open when its
// clues are solved line by line. Every other question (is it unique, how hard is it)
// costs tens to hundreds of times more, so this one is asked of every change that is
// tried, and the others only of the few that look best.
//
// A change of the picture resets the clues of the lines through the changed cells; the
// solving starts from the blank board again.
//
// Cost: 20 to 60 µs for 25×25 cells.

// gauge measures pictures of one size. It is used by one goroutine at a time.
type gauge struct {
	board.Board
	given *nonogram.Grid // cells that the puzzle gives, or nil
	cells []nonogram.Color

	solved int64 // lines solved so far: the unit of work
}

// load prepares the gauge for a picture.
func (m *gauge) load(g *nonogram.Grid, colors int, given *nonogram.Grid) {
	m.Size(g.Width, g.Height, colors)
	m.given = given
	for i := range m.Lines {
		m.read(g, i)
	}
}

// read takes the clue of a line from the picture.
func (m *gauge) read(g *nonogram.Grid, i int) {
	m.cells = g.Line(m.Ref(i), m.cells)
	m.SetClue(i, nonogram.ClueOf(m.cells))
}

// reread takes the clues of the lines through a cell.
func (m *gauge) reread(g *nonogram.Grid, cell int) {
	row, col := m.LinesOf(cell)
	m.read(g, row)
	m.read(g, col)
}

// settle solves lines until none has more to say, and counts the cells left open. The
// clues come from a picture, so that there always is an arrangement.
func (m *gauge) settle() int {
	m.Clear()
	m.MarkAll()
	m.Give(m.given)
	for m.Queued() > 0 {
		m.solved++
		if m.Word {
			m.Step()
		} else {
			m.step()
		}
	}
	return m.Open
}

// step is Step, but lines across are queued color by color. How many lines it takes
// depends on the order, and is what a repair may spend: with another one, seeds would
// give other puzzles.
func (m *gauge) step() {
	i := m.Next()
	was, now, _ := m.Narrow(i)
	words := len(was) / m.Colors
	for at, old := range was {
		for gone := old &^ now[at]; gone != 0; gone &= gone - 1 {
			m.Mark(m.Crossing(i, at%words<<6+bits.TrailingZeros64(gone)))
		}
	}
	m.Apply(i)
}

// slack is how much room the clues leave, summed over all lines.
func (m *gauge) slack() int {
	n := 0
	for i := range m.Lines {
		n += m.Lines[i].Slack()
	}
	return n
}
