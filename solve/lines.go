package solve

import (
	"math/bits"

	"nonogram/line"
)

// Stage 0, lines only: solve queued lines until none has anything new to say.
// Nothing is set up for it beyond the board itself, so a puzzle that people can
// solve line by line, which is nearly every printed one, costs some ten
// microseconds. The result is the unique fixpoint, whatever the order.
//
// Cost: a line is solved again only when a crossing line changed one of its
// cells, at most once per cell and in practice two to four times.

// settle runs stage 0. It reports false on a contradiction. When stop says so it
// returns early, with the queue not empty. Proof, if there is one, is told which
// lines had something to say.
func (b *board) settle(solves *int64, stop *stopper, proof *prover) bool {
	if b.tooLong {
		return false
	}
	for b.count > 0 {
		if stop.tick(b.lineWords) {
			return true
		}
		i := b.next()
		*solves++
		var changed, ok bool
		if b.word {
			changed, ok = b.settleWord(i)
		} else {
			changed, ok = b.settleLine(i)
		}
		if proof != nil && (changed || !ok) {
			proof.line(i)
		}
		if !ok {
			return false
		}
	}
	return true
}

// settleWord solves one line of a word board, and reports whether it had anything
// new to say and whether it has an arrangement at all.
func (b *board) settleWord(i int) (changed, ok bool) {
	white, black := b.can[2*i], b.can[2*i+1]
	if white&black == 0 { // crossing lines have finished it, so that it has only to fit
		return false, b.lines[i].FeasibleWord(white, black)
	}
	w, k, ok := b.lines[i].SolveWord(white, black, &b.scratch)
	if !ok {
		return false, false
	}
	white &^= w // now the cells that just turned out black
	black &^= k
	if white|black == 0 {
		return false, true
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
	return true, true
}

// settleLine is settleWord for any length and any number of colors.
func (b *board) settleLine(i int) (changed, ok bool) {
	masks := b.masks(i)
	now := b.narrowed[:len(masks)]
	copy(now, masks)
	if !b.lines[i].Solve(now, &b.scratch) {
		return false, false
	}
	words := len(masks) / b.colors
	for w := range words {
		struck := uint64(0)
		was := single(masks[w:], words)
		for at, color := w, 0; color < b.colors; at, color = at+words, color+1 {
			gone := masks[at] &^ now[at]
			if gone != 0 {
				masks[at] = now[at]
				struck |= gone
				b.strikeCrossing(i, w<<6, color, gone)
			}
		}
		if struck != 0 {
			changed = true
			b.open -= bits.OnesCount64(single(masks[w:], words) &^ was)
			b.markCrossing(i, w<<6, struck)
		}
	}
	return changed, true
}

// single is the cells that have exactly one candidate left, in the first of so
// many words per color.
func single(masks []uint64, words int) uint64 {
	one, several := uint64(0), uint64(0)
	for at := 0; at < len(masks); at += words {
		several |= one & masks[at]
		one |= masks[at]
	}
	return one &^ several
}

// strikeCrossing strikes a color in the lines that cross line i at some of the
// cells from base on.
func (b *board) strikeCrossing(i, base, color int, cells uint64) {
	at, stride, place := b.colBase+color*line.Words(b.height), b.colStride, i
	if i >= b.height {
		at, stride, place = color*line.Words(b.width), b.rowStride, i-b.height
	}
	at += base*stride + place>>6
	bit := uint64(1) << uint(place&63)
	for ; cells != 0; cells &= cells - 1 {
		b.can[at+stride*bits.TrailingZeros64(cells)] &^= bit
	}
}

// markCrossing queues the lines that cross line i at some of the cells from base
// on.
func (b *board) markCrossing(i, base int, cells uint64) {
	if i < b.height {
		base += b.height
	}
	for ; cells != 0; cells &= cells - 1 {
		b.mark(base + bits.TrailingZeros64(cells))
	}
}
