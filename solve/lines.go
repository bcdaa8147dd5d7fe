package solve

import "math/bits"

// Stage 0, lines only: solve queued lines until none has anything new to say.
// Nothing is set up for it beyond the board itself, so a puzzle that people can
// solve line by line, which is nearly every printed one, costs some ten
// microseconds. The result is the unique fixpoint, whatever the order.
//
// Cost: a line is solved again only when a crossing line changed one of its
// cells, at most once per cell and in practice two to four times.

// settle runs stage 0. It reports false on a contradiction. When stop says so it
// returns early, with the queue not empty.
func (b *board) settle(solves *int64, stop *stopper) bool {
	if b.tooLong {
		return false
	}
	for b.count > 0 {
		if stop.tick(b.lineWords) {
			return true
		}
		i := b.next()
		*solves++
		ok := false
		if b.word {
			ok = b.settleWord(i)
		} else {
			ok = b.settleLine(i)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (b *board) settleWord(i int) bool {
	white, black := b.can[2*i], b.can[2*i+1]
	w, k, ok := b.lines[i].SolveWord(white, black, &b.scratch)
	if !ok {
		return false
	}
	white &^= w // now the cells that just turned out black
	black &^= k
	if white|black == 0 {
		return true
	}
	b.can[2*i], b.can[2*i+1] = w, k
	b.open -= bits.OnesCount64(white | black)
	crossing, bit := b.height, uint64(1)<<uint(i&63)
	if i >= b.height {
		crossing, bit = 0, uint64(1)<<uint((i-b.height)&63)
	}
	for m := white; m != 0; m &= m - 1 {
		x := crossing + bits.TrailingZeros64(m)
		b.can[2*x] &^= bit
		b.mark(x)
	}
	for m := black; m != 0; m &= m - 1 {
		x := crossing + bits.TrailingZeros64(m)
		b.can[2*x+1] &^= bit
		b.mark(x)
	}
	return true
}

// settleLine is settleWord for any length and any number of colors.
func (b *board) settleLine(i int) bool {
	masks := b.masks(i)
	now := b.narrowed[:len(masks)]
	copy(now, masks)
	if !b.lines[i].Solve(now, &b.scratch) {
		return false
	}
	words := len(masks) / b.colors
	for at, old := range masks {
		gone := old &^ now[at]
		if gone == 0 {
			continue
		}
		color, base := at/words, at%words*64
		for ; gone != 0; gone &= gone - 1 {
			b.strikeCrossing(i, base+bits.TrailingZeros64(gone), color)
		}
	}
	return true
}

// strikeCrossing strikes a color of cell j of line i and queues the crossing line.
func (b *board) strikeCrossing(i, j, color int) {
	row, col, crossing := i, j, b.height+j
	if i >= b.height {
		row, col, crossing = j, i-b.height, j
	}
	b.strike(row, col, color)
	b.mark(crossing)
	if set := uint64(b.candidates(row, col)); set&(set-1) == 0 && set != 0 {
		b.open--
	}
}
