package count

import (
	"slices"
	"testing"
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
		c.table.prune(c.most)
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
