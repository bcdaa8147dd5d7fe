// Package models has the input languages of other solvers. A [Language] recognizes, reads
// and writes one; package models lists them among its formats. [Formula] is a puzzle for
// SAT solvers.
package models

import (
	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

// Language is the input language of another solver. Its functions are for package models,
// except Append.
type Language struct {
	// Sniff reports whether the beginning of a file is in this language.
	Sniff func(data []byte) bool
	// Read reads the puzzle at the cursor. It is nil for lists, which package format reads.
	Read func(d *cursor.Draft) *nonogram.Puzzle
	// Append appends a black-and-white puzzle.
	Append func(b []byte, p *nonogram.Puzzle) []byte
	// Picture says that a file holds a solution instead of clues.
	Picture bool
	// Fits returns an error for a puzzle that the language cannot hold. It may be nil.
	Fits func(p *nonogram.Puzzle) error
}

// fitsTable rejects puzzles whose table of clues would be mostly empty.
func fitsTable(p *nonogram.Puzzle) error {
	for _, clues := range [2][]nonogram.Clue{p.Rows, p.Cols} {
		if n := len(clues) * longest(clues); n > cursor.MaxBlocks {
			return plural.Errorf("its longest clue needs a table of %d numbers, the limit is %d (MaxBlocks)", n, cursor.MaxBlocks)
		}
	}
	return nil
}

// longest is the number of blocks of the longest clue, at least 1 because a table needs a
// column.
func longest(clues []nonogram.Clue) int {
	n := 1
	for _, clue := range clues {
		n = max(n, len(clue))
	}
	return n
}
