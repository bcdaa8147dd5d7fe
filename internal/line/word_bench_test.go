package line

import (
	"math/rand/v2"
	"testing"

	"nonogram"
)

type wordCase struct {
	l            *Line
	white, black uint64
}

// randomWordCases makes solvable lines with some cells known.
func randomWordCases(n int, count int) []wordCase {
	rng := rand.New(rand.NewPCG(uint64(n), 7))
	var cases []wordCase
	for range count {
		cells := make([]nonogram.Color, n)
		for i := range cells {
			if rng.IntN(100) < 45 {
				cells[i] = 1
			}
		}
		l := New(nonogram.ClueOf(cells), n, 2)
		full := uint64(1)<<uint(n) - 1
		w, b := full, full
		known := rng.IntN(60)
		for i := range cells {
			if rng.IntN(100) < known {
				if cells[i] == 1 {
					w &^= 1 << uint(i)
				} else {
					b &^= 1 << uint(i)
				}
			}
		}
		cases = append(cases, wordCase{l, w, b})
	}
	return cases
}

func BenchmarkSolveWord25(b *testing.B) { benchWord(b, 25) }
func BenchmarkSolveWord31(b *testing.B) { benchWord(b, 31) }
func BenchmarkSolveWord40(b *testing.B) { benchWord(b, 40) }
func BenchmarkSolveWord63(b *testing.B) { benchWord(b, 63) }

func benchWord(b *testing.B, n int) {
	cases := randomWordCases(n, 1024)
	var s Scratch
	i := 0
	for b.Loop() {
		c := &cases[i&1023]
		i++
		if _, _, ok := c.l.SolveWord(c.white, c.black, &s); !ok {
			b.Fatal("infeasible")
		}
	}
}

func BenchmarkFeasibleWord25(b *testing.B) {
	cases := randomWordCases(25, 1024)
	i := 0
	for b.Loop() {
		c := &cases[i&1023]
		i++
		if !c.l.FeasibleWord(c.white, c.black) {
			b.Fatal("infeasible")
		}
	}
}
