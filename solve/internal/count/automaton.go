package count

// The clue of a line as an automaton over its cells.
//
// Packed tight, the blocks of a clue and the gaps between equal colors make a pattern; a
// state is the length of the prefix drawn. A cell either draws the next entry of the pattern
// or, where background may repeat, leaves the state unchanged:
//
//	clue 2 1    pattern   1 1 · 1        clue 2 in red, 1 in blue   r r b
//	            state    0 1 2 3 4                                 0 1 2 3
//	            repeats  *     * *                                 *   * *
//
// Exactly one color leads from a state to each successor, so arrangements correspond to walks
// from the first state to the last. A state is live at a boundary between cells if a walk
// that agrees with all candidates passes through it. Live states are found for 64 states at a
// time by bit-parallel simulation (Baeza-Yates and Gonnet, "A new approach to text
// searching", 1992), one pass forward and one back. Only states within reach of both ends are
// considered, so a line of n cells with slack k costs n·(k/64+1) steps of a few word
// operations.
//
// A blotted block is one entry, whose ink may repeat in the next state. If no gap must
// follow, an open gap does, so that the block cannot resume after background; the entry after
// it can be drawn at once, and a line may end before it:
//
//	clue ? in red, 1 in blue   r ° b        from 1: r stays, b leads to 3, background to 2
//	                          0 1 2 3
//
// Such lines are traced state by state. A line without a clue has a single state, which every
// color repeats.

import (
	"math/bits"

	"nonogram"
	"nonogram/internal/line"
)

// deadState is the successor of a state that does not accept a color.
const deadState = -1

// piece is a part of a line that is independent of the rest: its cells and its part of the
// pattern. A whole line is a piece too.
type piece struct {
	from, to int32            // its cells within the line
	pattern  []nonogram.Color // Empty is a gap
	blots    *blots           // nil if all lengths are known
}

// blots describes the pattern of the whole line and the piece's first state in it, for lines
// with blotted blocks or without a clue.
type blots struct {
	free          bool // no clue; the pattern is empty
	whole         []nonogram.Color
	from          int
	blotted, open []bool // by entry of the whole pattern
}

// wholeLine returns a line of n cells as one piece.
func wholeLine(clue nonogram.Clue, n int) piece {
	if clue.Missing() {
		return piece{to: int32(n), blots: &blots{free: true}}
	}
	for _, b := range clue {
		if b.Length == 0 {
			return blottedLine(clue, n)
		}
	}
	return piece{to: int32(n), pattern: tightPattern(clue)}
}

// blottedLine is wholeLine for a clue with blotted blocks.
func blottedLine(clue nonogram.Clue, n int) piece {
	b := new(blots)
	add := func(c nonogram.Color, blotted, open bool) {
		b.whole, b.blotted, b.open = append(b.whole, c), append(b.blotted, blotted), append(b.open, open)
	}
	for i, x := range clue {
		for range max(x.Length, 1) {
			add(x.Color, x.Length == 0, false)
		}
		last := i+1 == len(clue)
		if gap := !last && clue[i+1].Color == x.Color; gap || x.Length == 0 {
			add(nonogram.Empty, false, !gap)
		}
	}
	return piece{to: int32(n), pattern: b.whole, blots: b}
}

func tightPattern(clue nonogram.Clue) []nonogram.Color {
	pattern := make([]nonogram.Color, 0, clue.MinLength())
	for i, b := range clue {
		if i > 0 && clue[i-1].Color == b.Color {
			pattern = append(pattern, nonogram.Empty)
		}
		for range b.Length {
			pattern = append(pattern, b.Color)
		}
	}
	return pattern
}

// pads reports whether background may repeat in state s: before the first block, after the
// last, after a gap, and between blocks of different color.
func (p *piece) pads(s int) bool {
	if s == 0 || s == len(p.pattern) {
		return true
	}
	before, after := p.pattern[s-1], p.pattern[s]
	return after != nonogram.Empty && after != before
}

