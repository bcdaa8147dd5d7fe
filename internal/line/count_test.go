package line

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
)

// checkCount compares the count of a line with the exact one. Sums of a long line may overflow
// before the count does.
func checkCount(t *testing.T, l *Line, can []uint64, s *Scratch, exact *big.Int) {
	t.Helper()
	got := l.Count(can, s)
	if want := saturated(exact); got != want && (got != math.MaxUint64 || l.n <= 60) {
		t.Fatalf("%d cells, candidates %x: %v arrangements, want %v", l.n, can, got, want)
	}
}

// saturated is the number, or math.MaxUint64 if it is larger.
func saturated(n *big.Int) uint64 {
	if n.IsUint64() {
		return n.Uint64()
	}
	return math.MaxUint64
}

// TestCount compares counts with the reference.
func TestCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	var s Scratch
	for i := range 6000 {
		n, colors := 1+rng.IntN(20), 2+rng.IntN(4)
		if i%60 == 0 {
			n = 50 + rng.IntN(150)
		}
		clue, cells := randomLine(rng, n, colors)
		_, exact := newReference(clue).weigh(cells, colors, nil)
		want, _ := exact.Int(nil)
		l := New(clue, n, colors)
		checkCount(t, l, l.masks(cells), &s, want)
	}
}

// TestCountBlank compares the counts of blank lines with binomials: the slack is
// spread over the gaps.
func TestCountBlank(t *testing.T) {
	for _, c := range []struct{ n, blocks, length int }{
		{20, 3, 2}, {67, 33, 1}, {68, 33, 1}, {500, 100, 2}, {5000, 900, 3}, {nonogram.MaxSide, 20, 1},
	} {
		clue := nonogram.BlackClue(slices.Repeat([]int{c.length}, c.blocks)...)
		slack := c.n - clue.MinLength()
		want := new(big.Int).Binomial(int64(slack+c.blocks), int64(c.blocks))
		if got := Count(clue, 2, slices.Repeat([]Set{All(2)}, c.n)); got != saturated(want) {
			t.Errorf("%d blocks of %d in %d cells: %v, want %v", c.blocks, c.length, c.n, got, want)
		}
	}
}
