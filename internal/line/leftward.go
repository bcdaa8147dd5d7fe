package line

// Filling towards lower bits, which no carry can do: the stride doubles, over
// tables of where 1, 2, 4, … cells of a mask begin (after Kogge and Stone). No
// block moves further than the slack of its line, so strides beyond it are left
// out. Everything is passed by value and inlined; as fields of a struct the
// tables would live in memory, which costs a fifth on short lines.

// runsOf gives the cells of a mask where 2, 4, 8 and 16 of them begin.
func runsOf(mask uint64) (r2, r4, r8, r16 uint64) {
	r2 = mask & (mask >> 1)
	r4 = r2 & (r2 >> 2)
	r8 = r4 & (r4 >> 4)
	r16 = r8 & (r8 >> 8)
	return r2, r4, r8, r16
}

// leftward moves d, which lies in the mask r1, over its cells to the left.
func leftward(d uint64, slack int, r1, r2, r4, r8, r16 uint64) uint64 {
	d |= r1 & (d >> 1)
	d |= r2 & (d >> 2)
	d |= r4 & (d >> 4)
	if slack >= 8 {
		d |= r8 & (d >> 8)
		if slack >= 16 {
			d |= r16 & (d >> 16)
			if slack >= 32 {
				d |= r16 & (r16 >> 16) & (d >> 32)
			}
		}
	}
	return d
}
