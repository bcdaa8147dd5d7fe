// The parts of a puzzle, besides its clues, that formats can hold.

package format

import "nonogram/internal/object/cursor"

// feature is a set of parts.
type feature uint32

// The features.
const (
	holdsMany      feature = 1 << iota // several puzzles in one file
	holdsColors                        // several inks
	holdsInk                           // the color of the ink of a black-and-white puzzle
	holdsPaper                         // the color of the background
	holdsNames                         // the names of colors
	holdsSymbols                       // the text characters of colors
	holdsUnused                        // colors that nothing in the puzzle has
	holdsBlots                         // blocks of unknown length
	holdsGiven                         // given cells
	holdsGoal                          // the picture
	holdsID                            // an ID other than the puzzle's number
	holdsTitle                         // Puzzle.Title
	holdsAuthor                        // Puzzle.Author
	holdsCopyright                     // Puzzle.Copyright
	holdsLicense                       // Puzzle.License
	holdsOrigin                        // Puzzle.Source
	holdsNotes                         // Puzzle.Notes
)

// Common sets.
const (
	allColors = holdsColors | holdsInk | holdsPaper | holdsNames | holdsSymbols | holdsUnused
	allTexts  = holdsID | holdsTitle | holdsAuthor | holdsCopyright | holdsLicense | holdsOrigin | holdsNotes
)

// has reports whether the set includes all of other.
func (f feature) has(other feature) bool { return f&other == other }

func isNumber(id string) bool {
	for i := range len(id) {
		if !cursor.IsDigit(id[i]) {
			return false
		}
	}
	return true
}
