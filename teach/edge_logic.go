package teach

// Edge logic: a filled cell at the edge, or right after the settled end of a
// line, is the first cell of the next block, and with it the whole block is
// known.
//
//	4 2   │ █ ? ? ? ? ? ? ? ? │   ─▶   │ █ █ █ █ · ? ? ? ? │

func findEdgeLogic(v *view, n *notes) {
	if len(v.runs) == 0 || v.runs[0].From != v.lo || v.blotted(v.first) {
		return
	}
	b := v.clue[v.first]
	s := span{v.lo, v.lo + b.Length}
	n.fill(v, s, b.Color)
	if s.To < len(v.set) {
		n.not(v, s.To, b.Color)
	}
	if n.any() {
		n.add(v, reason{Blocks: []int{v.first}, Covers: []span{s}, Runs: []span{v.runs[0].span}, Part: span{v.lo, v.hi}, Color: b.Color})
	}
}
