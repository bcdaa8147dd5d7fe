package count

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"nonogram"
	"nonogram/internal/line"
)

// Orders and layouts of a sweep do not change its result.

// The same answer comes out of every order of the cells, every layout of the
// keys and every width of the counts, and the table is in order all the while.
func TestSweepOrdersAndLayouts(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for round := range 2000 {
		p, g := drawn(r, 2+r.IntN(5), 2+r.IntN(5), 2+r.IntN(2))
		cells := blank(p)
		for i, c := range g.Cells {
			if r.IntN(1+round%4) > 0 {
				cells[i] = 1 << c // regions of all shapes
			}
		}
		checkOrders(t, r, p, cells)
	}
}

func checkOrders(t *testing.T, r *rand.Rand, p *nonogram.Puzzle, cells []line.Set) {
	t.Helper()
	d := newDissection(p, cells)
	for _, region := range uncutRegions(d) {
		f := d.region(region, minEntries, proceed)
		rows := make([]int32, len(region))
		for i := range rows {
			rows[i] = int32(i)
		}
		want, _, _ := newSweep(f, rows, 1<<20, proceed).run()
		for _, order := range [][]int32{f.columns, greedyOrder(t, f), anyOrder(r, f)} {
			s := newSweep(f, order, 1<<20, proceed)
			spread(r, s)
			if r.IntN(2) == 0 {
				s.table.widen()
			}
			if got := checkedRun(t, s); got.Cmp(want) != 0 {
				t.Fatalf("rows %v, columns %v: %v fillings, want %v", p.Rows, p.Cols, got, want)
			}
		}
	}
}

// greedyOrder is the greedy order that is given the lowest limit it can
// keep.
func greedyOrder(t *testing.T, f *region) []int32 {
	w := newGreedy(f, proceed)
	limit := 1
	for ; !w.find(limit); limit++ {
		if w.spent {
			t.Fatal("the greedy order gave up")
		}
	}
	if got := f.load(w.order).peak; got > limit {
		t.Fatalf("the greedy order promised a peak of %d, its order has %d", limit, got)
	}
	return w.order
}

// anyOrder is a random order among those that follow all lines.
func anyOrder(r *rand.Rand, f *region) []int32 {
	passed := make([]int32, len(f.automata))
	var order []int32
	for len(order) < len(f.crossings) {
		i := r.IntN(len(f.crossings))
		x := &f.crossings[i]
		if x.at[0] == passed[x.automaton[0]] && x.at[1] == passed[x.automaton[1]] {
			passed[x.automaton[0]]++
			passed[x.automaton[1]]++
			order = append(order, int32(i))
		}
	}
	return order
}

// spread moves the fields of a sweep to words of their own, some words apart.
func spread(r *rand.Rand, s *sweep) {
	words := 1 + r.IntN(3)
	for i := range s.fields {
		f := &s.fields[i]
		f.word = f.word*words + r.IntN(words)
	}
	s.table.reset(s.table.keyWords*words, s.table.poll)
}

// checkedRun is run, with a look at the table after every step.
func checkedRun(t *testing.T, s *sweep) *big.Int {
	for k := range s.order {
		if !s.step(k) {
			t.Fatal("gave up")
		}
		var keys [][]uint64
		for _, c := range s.table.chunks {
			for ; len(c) > 0; c = c[s.table.stride():] {
				keys = append(keys, c[:s.table.keyWords])
			}
		}
		if len(keys) != s.table.states {
			t.Fatalf("%d states after step %d, expected %d", len(keys), k, s.table.states)
		}
		checkRanking(t, s, keys)
	}
	return s.table.total()
}

// checkRanking makes sure that states which agree in the first fields of the
// ranking lie together, and that no two agree in all.
func checkRanking(t *testing.T, s *sweep, keys [][]uint64) {
	prefix := make([]string, len(keys))
	for rank := range len(s.ranked) + 1 {
		met := map[string]bool{}
		for i, p := range prefix {
			if again := i > 0 && p == prefix[i-1]; again && rank == len(s.ranked) || !again && met[p] {
				t.Fatalf("state %d, %s: met before in %d of %d fields", i, p, rank, len(s.ranked))
			}
			met[p] = true
		}
		for i, key := range keys {
			if rank < len(s.ranked) {
				prefix[i] += strconv.FormatUint(s.fields[s.ranked[rank]].of(key), 16) + " "
			}
		}
	}
}
