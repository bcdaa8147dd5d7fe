package line

import (
	"testing"

	"nonogram"
)

// TestSolveWordExhaustive compares every clue and every partial line up to ten
// cells with enumeration.
func TestSolveWordExhaustive(t *testing.T) {
	const longest = 10
	var s Scratch
	for n := 1; n <= longest; n++ {
		byClue := map[string][]uint64{}
		clues := map[string]nonogram.Clue{}
		cells := make([]nonogram.Color, n)
		for m := uint64(0); m < 1<<uint(n); m++ {
			for i := range cells {
				cells[i] = nonogram.Color(m >> uint(i) & 1)
			}
			c := nonogram.ClueOf(cells)
			byClue[c.String()] = append(byClue[c.String()], m)
			clues[c.String()] = c
		}
		full := uint64(1)<<uint(n) - 1
		for name, members := range byClue {
			l := New(clues[name], n, 2)
			// every pair of disjoint sets of cells known black, known white
			for known := uint64(0); known <= full; known++ {
				for isBlack := known; ; isBlack = (isBlack - 1) & known {
					var anyB, anyW uint64
					for _, m := range members {
						if m&known == isBlack {
							anyB |= m
							anyW |= full &^ m
						}
					}
					white, black := full&^isBlack, full&^(known&^isBlack)
					w, b, ok := l.SolveWord(white, black, &s)
					want := anyB|anyW != 0
					if ok != want || ok && (w != anyW || b != anyB) {
						t.Fatalf("n=%d clue %s black %b known %b: got %b %b %v, want %b %b", n, name, isBlack, known, w, b, ok, anyW, anyB)
					}
					if f := l.FeasibleWord(white, black); f != want {
						t.Fatalf("n=%d clue %s black %b known %b: feasible %v, want %v", n, name, isBlack, known, f, want)
					}
					if isBlack == 0 {
						break
					}
				}
			}
		}
	}
}
