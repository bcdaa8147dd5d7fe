// What formats can hold besides clues, and what a puzzle therefore loses when
// it is written in one of them.

package format

import (
	"slices"

	"nonogram"
)

// Feature is a set of things a file of some format can hold.
type Feature uint16

// The features.
const (
	Many      Feature = 1 << iota // several puzzles in one file
	Colors                        // several inks
	Ink                           // the colors of the ink and the background of a black-and-white puzzle
	Blots                         // blocks of unknown length
	Given                         // given cells
	Goal                          // the picture
	ID                            // an ID other than the puzzle's number
	Title                         // Puzzle.Title
	Author                        // Puzzle.Author
	Copyright                     // Puzzle.Copyright
	License                       // Puzzle.License
	Origin                        // Puzzle.Source
	Notes                         // Puzzle.Notes
)

// Has reports whether all of the other features are in the set.
func (f Feature) Has(other Feature) bool { return f&other == other }

// uses is the list of what a puzzle can lose, with the words for it.
var uses = []struct {
	feature Feature
	name    string
	has     func(p *nonogram.Puzzle) bool
}{
	{Colors, "colors", func(p *nonogram.Puzzle) bool { return p.Colored() }},
	{Ink, "the color of the ink", func(p *nonogram.Puzzle) bool { return !p.Colored() && !isBlackAndWhite(p.Palette) }},
	{Blots, "blocks of unknown length", func(p *nonogram.Puzzle) bool { return p.Blotted() }},
	{Given, "given cells", func(p *nonogram.Puzzle) bool { return p.Given != nil }},
	{Goal, "the goal", func(p *nonogram.Puzzle) bool { return p.Goal != nil }},
	{ID, lostID, func(p *nonogram.Puzzle) bool { return !isNumber(p.ID) }},
	{Title, "the title", func(p *nonogram.Puzzle) bool { return p.Title != "" }},
	{Author, "the author", func(p *nonogram.Puzzle) bool { return p.Author != "" }},
	{Copyright, "the copyright", func(p *nonogram.Puzzle) bool { return p.Copyright != "" }},
	{License, "the license", func(p *nonogram.Puzzle) bool { return p.License != "" }},
	{Origin, "the source", func(p *nonogram.Puzzle) bool { return p.Source != "" }},
	{Notes, "the notes", func(p *nonogram.Puzzle) bool { return p.Notes != "" }},
}

const lostID = "the id"

// Losses lists, in words for people, what of the puzzle a file of the format
// cannot hold. Of these [Encode] refuses colors and blocks of unknown length
// and leaves out the others. The list is empty when nothing is lost; an ID that
// is only a number counts for nothing.
func Losses(f *Format, p *nonogram.Puzzle) []string {
	var lost []string
	for _, u := range uses {
		if !f.Holds.Has(u.feature) && u.has(p) {
			lost = append(lost, u.name)
		}
	}
	if f.keepsID != nil && p.ID != "" && !f.keepsID(p.ID) {
		lost = append(lost, lostID)
	}
	return lost
}

// isBlackAndWhite reports whether the palette is the default one. The text
// characters do not count: two-color palettes always have the same.
func isBlackAndWhite(p nonogram.Palette) bool {
	return slices.EqualFunc(p, nonogram.BlackAndWhite(), func(a, b nonogram.Swatch) bool {
		return a.Name == b.Name && a.RGB == b.RGB
	})
}

func isNumber(id string) bool {
	for i := range len(id) {
		if !isDigit(id[i]) {
			return false
		}
	}
	return true
}
