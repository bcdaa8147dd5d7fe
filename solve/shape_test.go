package solve

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nonogram"
	"nonogram/internal/testkit/families"
	enumerate "nonogram/internal/testkit/naive"
)

// Boards of triangles, against plain enumeration and on sizes that it does not reach.

var triddlers = flag.Int("triddlers", 4000, "number of triddlers to compare with enumeration")

// TestTriddlers compares verdicts, solutions and counts of small triddlers with plain
// enumeration.
func TestTriddlers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	var e Engine
	var solutions [3]int
	for range *triddlers {
		p := smallTriddler(rng)
		all, ok := enumerate.Solutions(p, maxListed)
		if !ok {
			continue
		}
		solutions[min(len(all), 2)]++
		compare(t, &e, p, all)
		if t.Failed() {
			t.Fatalf("sides %v", p.Shape)
		}
	}
	t.Logf("%d puzzles with no solution, one, or more", solutions)
	if slices.Min(solutions[:]) < *triddlers/20 {
		t.Errorf("%d puzzles with no solution, one, or more: that tests little", solutions)
	}
}

// smallTriddler makes a triddler of at most some twenty cells, some with other clues, blotted
// or missing ones, or given cells.
func smallTriddler(rng *rand.Rand) *nonogram.Puzzle {
	shape := families.Shape(rng, 1+rng.IntN(3))
	for shape.Count > 24 {
		shape = families.Shape(rng, 2)
	}
	p := families.Triddler(rng, shape, 1+rng.IntN(2), rng.Float64(), 0)
	switch rng.IntN(5) {
	case 0:
		i, j := rng.IntN(len(p.Rows)), rng.IntN(len(p.Rows))
		p.Rows[i], p.Rows[j] = p.Rows[j], p.Rows[i]
	case 1:
		i, j := rng.IntN(len(p.Cols)), rng.IntN(len(p.Cols))
		p.Cols[i], p.Cols[j] = p.Cols[j], p.Cols[i]
	case 2:
		for range len(p.Cols) / 2 {
			hide(rng, p)
		}
	case 3:
		if c := p.Cols[rng.IntN(len(p.Cols))]; len(c) > 0 {
			c[0].Length = 0
		}
	}
	if rng.IntN(4) == 0 {
		p.Given = shape.NewGrid()
		cell := rng.IntN(len(shape.Of))
		p.Given.Cells[cell] = p.Goal.Cells[cell]
	}
	return p
}

// TestTriddlerOfNoise solves noise on hexagons of 864 cells, and smooth pictures on 5,400.
func TestTriddlerOfNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for _, c := range []struct{ side, inks, smooth int }{{12, 1, 0}, {12, 3, 0}, {30, 1, 2}, {30, 3, 2}} {
		n := c.side
		shape, err := nonogram.Triddler([6]int{n, n, n, n, n, n})
		if err != nil {
			t.Fatal(err)
		}
		var e Engine
		p := families.Triddler(rng, shape, c.inks, 0.5, c.smooth)
		start := time.Now()
		r, err := e.Solve(context.Background(), p, nonogram.Options{})
		if err != nil || r.Status == nonogram.Undecided || r.Status == nonogram.Unsolvable {
			t.Fatalf("%d cells: %v, %v", shape.Count, r, err)
		}
		t.Logf("%d cells, %d inks: %v, %d conflicts, %v", shape.Count, c.inks, r.Status, r.Stats.Conflicts, time.Since(start))
	}
}
