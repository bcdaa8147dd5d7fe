package generate

import "nonogram"

// Blot is for the tests.
var Blot = blot

// Changed counts the cells in which two pictures differ.
func Changed(before, after *nonogram.Grid) (n int) {
	for i, c := range before.Cells {
		if after.Cells[i] != c {
			n++
		}
	}
	return n
}
