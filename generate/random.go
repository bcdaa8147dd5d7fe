package generate

import (
	"cmp"
	"iter"
	"math/big"
	"math/bits"
	"strconv"

	"nonogram"
)

// Random boards as in the nonogram tournaments of TAAI, TCGA and ICGA, made by boardgen.py n
// num p1 p2 seed. The share of filled cells goes from p1 to p2 in equal steps; the filled
// cells are put first and then shuffled. All boards of a series come from one generator, so
// board 7 depends on the boards before it.
//
// The boards equal those of boardgen: the generator is seeded as in Python (twister.go), the
// shuffle is that of a Python version (see [Shuffle]), and the number of filled cells is
// computed in the same order of operations,
//
//	int((p1 + (p2-p1) * i / (num-1)) * size)        size = n*n
//
// in float64. Board 667 of 1000 from 0.5 to 0.35 has 249 filled cells of 625; multiplying by
// n twice would give 250.
//
// The puzzles may have several solutions.
//
// Source: boardgen.py, as published with github.com/wchliao/Nonogram.

// Random is a series of random boards.
type Random struct {
	Width, Height int
	Count         int
	// First and Last are the shares of filled cells on the first and the last board, from
	// 0 to 1. A single board uses First.
	First, Last float64
	// Seed may have any length. Its sign is ignored, and nil means 0.
	Seed *big.Int
	// Shuffle selects the Python version.
	Shuffle Shuffle
}

// Shuffle selects the version of Python's random.shuffle. Both versions swap each cell, from
// the last to the second, with one at or before it, and draw that one differently.
type Shuffle string

// The shuffles.
const (
	// Python2 multiplies a random number in [0, 1) by the number of choices n, as Python 3
	// did before 3.2.
	Python2 Shuffle = "python2"
	// Python3 draws as many random bits as n has, until the result is below n. It is the
	// default.
	Python3 Shuffle = "python3"
)

// below draws a number from 0 to n−1.
func (s Shuffle) below(t *twister, n int) int {
	if s == Python2 {
		return int(t.float() * float64(n))
	}
	bits := bits.Len(uint(n))
	for {
		if k := int(t.word() >> uint(32-bits)); k < n {
			return k
		}
	}
}

// Puzzles returns the boards as puzzles with goals, numbered from 1. The error is a
// [*ParamError] or about the size.
func (r Random) Puzzles() (iter.Seq[*nonogram.Puzzle], error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	return func(yield func(*nonogram.Puzzle) bool) {
		t := newTwister(r.Seed)
		for i := range r.Count {
			p := nonogram.FromGrid(r.board(t, i), nonogram.BlackAndWhite())
			p.ID = strconv.Itoa(i + 1)
			if !yield(p) {
				return
			}
		}
	}, nil
}

func (r Random) check() error {
	switch {
	case r.Count < 1:
		return badParam("count", "found %d, expected at least 1", r.Count)
	case !(r.First >= 0 && r.First <= 1):
		return badParam("first", "found %v, expected 0 to 1", r.First)
	case !(r.Last >= 0 && r.Last <= 1):
		return badParam("last", "found %v, expected 0 to 1", r.Last)
	}
	if err := oneOf("shuffle", cmp.Or(r.Shuffle, Python2), Python2, Python3); err != nil {
		return err
	}
	return nonogram.ValidateSize(r.Width, r.Height)
}

// filled is the number of filled cells on board i.
func (r Random) filled(i int) int {
	share := r.First
	if r.Count > 1 {
		share = r.First + (r.Last-r.First)*float64(i)/float64(r.Count-1)
	}
	return int(share * float64(r.Width*r.Height))
}

func (r Random) board(t *twister, i int) *nonogram.Grid {
	g := &nonogram.Grid{Width: r.Width, Height: r.Height, Cells: make([]nonogram.Color, r.Width*r.Height)}
	for k := range r.filled(i) {
		g.Cells[k] = nonogram.Black
	}
	for k := len(g.Cells) - 1; k > 0; k-- {
		j := r.Shuffle.below(t, k+1)
		g.Cells[k], g.Cells[j] = g.Cells[j], g.Cells[k]
	}
	return g
}
