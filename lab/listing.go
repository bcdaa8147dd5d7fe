package lab

import (
	"cmp"
	"iter"
	"math/big"
	"slices"

	"nonogram"
)

// Tables of the sources: Wang's clue table of a puzzle, and the R package's set of all lines
// of a length. Both are enumerated lazily.

// TableEntry is a row of a clue table.
type TableEntry struct {
	Key    string // the length and the clue: "5-1,2"
	Count  int64  // of its states
	clue   clue
	blocks nonogram.Clue
}

// ClueTable returns the clue table of a puzzle: an entry for every length and clue, shorter
// lines and those with fewer boxes first. The error is a [*nonogram.InvalidError] or an
// [*UnsupportedError].
func ClueTable(p *nonogram.Puzzle) ([]TableEntry, error) {
	if _, err := admit("table", p, maxSide); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var table []TableEntry
	for _, l := range p.Lines() {
		n := p.Width()
		if l.Axis == nonogram.Column {
			n = p.Height()
		}
		c := newClues([]nonogram.Clue{p.Clue(l)}, n)[0]
		if key := c.key(); !seen[key] {
			seen[key] = true
			table = append(table, TableEntry{Key: key, Count: c.arrangements(), clue: c, blocks: p.Clue(l)})
		}
	}
	slices.SortFunc(table, func(a, b TableEntry) int {
		return cmp.Or(cmp.Compare(a.clue.n, b.clue.n), cmp.Compare(a.blocks.Cells(), b.blocks.Cells()), slices.Compare(a.clue.blocks, b.clue.blocks))
	})
	return table, nil
}

// States enumerates the states of an entry as Wang writes them, "10110", beginning with the
// first block leftmost.
func (e *TableEntry) States() iter.Seq[string] {
	return func(yield func(string) bool) {
		arrange(&e.clue, func(line uint64) bool { return yield(binary01(line, e.clue.n)) })
	}
}

// AllLines enumerates the lines of n cells in the order of the R package, that of binary
// numbers.
func AllLines(n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for number := uint64(0); ; number++ {
			var line uint64
			for i := range n {
				line |= number >> uint(n-1-i) & 1 << uint(i)
			}
			if !yield(binary01(line, n)) || number == prefix(n) {
				return
			}
		}
	}
}

// LinesOf returns the number of lines of n cells with the clue, and the lines in the order
// of [AllLines].
func LinesOf(n int, c nonogram.Clue) (int64, iter.Seq[string]) {
	own := newClues([]nonogram.Clue{c}, n)[0]
	return own.arrangements(), func(yield func(string) bool) {
		arrangeBack(&own, func(line uint64) bool { return yield(binary01(line, n)) })
	}
}

// CluesOfLength returns the number of clues of lines of n cells, and the clues, each with
// the number of its lines; the empty one first, then in lexicographic order.
func CluesOfLength(n int) (int64, iter.Seq2[nonogram.Clue, int64]) {
	return countClues(n), func(yield func(nonogram.Clue, int64) bool) {
		var clue nonogram.Clue
		var more func(room int) bool
		more = func(room int) bool {
			c := newClues([]nonogram.Clue{clue}, n)[0]
			if !yield(slices.Clone(clue), c.arrangements()) {
				return false
			}
			for length := 1; length <= room; length++ {
				clue = append(clue, nonogram.Block{Length: length, Color: nonogram.Black})
				if !more(room - length - 1) {
					return false
				}
				clue = clue[:len(clue)-1]
			}
			return true
		}
		more(n)
	}
}

// countClues is the number of clues of lines of n cells.
func countClues(n int) int64 {
	counts := make([]int64, n+2) // counts[room+1]: the number of continuations with that much room
	counts[0] = 1
	for room := range n + 1 {
		counts[room+1] = 1
		for length := 1; length <= room; length++ {
			counts[room+1] += counts[room-length]
		}
	}
	return counts[n+1]
}

// arrangements is the number of arrangements of the blocks: C(slack+blocks, blocks).
func (c *clue) arrangements() int64 {
	slack := c.slack()
	if slack < 0 {
		return 0
	}
	return new(big.Int).Binomial(int64(slack+len(c.blocks)), int64(len(c.blocks))).Int64()
}

// binary01 formats a line as the sources do.
func binary01(line uint64, n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = '0' + byte(line>>uint(i)&1)
	}
	return string(text)
}