// next returns the state after a cell of color c, or deadState.
func (p *piece) next(s int, c nonogram.Color) int {
	if p.blots != nil {
		return p.blots.next(s, c)
	}
	switch {
	case s < len(p.pattern) && p.pattern[s] == c:
		return s + 1
	case c == nonogram.Empty && p.pads(s):
		return s
	}
	return deadState
}

func (b *blots) next(s int, c nonogram.Color) int {
	at := s + b.from
	switch {
	case b.free:
		return s
	case at < len(b.whole) && b.whole[at] == c:
		return s + 1
	case at > 0 && b.blotted[at-1] && b.whole[at-1] == c:
		return s
	case at+1 < len(b.whole) && b.open[at] && b.whole[at+1] == c:
		return s + 2
	case c == nonogram.Empty && b.pads(at):
		return s
	}
	return deadState
}

// pads is piece.pads for a state of the whole line: background may not repeat within a block,
// nor where a gap must still be drawn.
func (b *blots) pads(s int) bool {
	switch {
	case s == 0 || s == len(b.whole):
		return true
	case b.whole[s] == nonogram.Empty:
		return false
	}
	return b.whole[s] != b.whole[s-1]
}

// accepts reports whether the piece may end in state s: the last one, or before an open gap
// at the end of the line.
func (p *piece) accepts(s int) bool {
	last := len(p.pattern)
	return s == last || s == last-1 && p.blots != nil && p.blots.from+last == len(p.blots.whole) && p.blots.open[p.blots.from+s]
}

// cut returns the piece between two neighboring cuts; start and end are the only live states
// there.
//
// The piece may be padded at both ends even if a cut is inside a block: there the only live
// state is preceded or followed by the only live state again, so the piece is a single
// decided cell.
func (p *piece) cut(from, to, start, end int) piece {
	q := piece{from: p.from + int32(from), to: p.from + int32(to), pattern: p.pattern[start:end]}
	if p.blots != nil {
		b := *p.blots
		b.from += start
		q.blots = &b
	}
	return q
}

// trace finds the live states of a piece.
//
// A state s at boundary i of n cells has drawn at most i entries and has at most n-i left, so
// it lies in a window of slack+1 states that moves along the line. Only the words of that
// window are kept:
//
//	boundary 0   [ word 0 | word 1 ]
//	boundary i            [ word 1 | word 2 ]        base(i) = 1
type trace struct {
	cells  int // n
	last   int // last state, the length of the pattern
	lag    int // distance of the window from the boundary
	width  int // words per boundary
	live   []uint64
	repeat []uint64                     // bit s: background may repeat in state s
	draws  [nonogram.MaxColors][]uint64 // bit s: state s draws that color next
	used   line.Set                     // colors with bits in draws
}

// run finds the live states of piece p whose cells have the given candidates; false if there
// is no arrangement.
func (t *trace) run(p *piece, cells []line.Set) bool {
	t.cells, t.last = len(cells), len(p.pattern)
	if p.blots != nil {
		return t.runBlots(p, cells)
	}
	slack := t.cells - t.last
	t.lag = slack
	if slack < 0 {
		return false
	}
	t.width = min((slack+63)/64+1, t.last>>6+1)
	t.load(p)
	t.live = zeroed(t.live, (t.cells+1)*t.width)
	t.live[0] = 1
	for i, set := range cells {
		t.forward(i, set)
	}
	if !t.has(t.cells, t.last) {
		return false
	}
	t.keepOnly(t.cells, t.last)
	for i := len(cells) - 1; i >= 0; i-- {
		t.backward(i, cells[i])
	}
	return true
}

