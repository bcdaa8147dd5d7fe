package board

import (
	"math"
	"math/bits"

	"nonogram/internal/line"
)

// Solving lines on a board. Whatever the order, the result is the same fixpoint, or a
// contradiction; only the number of lines solved on the way may depend on it. Rows have
// nothing to say to rows: as long as the queue holds rows before columns, or columns before
// rows, they take turns, and not even that number depends on the order within a turn.
// Where both are mixed it does, and counters rest on it: so crossing lines are queued in
// the order of the cells.

// Settle solves queued lines until none has anything to add, and returns how many it has
// solved; false on a contradiction, with an empty queue in either case.
func (b *Board) Settle() (solved int, ok bool) { return b.SettleSome(math.MaxInt, nil) }

// SettleSome is Settle for callers who have to look up now and then: it ends when it has
// solved so many lines, and what is queued then goes on with the next call. If spoke is
// not nil, the lines that had something to say, or have no arrangement, are appended to
// it. Word boards let rows and columns take turns, whatever the order of the queue, and
// end with a turn.
func (b *Board) SettleSome(most int, spoke *[]int) (solved int, ok bool) {
	if b.Word {
		return b.settleWord(most, spoke)
	}
	for b.queue.count > 0 && solved < most {
		solved++
		i, changed, ok := b.Step()
		if spoke != nil && (changed || !ok) {
			*spoke = append(*spoke, i)
		}
		if !ok {
			b.ClearQueue()
			return solved, false
		}
	}
	return solved, true
}

// settleWord is SettleSome for word boards, where a word holds a bit for every row, or
// column, that is queued: to queue the lines that cross one in some cells is one
// operation.
func (b *Board) settleWord(most int, spoke *[]int) (solved int, ok bool) {
	across, down := b.Can[:2*b.Height], b.Can[2*b.Height:]
	rows, cols := b.drain()
	for ok = true; ok && rows|cols != 0 && solved < most; cols = 0 {
		told, news, failed := b.turn(b.Lines[:b.Height], across, down, rows)
		solved += note(0, rows, told, failed, spoke)
		cols, rows, ok = cols|news, 0, failed == 0
		if ok {
			told, rows, failed = b.turn(b.Lines[b.Height:], down, across, cols)
			solved += note(b.Height, cols, told, failed, spoke)
			ok = failed == 0
		}
	}
	b.Open = 0
	for y := range b.Height {
		b.Open += bits.OnesCount64(across[2*y] & across[2*y+1])
	}
	for ; ok && rows != 0; rows &= rows - 1 {
		b.Mark(bits.TrailingZeros64(rows))
	}
	return solved, ok
}

// drain empties the queue into a bit for every row and column.
func (b *Board) drain() (rows, cols uint64) {
	for b.queue.count > 0 {
		if i := b.Next(); i < b.Height {
			rows |= 1 << uint(i&63)
		} else {
			cols |= 1 << uint((i-b.Height)&63)
		}
	}
	return rows, cols
}

// turn solves the queued lines of one axis. own are their masks, and other those of the
// lines that cross them. It returns the lines that had something to say, and the crossing
// ones that they have news for. On a contradiction, failed begins with the line that has
// no arrangement, and the other queued lines behind it have not been solved.
func (b *Board) turn(lines []line.Line, own, other []uint64, queued uint64) (told, news, failed uint64) {
	for ; queued != 0; queued &= queued - 1 {
		i := uint(bits.TrailingZeros64(queued)) & 63
		pair := own[2*i : 2*i+2]
		white, black := pair[0], pair[1]
		if white&black == 0 { // crossing lines have finished it, so that it has only to fit
			if !lines[i].FeasibleWord(white, black) {
				return told, news, queued
			}
			continue
		}
		w, k, ok := lines[i].SolveWord(white, black, &b.Scratch)
		if !ok {
			return told, news, queued
		}
		black &^= k // now the cells that just turned out white
		struck := white&^w | black
		if struck == 0 {
			continue
		}
		pair[0], pair[1] = w, k
		news |= struck
		told |= 1 << i
		// Not 1<<i with a complement: cleared by a bit instruction, each word would be loaded into
		// the register that the next scan for a bit has to wait for.
		keep := bits.RotateLeft64(^uint64(1), int(i))
		for ; struck != 0; struck &= struck - 1 {
			at := uint(bits.TrailingZeros64(struck)) & 63
			other[2*at+uint(black>>at)&1] &= keep
		}
	}
	return told, news, 0
}

// note tells who spoke in a turn, and who failed; it returns how many lines were solved.
func note(first int, queued, told, failed uint64, spoke *[]int) (solved int) {
	told |= failed & -failed
	for ; spoke != nil && told != 0; told &= told - 1 {
		*spoke = append(*spoke, first+bits.TrailingZeros64(told))
	}
	return bits.OnesCount64(queued &^ (failed & (failed - 1)))
}

// Step solves the oldest queued line on the board, and queues the lines that cross it
// where it had something to say: changed. It is false if the line has no arrangement; the
// board is then as it was. There must be a queued line.
func (b *Board) Step() (i int, changed, ok bool) {
	i = b.Next()
	if _, _, ok = b.Narrow(i); ok {
		changed = b.apply(i)
	}
	return i, changed, ok
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
