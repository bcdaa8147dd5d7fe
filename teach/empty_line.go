package teach

// Empty line: a line whose clue has no blocks is empty.
//
//	0   │ ? ? ? ? ? │   ─▶   │ · · · · · │

func findEmptyLine(v *view, n *notes) {
	if len(v.clue) == 0 {
		n.clear(v, span{v.lo, v.hi})
		n.add(v, reason{Part: span{v.lo, v.hi}})
	}
}
