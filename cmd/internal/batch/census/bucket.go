package census

import (
	"math/bits"
	"sync/atomic"
)

// deal extends every shape by all fillings of the free cells of the next row, distributes
// the results to piles by the row's clue, and recurs on each pile. A pile that is small
// enough, or complete, is counted.
func (c *Counter) deal(level int, shapes []uint64) {
	if level >= c.fixedRows && (level == c.Height || len(shapes)<<(len(c.free)*(c.Height-level)) <= maxKeys) {
		c.count(level, shapes)
		return
	}
	row := c.order[level]
	shift, fillings := shapeRows+rowBits*row, 1<<len(c.free)
	var ends [64]int32 // a line of eight cells has 55 clues
	var used uint64
	for _, s := range shapes {
		clue := &c.clue[s>>shift%maxFixedLines]
		for _, k := range clue[:fillings] {
			ends[k%64]++
			used |= 1 << (k % 64)
		}
	}
	if n := len(shapes) * fillings; cap(c.piles[level]) < n {
		c.piles[level] = make([]uint64, n+n/2)
	}
	piles := c.piles[level][:len(shapes)*fillings]
	var at int32
	for rest := used; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros64(rest)
		at, ends[k] = at+ends[k], at
	}
	for _, s := range shapes {
		clue := &c.clue[s>>shift%maxFixedLines]
		for x, k := range clue[:fillings] {
			piles[ends[k%64]] = s | c.spread[x]<<row
			ends[k%64]++
		}
	}
	at = 0
	for rest := used; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros64(rest)
		from := at
		at = ends[k]
		c.rowClues[row] = uint8(k)
		if level+1 == c.deciding {
			if c.weight = c.pictureWeight(); c.weight == 0 {
				continue
			}
		}
		c.deal(level+1, piles[from:at])
	}
}

// count counts a bucket, or a part of one.
func (c *Counter) count(level int, shapes []uint64) {
	c.tally.Grids += c.weight * uint64(len(shapes)) << (len(c.free) * (c.Height - level))
	if len(shapes) == 1 && level == c.fixedRows && c.memo != nil {
		distinct, unique := c.alone(shapes[0])
		c.tally.Descriptions += c.weight * uint64(distinct)
		c.tally.Unique += c.weight * uint64(unique)
		return
	}
	distinct, unique := c.fill(level, shapes)
	c.tally.Descriptions += c.weight * uint64(distinct)
	c.tally.Unique += c.weight * uint64(unique)
	if c.Lines {
		c.tallyLines(level)
	}
}

// fill enters the numbers of all completions of the shapes into the table.
func (c *Counter) fill(level int, shapes []uint64) (distinct, unique int) {
	c.seen.reset(len(shapes) << (len(c.free) * (c.Height - level)))
	for _, s := range shapes {
		c.finish(level, s, 0)
	}
	return c.seen.distinct, c.seen.distinct - c.seen.again
}

// finish fills the rows from level on; key holds their clues so far. The number of a
// picture has the clues of these rows and of the free columns as digits.
func (c *Counter) finish(level int, s uint64, key uint32) {
	if level == c.Height {
		for j := range c.free {
			key += c.part[j][uint8(s>>(8*j))]
		}
		c.seen.add([]uint32{key})
		return
	}
	row := c.order[level]
	clue := &c.clue[s>>(shapeRows+rowBits*row)%maxFixedLines]
	if level == c.Height-1 && len(c.free) == maxFree {
		c.finishRow(row, s, key, clue)
		return
	}
	for x, k := range clue[:1<<len(c.free)] {
		next := (key + uint32(k)) * uint32(len(c.rows.members))
		if level == c.Height-1 {
			next = (key + uint32(k)) * c.colParts
		}
		c.finish(level+1, s|c.spread[x]<<row, next)
	}
}

