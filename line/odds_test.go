package line

import (
	"math"
	"math/rand/v2"
	"testing"
)

// oddsCase is a line with some cells known and odds for the others.
type oddsCase struct {
	wordCase
	in []float64
}

func randomOddsCases(n, count int) []oddsCase {
	rng := rand.New(rand.NewPCG(uint64(n), 9))
	var cases []oddsCase
	for _, c := range randomWordCases(n, count) {
		w, b, _ := c.l.SolveWord(c.white, c.black, new(Scratch))
		in := make([]float64, n)
		for i := range in {
			in[i] = math.Exp(4 * (rng.Float64() - 0.5))
		}
		cases = append(cases, oddsCase{wordCase{c.l, w, b}, in})
	}
	return cases
}

// naiveOdds enumerates all fillings of the line.
func naiveOdds(c *oddsCase, n int) (black, white []float64) {
	black, white = make([]float64, n), make([]float64, n)
	var s Scratch
	for m := uint64(0); m < 1<<uint(n); m++ {
		if m&^c.black != 0 || ^m&(1<<uint(n)-1)&^c.white != 0 {
			continue
		}
		if _, _, ok := c.l.SolveWord(^m&(1<<uint(n)-1), m, &s); !ok {
			continue
		}
		weight := 1.0
		for i := range n {
			if m>>uint(i)&1 != 0 && c.white&c.black>>uint(i)&1 != 0 {
				weight *= c.in[i]
			}
		}
		for i := range n {
			if m>>uint(i)&1 != 0 {
				black[i] += weight
			} else {
				white[i] += weight
			}
		}
	}
	return black, white
}

// TestOddsWord holds the odds against enumeration.
func TestOddsWord(t *testing.T) {
	var s Scratch
	var out [64]float64
	for n := 1; n <= 13; n++ {
		for k, c := range randomOddsCases(n, 60) {
			black, white := naiveOdds(&c, n)
			if !c.l.OddsWord(c.white, c.black, c.in, 0, 1, &out, &s) {
				if c.white&c.black != 0 && len(c.l.blocks) > 0 {
					t.Errorf("n=%d case %d: no answer", n, k)
				}
				continue
			}
			for i := range n {
				if c.white&c.black>>uint(i)&1 == 0 {
					continue
				}
				want := black[i] / white[i] / c.in[i]
				if math.Abs(out[i]-want) > 1e-9*want {
					t.Errorf("n=%d case %d cell %d: odds %g, want %g", n, k, i, out[i], want)
				}
			}
		}
	}
}

func BenchmarkOddsWord25(b *testing.B) { benchOdds(b, 25) }
func BenchmarkOddsWord40(b *testing.B) { benchOdds(b, 40) }
func BenchmarkOddsWord60(b *testing.B) { benchOdds(b, 60) }

func benchOdds(b *testing.B, n int) {
	var cases []oddsCase
	for _, c := range randomOddsCases(n, 4096) {
		if c.white&c.black != 0 {
			cases = append(cases, c)
		}
	}
	cases = cases[:1024]
	var s Scratch
	var out [64]float64
	i := 0
	for b.Loop() {
		c := &cases[i&1023]
		i++
		if !c.l.OddsWord(c.white, c.black, c.in, 0, 1, &out, &s) {
			b.Fatal("no answer")
		}
	}
}
