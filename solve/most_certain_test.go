package solve

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The most certain cell is found again after any sequence of updated lines, decisions and
// backtracking, although only rows with changes are compared again.
func TestMostCertain(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 10))
	compared := 0
	for range 200 {
		var engine Engine
		s := searcherOf(&engine, teamPuzzle(rng, 10, 10, 2))
		if s == nil || !s.propagate() {
			continue
		}
		s.startBeliefs()
		words := s.wordMessages()
		for range 100 {
			switch l := openCell(rng, s); {
			case l == noLit || rng.IntN(8) == 0:
				s.backtrack(rng.IntN(len(s.levels) + 1))
			case rng.IntN(2) == 0:
				s.updateWord(rng.IntN(len(s.board.Lines)), &words)
			default:
				s.decide(l)
				if !s.propagate() {
					s.backtrack(len(s.levels) - 1)
				}
			}
			if rng.IntN(3) > 0 {
				continue
			}
			want := -1.0
			for v, black := range s.beliefs.black {
				if s.value[2*v] == 0 {
					want = max(want, math.Abs(black-0.5))
				}
			}
			got := -1.0
			if l := s.mostCertain(); l != noLit && s.value[l] == 0 {
				got = math.Abs(s.beliefs.black[l>>1] - 0.5)
			} else if l != noLit {
				t.Fatalf("cell %d is decided", l>>1)
			}
			if got != want {
				t.Fatalf("certainty %v, want %v", got, want)
			}
			compared++
		}
	}
	if compared < 1000 {
		t.Errorf("%d comparisons test little", compared)
	}
}
