package board

import (
	"math"
	"math/bits"

	"nonogram/internal/line"
)

// Propagation by lines. The fixpoint does not depend on the order in which lines are
// solved; the number of line solves, a published counter, does. So crossing lines are
// enqueued in the order of their cells.

// Propagate solves queued lines until the queue is empty and returns the number of line
// solves. ok is false on a contradiction; the queue is then empty as well.
func (b *Board) Propagate() (solved int, ok bool) { return b.PropagateSome(math.MaxInt, nil) }

// PropagateSome is Propagate with a limit on the number of line solves, after which lines
// may remain queued. Lines that changed the board, or have no arrangement, are appended
// to changed unless it is nil. A word board solves all queued rows, then all queued
// columns, and so on, and checks the limit only between such rounds.
func (b *Board) PropagateSome(most int, changed *[]int) (solved int, ok bool) {
	if b.Word {
		return b.propagateWord(most, changed)
	}
	for b.queue.count > 0 && solved < most {
		solved++
		i, narrowed, ok := b.Step()
		if changed != nil && (narrowed || !ok) {
			*changed = append(*changed, i)
		}
		if !ok {
			b.ClearQueue()
			return solved, false
		}
	}
	return solved, true
}

// propagateWord is PropagateSome for word boards. A word holds a bit for every queued row
// or column, so that one operation enqueues all lines that cross a line in some cells.
func (b *Board) propagateWord(most int, changed *[]int) (solved int, ok bool) {
	across, down := b.Can[:2*b.Height], b.Can[2*b.Height:]
	rows, cols := b.drain()
	for ok = true; ok && rows|cols != 0 && solved < most; cols = 0 {
		narrowed, crossing, failed := b.solveAxis(b.Lines[:b.Height], across, down, rows)
		solved += record(0, rows, narrowed, failed, changed)
		cols, rows, ok = cols|crossing, 0, failed == 0
		if ok {
			narrowed, rows, failed = b.solveAxis(b.Lines[b.Height:], down, across, cols)
			solved += record(b.Height, cols, narrowed, failed, changed)
			ok = failed == 0
		}
	}
	b.Open = 0
	for y := range b.Height {
		b.Open += bits.OnesCount64(across[2*y] & across[2*y+1])
	}
	for ; ok && rows != 0; rows &= rows - 1 {
		b.Enqueue(bits.TrailingZeros64(rows))
	}
	return solved, ok
}

// drain empties the queue into masks of rows and columns.
func (b *Board) drain() (rows, cols uint64) {
	for b.queue.count > 0 {
		if i := b.Dequeue(); i < b.Height {
			rows |= 1 << uint(i&63)
		} else {
			cols |= 1 << uint((i-b.Height)&63)
		}
	}
	return rows, cols
}

// solveAxis solves the queued lines of one axis. own are their masks, and other those of
// the crossing lines. It returns masks of the lines it narrowed and of the crossing lines
// that changed. On a contradiction the lowest bit of failed is the line without an
// arrangement, and its other bits are queued lines that were not solved.
func (b *Board) solveAxis(lines []line.Line, own, other []uint64, queued uint64) (narrowed, crossing, failed uint64) {
	for ; queued != 0; queued &= queued - 1 {
		i := uint(bits.TrailingZeros64(queued)) & 63
		pair := own[2*i : 2*i+2]
		white, black := pair[0], pair[1]
		if white&black == 0 { // decided by crossing lines: only check it
			if !lines[i].FeasibleWord(white, black) {
				return narrowed, crossing, queued
			}
			continue
		}
		w, k, ok := lines[i].SolveWord(white, black, &b.Scratch)
		if !ok {
			return narrowed, crossing, queued
		}
		black &^= k // now the cells that just became white
		decided := white&^w | black
		if decided == 0 {
			continue
		}
		pair[0], pair[1] = w, k
		crossing |= decided
		narrowed |= 1 << i
		// A rotation instead of ^(1<<i): the compiler would clear the bit by an instruction that
		// delays the next bit scan.
		keep := bits.RotateLeft64(^uint64(1), int(i))
		for ; decided != 0; decided &= decided - 1 {
			at := uint(bits.TrailingZeros64(decided)) & 63
			other[2*at+uint(black>>at)&1] &= keep
		}
	}
	return narrowed, crossing, 0
}

// record appends the lines of an axis that were narrowed, and the one that failed, to
// changed, and returns how many lines were solved.
func record(first int, queued, narrowed, failed uint64, changed *[]int) (solved int) {
	narrowed |= failed & -failed
	for ; changed != nil && narrowed != 0; narrowed &= narrowed - 1 {
		*changed = append(*changed, first+bits.TrailingZeros64(narrowed))
	}
	return bits.OnesCount64(queued &^ (failed & (failed - 1)))
}

// Step solves the oldest queued line and enqueues the lines that cross it where it changed
// something. If the line has no arrangement, ok is false and the board unchanged. The
// queue must not be empty.
func (b *Board) Step() (i int, changed, ok bool) {
	i = b.Dequeue()
	if _, _, ok = b.Narrow(i); ok {
		changed = b.apply(i)
	}
	return i, changed, ok
}

// Narrow solves line i without changing the board. was are its masks on the board, in
// place; now are the narrowed masks, valid until the next call of Narrow or Step. ok is
// false if the line has no arrangement.
func (b *Board) Narrow(i int) (was, now []uint64, ok bool) {
	was = b.Masks(i)
	now = b.narrowed[:len(was)]
	copy(now, was)
	return was, now, b.Lines[i].Solve(now, &b.Scratch)
}

// apply eliminates the candidates that Narrow has just excluded for line i, enqueues the
// crossing lines, and reports whether there were any. It goes through the cells by words,
// and within a word by colors.
func (b *Board) apply(i int) (changed bool) {
	masks := b.Masks(i)
	now := b.narrowed[:len(masks)]
	words := len(masks) / b.Colors
	for w := range words {
		eliminated := uint64(0)
		was, _ := countCandidates(masks[w:], words)
		for at, color := w, 0; color < b.Colors; at, color = at+words, color+1 {
			gone := masks[at] &^ now[at]
			if gone != 0 {
				masks[at] = now[at]
				eliminated |= gone
				b.eliminateCrossing(i, w<<6, color, gone)
			}
		}
		if eliminated != 0 {
			changed = true
			single, _ := countCandidates(masks[w:], words)
			b.Open -= bits.OnesCount64(single &^ was)
			b.enqueueCrossing(i, w<<6, eliminated)
		}
	}
	return changed
}

// countCandidates returns the cells with one candidate and those with several, in the
// first of the given number of words per color.
func countCandidates(masks []uint64, words int) (single, several uint64) {
	some := uint64(0)
	for at := 0; at < len(masks); at += words {
		several |= some & masks[at]
		some |= masks[at]
	}
	return some &^ several, several
}

// eliminateCrossing eliminates a color in the lines that cross line i at the given cells,
// counted from base. The loops of apply are faster if it is not inlined.
//
//go:noinline
func (b *Board) eliminateCrossing(i, base, color int, cells uint64) {
	if b.Shape != nil {
		b.eliminateOnShape(i, base, color, cells)
		return
	}
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

// enqueueCrossing enqueues the lines that cross line i at the given cells, counted from
// base.
func (b *Board) enqueueCrossing(i, base int, cells uint64) {
	if b.Shape != nil {
		b.enqueueOnShape(i, base, cells)
		return
	}
	if i < b.Height {
		base += b.Height
	}
	for ; cells != 0; cells &= cells - 1 {
		b.Enqueue(base + bits.TrailingZeros64(cells))
	}
}
