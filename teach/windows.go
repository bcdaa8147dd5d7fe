package teach

import "nonogram"

// Where each block can lie. A window is the first and the last start of a block;
// techniques differ in how much they look at to find it:
//
//	packed   the room in the open part alone, marks ignored       simple boxes
//	fitted   cells that cannot have the block's color, too        forcing
//	pushed   everything: filled cells must be covered as well     squeezing
//
// The window of a blotted block goes from its first cell, at the earliest, to its last.
//
// Each is computed from the left; the right ends are the left ends of the
// mirrored view. Cost: packed is one addition a block, fitted a pass over the
// cells, pushed a table of blocks × slack.

// windows are the first and the last start of every block of the open part,
// indexed like the clue.
type windows struct {
	known       bool
	left, right []int
}

// window fills both ends of a kind of windows, on both views: pick chooses the
// kind, left computes its left ends.
func (v *view) window(pick func(*view) *windows, left func(*view, []int)) *windows {
	w := pick(v)
	if w.known {
		return w
	}
	for _, side := range [2]*view{v, v.twin} {
		s := pick(side)
		s.left = sized(s.left, len(v.clue))
		s.right = sized(s.right, len(v.clue))
		s.known = true
		left(side, s.left)
	}
	t := pick(v.twin)
	for j := v.first; j < v.last; j++ {
		m := len(v.clue) - 1 - j
		w.right[j] = len(v.set) - v.clue[j].Length - t.left[m]
		t.right[m] = len(v.set) - v.clue[j].Length - w.left[j]
	}
	return w
}

func sized(s []int, n int) []int {
	if cap(s) < n {
		return make([]int, n)
	}
	return s[:n]
}

func (v *view) packedWindows() *windows {
	return v.window(func(v *view) *windows { return &v.packed }, (*view).packLeft)
}

func (v *view) fittedWindows() *windows {
	return v.window(func(v *view) *windows { return &v.fitted }, (*view).fitLeft)
}

func (v *view) pushedWindows() *windows {
	return v.window(func(v *view) *windows { return &v.pushed }, (*view).pushLeft)
}

// slack is the room that the blocks of the open part leave over.
func (v *view) slack() int {
	w := v.packedWindows()
	if v.first == v.last {
		return v.hi - v.lo
	}
	return w.right[v.first] - w.left[v.first]
}

func (v *view) packLeft(left []int) {
	at := v.lo
	for j := v.first; j < v.last; j++ {
		left[j] = at
		at += v.clue[j].Length + v.gap(j)
	}
}

// fitLeft puts every block at the first place, after the previous block, whose
// cells can have its color and that does not touch a cell of that color.
func (v *view) fitLeft(left []int) {
	at := v.lo
	for j := v.first; j < v.last; j++ {
		at = v.firstPlace(j, at)
		left[j] = at
		at += v.clue[j].Length + v.gap(j)
	}
}

// firstPlace is the first place of block j from a cell on. A blotted one may touch cells of
// its color: it covers them.
func (v *view) firstPlace(j, at int) int {
	if !v.blotted(j) {
		return v.firstFit(v.clue[j], at)
	}
	for at+1 < v.hi && !v.can(at, v.clue[j].Color) {
		at++
	}
	return at
}

func (v *view) firstFit(b nonogram.Block, at int) int {
	for i := at; at+b.Length < v.hi; {
		for ; i < min(at+b.Length, v.hi); i++ {
			if !v.can(i, b.Color) {
				at = i + 1
			}
		}
		before := at > 0 && v.is(at-1, b.Color)
		after := at+b.Length < len(v.set) && v.is(at+b.Length, b.Color)
		if !before && !after {
			break
		}
		at++
	}
	return at
}

// pushLeft finds the arrangement in which every block is as far left as in any.
// There is one such arrangement: of any two, taking for each block the place
// further left gives another. It is found greedily once a table says from which
// place on the rest of the blocks can be placed: rest[j][o], with blocks j and
// following from offset o after their packed place.
func (v *view) pushLeft(left []int) {
	packed := v.packedWindows()
	slack, width := v.slack(), v.slack()+2
	rest := v.restTable(packed.left, slack)
	o := 0
	for j := v.first; j < v.last; j++ {
		row := rest[(j-v.first+1)*width:]
		for o < slack && !(v.fits(j, packed.left[j]+o) && row[o]) {
			o++
		}
		left[j] = packed.left[j] + o
	}
}

// restTable is rest of pushLeft, row by row from the last block.
func (v *view) restTable(left []int, slack int) []bool {
	width := slack + 2
	blocks := v.last - v.first
	if n := (blocks + 1) * width; len(v.push) < n {
		v.push = make([]bool, n)
	}
	clear(v.push)
	end := v.push[blocks*width:]
	end[slack] = true
	for o := slack - 1; o >= 0; o-- { // after the last block all cells are empty
		end[o] = end[o+1] && v.can(v.hi-slack+o, nonogram.Empty)
	}
	for j := v.last - 1; j >= v.first; j-- {
		row := v.push[(j-v.first)*width:]
		next := v.push[(j-v.first+1)*width:]
		for o := slack; o >= 0; o-- {
			at := left[j] + o
			row[o] = next[o] && v.fits(j, at) || row[o+1] && v.can(at, nonogram.Empty)
		}
	}
	return v.push
}

// fits reports whether block j can lie at a place, with the gap after it.
func (v *view) fits(j, at int) bool {
	b := v.clue[j]
	if at+b.Length > v.hi {
		return false
	}
	for i := at; i < at+b.Length; i++ {
		if !v.can(i, b.Color) {
			return false
		}
	}
	end := at + b.Length
	if end < len(v.set) && v.is(end, b.Color) {
		return false
	}
	return v.gap(j) == 0 || j+1 == v.last || v.can(end, nonogram.Empty)
}
