package teach

import "slices"

// Squeezing: all blocks pushed as far to one end as everything that is known
// allows, and then to the other. A block covers what it covers both times, and a
// cell that lies outside the reach of all of them is empty. It is simple boxes,
// simple spaces and forcing in one, with the filled cells taken into account.
//
//	2 2   │ ? ? █ ? ? ? █ ? │
//	      │ . █ █ . . █ █ . │   pushed left
//	      │ . . █ █ . . █ █ │   pushed right

func findSqueezing(v *view, n *notes) {
	if slices.Contains(v.blot, true) {
		return // a block without length cannot be pushed
	}
	w := v.pushedWindows()
	r := reason{Part: span{v.lo, v.hi}}
	for j := v.first; j < v.last; j++ {
		s := span{w.right[j], w.left[j] + v.clue[j].Length}
		before := len(n.pending)
		n.fill(v, s, v.clue[j].Color)
		if len(n.pending) > before {
			r.Blocks = append(r.Blocks, j)
			r.Covers = append(r.Covers, s)
		}
	}
	filled := len(n.pending)
	v.unreached(w, n)
	r.Fills = filled > 0
	n.add(v, r)
}
