package teach

// Joining and splitting: what lies between two runs of one color. If both can
// only belong to the same block, it is filled; if filling a single cell would make
// a run that no block can be, the cell is empty.
//
//	5 2 2   │ ? ? █ █ ? █ ? ? ? ? ? ? ? ? ? │   5 and 2 do not both fit: join
//	1 2 2   │ ? ? █ ? █ █ ? ? ? ? ? │           a run of 4 is too long: split

func findJoining(v *view, n *notes) {
	for i := 1; i < len(v.runs); i++ {
		a, b := v.runs[i-1], v.runs[i]
		between := span{a.To, b.From}
		if a.color != b.color || !v.allCan(between, a) {
			continue
		}
		if j, ok := v.sameBlock(a, b, n); ok {
			n.fill(v, between, a.color)
			n.add(v, reason{Blocks: []int{j}, Runs: []span{a.span, b.span}, Part: between, Color: a.color, Fills: true})
			continue
		}
		joined := run{span{a.From, b.To}, a.color}
		if n.holders = v.holders(joined, v.packedWindows(), n.holders); between.Len() == 1 && len(n.holders) == 0 {
			n.not(v, a.To, a.color)
			n.add(v, reason{Runs: []span{a.span, b.span}, Part: between, Count: int64(joined.Len()), Color: a.color})
		}
	}
}

// allCan reports whether all cells of a stretch can have the color of a run.
func (v *view) allCan(s span, r run) bool {
	for i := s.From; i < s.To; i++ {
		if !v.can(i, r.color) {
			return false
		}
	}
	return true
}

// sameBlock finds the block that two runs belong to: if no block that the first
// can be comes before one that the second can be, they are one and the same.
func (v *view) sameBlock(a, b run, n *notes) (block int, ok bool) {
	w := v.packedWindows()
	n.holders = v.holders(a, w, n.holders)
	first := n.holders[0]
	n.holders = v.holders(b, w, n.holders)
	last := n.holders[len(n.holders)-1]
	return first, first == last
}
