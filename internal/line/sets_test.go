package line

import (
	"math/bits"

	"nonogram"
)

// Solve removes from the cells of a line all candidates that occur in no arrangement of the
// clue. It returns false, and leaves the cells unchanged, if there is no arrangement. colors
// is the size of the palette, background included.
func Solve(clue nonogram.Clue, colors int, cells []Set) bool {
	l := New(clue, len(cells), colors)
	can := l.masks(cells)
	if !l.Solve(can, new(Scratch)) {
		return false
	}
	l.sets(can, cells)
	return true
}

// Count returns the number of arrangements.
func Count(clue nonogram.Clue, colors int, cells []Set) uint64 {
	l := New(clue, len(cells), colors)
	return l.Count(l.masks(cells), new(Scratch))
}

// sets converts masks to sets.
func (l *Line) sets(can []uint64, cells []Set) {
	clear(cells)
	for c := range l.colors {
		for at, x := range can[c*l.words : (c+1)*l.words] {
			for ; x != 0; x &= x - 1 {
				cells[at<<6+bits.TrailingZeros64(x)] |= 1 << uint(c)
			}
		}
	}
}
