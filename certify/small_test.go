package certify_test

import (
	"bytes"
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"nonogram"
	"nonogram/certify"
	"nonogram/solve"
)

// accept verifies a certificate and compares the claim with the number of solutions
// that there really are.
func accept(t *testing.T, p *nonogram.Puzzle, proof []byte, solutions int) {
	t.Helper()
	claim, err := certify.Verify(context.Background(), bytes.NewReader(proof), p)
	switch {
	case err != nil:
		t.Errorf("rows %v columns %v: %v\n%s", p.Rows, p.Cols, err, proof)
	case claim.Exact && len(claim.Solutions) != solutions || len(claim.Solutions) > solutions:
		t.Errorf("rows %v columns %v: the claim is %v, there are %d", p.Rows, p.Cols, claim, solutions)
	case !claim.Exact && solutions < 2:
		t.Errorf("rows %v columns %v: the claim is only %v", p.Rows, p.Cols, claim)
	}
}

// lineClues lists all clues of lines of n cells.
func lineClues(n int) []nonogram.Clue {
	var clues []nonogram.Clue
	for picture := range 1 << n {
		cells := make([]nonogram.Color, n)
		for i := range cells {
			cells[i] = nonogram.Color(picture >> i & 1)
		}
		clue := nonogram.ClueOf(cells)
		if !slices.ContainsFunc(clues, clue.Equal) {
			clues = append(clues, clue)
		}
	}
	return clues
}

// TestAllClues3x3 proves every puzzle of 3 × 3 that can be written down, with a
// solution or without.
func TestAllClues3x3(t *testing.T) {
	const n = 3
	clues := lineClues(n)
	total := 1
	for range 2 * n {
		total *= len(clues)
	}
	tally := map[nonogram.Status]int{}
	var e solve.Engine
	for code := range total {
		p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: make([]nonogram.Clue, n), Cols: make([]nonogram.Clue, n)}
		for i := range 2 * n {
			clue := clues[code%len(clues)]
			code /= len(clues)
			if i < n {
				p.Rows[i] = clue
			} else {
				p.Cols[i-n] = clue
			}
		}
		r, proof := prove(t, &e, p, nonogram.Options{})
		tally[r.Status]++
		accept(t, p, proof, len(allSolutions(p)))
		if t.Failed() {
			return
		}
	}
	// 3 × 3 grids have 445 descriptions, of which 384 fit a single grid; the rest is
	// contradictory.
	if tally[nonogram.Unique] != 384 || tally[nonogram.Multiple] != 61 || tally[nonogram.Unsolvable] != total-445 {
		t.Errorf("%v of %d", tally, total)
	}
}

// TestAllGrids4x4 proves the exact number of grids that fit, for every description
// of a grid of 4 × 4.
func TestAllGrids4x4(t *testing.T) {
	const n = 4
	grids := map[string][]*nonogram.Grid{}
	for picture := range 1 << (n * n) {
		g := nonogram.NewGrid(n, n)
		for i := range g.Cells {
			g.Cells[i] = nonogram.Color(picture >> i & 1)
		}
		key := description(g)
		grids[key] = append(grids[key], g)
	}
	work := make(chan []*nonogram.Grid)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			var e solve.Engine
			for all := range work {
				p := nonogram.FromGrid(all[0], nonogram.BlackAndWhite())
				r, proof := prove(t, &e, p, nonogram.Options{Limit: len(all) + 1})
				accept(t, p, proof, len(all))
				if !r.Exhausted {
					t.Errorf("rows %v columns %v: not exhausted", p.Rows, p.Cols)
				}
			}
		}()
	}
	unique := 0
	for _, all := range grids {
		if len(all) == 1 {
			unique++
		}
		work <- all
	}
	close(work)
	wait.Wait()
	if unique != 52362 {
		t.Errorf("%d descriptions fit a single grid, expected 52362", unique)
	}
}

func description(g *nonogram.Grid) string {
	rows, cols := nonogram.CluesOf(g)
	var b strings.Builder
	for _, clue := range slices.Concat(rows, cols) {
		b.WriteString(clue.String())
		b.WriteByte('|')
	}
	return b.String()
}
