package batch

import (
	"slices"

	"nonogram"
	"nonogram/internal/operations/record"
)

// Item is one puzzle of a job, or the error in its place.
type Item struct {
	ID   string
	File string // where it comes from
	// Puzzle is nil if Problem is set.
	Puzzle  *nonogram.Puzzle
	Problem record.Detail
}

// Kinds of encoded items.
const (
	kindProblem = iota
	kindPuzzle
	kindGuessed // a puzzle with its ReadAs
)

// usualItem is the length of most items.
const usualItem = 512

// AppendItem appends the encoding of an item to b. Whole includes the goal and all texts.
func AppendItem(b []byte, it *Item, whole bool) []byte {
	b = slices.Grow(b, usualItem)
	b = appendText(b, it.ID)
	b = appendText(b, it.File)
	if it.Puzzle == nil {
		b = append(b, kindProblem)
		b = appendText(b, it.Problem.Where)
		return appendText(b, it.Problem.Message)
	}
	p := it.Puzzle
	if !whole {
		p = &nonogram.Puzzle{Palette: p.Palette, Rows: p.Rows, Cols: p.Cols, Given: p.Given}
	}
	if as := it.Puzzle.ReadAs; as != "" {
		return appendPuzzle(appendText(append(b, kindGuessed), as), p)
	}
	return appendPuzzle(append(b, kindPuzzle), p)
}

// ReadItem decodes an item.
func ReadItem(b []byte) (*Item, error) {
	d := &decoder{b: b}
	it := &Item{ID: d.text(), File: d.text()}
	switch d.byte() {
	case kindProblem:
		it.Problem = record.Detail{Where: d.text(), Message: d.text()}
	case kindGuessed:
		as := d.text()
		if it.Puzzle = d.puzzle(); it.Puzzle != nil {
			it.Puzzle.ReadAs = as
		}
	default:
		it.Puzzle = d.puzzle()
	}
	return it, d.end()
}
