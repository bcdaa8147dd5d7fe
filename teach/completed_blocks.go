package teach

import "nonogram"

// Completed blocks: a run that is known to be a certain block, and complete, cuts
// the line. Nothing lies before the first block or after the last one, and
// nothing between two neighbors.
//
//	2 3 1   │ ? · █ █ · ? ? █ █ █ ? ? │   ─▶   │ · · █ █ · · · █ █ █ ? ? │

func findCompletedBlocks(v *view, n *notes) {
	before, at := -1, span{}
	for _, r := range v.runs {
		j := v.completed(r, n)
		switch {
		case j < 0:
		case j == v.first:
			n.clear(v, span{v.lo, r.From})
			n.add(v, reason{Blocks: []int{j}, Covers: []span{r.span}, Part: span{v.lo, r.From}})
		case j == before+1 && before >= 0 && !v.far: // once is enough
			n.clear(v, span{at.To, r.From})
			n.add(v, reason{Blocks: []int{before, j}, Covers: []span{at, r.span}, Part: span{at.To, r.From}})
		}
		before, at = j, r.span
	}
}

// completed is the block that a run is, if there is only one that it can be and
// the run is as long; otherwise -1.
func (v *view) completed(r run, n *notes) int {
	n.holders = v.holders(r, v.packedWindows(), n.holders)
	if len(n.holders) != 1 || v.blotted(n.holders[0]) || v.clue[n.holders[0]] != (nonogram.Block{Length: r.Len(), Color: r.color}) {
		return -1
	}
	return n.holders[0]
}
