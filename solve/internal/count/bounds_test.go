package count

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"nonogram"
)

// TestBounds counts random boards with too little memory: the bounds must hold, the lower one
// must reach the known solutions, and pruning must find more than those now and then.
func TestBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	inexact, swept := 0, 0
	for range 300 {
		_, p := sparse(rng, 5)
		var all []*nonogram.Grid
		everySolution(p, blank(p), func(g *nonogram.Grid) { all = append(all, g.Clone()) })
		models, want := all[:1+rng.IntN(min(len(all), 2))], big.NewInt(int64(len(all)))
		states := int64(2 + rng.IntN(4))
		r := Ways(p, blank(p), models, states*stateBytes, proceed)
		if r.Exact {
			if r.Least.Cmp(want) != 0 || r.Most.Cmp(want) != 0 {
				t.Fatalf("rows %v columns %v: exactly %v to %v, want %v", p.Rows, p.Cols, r.Least, r.Most, want)
			}
			continue
		}
		inexact++
		if r.Least.Cmp(want) > 0 || r.Most.Cmp(want) < 0 || r.Least.Cmp(big.NewInt(int64(len(models)))) < 0 {
			t.Fatalf("rows %v columns %v: %v to %v, with %d of %v solutions known", p.Rows, p.Cols, r.Least, r.Most, len(models), want)
		}
		if r.Least.Cmp(big.NewInt(int64(len(models)))) > 0 {
			swept++
		}
	}
	if inexact < 20 || swept < 5 {
		t.Errorf("%d inexact, %d by pruning: that tests too little", inexact, swept)
	}
}

// TestBoundNearSolution counts sparse boards with too little memory: a known solution must
// keep the lower bound positive and make it greater on most boards, but never greater than
// the exact number.
func TestBoundNearSolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	boards, better := 0, 0
	for range 40 {
		g, p := sparse(rng, 10)
		d := newDissection(p, blank(p))
		for _, cells := range uncutRegions(d) {
			exact, _, ok := d.count(cells, g, 1<<20, proceed)
			plain, _, small := d.count(cells, nil, 500, proceed)
			if !ok || small {
				continue
			}
			near, _, _ := d.count(cells, g, 500, proceed)
			if near.Sign() <= 0 || near.Cmp(exact) > 0 {
				t.Fatalf("rows %v columns %v: at least %v, exactly %v", p.Rows, p.Cols, near, exact)
			}
			boards++
			if near.Cmp(plain) > 0 {
				better++
			}
		}
	}
	if boards < 10 || 4*better < 3*boards {
		t.Errorf("the known solution gives a greater bound for %d of %d boards", better, boards)
	}
}

// sparse makes a square board with a quarter of its cells filled, and its puzzle.
func sparse(rng *rand.Rand, side int) (*nonogram.Grid, *nonogram.Puzzle) {
	g := nonogram.NewGrid(side, side)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(rng.IntN(4) / 3)
	}
	return g, nonogram.FromGrid(g, nonogram.BlackAndWhite())
}
