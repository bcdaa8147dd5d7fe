package study

import (
	"context"
	"math"
	"math/big"
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/bench"
	"nonogram/lab"
)

// nodesBy is the number of nodes a method of the lab sees.
func nodesBy(t *testing.T, method string, p *nonogram.Puzzle) int64 {
	t.Helper()
	m, err := lab.Lookup(method)
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.New(nil)(t.Context(), p, nonogram.Options{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r.Stats.Nodes
}

// The counts without and with cutting are those of the lab's methods.
func TestLoopCountsAsTheLab(t *testing.T) {
	for _, size := range []struct{ width, height int }{{4, 4}, {5, 5}, {5, 3}, {3, 5}, {6, 6}} {
		set, err := bench.Boards(generate.Random{Width: size.width, Height: size.height, Count: 10, First: 0.5, Last: 0.35, Seed: big.NewInt(7)})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range set.Puzzles {
			l, ok := newLoop(t.Context(), p)
			if !ok {
				t.Fatal("interrupted")
			}
			if want := nodesBy(t, "row_dfs", p); l.Plain != want {
				t.Errorf("%s board %s: %d rows placed without cutting, the lab places %d", set.Name, p.ID, l.Plain, want)
			}
			if want := nodesBy(t, "row_dfs_cutoff", p); l.Cut != want {
				t.Errorf("%s board %s: %d rows placed with cutting, the lab places %d", set.Name, p.ID, l.Cut, want)
			}
			if want := nodesBy(t, "bruteforce_rulecut", p); l.Cells != 0 && l.Cells != want {
				t.Errorf("%s board %s: %d cells filled, the lab fills %d", set.Name, p.ID, l.Cells, want)
			}
			if size.width > 5 {
				continue // takes too long
			}
			if asIs := literalLoop(p); asIs != l.AsIs {
				t.Errorf("%s board %s: the loop places %v rows when it is run, %v were counted", set.Name, p.ID, asIs, l.AsIs)
			}
		}
	}
}

// literalLoop runs the loop as it is, repetitions and all.
func literalLoop(p *nonogram.Puzzle) float64 {
	c := &loopCounter{p: p, cols: make([]uint64, p.Width()), rows: make([]uint64, p.Height())}
	placed := 0.0
	var search func(y int) bool
	search = func(y int) bool {
		if y == p.Height() {
			return c.passed(y, passes) == p.Width()
		}
		for _, row := range possibilities(p.Rows[y], p.Width()) {
			placed++
			for x := range p.Width() {
				c.place(y, row)
				if !passesAsLiao(p.Cols[x], c.cols[x], y+1, p.Height()) {
					break
				}
				if search(y + 1) {
					return true
				}
			}
		}
		return false
	}
	search(0)
	return placed
}

func TestPasses(t *testing.T) {
	for _, c := range []struct {
		clue   []int
		cells  string // filled so far
		length int
		strict bool
		liao   bool
	}{
		{[]int{2}, "", 5, true, true},
		{[]int{2}, "00", 5, true, true},
		{[]int{2}, "01", 5, true, true},
		{[]int{2}, "010", 5, false, false},
		{[]int{2}, "011", 5, true, true},
		{[]int{2}, "0111", 5, false, false},
		{[]int{2}, "00000", 5, false, true}, // finished, and the block is missing
		{[]int{1, 2}, "10000", 5, false, true},
		{[]int{1, 2}, "10110", 5, true, true},
		{[]int{1, 2}, "10010", 5, false, true}, // the last block is too short
		{[]int{1}, "101", 5, false, true},      // a block too many
		{[]int{1}, "10110", 5, false, false},
		{nil, "001", 5, false, false},
		{nil, "000", 5, true, true},
		{[]int{3}, "00001", 5, false, true},
	} {
		var cells uint64
		for i, r := range c.cells {
			if r == '1' {
				cells |= 1 << uint(i)
			}
		}
		clue := nonogram.BlackClue(c.clue...)
		if got := passes(clue, cells, len(c.cells), c.length); got != c.strict {
			t.Errorf("clue %v, %q of %d: passes %v", clue, c.cells, c.length, got)
		}
		if got := passesAsLiao(clue, cells, len(c.cells), c.length); got != c.liao {
			t.Errorf("clue %v, %q of %d: passes as in the program %v", clue, c.cells, c.length, got)
		}
	}
}

func TestLoopStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	set, err := randomBoards(7, 1, 0.4, 0.4, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := newLoop(ctx, set.Puzzles[0]); ok {
		t.Error("a count that was interrupted claims to be one")
	}
}

// The formula for the arrangements of a line is right for every clue there is.
func TestArrangements(t *testing.T) {
	const n = 12
	for line := range uint64(1) << n {
		var clue nonogram.Clue
		for run := range blocks(line) {
			clue = append(clue, nonogram.Block{Length: run, Color: nonogram.Black})
		}
		want := 0
		_, lines := lab.LinesOf(n, clue)
		for range lines {
			want++
		}
		if got := arrangements(clue, n); got != float64(want) || len(possibilities(clue, n)) != want {
			t.Fatalf("clue %v: %v by the formula, %d listed, %d counted", clue, got, len(possibilities(clue, n)), want)
		}
	}
}

func TestLog2Binomial(t *testing.T) {
	for _, c := range []struct {
		n, k int
		want float64
	}{{5, 2, math.Log2(10)}, {10, 0, 0}, {625, 262, 608.2236}} {
		if got := log2Binomial(c.n, c.k); math.Abs(got-c.want) > 0.01 {
			t.Errorf("log2 C(%d, %d) = %v, want %v", c.n, c.k, got, c.want)
		}
	}
}
