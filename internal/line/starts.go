package line

// Possible starts of blocks. A block can move from its leftmost start by the slack of the
// line. Starts walks the lattice of (blocks placed, cells skipped) forward and back.
//
// Cost: blocks × slack steps, some microseconds for a line of 25. It runs once per line when
// proof mode begins.

// Block returns the leftmost start of block b, its length, 1 if it is blotted, and its color.
func (l *Line) Block(b int) (start, length int, color uint8) {
	x := &l.blocks[b]
	return int(x.start), int(x.length), x.color
}

// Blocks returns the number of blocks.
func (l *Line) Blocks() int { return len(l.blocks) }

// Starts appends to first and last the least and greatest offset of every block from its
// leftmost start, over all arrangements. ok is false if there is none. No block may be
// blotted.
func (l *Line) Starts(can []uint64, first, last []int32) (f, z []int32, ok bool) {
	if l.slack < 0 {
		return first, last, false
	}
	width := l.slack + 1
	k := len(l.blocks)
	reached := make([]bool, (k+1)*width) // (blocks placed, cells skipped)
	reached[0] = true
	at := 0
	for b := 0; ; b++ {
		row := reached[b*width : (b+1)*width]
		for o := 1; o < width; o++ {
			row[o] = row[o] || row[o-1] && l.may(can, 0, at+o-1)
		}
		if b == k {
			break
		}
		for o := range row {
			reached[(b+1)*width+o] = row[o] && l.placeable(can, b, o)
		}
		at += int(l.blocks[b].length) + int(l.blocks[b].gap)
	}
	if !reached[k*width+l.slack] {
		return first, last, false
	}
	from := len(first)
	first, last = append(first, make([]int32, k)...), append(last, make([]int32, k)...)
	l.trimStarts(can, reached, first[from:], last[from:])
	return first, last, true
}

// trimStarts walks the lattice back and records the starts on paths that lead to the end.
func (l *Line) trimStarts(can []uint64, reached []bool, first, last []int32) {
	width := l.slack + 1
	at := l.n - l.slack
	alive := make([]bool, width)
	alive[width-1] = true
	for b := len(l.blocks); ; b-- {
		for o := width - 2; o >= 0; o-- {
			alive[o] = alive[o] || alive[o+1] && l.may(can, 0, at+o)
		}
		if b == 0 {
			return
		}
		at -= int(l.blocks[b-1].length) + int(l.blocks[b-1].gap)
		seen := false
		for o := range alive {
			alive[o] = alive[o] && reached[(b-1)*width+o] && l.placeable(can, b-1, o)
			if alive[o] {
				if !seen {
					seen, first[b-1] = true, int32(o)
				}
				last[b-1] = int32(o)
			}
		}
	}
}

// placeable reports whether block b can be at offset o, with its gap.
func (l *Line) placeable(can []uint64, b, o int) bool {
	x := &l.blocks[b]
	at := int(x.start) + o
	for i := range int(x.length) {
		if !l.may(can, int(x.color), at+i) {
			return false
		}
	}
	return x.gap == 0 || l.may(can, 0, at+int(x.length))
}

// may reports whether a cell may have a color.
func (l *Line) may(can []uint64, color, cell int) bool {
	return can[color*l.words+cell>>6]>>uint(cell&63)&1 != 0
}
