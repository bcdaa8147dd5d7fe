package line

import (
	"math"
	"math/rand/v2"
	"testing"

	"nonogram"
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

// messages returns the messages of a line with the odds of the case incoming.
func (c *oddsCase) messages() *Messages {
	return messagesOf(c.in)
}

// messagesOf returns the messages of a line with the given odds incoming.
func messagesOf(in []float64) *Messages {
	m := &Messages{In: in, Out: make([]float64, len(in)), Belief: make([]float64, len(in)), Step: 1, Residual: make([]float64, len(in))}
	for i, odds := range in {
		m.Out[i], m.Belief[i] = 1, odds/(1+odds)
	}
	return m
}

// TestOddsWord compares the odds with enumeration.
func TestOddsWord(t *testing.T) {
	var s Scratch
	for n := 1; n <= 13; n++ {
		for k, c := range randomOddsCases(n, 60) {
			black, white := naiveOdds(&c, n)
			m := c.messages()
			c.l.OddsWord(c.white, c.black, m, &s)
			for i := range n {
				if c.white&c.black>>uint(i)&1 == 0 || len(c.l.blocks) == 0 {
					if m.Out[i] != 1 || m.Residual[i] != 0 {
						t.Errorf("n=%d case %d cell %d: message %g, though it is known", n, k, i, m.Out[i])
					}
					continue
				}
				want := black[i] / white[i] / c.in[i]
				if math.Abs(m.Out[i]-want) > 1e-9*want {
					t.Errorf("n=%d case %d cell %d: odds %g, want %g", n, k, i, m.Out[i], want)
				}
				belief := black[i] / (black[i] + white[i])
				if math.Abs(m.Belief[i]-belief) > 1e-9 {
					t.Errorf("n=%d case %d cell %d: the belief is %g, want %g", n, k, i, m.Belief[i], belief)
				}
				moved := math.Abs(belief - c.in[i]/(1+c.in[i]))
				if math.Abs(m.Residual[i]-moved) > 1e-9 {
					t.Errorf("n=%d case %d cell %d: the belief has moved by %g, want %g", n, k, i, m.Residual[i], moved)
				}
			}
		}
	}
}

// TestOddsWordRoom goes through blocks of equal length on blank lines as long as can be,
// among them those with the most states and the most products.
func TestOddsWordRoom(t *testing.T) {
	var s Scratch
	in := randomOddsCases(maxWordCells, 1)[0].in
	for n := 60; n <= maxWordCells; n++ {
		for length := 1; length <= n; length++ {
			var clue nonogram.Clue
			for (len(clue)+1)*(length+1)-1 <= n {
				clue = append(clue, nonogram.Block{Length: length, Color: nonogram.Black})
				c := oddsCase{wordCase{New(clue, n, 2), 1<<uint(n) - 1, 1<<uint(n) - 1}, in[:n]}
				c.white, c.black, _ = c.l.SolveWord(c.white, c.black, &s)
				m := c.messages()
				c.l.OddsWord(c.white, c.black, m, &s)
				likeMarginals(t, &c, m)
			}
		}
	}
}

// likeMarginals compares the messages with the kernel for all lines.
func likeMarginals(t *testing.T, c *oddsCase, m *Messages) {
	t.Helper()
	n := c.l.Len()
	weight, post := make([]float64, 2*n), make([]float64, 2*n)
	for i, odds := range c.in {
		weight[2*i], weight[2*i+1] = 1, odds
	}
	if !c.l.Marginals([]uint64{c.white, c.black}, weight, post, new(Scratch)) {
		t.Fatal("no arrangement has weight")
	}
	for i := range n {
		if c.white&c.black>>uint(i)&1 == 0 {
			continue
		}
		black, white := post[2*i+1], post[2*i]
		if want := black / (black + white); math.Abs(m.Belief[i]-want) > 1e-9 {
			t.Fatalf("%d blocks on %d cells, cell %d: the belief is %g, want %g", len(c.l.blocks), n, i, m.Belief[i], want)
		}
		want := min(max(black/white/c.in[i], OddsMin), OddsMax)
		if math.Abs(m.Out[i]-want) > 1e-6*want {
			t.Fatalf("%d blocks on %d cells, cell %d: odds %g, want %g", len(c.l.blocks), n, i, m.Out[i], want)
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
	messages := make([]*Messages, len(cases))
	for i := range cases {
		messages[i] = cases[i].messages()
	}
	var s Scratch
	i := 0
	for b.Loop() {
		c, m := &cases[i&1023], messages[i&1023]
		i++
		c.l.OddsWord(c.white, c.black, m, &s)
	}
	checkOdds(b, &cases[0], messages[0])
}

// checkOdds reports whether the beliefs add up to the number of black cells of the clue.
func checkOdds(b *testing.B, c *oddsCase, m *Messages) {
	want, got := len(m.Out)-c.l.Slack()-(len(c.l.blocks)-1), 0.0
	for i, q := range m.Out {
		switch {
		case c.white>>uint(i)&1 == 0:
			got++
		case c.black>>uint(i)&1 != 0:
			got += q * c.in[i] / (1 + q*c.in[i])
		}
	}
	if math.Abs(got-float64(want)) > 1e-6 {
		b.Fatalf("%g cells are black, want %d", got, want)
	}
}
