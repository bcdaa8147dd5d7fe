package hunt

import (
	"testing"

	"nonogram"
)

// tape makes choices from bytes, so that the fuzzer of the go command, which goes
// where the code has branches, makes the puzzles. When the tape is over, the first
// choice is always taken.
type tape struct{ data []byte }

func (t *tape) IntN(n int) int {
	if len(t.data) == 0 {
		return 0
	}
	c := int(t.data[0])
	t.data = t.data[1:]
	return c % n
}

// FuzzExamine lets the fuzzer look for a puzzle with a wrong answer.
func FuzzExamine(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{4, 4, 1, 1, 5, 1, 0, 9, 1, 9, 2, 9, 3, 0, 8, 7, 6, 5, 4, 3, 2, 1, 9, 9, 1, 0})
	f.Add([]byte("a picture with some noise in it, and inks: 0123456789"))
	h := hunter(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		p := small.Puzzle(&tape{data})
		if fault := h.Examine(p); fault != nil {
			report(t, h, fault)
		}
	})
}

// FuzzClues takes the clues themselves from the fuzzer: any numbers in any colors,
// most of which are not puzzles at all. Validate and the solvers have to agree on that.
func FuzzClues(f *testing.F) {
	f.Add([]byte{3, 2, 1, 1, 1, 0, 2, 1, 0, 1, 1, 0, 1, 1, 0})
	f.Add([]byte{1, 1, 3, 200, 1, 0, 1, 77, 0})
	h := hunter(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		c := &tape{data}
		p := &nonogram.Puzzle{Palette: Inks(1 + c.IntN(3)), Rows: make([]nonogram.Clue, 1+c.IntN(5)), Cols: make([]nonogram.Clue, 1+c.IntN(5))}
		for _, clues := range [][]nonogram.Clue{p.Rows, p.Cols} {
			for i := range clues {
				for n := c.IntN(256); n > 0 && len(clues[i]) < 5; n = c.IntN(256) {
					clues[i] = append(clues[i], nonogram.Block{Length: n, Color: nonogram.Color(c.IntN(5))})
				}
			}
		}
		if !wellFormed(p) {
			if _, err := h.engine.Solve(t.Context(), p, nonogram.Options{}); err == nil {
				t.Fatalf("solved what is not a puzzle:\n%s", Describe(p))
			}
			return
		}
		if fault := h.Examine(p); fault != nil {
			report(t, h, fault)
		}
	})
}
