package solve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"nonogram"
)

// Every deduction of a line is explained by earlier eliminations that suffice: with these
// alone, the line has no arrangement in which the cell has another value. Lines of several
// words have the same cells in each word, to expose confused words.
func TestExplanationsSuffice(t *testing.T) {
	for k, size := range []struct{ width, height, colors, puzzles int }{
		{20, 20, 2, 100}, {150, 8, 2, 200}, {8, 150, 2, 200}, {90, 8, 3, 100},
	} {
		t.Run(fmt.Sprintf("%dx%d in %d", size.width, size.height, size.colors), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(k), 64))
			explained, beyond := 0, 0
			for range size.puzzles {
				p := teamPuzzle(rng, size.width, size.height, size.colors)
				var engine Engine
				s := searcherOf(&engine, p)
				if s == nil || !s.propagate() {
					continue
				}
				s.saveRoot()
				root := len(s.trail)
				for l := openCell(rng, s); l != noLit; l = openCell(rng, s) {
					s.decide(l)
					if !s.propagate() {
						break
					}
				}
				for _, l := range s.trail[root:] {
					r := s.vars[l>>1].reason
					if r >= 0 || r == cellReason {
						continue // a decision, or the rule of a cell
					}
					i := int(^r)
					s.explainLine(i, l, s.vars[l>>1].from)
					suffices(t, s, i, l)
					if t.Failed() {
						return
					}
					explained++
					if s.board.Lines[i].Len() > 64 {
						beyond++
					}
				}
			}
			t.Logf("%d deductions, %d of them on lines of several words", explained, beyond)
			if explained < 1000 || beyond < 500 && size.width > 20 {
				t.Errorf("%d deductions, %d of them on lines of several words: that tests little", explained, beyond)
			}
		})
	}
}

// searcherOf starts a search on a board after line solving; nil on a contradiction.
func searcherOf(e *Engine, p *nonogram.Puzzle) *core {
	stop, stats := newStopper(context.Background(), nonogram.Budget{}), nonogram.Stats{}
	if !e.solveLines(p, &stats.LineSolves, &stop) {
		return nil
	}
	return e.searcher(p, 1, &stats, &stop)
}

// openCell returns a literal of an open cell, of either sign; noLit if there is none.
func openCell(rng *rand.Rand, s *core) lit {
	n := len(s.vars)
	for k, from := 0, rng.IntN(n); k < n; k++ {
		if v := (from + k) % n; s.value[2*v] == 0 {
			return lit(2*v + rng.IntN(2))
		}
	}
	return noLit
}

// suffices checks the explanation in s.analysis.antecedents for line i, which deduced l.
func suffices(t *testing.T, s *core, i int, l lit) {
	t.Helper()
	masks := append([]uint64(nil), s.board.MasksIn(s.root, i)...)
	words := len(masks) / s.board.Colors
	at := func(x lit) (word int, bit uint64, color int) {
		p := s.places[x>>1]
		j := int(p.col)
		if i >= s.board.Height {
			j = int(p.row)
		}
		if color = int(p.color); s.board.Colors == 2 {
			color = int(x & 1) // the color that the literal eliminates
		}
		return j / 64, 1 << (j % 64), color
	}
	for _, f := range s.analysis.antecedents {
		if s.value[f] >= 0 || s.vars[f>>1].pos >= s.vars[l>>1].pos || s.vars[f>>1].level == 0 {
			t.Errorf("line %d: literal %d is explained by %d, which is not false, not before it or certain", i, l, f)
		}
		word, bit, color := at(f ^ 1)
		masks[color*words+word] &^= bit
	}
	word, bit, color := at(l)
	for other := range s.board.Colors {
		masks[other*words+word] &^= bit
	}
	masks[color*words+word] |= bit // the eliminated candidate
	if s.board.Lines[i].Feasible(masks, &s.board.Scratch) {
		t.Errorf("line %d: literal %d does not follow from %d", i, l, s.analysis.antecedents)
	}
}
