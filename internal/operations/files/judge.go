package files

import (
	"nonogram"
	"nonogram/internal/board"
)

// Who decides between two readings of a text: a small search on a board, lines first,
// then supposing a cell. The engine would do, but it is a fifth of what a browser has to
// load to read files, and the puzzles of texts that people type fall to their lines.

// judgeNodes is how many suppositions are tried before a puzzle counts as one that may
// have a solution: some milliseconds, and the same everywhere.
const judgeNodes = 2000

// judgeCells bounds the boards that are looked at; larger ones are no typed clues.
const judgeCells = 250_000

// Solvable reports whether a puzzle has a solution, as far as that is quickly found out:
// it may be wrong only in saying yes.
func Solvable(p *nonogram.Puzzle) bool {
	switch {
	case nonogram.Validate(p) != nil:
		return false
	case p.Width()*p.Height() > judgeCells:
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

// search settles the lines and tries every candidate of an open cell.
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
