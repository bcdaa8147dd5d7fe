package solve

import "nonogram/internal/line"

// subproblem finds the arrangement of a line with the greatest weight, and the loss of
// weight that each value of each cell causes. Blocks have offsets from their leftmost
// start, which do not decrease from block to block:
//
//	front  greatest weight of the blocks up to one, at this offset or before
//	back   greatest weight of the blocks from one on, at this offset or later
//
// Cost: a few nanoseconds per block and offset, and per cell and block for the losses.
type subproblem struct {
	side, slack int
	base, step  int
	cells, inks int
	left, size  []int32 // by block: leftmost start and length
	ink         []int32 // by block: color minus 1
	forced      int64   // forcedWeight of its cells that cannot be empty
	best        int64   // weight of the best arrangement, without forced

	before []int64 // by ink and boundary: weight of the cells before it
	gain   []int64 // by block and offset: weight of the block
	front  []int64
	back   []int64
	most   []int64 // by color: greatest weight with that color in one cell
}

func (w *subproblem) init(l *line.Line, column bool, inks int) {
	w.slack, w.cells, w.inks = l.Slack(), l.Len(), inks
	if column {
		w.side = 1
	}
	n := l.Blocks()
	w.left, w.size, w.ink = make([]int32, n), make([]int32, n), make([]int32, n)
	for b := range n {
		left, size, color := l.Block(b)
		w.left[b], w.size[b], w.ink[b] = int32(left), int32(size), int32(color)-1
	}
	w.before = make([]int64, inks*(w.cells+1))
	w.most = make([]int64, inks+1)
	states := n * (w.slack + 1)
	memory := make([]int64, 3*states)
	w.gain, w.front, w.back = memory[:states], memory[states:2*states], memory[2*states:]
}

// maximize finds the greatest weight for the given weights by cell and ink.
func (w *subproblem) maximize(weights []int64) {
	for k := range w.inks {
		before := w.before[k*(w.cells+1):][:w.cells+1]
		for j, at := 1, w.base*w.inks+k; j < len(before); j, at = j+1, at+w.step*w.inks {
			before[j] = before[j-1] + weights[at]
		}
	}
	width := w.slack + 1
	for b, left := range w.left {
		before := w.before[int(w.ink[b])*(w.cells+1):]
		start, end := before[left:], before[left+w.size[b]:]
		gain, front := w.gain[b*width:][:width], w.front[b*width:][:width]
		most := w.impossible()
		for o := range front {
			gain[o] = end[o] - start[o]
			here := gain[o]
			if b > 0 {
				here += w.front[(b-1)*width+o]
			}
			most = max(most, here)
			front[o] = most
		}
	}
	w.best = -w.forced
	if len(w.left) > 0 {
		w.best += w.front[len(w.front)-1]
	}
}

// addLosses adds the loss of weight that each color of each cell causes.
func (w *subproblem) addLosses(losses []int64) {
	w.maximizeBack()
	blocks := len(w.left)
	top := w.best + w.forced
	for j, cell := 0, w.base; j < w.cells; j, cell = j+1, cell+w.step {
		for c := range w.most {
			w.most[c] = w.impossible()
		}
		for b := range blocks + 1 {
			w.most[0] = max(w.most[0], w.bestWhite(b, j))
			if b < blocks {
				c := w.ink[b] + 1
				w.most[c] = max(w.most[c], w.bestBlack(b, j))
			}
		}
		for c, most := range w.most {
			losses[cell*len(w.most)+c] += top - most
		}
	}
}

func (w *subproblem) maximizeBack() {
	width, blocks := w.slack+1, len(w.left)
	for b := blocks - 1; b >= 0; b-- {
		most := w.impossible()
		for o := w.slack; o >= 0; o-- {
			here := w.gain[b*width+o]
			if b+1 < blocks {
				here += w.back[(b+1)*width+o]
			}
			most = max(most, here)
			w.back[b*width+o] = most
		}
	}
}

// impossible is less than the weight of any arrangement.
func (w *subproblem) impossible() int64 { return -forcedWeight * int64(w.cells+1) }

// bestWhite is the greatest weight of the line with a cell between blocks b-1 and b.
func (w *subproblem) bestWhite(b, cell int) (weight int64) {
	width := w.slack + 1
	if b > 0 {
		o := cell - int(w.left[b-1]+w.size[b-1])
		if o < 0 {
			return w.impossible()
		}
		weight = w.front[(b-1)*width+min(o, w.slack)]
	}
	if b < len(w.left) {
		o := cell + 1 - int(w.left[b])
		if o > w.slack {
			return w.impossible()
		}
		weight += w.back[b*width+max(o, 0)]
	}
	return weight
}

// bestBlack is the greatest weight of the line with a cell in block b.
func (w *subproblem) bestBlack(b, cell int) (most int64) {
	width := w.slack + 1
	most = w.impossible()
	last := cell - int(w.left[b])
	for o := max(0, last-int(w.size[b])+1); o <= min(last, w.slack); o++ {
		here := w.gain[b*width+o]
		if b > 0 {
			here += w.front[(b-1)*width+o]
		}
		if b+1 < len(w.left) {
			here += w.back[(b+1)*width+o]
		}
		most = max(most, here)
	}
	return most
}
