package generate

import (
	"nonogram"
	"nonogram/internal/board"
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
//
// All lines are queued first, so that rows and columns take turns, and how many lines it
// takes does not depend on the order within a turn: what a repair may spend, and with it
// the puzzle of a seed, hangs on the picture alone.
func (m *gauge) settle() int {
	m.Clear()
	m.EnqueueAll()
	m.AssignGiven(m.given)
	solved, _ := m.Propagate()
	m.solved += int64(solved)
	return m.Open
}

// slack is how much room the clues leave, summed over all lines.
func (m *gauge) slack() int {
	n := 0
	for i := range m.Lines {
		n += m.Lines[i].Slack()
	}
	return n
}
