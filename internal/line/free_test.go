package line

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
)

// A line without a clue excludes nothing, has an arrangement for every choice of candidates, and
// each cell the shares of its own weights.
func TestFree(t *testing.T) {
	rng := rand.New(rand.NewPCG(59, 1))
	var s Scratch
	for _, n := range []int{1, 2, 7, 63, 64, 65, 130} {
		for _, colors := range []int{2, 3, 5} {
			l := New(nonogram.MissingClue(), n, colors)
			if !l.Free() || l.Informative() || l.Blocks() != 0 || !l.Blotted() {
				t.Errorf("%d cells: free %v, informative %v", n, l.Free(), l.Informative())
			}
			cells, weight := make([]Set, n), make([]float64, n*colors)
			product := 1.0
			for i := range cells {
				cells[i] = Set(1+rng.IntN(1<<colors-1)) & All(colors)
				product *= float64(cells[i].Len())
			}
			for i := range weight {
				weight[i] = rng.Float64()
			}
			can := l.masks(cells)
			before := slices.Clone(can)
			if !l.Solve(can, &s) || !l.Feasible(can, &s) || !slices.Equal(can, before) {
				t.Errorf("%d cells of %d colors: a candidate is excluded", n, colors)
			}
			if got := l.Count(can, &s); product < 1<<60 && got != uint64(product) || product > 1<<65 && got != math.MaxUint64 {
				t.Errorf("%d cells of %d colors: counted %d, want %g", n, colors, got, product)
			}
			out := make([]float64, n*colors)
			if !l.Marginals(can, weight, out, &s) {
				t.Fatalf("%d cells of %d colors: no arrangement", n, colors)
			}
			for i, set := range cells {
				total := 0.0
				for c := range colors {
					if set.Has(nonogram.Color(c)) {
						total += weight[i*colors+c]
					}
				}
				for c := range colors {
					want := 0.0
					if set.Has(nonogram.Color(c)) {
						want = weight[i*colors+c] / total
					}
					if math.Abs(out[i*colors+c]-want) > 1e-12 {
						t.Fatalf("cell %d, color %d: %g, want %g", i, c, out[i*colors+c], want)
					}
				}
			}
			clear(weight)
			if l.Marginals(can, weight, out, &s) {
				t.Error("no arrangement has a positive weight")
			}
			clear(can)
			if l.Count(can, &s) != 0 {
				t.Error("no cell has a candidate")
			}
			if l.Reset(nonogram.BlackClue(n), n, colors); l.Free() || l.Blotted() {
				t.Error("the line has a clue now")
			}
		}
	}
}