// runBlots is run for a piece with blotted blocks, with windows as wide as the pattern.
func (t *trace) runBlots(p *piece, cells []line.Set) bool {
	t.width = t.last>>6 + 1
	t.lag = t.cells
	t.live = zeroed(t.live, (t.cells+1)*t.width)
	t.live[0] = 1
	for i, set := range cells {
		in, out := t.at(i), t.at(i+1)
		eachState(in, func(s int) {
			for rest := set; rest != 0; rest &= rest - 1 {
				if to := p.next(s, nonogram.Color(bits.TrailingZeros64(uint64(rest)))); uint(to) <= uint(t.last) {
					out[to>>6] |= 1 << (to & 63)
				}
			}
		})
	}
	ends := t.at(t.cells)
	some := false
	eachState(ends, func(s int) {
		if p.accepts(s) {
			some = true
		} else {
			ends[s>>6] &^= 1 << (s & 63)
		}
	})
	for i := len(cells) - 1; i >= 0; i-- {
		in := t.at(i)
		eachState(in, func(s int) {
			for rest := cells[i]; rest != 0; rest &= rest - 1 {
				if to := p.next(s, nonogram.Color(bits.TrailingZeros64(uint64(rest)))); uint(to) <= uint(t.last) && t.has(i+1, to) {
					return
				}
			}
			in[s>>6] &^= 1 << (s & 63)
		})
	}
	return some
}

// eachState visits the states of a row, which the visit may remove.
func eachState(row []uint64, visit func(s int)) {
	for w, word := range row {
		for ; word != 0; word &= word - 1 {
			visit(w<<6 + bits.TrailingZeros64(word))
		}
	}
}

// load converts the pattern to masks.
func (t *trace) load(p *piece) {
	words := t.last>>6 + 1 + t.width // a window may reach past the last state
	for set := t.used; set != 0; set &= set - 1 {
		c := bits.TrailingZeros64(uint64(set))
		t.draws[c] = t.draws[c][:0]
	}
	t.used = 0
	t.repeat = zeroed(t.repeat, words)
	for s := range t.last + 1 {
		if p.pads(s) {
			t.repeat[s>>6] |= 1 << (s & 63)
		}
	}
	for s, c := range p.pattern {
		if t.used&(1<<c) == 0 {
			t.used |= 1 << c
			t.draws[c] = zeroed(t.draws[c], words)
		}
		t.draws[c][s>>6] |= 1 << (s & 63)
	}
}

// base returns the first word kept for boundary i.
func (t *trace) base(i int) int { return max(0, i-t.lag) >> 6 }

// at returns the words kept for boundary i.
func (t *trace) at(i int) []uint64 { return t.live[i*t.width : (i+1)*t.width] }

// drawing returns the states of word w that draw one of the colors of the set.
func (t *trace) drawing(set line.Set, w int) uint64 {
	var m uint64
	for set &= t.used; set != 0; set &= set - 1 {
		m |= t.draws[bits.TrailingZeros64(uint64(set))][w]
	}
	return m
}

// forward computes the reachable states at boundary i+1.
func (t *trace) forward(i int, set line.Set) {
	base, in, out := t.base(i+1), t.at(i), t.at(i+1)
	var carry uint64
	if base > t.base(i) { // the window moves by a word
		carry = in[0] & t.drawing(set, base-1) >> 63
		in = in[1:]
	}
	for w := range out {
		var here uint64
		if w < len(in) {
			here = in[w]
		}
		moved := here & t.drawing(set, base+w)
		out[w] = moved<<1 | carry
		if set&1 != 0 {
			out[w] |= here & t.repeat[base+w]
		}
		carry = moved >> 63
	}
}

// backward drops the states at boundary i that reach none at boundary i+1.
func (t *trace) backward(i int, set line.Set) {
	base, in, out := t.base(i), t.at(i+1), t.at(i)
	skip := t.base(i+1) - base
	var here uint64 // the word of boundary i+1 that goes with w
	if skip == 0 {
		here = in[0]
	}
	for w := range out {
		var above uint64
		if k := w + 1 - skip; k < len(in) {
			above = in[k]
		}
		alive := (here>>1 | above<<63) & t.drawing(set, base+w)
		if set&1 != 0 {
			alive |= here & t.repeat[base+w]
		}
		out[w] &= alive
		here = above
	}
}

// has reports whether state s is live at boundary i.
func (t *trace) has(i, s int) bool {
	w := s>>6 - t.base(i)
	return uint(w) < uint(t.width) && t.at(i)[w]>>(s&63)&1 != 0
}

// keepOnly drops all states at boundary i but s.
func (t *trace) keepOnly(i, s int) {
	clear(t.at(i))
	t.at(i)[s>>6-t.base(i)] = 1 << (s & 63)
}

