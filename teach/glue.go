package teach

// Glue: the first filled cells of the open part lie so near its beginning that
// the first block does not fit before them. So they belong to it, and since it
// cannot begin before the edge it sticks out to the other side.
//
//	5 2   │ ? ? █ ? ? ? ? ? ? ? │   ─▶   │ ? ? █ █ █ ? ? ? ? ? │

func findGlue(v *view, n *notes) {
	r, ok := v.firstRun()
	if !ok {
		return
	}
	b := v.clue[v.first]
	s := span{r.From, v.room(r).From + b.Length}
	n.fill(v, s, b.Color)
	if n.any() {
		n.add(v, reason{Blocks: []int{v.first}, Covers: []span{s}, Runs: []span{r.span}, Part: span{v.room(r).From, v.hi}, Color: b.Color, Count: int64(v.last - v.first)})
	}
}

// firstRun is the first run of the open part, if the first block cannot lie
// before it and therefore covers it, and it is known how long that is.
func (v *view) firstRun() (run, bool) {
	if len(v.runs) == 0 {
		return run{}, false
	}
	r := v.runs[0]
	b := v.clue[v.first]
	return r, b.Color == r.color && r.From-v.lo <= b.Length && !v.blotted(v.first)
}