// finishRow is finish for the last row with three free columns, the hot path: each column
// has two possible digits.
func (c *Counter) finishRow(row int, s uint64, key uint32, clue *[maxFillings]uint8) {
	bit := uint8(1) << row
	s0, s1, s2 := uint8(s), uint8(s>>8), uint8(s>>16)
	a0, a1 := c.part[0][s0], c.part[0][s0|bit]
	b0, b1 := c.part[1][s1], c.part[1][s1|bit]
	c0, c1 := c.part[2][s2], c.part[2][s2|bit]
	keys := [maxFillings]uint32{a0 + b0 + c0, a1 + b0 + c0, a0 + b1 + c0, a1 + b1 + c0, a0 + b0 + c1, a1 + b0 + c1, a0 + b1 + c1, a1 + b1 + c1}
	for x := range keys {
		keys[x] += (key + uint32(clue[x])) * c.colParts
	}
	c.seen.add(keys[:])
}

// maxKeys is the capacity of a table, an eighth of its slots: the cost of a number is its
// mispredicted branches, and a nearly empty table has few collisions. With four times as
// many numbers, or four times as full, a class of 7×7 takes about twice as long.
const (
	maxKeys = 1 << 11
	// maxSlots is for complete piles: three free columns have at most 55³ combinations
	// of clues.
	maxSlots = 1 << 19
)

// seen is a hash table of numbers. A slot is 0, or twice the number plus one; the lowest
// bit marks duplicates.
type seen struct {
	slots           [maxSlots]uint32
	times           [maxSlots]uint32 // how often, only for Lines
	shift           int
	distinct, again int
	lines           bool
}

// reset clears the table and makes room for n numbers.
func (t *seen) reset(n int) {
	size := min(max(3, bits.Len(uint(8*n-1))), bits.Len(maxSlots-1))
	clear(t.slots[:1<<size])
	if t.lines {
		clear(t.times[:1<<size])
	}
	t.shift = 32 - size
	t.distinct, t.again = 0, 0
}

// add enters numbers. The multiplier is 2^32 divided by the golden ratio (Knuth, The
// Art of Computer Programming, volume 3, section 6.4).
func (t *seen) add(keys []uint32) {
	shift, distinct, again := t.shift, t.distinct, t.again
	for _, key := range keys {
		slot := key * 0x9E3779B1 >> (shift % 32)
		entry := (key + 1) << 1
		e := t.slots[slot%maxSlots]
		for e != 0 && e&^1 != entry {
			slot = (slot + 1) & (1<<((32-shift)%32) - 1)
			e = t.slots[slot%maxSlots]
		}
		if e == 0 {
			t.slots[slot%maxSlots] = entry
			distinct++
		} else if e&1 == 0 {
			t.slots[slot%maxSlots] = entry | 1
			again++
		}
		if t.lines {
			t.times[slot%maxSlots]++
		}
	}
	t.distinct, t.again = distinct, again
}

// memo caches buckets of one shape, which most buckets of 7×7 are: they depend only on the
// cells of the free lines in fixed ones, 24 bits.
type memo struct {
	rowBits []uint8 // cells in the fixed rows, by a free column's cells
	known   []atomic.Uint32
}

// memoCells is the largest size with too few buckets for a memo.
const memoCells = 42

func newMemo(p *Plan) *memo {
	m := &memo{rowBits: make([]uint8, 1<<p.Height)}
	for cells := range m.rowBits {
		for i, y := range p.order[:p.fixedRows] {
			m.rowBits[cells] |= uint8(cells >> y & 1 << i)
		}
	}
	m.known = make([]atomic.Uint32, 1<<(len(p.free)*p.fixedRows+(p.Height-p.fixedRows)*len(p.fixed)))
	return m
}

// alone counts a bucket of one shape. An entry of the memo is twice the number of distinct
// descriptions plus one, with the number of unique ones above it.
func (c *Counter) alone(s uint64) (distinct, unique int) {
	var index uint64
	for j := range c.free {
		index = index<<c.fixedRows | uint64(c.memo.rowBits[uint8(s>>(8*j))])
	}
	for _, y := range c.order[c.fixedRows:] {
		index = index<<len(c.fixed) | s>>(shapeRows+rowBits*y)%maxFixedLines
	}
	known := &c.memo.known[index]
	if v := known.Load(); v != 0 {
		return int(v>>1) & 0x7fff, int(v >> 16)
	}
	distinct, unique = c.fill(c.fixedRows, []uint64{s})
	known.Store(uint32(unique)<<16 | uint32(distinct)<<1 | 1)
	return distinct, unique
}