// only returns the live state at boundary i if there is exactly one.
func (t *trace) only(i int) (int, bool) {
	state, n := 0, 0
	for w, word := range t.at(i) {
		if word != 0 {
			n += bits.OnesCount64(word)
			state = (t.base(i)+w)<<6 + bits.TrailingZeros64(word)
		}
	}
	return state, n == 1
}

// states appends the live states at boundary i in ascending order.
func (t *trace) states(i int, dst []int16) []int16 {
	for w, word := range t.at(i) {
		for ; word != 0; word &= word - 1 {
			dst = append(dst, int16((t.base(i)+w)<<6+bits.TrailingZeros64(word)))
		}
	}
	return dst
}

// zeroed returns n zeros, in the memory of s if possible.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// States are stored in 16 bits. A pattern is at most as long as its line, or twice as long
// with open gaps. This does not compile if they no longer fit.
const _ = uint(1<<15 - 1 - 2*nonogram.MaxSide)

// automaton is a piece reduced to its open cells, with the live states before each numbered
// from 0. The effect of decided cells is part of the preceding step. If the candidates are
// consistent with the line, no two states have the same future.
type automaton struct {
	// sizes[k] is the number of states before open cell k; the last entry is for the
	// single final state.
	sizes []int16
	// next[k][s*n+i] is the state after open cell k, of n candidates, if it takes its
	// i-th candidate in state s, or deadState.
	next [][]int16
}

// automatonBuilder builds automata and reuses its memory.
type automatonBuilder struct {
	trace  trace
	states []int16
	rank   []int16 // by state at the current boundary: its number before the next open cell
}

// entries returns the size of the tables for the piece last traced, and its number of open
// cells.
func (b *automatonBuilder) entries(cells []line.Set) (entries, open int) {
	for i, set := range cells {
		if n := bits.OnesCount64(uint64(set)); n > 1 {
			for _, word := range b.trace.at(i) {
				entries += n * bits.OnesCount64(word)
			}
			open++
		}
	}
	return entries, open
}

// build builds the automaton of a piece, unless its tables exceed limit entries. A piece
// without arrangement has an automaton without states.
func (b *automatonBuilder) build(p *piece, cells []line.Set, limit int) (automaton, int, bool) {
	if !b.trace.run(p, cells) {
		return automaton{}, 0, true
	}
	entries, open := b.entries(cells)
	if entries > limit {
		return automaton{}, 0, false
	}
	made := automaton{sizes: make([]int16, open+1), next: make([][]int16, open)}
	made.sizes[open] = 1
	tables := make([]int16, entries)
	b.rank = zeroed(b.rank, len(p.pattern)+3)
	for i := len(cells) - 1; i >= 0; i-- {
		b.states = b.trace.states(i, b.states[:0])
		n := bits.OnesCount64(uint64(cells[i]))
		if n == 1 {
			b.pass(p, nonogram.Color(bits.TrailingZeros64(uint64(cells[i]))))
			continue
		}
		open--
		table := tables[:n*len(b.states)]
		tables = tables[len(table):]
		b.fill(table, p, i, cells[i])
		made.sizes[open], made.next[open] = int16(len(b.states)), table
	}
	return made, entries, true
}

// pass moves the ranks back over a decided cell. A state leads to itself or to a higher one,
// so ascending order reads no rank after writing it.
func (b *automatonBuilder) pass(p *piece, c nonogram.Color) {
	for _, s := range b.states {
		b.rank[s] = b.rank[p.next(int(s), c)]
	}
}

// fill computes the successors of all states before open cell i, and moves the ranks back
// over it.
func (b *automatonBuilder) fill(table []int16, p *piece, i int, set line.Set) {
	k := 0
	for number, s := range b.states {
		for rest := set; rest != 0; rest &= rest - 1 {
			table[k] = deadState
			to := p.next(int(s), nonogram.Color(bits.TrailingZeros64(uint64(rest))))
			if to != deadState && b.trace.has(i+1, to) {
				table[k] = b.rank[to]
			}
			k++
		}
		b.rank[s] = int16(number)
	}
}
