package line

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
)

// Numbers at the limits of float64, lines that become infeasible between two words, and
// accessors.

func TestAccessors(t *testing.T) {
	for _, c := range []struct {
		clue           nonogram.Clue
		n, colors      int
		slack, longest int
	}{
		{nil, 5, 2, 5, 0},
		{nonogram.BlackClue(3, 1), 5, 2, 0, 3},
		{nonogram.BlackClue(1, 7), 5, 2, -4, 7},
		{nonogram.BlackClue(2), maxWordCells, 2, maxWordCells - 2, 2},
		{nonogram.BlackClue(2), maxWordCells + 1, 2, maxWordCells - 1, 2},
		{nonogram.Clue{{Length: 2, Color: 1}, {Length: 3, Color: 2}}, 9, 3, 4, 3},
	} {
		l := New(c.clue, c.n, c.colors)
		if l.Len() != c.n || l.colors != c.colors || l.Slack() != c.slack || l.longest != c.longest || l.Filled() != c.clue.Cells() {
			t.Errorf("clue %v on %d cells in %d colors: %d cells, %d colors, slack %d, longest %d",
				c.clue, c.n, c.colors, l.Len(), l.colors, l.Slack(), l.longest)
		}
	}
}

// A line of several words may become infeasible at the end of a word.
func TestLongLinesDieBetweenWords(t *testing.T) {
	var s Scratch
	for _, colors := range []int{2, 3} {
		for _, at := range []int{62, 63, 64, 65, 127, 128} {
			cells := slices.Repeat([]Set{All(colors)}, 200)
			cells[5], cells[at] = Of(1), Of(1) // two blocks, and the clue has one
			l := New(nonogram.BlackClue(1), len(cells), colors)
			can := l.masks(cells)
			if l.Feasible(can, &s) || l.Solve(can, &s) {
				t.Errorf("%d colors, cells 5 and %d: solved", colors, at)
			}
		}
	}
}

// TestMarginalsExtremes has weights whose products leave the range of a float64, in
// short and in long blocks, everywhere and in single cells.
func TestMarginalsExtremes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 21))
	var s Scratch
	for i := range 600 {
		n, colors := 1+rng.IntN(40), 2+rng.IntN(2)
		clue, cells := randomLine(rng, n, colors)
		if i%3 == 0 {
			clue = nonogram.BlackClue(1+rng.IntN(n), 1)
		}
		weight := make([]float64, n*colors)
		low := []int{10, 100, 150}[rng.IntN(3)]
		for k := range weight {
			weight[k] = math.Pow(10, float64(rng.IntN(2*low+1)-low))
			if k%colors == 1 && i%2 == 0 {
				weight[k] = math.Pow(10, float64(-low))
			}
		}
		checkMarginals(t, clue, colors, cells, weight, &s)
	}
}

// A weight that underflows beside another of its cell counts as zero.
func TestMarginalsBeyondRange(t *testing.T) {
	l := New(nonogram.BlackClue(1), 2, 2)
	can := []uint64{3, 3}
	out := make([]float64, 4)
	var s Scratch
	if l.Marginals(can, []float64{1e300, 1e-300, 1e300, 1e-300}, out, &s) {
		t.Errorf("%v, want no arrangement: each has a cell of no weight", out)
	}
	if !l.Marginals(can, []float64{1e300, 1e-300, 1, 1}, out, &s) || out[1] != 0 || out[3] != 1 {
		t.Errorf("%v, want the second cell black", out)
	}
}

// TestOddsExtremes uses odds beyond the bounds of messages.
func TestOddsExtremes(t *testing.T) {
	var s Scratch
	l := New(nonogram.BlackClue(1), 2, 2)
	m := messagesOf([]float64{1, 1e-9})
	// The first cell gets the message that the second is white, the second that the first
	// may be either; odds are bounded.
	l.OddsWord(3, 3, m, &s)
	if m.Out[0] != OddsMax || math.Abs(m.Out[1]-1) > 1e-6 || math.Abs(m.Residual[0]-0.5) > 1e-6 || m.Residual[1] > 1e-6 {
		t.Errorf("answers %v, moved %v", m.Out, m.Residual)
	}
	m = messagesOf([]float64{1, 1e9})
	if l.OddsWord(3, 3, m, &s); m.Out[0] != OddsMin {
		t.Errorf("answers %v", m.Out)
	}
	// An answer that turns back is half way, as a probability: from 1/2 to nearly 1.
	for turn, want := range map[Turn]float64{-1: 3, 0: OddsMax, 1: OddsMax} {
		m = messagesOf([]float64{1, 1e-9})
		m.Turns = []Turn{turn, turn}
		if l.OddsWord(3, 3, m, &s); math.Abs(m.Out[0]/want-1) > 1e-4 || m.Turns[0] != 1 {
			t.Errorf("after %d: answers %v, turns %v, expected odds %g and a turn upwards", turn, m.Out, m.Turns, want)
		}
	}
	// Overflow leaves all messages unchanged.
	long := New(nonogram.BlackClue(20, 20), 50, 2)
	for _, odds := range []float64{1e-300, 1e300} {
		m = messagesOf(slices.Repeat([]float64{odds}, 50))
		if long.OddsWord(1<<50-1, 1<<50-1, m, &s); m.Out[25] != 1 || m.Residual[25] != 0 {
			t.Errorf("odds %g: answers %v, moved %v", odds, m.Out, m.Residual)
		}
	}
}

// Known ends are cut off. If they contain all blocks, the open cells in between are white
// and no message changes.
func TestOddsWithoutBlocks(t *testing.T) {
	var s Scratch
	l := New(nonogram.BlackClue(1, 1), 7, 2)
	m := messagesOf(slices.Repeat([]float64{1}, 7))
	// # . ? ? ? . #
	if l.OddsWord(0b0111110, 0b1011101, m, &s); m.Out[3] != 1 || m.Residual[3] != 0 {
		t.Errorf("answers %v, moved %v", m.Out, m.Residual)
	}
}
