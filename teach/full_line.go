package teach

import "nonogram"

// Full line: the blocks with their gaps need every cell of the open part, so that
// each has only one place.
//
//	3 6   │ ? ? ? ? ? ? ? ? ? ? │   ─▶   │ █ █ █ · █ █ █ █ █ █ │

func findFullLine(v *view, n *notes) {
	if v.first == v.last || v.slack() > 0 {
		return
	}
	left := v.packedWindows().left
	r := reason{Part: span{v.lo, v.hi}}
	for j := v.first; j < v.last; j++ {
		s := span{left[j], left[j] + v.clue[j].Length}
		n.fill(v, s, v.clue[j].Color)
		if s.To < v.hi && v.gap(j) > 0 {
			n.only(v, s.To, nonogram.Empty)
		}
		r.Blocks = append(r.Blocks, j)
	}
	n.add(v, r)
}
