package line

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
func (l *Line) Starts(can []uint64, first, last []int32, s *Scratch) (f, z []int32, ok bool) {
	m := &s.margin
	m.can = append(m.can[:0], can[:l.colors*l.words]...)
	if l.slack < 0 || !m.locate(l, s) {
		return first, last, false
	}
	for j := range m.rows {
		first, last = append(first, int32(m.rows[j].lo)), append(last, int32(m.rows[j].hi))
	}
	return first, last, true
}
