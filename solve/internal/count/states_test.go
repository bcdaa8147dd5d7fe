package count

import (
	"math/bits"
	"slices"
	"testing"

	"nonogram"
)

// counted is a table of states with a key of one word, their index, and counts of some words.
func counted(words int, counts ...[]uint64) *stateTable {
	t := &stateTable{}
	t.reset(1, poller{})
	t.countWords, t.states, t.high = words, len(counts), 0
	var chunk []uint64
	for i, c := range counts {
		chunk = append(append(chunk, uint64(i)), c...)
		t.high += c[words-1]
	}
	half := len(counts) / 2 * t.stride()
	t.chunks = [][]uint64{chunk[:half:half], chunk[half:]}
	return t
}

// Pruning keeps the states of the longest counts, in their order, and of those of the least
// length that is kept the first.
func TestPrune(t *testing.T) {
	long := func(low, high uint64) []uint64 { return []uint64{low, high} }
	short := func(low uint64) []uint64 { return []uint64{low} }
	for _, c := range []struct {
		table *stateTable
		most  int
		kept  []uint64
		high  uint64
	}{
		{counted(1, short(2), short(9), short(1), short(3), short(4), short(2)), 3, []uint64{0, 1, 4}, 15},
		{counted(1, short(2), short(9), short(1), short(3), short(4), short(2)), 4, []uint64{0, 1, 3, 4}, 18},
		{counted(1, short(2), short(9), short(1), short(3), short(4), short(2)), 5, []uint64{0, 1, 3, 4, 5}, 20},
		{counted(1, short(2), short(9), short(1), short(3), short(4), short(2)), 2, []uint64{1, 4}, 13},
		{counted(1, short(2), short(9), short(1), short(3), short(4), short(2)), 1, []uint64{1}, 9},
		{counted(1, short(2), short(9), short(1)), 3, []uint64{0, 1, 2}, 12},
		{counted(2, long(9, 0), long(1, 1), long(0, 5), long(8, 0)), 3, []uint64{0, 1, 2}, 6},
		{counted(2, long(9, 0), long(1, 1), long(0, 5), long(8, 0)), 1, []uint64{2}, 5},
	} {
		c.table.prune(c.most, c.table.countBits)
		var kept []uint64
		for _, chunk := range c.table.chunks {
			for ; len(chunk) > 0; chunk = chunk[c.table.stride():] {
				kept = append(kept, chunk[0])
			}
		}
		if !slices.Equal(kept, c.kept) || c.table.states != len(c.kept) || c.table.high != c.high {
			t.Errorf("of at most %d states %v are kept, %d by their number, with a sum of %d; expected %v and %d",
				c.most, kept, c.table.states, c.table.high, c.kept, c.high)
		}
	}
}

// A pass sorts by as many fields as fit into its digit, and by a wider field alone.
func TestDigits(t *testing.T) {
	for _, c := range []struct{ fields, digits []uint }{
		{nil, nil},
		{[]uint{3, 4}, []uint{7}},
		{[]uint{3, 5, 1}, []uint{digitWidth, 1}},
		{[]uint{5, 4, 4, 1}, []uint{5, digitWidth, 1}},
		{[]uint{digitWidth + 2, 1}, []uint{digitWidth + 2, 1}},
		{[]uint{1, digitWidth + 2, 1}, []uint{1, digitWidth + 2, 1}},
	} {
		var parts []keyField
		for _, w := range c.fields {
			parts = append(parts, keyField{width: w})
		}
		var widths []uint
		for _, d := range appendDigits(nil, parts) {
			widths = append(widths, d.width)
		}
		if !slices.Equal(widths, c.digits) {
			t.Errorf("fields of %d bits are sorted by digits of %d, expected %d", c.fields, widths, c.digits)
		}
	}
}

// Fields that are in use do not overlap, and none crosses the end of a word.
func TestFieldsOfAKey(t *testing.T) {
	for width := uint(1); width < 16; width++ {
		var used []uint64
		taken := map[int]uint64{}
		for range 64 {
			var f keyField
			used = f.allocate([]int16{1, 1 << (width - 1), 1<<(width-1) + 1, 2}, used)
			if bits.OnesCount64(f.place()) != int(width) || taken[f.word]&f.place() != 0 {
				t.Fatalf("a field of %d bits has %#x in word %d, where %#x are taken", width, f.place(), f.word, taken[f.word])
			}
			taken[f.word] |= f.place()
		}
		f := keyField{width: width, mask: 1<<width - 1} // the lowest, which is free again
		used[0] &^= f.place()
		used = f.allocate([]int16{1 << (width - 1), 1<<(width-1) + 1}, used)
		if perWord := 64 / int(width); len(used) != (64+perWord-1)/perWord {
			t.Errorf("64 fields of %d bits take %d words", width, len(used))
		}
	}
}

// A region is complete, or there is none because its tables are too large.
func TestTablesWithinTheirLimit(t *testing.T) {
	p := onesBoard(4)
	d := newDissection(p, blank(p))
	cells := uncutRegions(d)[0]
	limit := 0
	for ; d.region(cells, limit, proceed) == nil; limit++ {
	}
	if r := d.region(cells, limit, proceed); limit == 0 || len(r.automata) != 8 {
		t.Errorf("%d automata with tables of %d entries", len(r.automata), limit)
	}
}

// The upper bound is the smaller of the products of arrangements.
func TestProductOfArrangements(t *testing.T) {
	for _, p := range []*nonogram.Puzzle{
		nonogram.New([][]int{{1}, {1}, {1}}, [][]int{{2}, {1}}), // 2 · 2 · 2 and 2 · 3
		nonogram.New([][]int{{2}, {1}}, [][]int{{1}, {1}, {1}}),
	} {
		d := newDissection(p, blank(p))
		if most := d.most(uncutRegions(d)[0], minEntries, proceed); most.Int64() != 6 {
			t.Errorf("rows %v columns %v: at most %v, expected 6", p.Rows, p.Cols, most)
		}
	}
}
