package hunt

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nonogram"
)

// A hunt with random puzzles, and the puzzles that earlier hunts have found.

var (
	huntPuzzles = flag.Int64("hunt.puzzles", 20_000, "how many random puzzles to examine")
	huntBlotted = flag.Int("hunt.blotted", 5, "one puzzle in so many has blotted blocks")
	huntSeed    = flag.Uint64("hunt.seed", 1, "where to begin; every puzzle is decided by this and its number")
)

// regressions is where faults are kept.
const regressions = "testdata/regressions"

// The puzzles of the hunt: plain counting bears them. The small ones have every
// oddity there is, the others now and then take a search.
var (
	small  = Shape{MaxSide: 16, MaxCells: 48, MaxInks: 4}
	larger = Shape{MinSide: 6, MaxSide: 10, MaxCells: 100, MaxInks: 3}
)

// number makes the puzzle with the given number.
func number(i int64) *nonogram.Puzzle {
	rng := rand.New(rand.NewPCG(*huntSeed, uint64(i)))
	shape := small
	if i%4 == 0 {
		shape = larger
	}
	shape.Blotted = *huntBlotted
	return shape.Puzzle(rng)
}

func hunter(t testing.TB) *Hunter {
	t.Helper()
	h, err := NewHunter()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestHunt examines random puzzles, as many at a time as there are cores.
func TestHunt(t *testing.T) {
	puzzles := *huntPuzzles
	if testing.Short() {
		puzzles /= 10
	}
	began := time.Now()
	var hunters []*Hunter
	share(t, puzzles, func() func(int64) {
		h := hunter(t)
		hunters = append(hunters, h)
		return func(i int64) {
			if f := h.Examine(number(i)); f != nil {
				report(t, h, f)
			}
			if (i+1)%progressEvery == 0 {
				t.Logf("%d puzzles after %v", i+1, time.Since(began).Round(time.Second))
			}
		}
	})
	var all Tally
	for _, h := range hunters {
		all.Add(&h.Tally)
	}
	t.Logf("seed %d: %v; %v", *huntSeed, &all, time.Since(began).Round(time.Second/10))
	checkTally(t, &all)
}

// share gives the numbers from 0 to n-1 to as many workers as there are cores, until
// one has failed.
func share(t *testing.T, n int64, worker func() func(int64)) {
	t.Helper()
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		work := worker()
		workers.Go(func() {
			for i := next.Add(1) - 1; i < n && !t.Failed(); i = next.Add(1) - 1 {
				work(i)
			}
		})
	}
	workers.Wait()
}

// progressEvery is how many puzzles a long hunt examines between two signs of life.
const progressEvery = 100_000

// checkTally makes sure that no kind of puzzle is missing: each is at least one in
// fifty, those that take more than lines one in two hundred.
func checkTally(t *testing.T, all *Tally) {
	t.Helper()
	for name, n := range map[string]int64{
		"unique": all.Unique, "several solutions": all.Multiple, "unsolvable": all.Unsolvable - all.OnSight,
		"unsolvable on sight": all.OnSight, "colored": all.Colored, "given": all.Given, "blotted": all.Blotted,
	} {
		if n < all.Puzzles/50 {
			t.Errorf("only %d of %d puzzles are of the kind %q", n, all.Puzzles, name)
		}
	}
	if all.Searched < all.Puzzles/50 || all.Conflicts < all.Puzzles/200 {
		t.Errorf("only %d of %d puzzles took a search, only %d had a conflict", all.Searched, all.Puzzles, all.Conflicts)
	}
}

// report shrinks a fault, keeps it and fails.
func report(t *testing.T, h *Hunter, f *Fault) {
	t.Helper()
	small := Shrink(f.Puzzle, func(p *nonogram.Puzzle) bool {
		g := h.Examine(p)
		return g != nil && g.Claim == f.Claim
	})
	if g := h.Examine(small); g != nil {
		f = g
	}
	path, err := Keep(regressions, f)
	t.Errorf("%v\nkept as %s (%v)", f, path, err)
}

// TestRegressions examines the stored puzzles. The first of them are the smallest puzzles
// on which the saboteurs of TestHuntFinds give themselves away.
func TestRegressions(t *testing.T) {
	kept, err := Kept(regressions)
	if err != nil || len(kept) == 0 {
		t.Fatalf("%d puzzles in %s: %v", len(kept), regressions, err)
	}
	h := hunter(t)
	for path, p := range kept {
		if f := h.Examine(p); f != nil {
			t.Errorf("%s: %v", path, f)
		}
	}
}
