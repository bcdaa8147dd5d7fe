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
		s := span{w.right[j], w.left[j] + b.Length}
		n.fill(v, s, b.Color)
		if n.any() {
			n.add(v, reason{Blocks: []int{j}, Covers: []span{s}, Part: span{w.left[j], w.right[j] + b.Length}, Color: b.Color, Fills: true})
		}
	}
	v.gaps(w, n)
	n.addGaps(v)
}

// gaps notes for every cell the colors of which no block has a place over it.
func (v *view) gaps(w *windows, n *notes) {
	covered := make([]int, v.hi+1)
	for s := v.colors &^ 1; s != 0; s &= s - 1 {
		c := lowest(s)
		clear(covered)
		for j := v.first; j < v.last; j++ {
			if v.clue[j].Color == c {
				v.cover(j, w, covered)
			}
		}
		over := 0
		for i := v.lo; i < v.hi; i++ {
			if over += covered[i]; over == 0 {
				n.not(v, i, c)
			}
		}
	}
}

// cover counts the places of a block: up where one begins, down after its end.
func (v *view) cover(j int, w *windows, covered []int) {
	b := v.clue[j]
	for at := w.left[j]; at <= w.right[j]; at++ {
		if at = v.firstPlace(j, at); at <= w.right[j] {
			covered[at]++
			covered[at+b.Length]--
		}
	}
}

// addGaps adds the notes on cells that no block fits into, one finding for
// every stretch of neighboring cells.
func (n *notes) addGaps(v *view) {
	all := n.pending
	gone := make([]bool, len(v.set))
	for _, c := range all {
		gone[n.b.At(n.line, int(c.cell))] = true
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
			if i := n.b.At(n.line, int(c.cell)); i >= from && i < to {
				n.pending = append(n.pending, c)
			}
		}
		n.add(v, reason{Part: span{from, to}})
		from = to
	}
	n.pending = all[:0]
}
