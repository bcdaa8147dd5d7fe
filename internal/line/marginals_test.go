package line

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
)

// tolerance is what chances may differ from the truth.
const tolerance = 1e-11

// randomWeights spreads the logarithms of weights over an interval.
func randomWeights(rng *rand.Rand, n int, spread float64) []float64 {
	weight := make([]float64, n)
	for i := range weight {
		weight[i] = math.Exp(spread * (rng.Float64() - 0.5))
	}
	return weight
}

// checkMarginals compares chances with the reference's.
func checkMarginals(t *testing.T, clue nonogram.Clue, colors int, cells []Set, weight []float64, s *Scratch) {
	t.Helper()
	per, total := newReference(clue).weigh(cells, colors, weight)
	l := New(clue, len(cells), colors)
	can := l.masks(cells)
	before := slices.Clone(can)
	out := make([]float64, len(cells)*colors)
	ok := l.Marginals(can, weight, out, s)
	if !ok && strong(weight, colors) {
		return // out of range
	}
	if ok != (total.Sign() > 0) {
		t.Fatalf("clue %v, cells %b, weights %v: %v, want a total of %v", clue, cells, weight, ok, total)
	}
	if !slices.Equal(can, before) {
		t.Fatalf("clue %v, cells %b: the candidates have changed", clue, cells)
	}
	if !ok {
		return
	}
	for i := range out {
		want, _ := new(big.Float).Quo(per[i], total).Float64()
		if !(math.Abs(out[i]-want) <= tolerance) || per[i].Sign() == 0 && out[i] != 0 {
			t.Fatalf("clue %v, cells %b, weights %v: cell %d has color %d with chance %v, want %v",
				clue, cells, weight, i/colors, i%colors, out[i], want)
		}
	}
}

// strong reports whether positive weights of a cell differ by more than the messages of a
// search do.
func strong(weight []float64, colors int) bool {
	for cell := range slices.Chunk(weight, colors) {
		for _, w := range cell {
			if w > 0 && slices.Max(cell) > 1e13*w {
				return true
			}
		}
	}
	return false
}

// TestMarginals compares chances with the reference, with weights from equal to wild
// and some zero.
func TestMarginals(t *testing.T) {
	for part := range 4 {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(part), 9))
			var s Scratch
			for i := range 2500 {
				n, colors := 1+rng.IntN(20), 2+rng.IntN(4)
				if i%50 == 0 {
					n = 60 + rng.IntN(80)
				}
				clue, cells := randomLine(rng, n, colors)
				checkMarginals(t, clue, colors, cells, nil, &s)
				weight := randomWeights(rng, n*colors, []float64{0, 2, 10, 30}[rng.IntN(4)])
				checkMarginals(t, clue, colors, cells, weight, &s)
				for range rng.IntN(4) {
					weight[rng.IntN(len(weight))] = 0
				}
				checkMarginals(t, clue, colors, cells, weight, &s)
			}
		})
	}
}

// TestMarginalsLong does so for lines of 512 cells, weights that fight each other
// included.
func TestMarginalsLong(t *testing.T) {
	for _, spread := range []float64{0, 5, 25, 80} {
		for _, colors := range []int{2, 4} {
			t.Run(fmt.Sprintf("%v, %d colors", spread, colors), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(uint64(spread), 10))
				var s Scratch
				c := randomBenchLine(rng, 512, colors)
				cells := make([]Set, 512)
				c.line.sets(c.can, cells)
				checkMarginals(t, c.clue, colors, cells, randomWeights(rng, 512*colors, spread), &s)
			})
		}
	}
}

// TestMarginalsOutOfRange has weights of which sums lose sight: all cells want to be black.
func TestMarginalsOutOfRange(t *testing.T) {
	const n = 400
	l := New(nonogram.BlackClue(slices.Repeat([]int{1}, 100)...), n, 2)
	can := l.masks(slices.Repeat([]Set{All(2)}, n))
	out := make([]float64, 2*n)
	for _, c := range []struct {
		weight float64
		want   bool
	}{{10, true}, {1e9, false}} {
		if got := l.Marginals(can, slices.Repeat([]float64{1, c.weight}, n), out, new(Scratch)); got != c.want {
			t.Errorf("weight %v: %v, want %v", c.weight, got, c.want)
		}
	}
}

// TestMarginalsLongBlocks has products of many weights.
func TestMarginalsLongBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 13))
	var s Scratch
	clue := nonogram.Clue{{Length: 150, Color: 1}, {Length: 2, Color: 2}, {Length: 90, Color: 2}, {Length: 7, Color: 1}}
	cells := slices.Repeat([]Set{All(3)}, 300)
	for _, spread := range []float64{1, 10, 40} {
		checkMarginals(t, clue, 3, cells, randomWeights(rng, 900, spread), &s)
		checkMarginals(t, nonogram.BlackClue(150, 2, 90, 7), 3, cells, randomWeights(rng, 900, spread), &s)
	}
}

