package line

import (
	"math"
	"math/big"
)

// Solve narrows the candidates in place.
func (l *Line) Solve(can []uint64, s *Scratch) bool {
	if l.slack < 0 {
		return false
	}
	if l.Word() {
		w, b, ok := l.SolveWord(can[0], can[1], s)
		can[0], can[1] = w, b
		return ok
	}
	out := make([]float64, l.n*l.colors)
	if !l.Marginals(can, nil, out, s) {
		return false
	}
	for c := range l.colors {
		for i := range l.n {
			if out[i*l.colors+c] == 0 {
				can[c*l.words+i>>6] &^= 1 << uint(i&63)
			}
		}
	}
	return true
}

// Feasible reports whether any arrangement exists.
func (l *Line) Feasible(can []uint64, s *Scratch) bool {
	if l.slack < 0 {
		return false
	}
	if l.Word() {
		return l.FeasibleWord(can[0], can[1])
	}
	return l.Count(can, s).Sign() > 0
}

func (l *Line) has(can []uint64, c, i int) bool {
	return can[c*l.words+i>>6]>>uint(i&63)&1 != 0
}

// Marginals is the weighted count.
func (l *Line) Marginals(can []uint64, weight, out []float64, s *Scratch) bool {
	clear(out[:l.n*l.colors])
	if l.slack < 0 {
		return false
	}
	w := func(c, i int) float64 {
		if !l.has(can, c, i) {
			return 0
		}
		if weight == nil {
			return 1
		}
		return weight[i*l.colors+c]
	}
	n, k := l.n, len(l.blocks)
	// f[j][p]: j blocks finished, boundary p; free: a further block may start
	f := make([][]float64, k+1)
	g := make([][]float64, k+1)
	for j := range f {
		f[j] = make([]float64, n+2)
		g[j] = make([]float64, n+2)
	}
	run := func(j, p int) float64 {
		b := l.blocks[j]
		if p+int(b.length) > n {
			return 0
		}
		x := 1.0
		for i := p; i < p+int(b.length); i++ {
			x *= w(int(b.color), i)
		}
		if b.gap {
			if p+int(b.length) >= n {
				return 0
			}
			x *= w(0, p+int(b.length))
		}
		return x
	}
	size := func(j int) int {
		if l.blocks[j].gap {
			return int(l.blocks[j].length) + 1
		}
		return int(l.blocks[j].length)
	}
	f[0][0] = 1
	for j := 0; j <= k; j++ {
		for p := 0; p <= n; p++ {
			x := f[j][p]
			if x == 0 {
				continue
			}
			if p < n {
				f[j][p+1] += x * w(0, p)
			}
			if j < k {
				if r := run(j, p); r > 0 {
					f[j+1][p+size(j)] += x * r
				}
			}
		}
	}
	total := f[k][n]
	if !(total > 0) || math.IsInf(total, 0) {
		return false
	}
	g[k][n] = 1
	for j := k; j >= 0; j-- {
		for p := n; p >= 0; p-- {
			if p < n {
				x := w(0, p) * g[j][p+1]
				g[j][p] += x
				out[p*l.colors] += f[j][p] * x / total
			}
			if j < k {
				if r := run(j, p); r > 0 {
					x := r * g[j+1][p+size(j)]
					g[j][p] += x
					y := f[j][p] * x / total
					for i := p; i < p+int(l.blocks[j].length); i++ {
						out[i*l.colors+int(l.blocks[j].color)] += y
					}
					if l.blocks[j].gap {
						out[(p+size(j)-1)*l.colors] += y
					}
				}
			}
		}
	}
	return true
}

// Count is the exact number of arrangements.
func (l *Line) Count(can []uint64, s *Scratch) *big.Int {
	if l.slack < 0 {
		return new(big.Int)
	}
	n := l.n
	g := make([]*big.Int, n+1)
	for i := range g {
		g[i] = new(big.Int)
	}
	g[0].SetInt64(1)
	white := func(g []*big.Int) {
		for p := range n {
			if l.has(can, 0, p) {
				g[p+1].Add(g[p+1], g[p])
			}
		}
	}
	white(g)
	for _, b := range l.blocks {
		h := make([]*big.Int, n+1)
		for i := range h {
			h[i] = new(big.Int)
		}
		run := 0
		for q := 1; q <= n; q++ {
			if l.has(can, int(b.color), q-1) {
				run++
			} else {
				run = 0
			}
			if run >= int(b.length) {
				if !b.gap {
					h[q].Set(g[q-int(b.length)])
				} else if q < n && l.has(can, 0, q) {
					h[q+1].Set(g[q-int(b.length)])
				}
			}
		}
		white(h)
		g = h
	}
	return g[n]
}
