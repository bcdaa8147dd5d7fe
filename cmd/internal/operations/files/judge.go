package files

import (
	"nonogram"
	"nonogram/internal/board"
)

// If a text can be read in two ways, a small search by lines and guesses decides between
// them. The engine would increase the module that reads files by a fifth, and typed puzzles
// are mostly line-solvable.

// judgeNodes is the number of guesses after which a puzzle counts as solvable: some
// milliseconds.
const judgeNodes = 2000

// judgeCells bounds the size of the puzzles; typed puzzles are smaller.
const judgeCells = 250_000

// Solvable reports whether a puzzle has a solution, as far as a short search shows: if it
// returns false, there is none. Texts that have several readings are rectangles.
func Solvable(p *nonogram.Puzzle) bool {
	switch {
	case nonogram.Validate(p) != nil:
		return false
	case p.Shape != nil || p.Width()*p.Height() > judgeCells:
		return true
	}
	var b board.Board
	b.Reset(p)
	if p.Given != nil {
		b.AssignGiven(p.Given)
	}
	b.EnqueueAll()
	nodes := 0
	return !b.TooLong && search(&b, &nodes)
}

// search solves lines and tries every candidate of an open cell.
func search(b *board.Board, nodes *int) bool {
	if _, ok := b.Propagate(); !ok {
		b.ClearQueue()
		return false
	}
	if b.Open == 0 {
		return true
	}
	if *nodes++; *nodes > judgeNodes {
		return true
	}
	cell := b.OpenCells(nil)[0]
	row, col := cell/b.Width, cell%b.Width
	for color := range b.Colors {
		if !b.Candidates(row, col).Has(nonogram.Color(color)) {
			continue
		}
		state := b.Save()
		b.Assign(row, col, color)
		b.Open--
		b.Enqueue(row)
		b.Enqueue(b.Height + col)
		if search(b, nodes) {
			return true
		}
		b.Load(state)
	}
	return false
}