// TestMarginalsBlank compares the chances on blank lines of 5,000 cells with
// their closed form: block j has offset o with a chance that is a quotient of
// binomials.
func TestMarginalsBlank(t *testing.T) {
	const n = 5000
	rng := rand.New(rand.NewPCG(1, 11))
	for _, length := range []int{1, 3, 12} {
		var numbers []int
		for left := n * 2 / 3; left > 0; left -= numbers[len(numbers)-1] + 1 {
			numbers = append(numbers, 1+rng.IntN(2*length))
		}
		clue := nonogram.BlackClue(numbers...)
		shares, ok := Marginals(clue, 2, slices.Repeat([]Set{All(2)}, n))
		if !ok {
			t.Fatalf("length %d: no chances", length)
		}
		want := blankChances(numbers, n)
		for i, p := range shares {
			if !(math.Abs(p[1]-want[i]) < 1e-8) || !(math.Abs(p[0]+p[1]-1) < tolerance) {
				t.Fatalf("length %d: cell %d: chances %v, want %v", length, i, p, want[i])
			}
		}
	}
}

func blankChances(numbers []int, n int) []float64 {
	choose := func(n, k int) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		return a - b - c
	}
	k, slack := len(numbers), n+1
	for _, length := range numbers {
		slack -= length + 1
	}
	steps := make([]float64, n+1)
	start := 0
	for j, length := range numbers {
		for o := range slack + 1 {
			p := math.Exp(choose(o+j, j) + choose(slack-o+k-1-j, k-1-j) - choose(slack+k, k))
			steps[start+o] += p
			steps[start+o+length] -= p
		}
		start += length + 1
	}
	chance := 0.0
	for i := range steps {
		chance += steps[i]
		steps[i] = chance
	}
	return steps[:n]
}

// TestMarginalsSums checks what must hold on any line: chances are finite, sum to
// 1 in each cell, and to the number of cells of each color over the line.
func TestMarginalsSums(t *testing.T) {
	for _, n := range []int{512, 5000} {
		for _, colors := range []int{2, 4} {
			t.Run(fmt.Sprintf("%d cells, %d colors", n, colors), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(uint64(n), 12))
				var s Scratch
				for _, spread := range []float64{0, 4, 16, 64} {
					if spread == 64 && n == 5000 {
						continue // out of range
					}
					c := randomBenchLine(rng, n, colors)
					c.line.Fill(c.can)
					out := make([]float64, n*colors)
					if !c.line.Marginals(c.can, randomWeights(rng, n*colors, spread), out, &s) {
						t.Fatalf("spread %v: no chances", spread)
					}
					checkSums(t, c.clue, colors, out)
				}
			})
		}
	}
}

func checkSums(t *testing.T, clue nonogram.Clue, colors int, out []float64) {
	t.Helper()
	n := len(out) / colors
	want := make([]float64, colors)
	want[0] = float64(n - clue.Cells())
	for _, b := range clue {
		want[b.Color] += float64(b.Length)
	}
	sums := make([]float64, colors)
	for i := range n {
		cell := 0.0
		for c, p := range out[i*colors : (i+1)*colors] {
			if !(p >= 0 && p <= 1) {
				t.Fatalf("cell %d has color %d with chance %v", i, c, p)
			}
			cell += p
			sums[c] += p
		}
		if math.Abs(cell-1) > tolerance {
			t.Fatalf("the chances of cell %d sum to %v", i, cell)
		}
	}
	for c := range sums {
		if math.Abs(sums[c]-want[c]) > tolerance*float64(n) {
			t.Fatalf("color %d: chances sum to %v, want %v", c, sums[c], want[c])
		}
	}
}

// TestMarginalsBadWeights must not give chances.
func TestMarginalsBadWeights(t *testing.T) {
	l := New(nonogram.BlackClue(1), 3, 2)
	can := make([]uint64, 2)
	l.Fill(can)
	out := make([]float64, 6)
	var s Scratch
	for _, w := range []float64{math.Inf(1), math.NaN()} {
		if l.Marginals(can, []float64{1, 1, 1, w, 1, 1}, out, &s) {
			t.Errorf("weight %v: chances %v", w, out)
		}
	}
	if l.Marginals(can, []float64{1, 0, 1, 0, 1, 0}, out, &s) {
		t.Errorf("no black weight: chances %v", out)
	}
	if l.Marginals(can, []float64{1, -1, 1, 0, 1, -2}, out, &s) {
		t.Errorf("negative weights: chances %v", out)
	}
	if l.Marginals(can, []float64{0, 1, 0, 1, 1, 1}, out, &s) {
		t.Errorf("two cells that must be black: chances %v", out)
	}
	if !l.Marginals(can, []float64{5e-324, 5e-324, 1e308, 1e308, 1, 1}, out, &s) || math.Abs(out[1]-1.0/3) > tolerance {
		t.Errorf("equal weights of any size: chances %v", out)
	}
}
