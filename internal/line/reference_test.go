package line

import (
	"math/big"
	"math/rand/v2"

	"nonogram"
)

// A reference solver that shares no code with the kernels: an automaton over the cells.
// State 0 is the white before the first block; every block has a state for each of its
// cells, and one for the white after it. A blotted block has one state.
//
//	clue 2 1     0 ─▶ ■ ─▶ ■ ─▶ · ─▶ ■ ─▶ ·       white states also loop, and blotted ones
type reference struct {
	color []nonogram.Color // the color of the cell that leads into the state
	loop  []bool           // a white state, or a blotted block
	skip  []bool           // may be entered from two states before: no gap is needed
	end   int              // with its predecessor, the accepting states
}

func newReference(clue nonogram.Clue) *reference {
	t := &reference{color: []nonogram.Color{0}, loop: []bool{true}, skip: []bool{false}}
	for j, b := range clue {
		for i := range max(b.Length, 1) {
			t.color = append(t.color, b.Color)
			t.loop = append(t.loop, b.Length == 0)
			t.skip = append(t.skip, i == 0 && j > 0 && clue[j-1].Color != b.Color)
		}
		t.color = append(t.color, 0)
		t.loop = append(t.loop, true)
		t.skip = append(t.skip, false)
	}
	t.end = len(t.color) - 1
	return t
}

// into visits the states from which one cell leads into state q.
func (t *reference) into(q int, visit func(from int)) {
	if t.loop[q] {
		visit(q)
	}
	if q > 0 {
		visit(q - 1)
	}
	if t.skip[q] {
		visit(q - 2)
	}
}

func (t *reference) accepts(q int) bool { return q == t.end || t.end > 0 && q == t.end-1 }

// solve returns the candidates that appear in some arrangement, and whether
// there is one.
func (t *reference) solve(cells []Set) ([]Set, bool) {
	n, m := len(cells), len(t.color)
	from := make([]bool, (n+1)*m) // from[i*m+q]: state q after i cells
	from[0] = true
	for i, set := range cells {
		old, next := from[i*m:(i+1)*m], from[(i+1)*m:(i+2)*m]
		for q := range next {
			if set.Has(t.color[q]) {
				next[q] = t.loop[q] && old[q] || q > 0 && old[q-1] || t.skip[q] && old[q-2]
			}
		}
	}
	to, before := make([]bool, m), make([]bool, m)
	ok := false
	for q := range to {
		to[q] = t.accepts(q)
		ok = ok || to[q] && from[n*m+q]
	}
	out := make([]Set, n)
	for i := n - 1; i >= 0; i-- {
		clear(before)
		for q := range m {
			if !to[q] || !cells[i].Has(t.color[q]) {
				continue
			}
			if from[(i+1)*m+q] {
				out[i] |= Of(t.color[q])
			}
			t.into(q, func(p int) { before[p] = true })
		}
		to, before = before, to
	}
	return out, ok
}

// weigh returns the weight of all arrangements that give each cell each color,
// and of all, with 200 bits. A nil weight stands for 1.
func (t *reference) weigh(cells []Set, colors int, weight []float64) (per []*big.Float, total *big.Float) {
	const precision = 200
	zero := func() *big.Float { return new(big.Float).SetPrec(precision) }
	row := func() []*big.Float {
		r := make([]*big.Float, len(t.color))
		for q := range r {
			r[q] = zero()
		}
		return r
	}
	of := func(i, q int) *big.Float {
		w := zero()
		if cells[i].Has(t.color[q]) {
			w.SetFloat64(1)
			if weight != nil {
				w.SetFloat64(weight[i*colors+int(t.color[q])])
			}
		}
		return w
	}
	from := [][]*big.Float{row()}
	from[0][0].SetInt64(1)
	for i := range cells {
		next := row()
		for q := range next {
			if w := of(i, q); w.Sign() > 0 {
				t.into(q, func(p int) { next[q].Add(next[q], from[i][p]) })
				next[q].Mul(next[q], w)
			}
		}
		from = append(from, next)
	}
	to := row()
	total = zero()
	for q := range to {
		if t.accepts(q) {
			to[q].SetInt64(1)
			total.Add(total, from[len(cells)][q])
		}
	}
	per = make([]*big.Float, len(cells)*colors)
	for i := range per {
		per[i] = zero()
	}
	for i := len(cells) - 1; i >= 0; i-- {
		before := row()
		for q := range to {
			w := of(i, q)
			if to[q].Sign() == 0 || w.Sign() == 0 {
				continue
			}
			at := per[i*colors+int(t.color[q])]
			at.Add(at, zero().Mul(from[i+1][q], to[q]))
			t.into(q, func(p int) { before[p].Add(before[p], zero().Mul(to[q], w)) })
		}
		to = before
	}
	return per, total
}

// randomLine makes the clue of a random picture, with runs short or long, and
// candidates that nearly always leave it possible.
func randomLine(rng *rand.Rand, n, colors int) (nonogram.Clue, []Set) {
	picture := make([]nonogram.Color, n)
	stay, ink := rng.IntN(100), 5+rng.IntN(90)
	for i := range picture {
		switch {
		case i > 0 && rng.IntN(100) < stay:
			picture[i] = picture[i-1]
		case rng.IntN(100) < ink:
			picture[i] = nonogram.Color(1 + rng.IntN(colors-1))
		}
	}
	cells := make([]Set, n)
	known, thinned, wrong := rng.IntN(100), rng.IntN(2)*rng.IntN(100), rng.IntN(30)/29*2
	for i, c := range picture {
		cells[i] = All(colors)
		if rng.IntN(100) < known {
			cells[i] = Of(c)
		} else if rng.IntN(100) < thinned {
			cells[i] = Set(rng.Uint64())&All(colors) | Of(c)
		}
		if rng.IntN(100) < wrong {
			cells[i] = Set(rng.Uint64()) & All(colors)
		}
	}
	if rng.IntN(8) == 0 { // known from both ends
		for i := range rng.IntN(n + 1) {
			cells[i] = Of(picture[i])
		}
		for i := range rng.IntN(n + 1) {
			cells[n-1-i] = Of(picture[n-1-i])
		}
	}
	return nonogram.ClueOf(picture), cells
}
