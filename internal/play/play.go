// Package play is a game of one puzzle: moves, undo, wrong marks and the end. Transports
// draw it and read the moves.
package play

import (
	"nonogram"
	"nonogram/teach"
)

// Game is a game. Its puzzle has exactly one solution.
type Game struct {
	Puzzle *nonogram.Puzzle
	// Board has the marks of the player; other cells are unknown.
	Board *nonogram.Grid
	// Moves is the number of moves, without those taken back.
	Moves int

	solution *nonogram.Grid
	// before has the cells of each move as they were before it.
	before [][]teach.Mark
}

// New begins a game with the given cells of the puzzle.
func New(p *nonogram.Puzzle, solution *nonogram.Grid) *Game {
	g := &Game{Puzzle: p, Board: nonogram.NewGrid(p.Width(), p.Height()), solution: solution}
	if p.Given != nil {
		copy(g.Board.Cells, p.Given.Cells)
	}
	return g
}

// Move sets the marks of a move.
func (g *Game) Move(marks []teach.Mark) {
	before := make([]teach.Mark, len(marks))
	for i, m := range marks {
		before[i] = teach.Mark{Cell: m.Cell, Color: g.Board.At(m.Cell.Row, m.Cell.Col)}
		g.Board.Set(m.Cell.Row, m.Cell.Col, m.Color)
	}
	g.before = append(g.before, before)
	g.Moves++
}

// Undo takes the last move back. It reports whether there was one.
func (g *Game) Undo() bool {
	if len(g.before) == 0 {
		return false
	}
	last := len(g.before) - 1
	for i := len(g.before[last]) - 1; i >= 0; i-- { // a move may set a cell twice
		m := g.before[last][i]
		g.Board.Set(m.Cell.Row, m.Cell.Col, m.Color)
	}
	g.before, g.Moves = g.before[:last], g.Moves-1
	return true
}

// Wrong lists the marks that differ from the solution, in reading order.
func (g *Game) Wrong() []nonogram.Cell {
	var wrong []nonogram.Cell
	for i, c := range g.Board.Cells {
		if c != nonogram.Unknown && c != g.solution.Cells[i] {
			wrong = append(wrong, nonogram.Cell{Row: i / g.Board.Width, Col: i % g.Board.Width})
		}
	}
	return wrong
}

// Balance is the number of right marks less the number of wrong ones, as a share of the
// cells.
func (g *Game) Balance() float64 {
	n := 0
	for i, c := range g.Board.Cells {
		switch {
		case c == nonogram.Unknown:
		case c == g.solution.Cells[i]:
			n++
		default:
			n--
		}
	}
	return float64(n) / float64(len(g.Board.Cells))
}

// Done reports whether the picture is complete. Empty cells need no mark.
func (g *Game) Done() bool {
	for i, c := range g.Board.Cells {
		if c == nonogram.Unknown {
			c = nonogram.Empty
		}
		if c != g.solution.Cells[i] {
			return false
		}
	}
	return true
}
