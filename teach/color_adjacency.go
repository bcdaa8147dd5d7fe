package teach

import (
	"nonogram"
	"nonogram/internal/line"
)

// Color adjacency: a cell of one color is followed by the same color, an empty cell or
// the color of the next block.
//
//	2r 3b 1g   │ ? r ? ? ? ? ? │      no green cell follows the red cell

func findColorAdjacency(v *view, n *notes) {
	if v.colors.Len() < 3 {
		return
	}
	w := v.packedWindows()
	for i := v.lo; i+1 < v.hi; i++ {
		c, ok := v.set[i].Only()
		if !ok || c == nonogram.Empty || !v.open(i+1) {
			continue
		}
		allowed := v.followers(i, c, w)
		for s := v.set[i+1] &^ allowed; s != 0; s &= s - 1 {
			n.not(v, i+1, lowest(s))
		}
		n.add(v, reason{Runs: []span{{i, i + 1}}, Color: c, Count: int64(allowed)})
	}
}

// followers are the colors that can follow a cell of a color.
func (v *view) followers(i int, c nonogram.Color, w *windows) line.Set {
	allowed := line.Of(nonogram.Empty)
	for j := v.first; j < v.last; j++ {
		b := v.clue[j]
		if b.Color != c || i < w.left[j] || i >= w.right[j]+b.Length {
			continue
		}
		if b.Length > 1 || v.blotted(j) {
			allowed |= line.Of(c)
		}
		if j+1 < v.last && v.gap(j) == 0 {
			allowed |= line.Of(v.clue[j+1].Color)
		}
	}
	return allowed
}
