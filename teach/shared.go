package teach

import (
	"nonogram"
	"nonogram/internal/line"
)

// Shared colors: a cell has a color that its row and its column both mention, on a
// triddler all its three lines, or none.
//
//	            1r 1b 1r
//	2r 1b      │ r  ·  r │        the second column has no red, the third no blue …
//
// Everybody reads a color puzzle like this, so that a board begins with it
// ([board.shareColors]). Only cells that turn out empty become steps; that a cell
// lacks this or that color can be seen at any time by a look at its two clues.

// sharedFindings are the steps of a fresh board, one for every line that has a
// cell which shares no color with the lines across. Cells that are drawn already
// are left out.
func (b *sheet) sharedFindings(drawn *nonogram.Grid) []finding {
	if b.Colors == 2 {
		return nil
	}
	var found []finding
	for i := range b.Lines {
		f := finding{technique: SharedColors, line: i, reason: reason{Part: span{0, b.Len(i)}}}
		for j := range b.Len(i) {
			cell := b.Cell(i, j)
			used := line.All(b.Colors)
			for _, k := range b.linesOf(cell) {
				used &= b.colorsOf(k)
			}
			if used == line.Of(nonogram.Empty) && drawn.Cells[cell] == nonogram.Unknown {
				f.eliminated = append(f.eliminated, candidate{int32(cell), uint8(nonogram.Black)})
			}
		}
		if len(f.eliminated) > 0 {
			found = append(found, f)
		}
	}
	return found
}
