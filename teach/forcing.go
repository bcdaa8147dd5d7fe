package teach

// Forcing: cells known to be empty, or of another color, leave a block only some
// of the room. One that is pushed into a gap overlaps itself there; a gap that no
// block fits into stays empty.
//
//	3 2   │ ? ? ? ? · ? · ? ? ? │   ─▶   │ ? █ █ ? · · · ? █ ? │

func findForcing(v *view, n *notes) {
	w := v.fittedWindows()
	for j := v.first; j < v.last; j++ {
		b := v.clue[j]
		s := Span{w.right[j], w.left[j] + b.Length}
		n.fill(v, s, b.Color)
		if n.any() {
			n.add(v, Reason{Blocks: []int{j}, Covers: []Span{s}, Part: Span{w.left[j], w.right[j] + b.Length}, Color: b.Color, Fills: true})
		}
	}
	v.unreached(w, n)
	n.addGaps(v)
}

// addGaps adds what is noted about cells that no block fits into, a finding for
// every stretch of neighbouring cells.
func (n *notes) addGaps(v *view) {
	all := n.pending
	gone := make([]bool, len(v.set))
	for _, c := range all {
		gone[n.along(c)] = true
	}
	for from := 0; from < len(gone); from++ {
		to := from
		for to < len(gone) && gone[to] {
			to++
		}
		if to == from {
			continue
		}
		n.pending = nil
		for _, c := range all {
			if i := n.along(c); i >= from && i < to {
				n.pending = append(n.pending, c)
			}
		}
		n.add(v, Reason{Part: Span{from, to}})
		from = to
	}
	n.pending = all[:0]
}

// along is the place of a candidate in the line.
func (n *notes) along(c candidate) int {
	if n.line < n.b.height {
		return int(c.cell) % n.b.width
	}
	return int(c.cell) / n.b.width
}
