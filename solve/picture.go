package solve

import "nonogram"

// Drawings and noise need opposite strategies, and the clues tell them apart
// (docs/decisions/0004-pictures-and-noise.md).

// blottedClustering is used for puzzles with blotted or missing clues, which are always taken
// for drawings.
const blottedClustering = 2

// clustering returns the mean block length relative to noise of the same density. Random
// cells of density d form blocks of 1/(1-d) cells on average; in a drawing filled cells
// cluster.
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
	if p.Blotted() || p.Missing() {
		return blottedClustering
	}
	inks := len(p.Palette) - 1
	density := float64(filled) / float64(p.Width()*p.Height()*inks)
	return float64(2*filled) / float64(blocks) * (1 - density)
}
