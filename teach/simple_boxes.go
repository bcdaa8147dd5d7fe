package teach

// Simple boxes: pushed to either end of the open part, a block that is longer
// than the room left over covers some cells in both cases, and so in all between.
//
//	4 3   │ █ █ █ █ · █ █ █ ? ? │   pushed left
//	      │ ? ? █ █ █ █ · █ █ █ │   pushed right       ─▶   │ ? ? █ █ ? ? ? █ ? ? │
//
// Only the same block counts: the sixth cell is covered both times, but by two
// different blocks.

func findSimpleBoxes(v *view, n *notes) {
	w := v.packedWindows()
	r := reason{Part: span{v.lo, v.hi}}
	for j := v.first; j < v.last; j++ {
		s := span{w.right[j], w.left[j] + v.clue[j].Length}
		if s.Len() <= 0 {
			continue
		}
		before := len(n.pending)
		n.fill(v, s, v.clue[j].Color)
		if len(n.pending) > before {
			r.Blocks = append(r.Blocks, j)
			r.Covers = append(r.Covers, s)
		}
	}
	if n.any() {
		r.Count = int64(v.slack())
		n.add(v, r)
	}
}
