package line

import (
	"math/rand/v2"
	"testing"

	"nonogram"
)

// The messages of a line are those of its cells, wherever they are kept.
func TestPlaceOfMessages(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 7))
	const n, base, step = 12, 5, 3
	l := New(nonogram.Clue{{Length: 2, Color: 1}, {Length: 3, Color: 1}}, n, 2)
	var s Scratch
	for range 100 {
		black := uint64(1)<<n - 1
		white := black &^ (1 << rng.IntN(n)) // one cell is known
		made := func(base, step int) Messages {
			list := func() []float64 { return make([]float64, base+step*n) }
			return Messages{In: list(), Out: list(), Belief: list(), Residual: make([]float64, n), Base: base, Step: step}
		}
		near, far := made(0, 1), made(base, step)
		for i := range n {
			near.In[i] = 0.1 + rng.Float64()
			far.In[base+step*i] = near.In[i]
		}
		l.OddsWord(white, black, &near, &s)
		l.OddsWord(white, black, &far, &s)
		for i := range n {
			if near.Out[i] != far.Out[base+step*i] {
				t.Fatalf("cell %d: %g and %g", i, near.Out[i], far.Out[base+step*i])
			}
		}
	}
}
