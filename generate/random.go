package generate

import (
	"iter"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

	"nonogram"
)

// Random boards, the way the nonogram tournaments of TAAI, TCGA and ICGA make
// theirs: boardgen.py n num p1 p2 seed. Board after board the share of filled cells
// goes from p1 to p2 in equal steps; the filled cells are put first and then
// shuffled. All boards of a series come from one generator, so board 7 is the same
// only as the seventh of its series.
//
// The boards are those of boardgen to the last bit, which takes three things: the
// generator of Python seeded as Python does (twister.go), the shuffle of the Python
// that boardgen is run by (see [Shuffle]), and the number of filled cells computed in
// the same order of operations,
//
//	int((p1 + (p2-p1) * i / (num-1)) * size)        size = n*n
//
// in float64. The order matters: board 667 of 1000 from 0.5 to 0.35 has 249 filled
// cells of 625, where multiplying by n twice would give 250.
//
// Nothing is promised of the puzzles: they may have several solutions.
//
// Cost: a random number per cell. Source: boardgen.py, as published with
// github.com/wchliao/Nonogram.

// Random is a series of random boards.
type Random struct {
	Width, Height int
	Count         int
	// First and Last are the shares of filled cells on the first and on the last
	// board, from 0 to 1. With a single board only First counts.
	First, Last float64
	// Seed may be as long as one likes. Its sign does not matter, and nil is 0.
	Seed *big.Int
	// Shuffle is that of the Python to agree with.
	Shuffle Shuffle
}

// Shuffle says whose random.shuffle mixes the cells. Both walk from the last cell to
// the second and exchange each with one at or before it; they draw that one
// differently, so that the same seed makes other boards.
type Shuffle string

// The shuffles.
const (
	// Python2 multiplies a random number below 1 by the number of cells to choose
	// from; so did Python 3 before 3.2. It is what "" means.
	Python2 Shuffle = "python2"
	// Python3 takes as many random bits as that number has, until they make one
	// that is below it.
	Python3 Shuffle = "python3"
)

// Shuffles lists them.
func Shuffles() []Shuffle { return []Shuffle{Python2, Python3} }

// below draws a number from 0 to n−1.
func (s Shuffle) below(t *twister, n int) int {
	if s != Python3 {
		return int(t.float() * float64(n))
	}
	bits := bits.Len(uint(n))
	for {
		if k := int(t.word() >> uint(32-bits)); k < n {
			return k
		}
	}
}

// Puzzles makes the boards as puzzles with their goal, numbered from 1. Each walk
// through the sequence makes them anew, one at a time. The error is a [*ParamError]
// or about the size.
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
	case r.Shuffle != "" && !slices.Contains(Shuffles(), r.Shuffle):
		return badParam("shuffle", "found %.24q, expected %s or %s", string(r.Shuffle), Python2, Python3)
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
