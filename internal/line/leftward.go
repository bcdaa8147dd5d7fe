package line

// Fills towards lower bits, which carries cannot do. The stride doubles, over tables of where
// 1, 2, 4, … cells of a mask begin (Kogge and Stone). No block moves further than the slack,
// so longer strides are skipped. Values are passed in registers; as fields of a struct they
// cost a fifth more on short lines.

// runsOf returns the cells of a mask where runs of 2, 4, 8 and 16 begin.
func runsOf(mask uint64) (r2, r4, r8, r16 uint64) {
	r2 = mask & (mask >> 1)
	r4 = r2 & (r2 >> 2)
	r8 = r4 & (r4 >> 4)
	r16 = r8 & (r8 >> 8)
	return r2, r4, r8, r16
}

// leftward extends d, a part of the mask r1, leftwards over the mask.
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
