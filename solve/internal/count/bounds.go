package count

// Bounds on the number of ways to fill a region that a sweep could not count.

import (
	"math/big"
	"slices"

	"nonogram"
)

// least returns a lower bound: the ways that an incomplete sweep has found, nil if there was
// none, or the number of different parts of known solutions.
func (d *dissection) least(cells []int32, models []*nonogram.Grid, swept *big.Int) *big.Int {
	seen := map[string]bool{}
	for _, g := range models {
		part := make([]byte, len(cells))
		for i, cell := range cells {
			part[i] = byte(g.Cells[cell])
		}
		seen[string(part)] = true
	}
	known := big.NewInt(int64(len(seen)))
	if swept != nil && swept.Cmp(known) > 0 {
		return swept
	}
	return known
}

// most returns an upper bound: the product of the arrangements of all rows, or of all columns.
// It is nil if the tables are too large or stop returned true.
func (d *dissection) most(cells []int32, maxStates int, stop func() bool) *big.Int {
	r := d.region(cells, tableEntries(maxStates), stop)
	if r == nil {
		return nil
	}
	product := [2]*big.Int{big.NewInt(1), big.NewInt(1)}
	for i := range r.crossings {
		x := &r.crossings[i]
		for axis, m := range x.automaton {
			if r.ends(x, axis) {
				product[axis].Mul(product[axis], r.automata[m].walks())
			}
		}
	}
	return slices.MinFunc(product[:], (*big.Int).Cmp)
}

// walks counts the walks from the first state to the last.
func (a *automaton) walks() *big.Int {
	after := []*big.Int{big.NewInt(1)}
	for k := len(a.next) - 1; k >= 0; k-- {
		states, next := int(a.sizes[k]), a.next[k]
		before := make([]*big.Int, states)
		for s := range before {
			before[s] = new(big.Int)
			for _, to := range next[s*len(next)/states : (s+1)*len(next)/states] {
				if to != deadState {
					before[s].Add(before[s], after[to])
				}
			}
		}
		after = before
	}
	return after[0]
}
