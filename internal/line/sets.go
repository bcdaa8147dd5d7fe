package line

import (
	"math/bits"

	"nonogram"
)

// Set holds the candidates of one cell: bit c is set if the cell may have color c. Bit 0 is
// the background.
type Set uint64

// Of returns the set of the given colors.
func Of(colors ...nonogram.Color) Set {
	var s Set
	for _, c := range colors {
		s |= 1 << c
	}
	return s
}

// All returns the set of the colors 0 … n-1.
func All(n int) Set { return 1<<uint(n) - 1 }

// Has reports whether the set contains color c.
func (s Set) Has(c nonogram.Color) bool { return s>>c&1 != 0 }

// Len returns the number of candidates.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Only returns the candidate if there is exactly one.
func (s Set) Only() (c nonogram.Color, ok bool) {
	return nonogram.Color(bits.TrailingZeros64(uint64(s))), s != 0 && s&(s-1) == 0
}

// Marginals returns, for every cell and color, the share of the arrangements that have the
// cell in that color; false if there is no arrangement. It allocates; for many lines use a
// [Line] with a [Scratch].
func Marginals(clue nonogram.Clue, colors int, cells []Set) ([][]float64, bool) {
	l := New(clue, len(cells), colors)
	all := make([]float64, len(cells)*colors)
	if !l.Marginals(l.masks(cells), nil, all, new(Scratch)) {
		return nil, false
	}
	shares := make([][]float64, len(cells))
	for i := range shares {
		shares[i] = all[i*colors : (i+1)*colors : (i+1)*colors]
	}
	return shares, true
}

// masks converts sets to masks. Colors beyond the palette are ignored.
func (l *Line) masks(cells []Set) []uint64 {
	can := make([]uint64, l.colors*l.words)
	for i, s := range cells {
		for s &= All(l.colors); s != 0; s &= s - 1 {
			c := bits.TrailingZeros64(uint64(s))
			can[c*l.words+i>>6] |= 1 << (uint(i) & 63)
		}
	}
	return can
}
