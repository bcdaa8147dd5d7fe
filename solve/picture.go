package solve

import "nonogram"

// Drawings and noise: what lines leave open is one or the other, the clues tell which,
// and they want opposite treatment (docs/decisions/0004-pictures-and-noise.md).

// blottedClustering is that of every puzzle with blotted clues: their numbers tell too
// little, and it is drawings that people blot.
const blottedClustering = 2

// clustering compares the average block with what noise of the same density
// would have. Random cells of density d form blocks of 1/(1-d) cells on average;
// in a drawing filled cells keep together.
func clustering(p *nonogram.Puzzle) float64 {
	filled, blocks := 0, 0
	for _, clue := range p.Rows {
		filled += clue.Cells()
		blocks += len(clue)
	}
	for _, clue := range p.Cols {
		blocks += len(clue)
	}
	if blocks == 0 {
		return 1
	}
	if p.Blotted() {
		return blottedClustering
	}
	inks := len(p.Palette) - 1
	density := float64(filled) / float64(p.Width()*p.Height()*inks)
	return float64(2*filled) / float64(blocks) * (1 - density)
}
