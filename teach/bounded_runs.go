package teach

// Bounded runs: a run has only so much room, and only so many blocks that it can
// belong to. What all of them cover, wherever they lie in that room, is filled.
//
//	3 4   │ ? ? ? ? ? · ? █ ? ? ? ? ? ? ? │      3 or 4: from the empty cell on
//	      │ ? ? ? ? ? · ? █ █ ? ? ? ? ? ? │      it reaches at least this far

func findBoundedRuns(v *view, n *notes) {
	w := v.fittedWindows()
	for _, r := range v.runs {
		room := v.room(r)
		s := span{room.From, room.To}
		n.holders = v.holders(r, w, n.holders)
		if v.anyBlotted(n.holders) {
			continue // it may end anywhere
		}
		for _, j := range n.holders {
			first, last := v.placesOver(r, room, j, w)
			s.From = max(s.From, last)
			s.To = min(s.To, first+v.clue[j].Length)
		}
		n.fill(v, s, r.color)
		if n.any() {
			n.add(v, reason{Blocks: clone(n.holders), Covers: []span{s}, Runs: []span{r.span}, Part: room, Color: r.color})
		}
	}
}
