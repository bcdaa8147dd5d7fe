package line

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
)

// blotted hides the lengths of some blocks: those whose bit is set.
func blotted(clue nonogram.Clue, which uint64) nonogram.Clue {
	clue = slices.Clone(clue)
	for j := range clue {
		if which>>uint(j&63)&1 != 0 {
			clue[j].Length = 0
		}
	}
	return clue
}

// TestBlotsExhaustive compares lines with every choice of blotted blocks and every
// partial line with enumeration.
func TestBlotsExhaustive(t *testing.T) {
	for _, c := range []struct {
		n, colors int
		sets      []Set
	}{
		{1, 2, []Set{0, 1, 2, 3}}, {2, 2, []Set{0, 1, 2, 3}}, {5, 2, []Set{0, 1, 2, 3}},
		{7, 2, []Set{1, 2, 3}}, {9, 2, []Set{1, 3}}, {9, 2, []Set{2, 3}},
		{4, 3, []Set{0, 1, 2, 3, 4, 5, 6, 7}}, {5, 3, []Set{1, 2, 4, 7}},
	} {
		t.Run(fmt.Sprintf("%d cells, %d colors, %d sets", c.n, c.colors, len(c.sets)), func(t *testing.T) {
			t.Parallel()
			var s Scratch
			clues := map[string]nonogram.Clue{}
			fitting := map[string][][]uint64{}
			for _, pictures := range picturesByClue(c.n, c.colors) {
				whole := clueOfMasks(c.n, pictures[0])
				for which := range uint64(1) << uint(len(whole)) {
					clue := blotted(whole, which)
					clues[clue.String()] = clue
					fitting[clue.String()] = append(fitting[clue.String()], pictures...)
				}
			}
			for name, clue := range clues {
				l := forAllKernels(clue, c.n, c.colors)
				want := make([]uint64, c.colors)
				statesOf(c.n, c.colors, c.sets, func(can []uint64) {
					clear(want)
					count := int64(0)
					for _, p := range fitting[name] {
						stray := uint64(0)
						for c, m := range p {
							stray |= m &^ can[c]
						}
						if stray == 0 {
							count++
							for c, m := range p {
								want[c] |= m
							}
						}
					}
					checkKernels(t, kernelsUnderTest, l, clue, can, want, count > 0, &s)
					if got := l.Count(can, &s); got != uint64(count) {
						t.Fatalf("clue %v, candidates %x: %v arrangements, want %d", clue, can, got, count)
					}
				})
			}
		})
	}
}

// TestBlotsAtRandom compares blotted lines around the lengths at which words begin
// with the reference: candidates, counts and chances.
func TestBlotsAtRandom(t *testing.T) {
	for _, n := range []int{12, 25, 40, 62, 63, 64, 65, 126, 127, 128, 129, 200, 512, 1000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(n), 20))
			var s Scratch
			for range 6_000 / n {
				colors := 2 + rng.IntN(2)*rng.IntN(4)
				clue, cells := randomLine(rng, n, colors)
				clue = blotted(clue, []uint64{1 << uint(rng.IntN(64)), rng.Uint64(), rng.Uint64() | rng.Uint64(), ^uint64(0)}[rng.IntN(4)])
				checkBlots(t, rng, clue, colors, cells, &s)
			}
		})
	}
}

func checkBlots(t *testing.T, rng *rand.Rand, clue nonogram.Clue, colors int, cells []Set, s *Scratch) {
	t.Helper()
	n := len(cells)
	want, ok := newReference(clue).solve(cells)
	l := forAllKernels(clue, n, colors)
	checkKernels(t, kernelsUnderTest, l, clue, l.masks(cells), l.masks(want), ok, s)
	if n <= 130 {
		_, exact := newReference(clue).weigh(cells, colors, nil)
		count, _ := exact.Int(nil)
		checkCount(t, l, l.masks(cells), s, count)
		checkMarginals(t, clue, colors, cells, nil, s)
		weight := randomWeights(rng, n*colors, []float64{0, 2, 10, 30, 80}[rng.IntN(5)])
		checkMarginals(t, clue, colors, cells, weight, s)
	}
	if ok {
		i := rng.IntN(n)
		cells[i] &^= want[i]
		checkKernels(t, kernelsUnderTest, l, clue, l.masks(cells), nil, false, s)
	}
}

// TestBlotsBlank counts and fills the longest lines there are.
func TestBlotsBlank(t *testing.T) {
	for _, k := range []int{1, 2, 100, nonogram.MaxSide / 2} {
		clue := make(nonogram.Clue, k)
		for j := range clue {
			clue[j].Color = nonogram.Black
		}
		cells := slices.Repeat([]Set{All(2)}, nonogram.MaxSide)
		// k runs have 2k boundaries among the n+1.
		want := new(big.Int).Binomial(nonogram.MaxSide+1, int64(2*k))
		if k > 100 {
			if !Solve(clue, 2, cells) || slices.Contains(cells, Of(0)) || slices.Contains(cells, Of(1)) {
				t.Errorf("%d blocks leave a slack of one, and every cell open", k)
			}
			continue
		}
		if got := Count(clue, 2, cells); got != saturated(want) {
			t.Errorf("%d blocks: %v, want %v", k, got, want)
		}
	}
}

// TestBlotsInformative compares Informative with the result on a blank line.
func TestBlotsInformative(t *testing.T) {
	for _, c := range []struct {
		numbers     []int
		slack       int
		informative bool
	}{{[]int{0, 0}, 7, false}, {[]int{0, 8}, 0, true}, {[]int{3, 0}, 5, false}, {[]int{5, 0}, 3, true}} {
		l := New(nonogram.BlackClue(c.numbers...), 10, 2)
		can := make([]uint64, 2)
		l.Fill(can)
		l.Solve(can, new(Scratch))
		said := can[0]&can[1] != 1<<10-1
		if l.Slack() != c.slack || l.Informative() != c.informative || said != c.informative || !l.Blotted() {
			t.Errorf("%v: slack %d, informative %v, says something: %v", c.numbers, l.Slack(), l.Informative(), said)
		}
	}
}

func BenchmarkBlots25(b *testing.B) { benchBlots(b, 25) }
func BenchmarkBlots60(b *testing.B) { benchBlots(b, 60) }

func benchBlots(b *testing.B, n int) {
	rng := rand.New(rand.NewPCG(1, 21))
	type caseOf struct {
		l   *Line
		can []uint64
	}
	var cases []caseOf
	for len(cases) < 256 {
		clue, cells := randomLine(rng, n, 2)
		if l := New(blotted(clue, rng.Uint64()), n, 2); l.Blotted() && l.Feasible(l.masks(cells), new(Scratch)) {
			cases = append(cases, caseOf{l, l.masks(cells)})
		}
	}
	var s Scratch
	can := make([]uint64, 2)
	i := 0
	for b.Loop() {
		c := &cases[i&255]
		i++
		copy(can, c.can)
		c.l.Solve(can, &s)
	}
}
