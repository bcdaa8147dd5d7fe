package teach

import "nonogram"

// Simple spaces: a cell that no block can reach is empty. How far a block reaches
// follows from the room in the line and from the runs that can only belong to it.
//
//	3 1   │ ? ? ? █ ? ? ? ? █ ? │   ─▶   │ · ? ? █ ? ? · · █ · │
//
// In color a cell also loses the colors of which no block reaches it.

func findSimpleSpaces(v *view, n *notes) {
	packed := v.packedWindows()
	w := windows{left: clone(packed.left), right: clone(packed.right)}
	reason := reason{Part: span{v.lo, v.hi}}
	for _, r := range v.runs {
		n.holders = v.holders(r, packed, n.holders)
		if len(n.holders) == 1 && !v.blotted(n.holders[0]) {
			j := n.holders[0]
			w.left[j] = max(w.left[j], r.To-v.clue[j].Length)
			w.right[j] = min(w.right[j], r.From)
			reason.Blocks = append(reason.Blocks, j)
			reason.Runs = append(reason.Runs, r.span)
		}
	}
	v.keepOrder(&w)
	v.unreached(&w, n)
	if n.any() {
		n.add(v, reason)
	}
}

// keepOrder narrows windows so that every block leaves room for its neighbors.
func (v *view) keepOrder(w *windows) {
	for j := v.first + 1; j < v.last; j++ {
		w.left[j] = max(w.left[j], w.left[j-1]+v.clue[j-1].Length+v.gap(j-1))
	}
	for j := v.last - 2; j >= v.first; j-- {
		w.right[j] = min(w.right[j], w.right[j+1]-v.gap(j)-v.clue[j].Length)
	}
}

// unreached notes for every cell the colors of which no block reaches it.
func (v *view) unreached(w *windows, n *notes) {
	for s := v.colors &^ 1; s != 0; s &= s - 1 {
		c := lowest(s)
		at := v.lo
		for j := v.first; j < v.last; j++ {
			if v.clue[j].Color == c {
				n.lacks(v, span{at, w.left[j]}, c)
				at = max(at, w.right[j]+v.clue[j].Length)
			}
		}
		n.lacks(v, span{at, v.hi}, c)
	}
}

// lacks notes that no cell of a stretch has a color.
func (n *notes) lacks(v *view, s span, c nonogram.Color) {
	for i := s.From; i < s.To; i++ {
		n.not(v, i, c)
	}
}
