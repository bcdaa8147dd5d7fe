package teach

// Mercury: like glue, but for the cells on the near side. The first block has to
// cover the first filled cells, and when they lie as far from the edge as it is
// long, or farther along, it draws back from the edge as mercury does from glass.
//
//	3 2   │ ? ? ? █ ? ? ? ? ? ? │   ─▶   │ · ? ? █ ? ? ? ? ? ? │

func findMercury(v *view, n *notes) {
	r, ok := v.firstRun()
	if !ok {
		return
	}
	b := v.clue[v.first]
	n.clear(v, span{v.lo, r.To - b.Length})
	if n.any() {
		n.add(v, reason{Blocks: []int{v.first}, Runs: []span{r.span}, Part: span{v.lo, r.To - b.Length}, Color: b.Color, Count: int64(v.last - v.first)})
	}
}
