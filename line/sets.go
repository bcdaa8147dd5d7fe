package line

import (
	"math/big"
	"math/bits"

	"nonogram"
)

// Set holds the candidates of one cell: bit c is set if the cell may have color
// c. Bit 0 is the background.
type Set uint64

// Of is the set of the given colors.
func Of(colors ...nonogram.Color) Set {
	var s Set
	for _, c := range colors {
		s |= 1 << (c & 63)
	}
	return s
}

// All is the set of the colors 0 … n-1: a cell of which nothing is known.
func All(n int) Set { return Set(1)<<uint(n) - 1 }

// Has reports whether the cell may have color c.
func (s Set) Has(c nonogram.Color) bool { return c < 64 && s>>c&1 != 0 }

// Len is the number of candidates.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Only returns the single candidate; ok is false if there are none or several.
func (s Set) Only() (c nonogram.Color, ok bool) {
	return nonogram.Color(bits.TrailingZeros64(uint64(s))), s != 0 && s&(s-1) == 0
}

func masks(l *Line, cells []Set) []uint64 {
	can := make([]uint64, l.colors*l.words)
	for i, s := range cells {
		for s &= All(l.colors); s != 0; s &= s - 1 {
			can[bits.TrailingZeros64(uint64(s))*l.words+i>>6] |= 1 << uint(i&63)
		}
	}
	return can
}

// Solve narrows the candidates of a line.
func Solve(clue nonogram.Clue, colors int, cells []Set) bool {
	l := New(clue, len(cells), colors)
	can := masks(l, cells)
	if !l.Solve(can, new(Scratch)) {
		return false
	}
	for i := range cells {
		cells[i] = 0
		for c := range colors {
			if can[c*l.words+i>>6]>>uint(i&63)&1 != 0 {
				cells[i] |= 1 << uint(c)
			}
		}
	}
	return true
}

// Feasible reports whether the line has any arrangement.
func Feasible(clue nonogram.Clue, colors int, cells []Set) bool {
	l := New(clue, len(cells), colors)
	return l.Feasible(masks(l, cells), new(Scratch))
}

// Count is the number of arrangements.
func Count(clue nonogram.Clue, colors int, cells []Set) *big.Int {
	l := New(clue, len(cells), colors)
	return l.Count(masks(l, cells), new(Scratch))
}

// Marginals gives how often each cell has each color among the arrangements.
func Marginals(clue nonogram.Clue, colors int, cells []Set) ([][]float64, bool) {
	l := New(clue, len(cells), colors)
	out := make([]float64, len(cells)*colors)
	if !l.Marginals(masks(l, cells), nil, out, new(Scratch)) {
		return nil, false
	}
	rows := make([][]float64, len(cells))
	for i := range rows {
		rows[i] = out[i*colors : (i+1)*colors]
	}
	return rows, true
}
