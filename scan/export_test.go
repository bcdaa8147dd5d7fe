package scan

import "nonogram"

// Unproved is the puzzle as it was seen at first, without proof-reading: the likeliest number
// at every place beside the likeliest board.
func Unproved(r *Reading) *nonogram.Puzzle {
	d := newDecoder(sightAlone, r.plain)
	return d.puzzle(d.fitting())
}
