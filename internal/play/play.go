// Package play implements a game of one puzzle: moves, undo, wrong marks and the end of the
// game. It reads and writes the web app's progress file and has a screen for terminals.
package play

import (
	"cmp"
	"strings"

	"nonogram"
	"nonogram/teach"
)

// Game is a game of a puzzle that has exactly one solution.
type Game struct {
	Puzzle *nonogram.Puzzle
	// Board has the marks of the player; other cells are unknown.
	Board *nonogram.Grid
	// Hints is the number of hints so far, and Seconds the time.
	Hints, Seconds int

	solution *nonogram.Grid
	moves    [][]change
}

// change is a cell, an index of the board, with its color before and after.
type change struct {
	cell     int
	from, to nonogram.Color
}

// New begins a game with the given cells of the puzzle.
func New(p *nonogram.Puzzle, solution *nonogram.Grid) *Game {
	g := &Game{Puzzle: p, Board: nonogram.NewGrid(p.Width(), p.Height()), solution: solution}
	if p.Given != nil {
		copy(g.Board.Cells, p.Given.Cells)
	}
	return g
}

// Moves is the number of moves that were not undone.
func (g *Game) Moves() int { return len(g.moves) }

// Move sets the marks of a move.
func (g *Game) Move(marks []teach.Mark) {
	changes := make([]change, len(marks))
	for i, m := range marks {
		at := m.Cell.Row*g.Board.Width + m.Cell.Col
		changes[i] = change{at, g.Board.Cells[at], m.Color}
		g.Board.Cells[at] = m.Color
	}
	g.moves = append(g.moves, changes)
}

// Undo undoes the last move. It reports whether there was one.
func (g *Game) Undo() bool {
	last := len(g.moves) - 1
	if last < 0 {
		return false
	}
	for i := len(g.moves[last]) - 1; i >= 0; i-- { // a move may set a cell twice
		c := g.moves[last][i]
		g.Board.Cells[c.cell] = c.from
	}
	g.moves = g.moves[:last]
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

// Balance is the number of right marks minus the number of wrong ones, divided by the
// number of cells.
func (g *Game) Balance() float64 {
	cells := len(g.Board.Cells)
	return float64(cells-g.Board.Open()-2*len(g.Wrong())) / float64(cells)
}

// Done reports whether the picture is complete. Empty cells need no mark.
func (g *Game) Done() bool {
	for i, c := range g.Board.Cells {
		if c != g.solution.Cells[i] && (c != nonogram.Unknown || g.solution.Cells[i] != nonogram.Empty) {
			return false
		}
	}
	return true
}

// Clue returns the clue of a line as text, in color puzzles with the symbols of the colors.
func (g *Game) Clue(l nonogram.LineRef) string {
	var numbers []string
	for _, b := range g.Puzzle.Clue(l) {
		number := nonogram.Clue{{Length: b.Length, Color: nonogram.Black}}.String()
		if g.Puzzle.Colored() {
			number += string(rune(g.Puzzle.Palette.Symbol(b.Color)))
		}
		numbers = append(numbers, number)
	}
	return cmp.Or(strings.Join(numbers, " "), "0")
}
