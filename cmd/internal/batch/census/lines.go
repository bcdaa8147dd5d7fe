package census

import (
	"math/bits"

	"nonogram"
)

// Line solving by tables, for lines of up to eight cells. A partial line is a pair of
// masks, the known black and the known white cells; for every clue and every such pair the
// table holds the result of a complete line solver.

// lines lists all lines of one length by clue. Clues are numbered by their first occurrence
// in the order of binary numbers, the first cell lowest.
type lines struct {
	n       int
	members [][]uint8 // by clue: its lines, as bit masks
	clueOf  []uint8   // by bit mask
	mirror  []uint8   // by clue: that of the reversed line
	// solved is the solved line, black | white<<8, by clue and partial line. A partial
	// line is a number of n ternary digits, 1 for black and 2 for white, so that the
	// tables of six cells fit the first-level cache.
	solved  [][]uint16
	ternary [1 << maxSide]uint16
}

func newLines(n int, solve bool) *lines {
	t := &lines{n: n, clueOf: make([]uint8, 1<<n)}
	index := map[string]uint8{}
	cells := make([]nonogram.Color, n)
	for m := range t.clueOf {
		for i := range cells {
			cells[i] = nonogram.Color(m >> i & 1)
		}
		text := nonogram.ClueOf(cells).String()
		k, ok := index[text]
		if !ok {
			k = uint8(len(t.members))
			index[text] = k
			t.members = append(t.members, nil)
		}
		t.members[k] = append(t.members[k], uint8(m))
		t.clueOf[m] = k
	}
	for m := 1; m < 1<<n; m++ {
		t.ternary[m] = 3*t.ternary[m>>1] + uint16(m&1)
	}
	for _, members := range t.members {
		t.mirror = append(t.mirror, t.clueOf[bits.Reverse8(members[0])>>(8-n)])
		if solve {
			t.solved = append(t.solved, t.solveAll(members))
		}
	}
	return t
}

// same is a number that is equal for a clue and its reverse.
func (t *lines) same(clue uint8) int { return int(min(clue, t.mirror[clue])) }

// solveAll fills a row of the table. It omits contradictory partial lines, which do not
// occur.
func (t *lines) solveAll(members []uint8) []uint16 {
	solved := make([]uint16, 2*int(t.ternary[1<<t.n-1])+1)
	full := uint8(1<<t.n - 1)
	for i := range 1 << (2 * t.n) {
		black, white := uint8(i)&full, uint8(i>>t.n)
		every, some := full, uint8(0)
		for _, m := range members {
			if m&black == black && m&white == 0 {
				every &= m
				some |= m
			}
		}
		if every&^some == 0 {
			solved[t.ternary[black]+2*t.ternary[white]] = uint16(every) | uint16(full&^some)<<8
		}
	}
	return solved
}

// tallyLines solves the unique pictures of the table by line solving, and finds the
// greatest number of solutions. Level is the first row whose clue is in the numbers. Lines
// with the same clue in all pictures of the table are solved first, once.
func (c *Counter) tallyLines(level int) {
	for j, x := range c.fixed {
		c.known.cols[x] = c.colClues[j]
	}
	c.known.rows = c.rowClues
	var start known
	start.rows, start.cols = c.known.rows, c.known.cols
	var freeRows, freeCols uint8
	for _, y := range c.order[level:] {
		freeRows |= 1 << y
	}
	for _, x := range c.free {
		freeCols |= 1 << x
	}
	c.solve(&start, (1<<c.Height-1)&^freeRows, (1<<c.Width-1)&^freeCols, freeRows, freeCols)
	base, rowBase := uint32(len(c.cols.members)), uint32(len(c.rows.members))
	for slot, e := range c.seen.slots[:1<<(32-c.seen.shift)] {
		c.tally.Most = max(c.tally.Most, uint64(c.seen.times[slot]))
		if e == 0 || e&1 != 0 {
			continue
		}
		key := e>>1 - 1
		k := start
		for _, x := range c.free {
			key, k.cols[x] = key/base, uint8(key%base)
		}
		for i := c.Height - 1; i >= level; i-- {
			key, k.rows[c.order[i]] = key/rowBase, uint8(key%rowBase)
		}
		c.solve(&k, freeRows, freeCols, 0, 0)
		if bits.OnesCount64(k.byRow[0]|k.byRow[1]) == c.Width*c.Height {
			c.tally.LineSolvable += c.weight
		}
	}
}

// known is a partially solved puzzle: its black and white cells, a byte per row and a byte
// per column.
type known struct {
	rows, cols   [maxSide]uint8 // clues
	byRow, byCol [2]uint64
}

// solve propagates from the lines of two masks to a fixpoint. The puzzle must have a
// solution.
func (c *Counter) solve(k *known, rows, cols, noRows, noCols uint8) {
	for rows|cols != 0 {
		cols |= c.rows.sweep(rows, &k.rows, &k.byRow, &k.byCol) &^ noCols
		rows = c.cols.sweep(cols, &k.cols, &k.byCol, &k.byRow) &^ noRows
		cols = 0
	}
}

// sweep solves the lines of a mask, and returns the mask of the crossing lines with new
// cells.
func (t *lines) sweep(dirty uint8, clues *[maxSide]uint8, along, across *[2]uint64) (news uint8) {
	for ; dirty != 0; dirty &= dirty - 1 {
		i := bits.TrailingZeros8(dirty) % maxSide
		black, white := uint8(along[0]>>(8*i)), uint8(along[1]>>(8*i))
		s := t.solved[clues[i]][t.ternary[black]+2*t.ternary[white]]
		black, white = uint8(s)&^black, uint8(s>>8)&^white
		if black|white == 0 {
			continue
		}
		news |= black | white
		along[0] |= uint64(black) << (8 * i)
		along[1] |= uint64(white) << (8 * i)
		across[0] |= column[black] << i
		across[1] |= column[white] << i
	}
	return news
}

// column maps every cell of a line to the lowest bit of a byte.
var column = func() (t [256]uint64) {
	for m := range t {
		for i := range 8 {
			t[m] |= uint64(m) >> i & 1 << (8 * i)
		}
	}
	return t
}()
