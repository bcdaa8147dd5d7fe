// What formats can hold besides clues.

package format

import "nonogram/format/internal/cursor"

// Feature is a set of things a file of some format can hold.
type Feature uint32

// The features.
const (
	Many      Feature = 1 << iota // several puzzles in one file
	Colors                        // several inks
	Ink                           // the color of the ink of a black-and-white puzzle
	Paper                         // the color of the background
	Names                         // the names of colors
	Symbols                       // the text characters of colors
	Unused                        // colors that nothing in the puzzle has
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

// Sets of features that formats have in common.
const (
	allColors = Colors | Ink | Paper | Names | Symbols | Unused
	allTexts  = ID | Title | Author | Copyright | License | Origin | Notes
)

// Has reports whether all of the other features are in the set.
func (f Feature) Has(other Feature) bool { return f&other == other }

func isNumber(id string) bool {
	for i := range len(id) {
		if !cursor.IsDigit(id[i]) {
			return false
		}
	}
	return true
}
