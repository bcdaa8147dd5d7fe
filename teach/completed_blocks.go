package teach

import "nonogram"

// Completed blocks: a run that is known to be a certain block, and complete, cuts
// the line. Nothing lies before the first block or after the last one, and
// nothing between two neighbours.
//
//	2 3 1   │ ? · █ █ · ? ? █ █ █ ? ? │   ─▶   │ · · █ █ · · · █ █ █ ? ? │

func findCompletedBlocks(v *view, n *notes) {
	before, at := -1, Span{}
	for _, r := range v.runs {
		j := v.completed(r, n)
		switch {
		case j < 0:
		case j == v.first:
			n.clear(v, Span{v.lo, r.From})
			n.add(v, Reason{Blocks: []int{j}, Covers: []Span{r.Span}, Part: Span{v.lo, r.From}})
		case j == before+1 && before >= 0 && !v.far: // once is enough
			n.clear(v, Span{at.To, r.From})
			n.add(v, Reason{Blocks: []int{before, j}, Covers: []Span{at, r.Span}, Part: Span{at.To, r.From}})
		}
		before, at = j, r.Span
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
