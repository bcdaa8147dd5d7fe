package teach

import (
	"slices"

	"nonogram"
)

// Completed line: counting alone settles the rest. Either all filled cells are
// there and everything else is empty, or so few cells are left that all of them
// are needed.
//
//	2 1   │ ? █ █ ? ? █ │   ─▶   │ · █ █ · · █ │      all 3 are there
//	2 1   │ · █ ? · ? · │   ─▶   │ · █ █ · █ · │      all 3 that can be are needed
//
// In color every color is counted by itself.

func findCompletedLine(v *view, n *notes) {
	inks := v.colors &^ 1
	if inks.Len() > 1 && v.countDone(n) {
		return
	}
	for s := inks; s != 0; s &= s - 1 {
		v.count(lowest(s), n)
	}
}

// countDone is the case that the cells of all colors are there.
func (v *view) countDone(n *notes) bool {
	if slices.Contains(v.blot, true) {
		return false
	}
	filled := 0
	for i := range v.set {
		if c, ok := v.set[i].Only(); ok && c != nonogram.Empty {
			filled++
		}
	}
	if filled < v.clue.Cells() {
		return false
	}
	for i := range v.set {
		if v.open(i) {
			n.only(v, i, nonogram.Empty)
		}
	}
	n.add(v, reason{Part: span{0, len(v.set)}, Count: int64(filled)})
	return true
}

// count is the case of one color.
func (v *view) count(c nonogram.Color, n *notes) {
	want, have, may := 0, 0, 0
	for j, b := range v.clue {
		if b.Color == c {
			if v.blotted(j) {
				return // the number is unknown
			}
			want += b.Length
		}
	}
	for i := range v.set {
		if v.is(i, c) {
			have++
		}
		if v.can(i, c) {
			may++
		}
	}
	if have != want && may != want {
		return
	}
	for i := range v.set {
		switch {
		case !v.open(i) || !v.can(i, c):
		case have == want:
			n.not(v, i, c)
		default:
			n.only(v, i, c)
		}
	}
	n.add(v, reason{Part: span{0, len(v.set)}, Color: c, Count: int64(want), Fills: have != want})
}
