package board

import "math/bits"

// Solving lines on a board. Whatever the order, the result is the same fixpoint, or a
// contradiction; only the number of lines solved on the way may depend on it. Rows have
// nothing to say to rows: as long as the queue holds rows before columns, or columns before
// rows, they take turns, and not even that number depends on the order within a turn.
// Where both are mixed it does, and counters rest on it: so crossing lines are queued in
// the order of the cells.

// Settle solves queued lines until none has anything to add, and returns how many it has
// solved; false on a contradiction, with an empty queue in either case.
func (b *Board) Settle() (solved int, ok bool) {
	for b.queue.count > 0 {
		solved++
		if _, _, ok := b.Step(); !ok {
			b.ClearQueue()
			return solved, false
		}
	}
	return solved, true
}

// Step solves the oldest queued line on the board, and queues the lines that cross it
// where it had something to say: changed. It is false if the line has no arrangement; the
// board is then as it was. There must be a queued line.
func (b *Board) Step() (i int, changed, ok bool) {
	i = b.Next()
	if b.Word {
		changed, ok = b.stepWord(i)
	} else if _, _, ok = b.Narrow(i); ok {
		changed = b.apply(i)
	}
	return i, changed, ok
}

func (b *Board) stepWord(i int) (changed, ok bool) {
	white, black := b.Can[2*i], b.Can[2*i+1]
	if white&black == 0 { // crossing lines have finished it, so that it has only to fit
		return false, b.Lines[i].FeasibleWord(white, black)
	}
	w, k, ok := b.Lines[i].SolveWord(white, black, &b.Scratch)
	if !ok {
		return false, false
	}
	white &^= w // now the cells that just turned out black
	black &^= k
	if white|black == 0 {
		return false, true
	}
	b.Can[2*i], b.Can[2*i+1] = w, k
	b.Open -= bits.OnesCount64(white | black)
	crossing, bit := b.Height, uint64(1)<<uint(i&63)
	if i >= b.Height {
		crossing, bit = 0, uint64(1)<<uint((i-b.Height)&63)
	}
	for m := white | black; m != 0; m &= m - 1 {
		at := bits.TrailingZeros64(m)
		x := crossing + at
		b.Can[2*x+int(black>>uint(at)&1)] &^= bit
		b.Mark(x)
	}
	return true, true
}

// Narrow solves line i beside the board: was are its masks on the board, in place, and
// now what is left of them, until the next call of Narrow or Step. It is false if the
// line has no arrangement.
func (b *Board) Narrow(i int) (was, now []uint64, ok bool) {
	was = b.Masks(i)
	now = b.narrowed[:len(was)]
	copy(now, was)
	return was, now, b.Lines[i].Solve(now, &b.Scratch)
}

// apply strikes what Narrow has just found for line i, and queues the lines that cross it
// there; it reports whether there was anything. It goes through the cells by words, and
// within a word by colors.
func (b *Board) apply(i int) (changed bool) {
	all := uint64(0)
	masks := b.Masks(i)
	now := b.narrowed[:len(masks)]
	words := len(masks) / b.Colors
	for w := range words {
		struck := uint64(0)
		was := single(masks[w:], words)
		for at, color := w, 0; color < b.Colors; at, color = at+words, color+1 {
			gone := masks[at] &^ now[at]
			if gone != 0 {
				masks[at] = now[at]
				struck |= gone
				b.strikeCrossing(i, w<<6, color, gone)
			}
		}
		if struck != 0 {
			all |= struck
			b.Open -= bits.OnesCount64(single(masks[w:], words) &^ was)
			b.markCrossing(i, w<<6, struck)
		}
	}
	return all != 0
}

// single is the cells that have exactly one candidate left, in the first of so many words
// per color.
func single(masks []uint64, words int) uint64 {
	one, several := uint64(0), uint64(0)
	for at := 0; at < len(masks); at += words {
		several |= one & masks[at]
		one |= masks[at]
	}
	return one &^ several
}

// strikeCrossing strikes a color in the lines that cross line i at some of the cells from
// base on. The loops of apply are faster without it.
//
//go:noinline
func (b *Board) strikeCrossing(i, base, color int, cells uint64) {
	at, stride, place := b.colBase+color*b.colWords, b.colStride, i
	if i >= b.Height {
		at, stride, place = color*b.rowWords, b.rowStride, i-b.Height
	}
	at += base*stride + place>>6
	bit := uint64(1) << uint(place&63)
	for ; cells != 0; cells &= cells - 1 {
		b.Can[at+stride*bits.TrailingZeros64(cells)] &^= bit
	}
}

// markCrossing queues the lines that cross line i at some of the cells from base on.
func (b *Board) markCrossing(i, base int, cells uint64) {
	if i < b.Height {
		base += b.Height
	}
	for ; cells != 0; cells &= cells - 1 {
		b.Mark(base + bits.TrailingZeros64(cells))
	}
}
