package certify

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"nonogram"
)

// TestMemoryLimit takes clauses without end, and one clause without end.
func TestMemoryLimit(t *testing.T) {
	const limit = 8192
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	head := string(appendHeader(nil, p))
	var many, few, long strings.Builder
	for i := 1; i <= 1000; i++ {
		fmt.Fprintf(&many, "a %d 1 2 : r1\n", i)
		fmt.Fprintf(&few, "a %d 1 2 : r1\nd %d\n", i, i)
	}
	long.WriteString("a 1")
	for range 10_000 {
		long.WriteString(" 1 2")
	}
	for _, c := range []struct{ name, steps, want string }{
		{"many clauses", many.String(), "take more than"},
		{"a long clause", long.String(), "take more than"},
		{"deleted in time", few.String() + "end at-least 0\n", ""},
	} {
		_, err := verify(context.Background(), strings.NewReader(head+c.steps), p, limit)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if _, err := verify(context.Background(), strings.NewReader(head+"s 1\n#.\n.#\n"), p, 3); err == nil || !strings.Contains(err.Error(), "take more than") {
		t.Errorf("a solution of four cells in three bytes: %v", err)
	}
}

// TestMemoryIsCounted compares estimates and the limit with numbers.
func TestMemoryIsCounted(t *testing.T) {
	clause := make([]int32, 8, 16)
	if got := clauseBytes(clause); got != 16*4*9/8+8 {
		t.Errorf("a clause takes %d", got)
	}
	grid := nonogram.NewGrid(8, 8)
	if got := solutionBytes(grid); got != 64*2*9/8+240 {
		t.Errorf("a solution takes %d", got)
	}
	c := &checker{memory: 100, room: 2, limit: 5 << 20}
	more := c.limit - 100 - 2*entryBytes
	if err := c.checkMemory(more); err != nil {
		t.Error(err)
	}
	if err := c.checkMemory(more + 1); err == nil || !strings.Contains(err.Error(), "5 MB") {
		t.Error(err)
	}
	const want = 1*4*9/8 + 8 + 1*2*9/8 + 240 + entryBytes // a solution of one cell and its clause
	p := nonogram.New([][]int{{1}}, [][]int{{1}})
	for limit := int64(want - 1); limit <= want; limit++ {
		_, err := verify(context.Background(), strings.NewReader(string(appendHeader(nil, p))+"s 1\n#\nend at-least 1\n"), p, limit)
		if (err == nil) != (limit == want) {
			t.Errorf("a solution and its clause, limit %d: %v", limit, err)
		}
	}
}

// TestShrink replaces the map of clauses when it is four times too large, and not before.
func TestShrink(t *testing.T) {
	for _, w := range []struct{ room, kept, want int }{
		{1024, 100, 1024}, {1025, 100, 100}, {1200, 300, 1200}, {1201, 300, 300},
	} {
		c := &checker{clauses: map[int64][]int32{0: nil}, room: w.room}
		for i := range w.kept {
			c.clauses[int64(i+1)] = []int32{1, 2}
		}
		c.scanner = newScanner(strings.NewReader(" 0\n"))
		if err := c.drop(); err != nil || c.room != w.want || len(c.clauses) != w.kept {
			t.Errorf("%v: %v, room %d, %d clauses", w, err, c.room, len(c.clauses))
		}
	}
}

// TestMemoryIsHeld measures the memory in use just before a certificate exceeds the limit.
func TestMemoryIsHeld(t *testing.T) {
	const limit = 16 << 20
	const side = 60
	ones := make([][]int, side)
	for i := range ones {
		ones[i] = []int{1}
	}
	p := nonogram.New(ones, ones)
	for _, c := range []struct {
		name string
		step func(b []byte, i int) []byte
		// least is the share of the limit in use at the end.
		least int
	}{
		{"short clauses", func(b []byte, i int) []byte { return fmt.Appendf(b, "a %d -1 -2 : r1\n", i) }, 40},
		{"clauses of 9", func(b []byte, i int) []byte {
			return fmt.Appendf(b, "a %d -1 -2 -3 -4 -5 -6 -7 -8 -%d : r1\n", i, side)
		}, 40},
		{"long clauses", func(b []byte, i int) []byte { return appendLongClause(b, i, side) }, 40},
		{"one clause", func(b []byte, i int) []byte {
			if i == 1 {
				b = append(b, "a 1"...)
			}
			return append(b, " 1 2"...)
		}, 20},
		{"clauses deleted", func(b []byte, i int) []byte {
			const many = 150_000
			switch {
			case i <= many:
				return fmt.Appendf(b, "a %d -1 -2 : r1\n", i)
			case i <= 2*many:
				return fmt.Appendf(b, "d %d\n", i-many)
			}
			return appendLongClause(b, i, side)
		}, 40},
		{"solutions", func(b []byte, i int) []byte { return appendPermutation(fmt.Appendf(b, "s %d\n", i), i, side) }, 40},
	} {
		steps := &measured{next: c.step, data: appendHeader(nil, p)}
		steps.base = inUse()
		_, err := verify(context.Background(), steps, p, limit)
		if err == nil || !strings.Contains(err.Error(), "take more than 16 MB") {
			t.Errorf("%s: %v", c.name, err)
		}
		if steps.peak > limit || steps.peak < int64(c.least)*limit/100 {
			t.Errorf("%s: %d kB in use at most, the limit is %d kB", c.name, steps.peak>>10, limit>>10)
		}
	}
}

// appendLongClause writes the clause that a row has a filled cell.
func appendLongClause(b []byte, i, side int) []byte {
	b = fmt.Appendf(b, "a %d", i)
	for l := range side {
		b = fmt.Appendf(b, " %d", l+1)
	}
	return append(b, " : r1\n"...)
}

// measured is an endless certificate that measures memory while it is read.
type measured struct {
	next       func(b []byte, i int) []byte
	data       []byte
	steps      int
	read, seen int64
	base, peak int64
}

func (m *measured) Read(b []byte) (int, error) {
	for len(m.data) < len(b) {
		m.steps++
		m.data = m.next(m.data, m.steps)
	}
	n := copy(b, m.data)
	m.data = append(m.data[:0], m.data[n:]...)
	if m.read += int64(n); m.read > m.seen+m.seen/16+1<<16 {
		m.seen = m.read
		m.peak = max(m.peak, inUse()-m.base)
	}
	return n, nil
}

// inUse returns the memory in use after garbage collection.
func inUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// appendPermutation writes the i-th of many grids with one cell in every row and column.
func appendPermutation(b []byte, i, side int) []byte {
	order := make([]int, side)
	for j := range order {
		order[j] = j
	}
	for j := 0; i > 0; i, j = i/(side-j), j+1 {
		k := j + i%(side-j)
		order[j], order[k] = order[k], order[j]
	}
	for _, at := range order {
		row := bytes.Repeat([]byte("."), side)
		row[at] = '#'
		b = append(append(b, row...), '\n')
	}
	return b
}
