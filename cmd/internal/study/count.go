package study

import (
	"context"
	"fmt"
	"math"

	"nonogram"
	"nonogram/lab"
)

// Counts of search spaces: arrangements of lines, and boards.

// lineLengths are the lengths of the lines whose arrangements are counted one by one.
var lineLengths = []int{5, 10, 15, 20}

// lines counts the arrangements of lines, and what they leave of the boards.
func (l *laboratory) lines(ctx context.Context) error {
	for _, n := range lineLengths {
		for k := 0; 2*k-1 <= n; k++ {
			count := 0
			_, lines := lab.LinesOf(n, singles(k))
			for range lines {
				count++
			}
			l.data.Lines = append(l.data.Lines, lineTotal{n, k, count})
		}
		l.step()
	}
	for _, side := range l.Sizes {
		set, err := l.boards(side, l.Boards)
		if err != nil {
			return err
		}
		for _, p := range set.Puzzles {
			l.data.Spaces = append(l.data.Spaces, *newSpace(p))
			l.step()
		}
	}
	return ctx.Err()
}

// singles is the clue of k blocks of one cell.
func singles(k int) nonogram.Clue {
	clue := make(nonogram.Clue, k)
	for i := range clue {
		clue[i] = nonogram.Block{Length: 1, Color: nonogram.Black}
	}
	return clue
}

// values are the counters of the board itself in a sample.
func (s *boardSpace) values() map[string]float64 {
	return map[string]float64{
		"rows": s.Sum, "clues": float64(s.Clues), "log₂ boards": s.Log2Rows, "log₂ boards by H": s.Log2Liao,
		"log₂ boards by H without separators": s.log2Separated, "log₂ boards with as many boxes": s.Log2Choose,
	}
}

func newSpace(p *nonogram.Puzzle) *boardSpace {
	s := &boardSpace{Side: p.Width(), Puzzle: p.ID}
	for _, clue := range p.Rows {
		n, _ := lab.LinesOf(p.Width(), clue)
		s.Filled += clue.Cells()
		s.Sum += float64(n)
		s.Log2Rows += math.Log2(float64(n))
		s.Log2Liao += math.Log2(liaoArrangements(clue, p.Width(), 0))
		s.log2Separated += math.Log2(liaoArrangements(clue, p.Width(), max(len(clue)-1, 0)))
	}
	s.Log2Choose = log2Binomial(p.Width()*p.Height(), s.Filled)
	different := map[string]bool{}
	for _, l := range p.Lines() {
		n, _ := lab.LinesOf(p.Width(), p.Clue(l)) // the boards are square
		s.all += float64(n)
		different[fmt.Sprint(p.Width() == p.Height() || l.Axis == nonogram.Row, p.Clue(l))] = true
	}
	s.Clues = len(different)
	return s
}

// liaoArrangements is H(k, m) = C(k+m−1, m), the ways to share m spaces among k
// groups. With "k groups of spaces, m spaces in total" taken at its word, it counts groups
// between blocks that have no space at all; it is right if m excludes the separating spaces.
func liaoArrangements(clue nonogram.Clue, n, separating int) float64 {
	groups, spaces := len(clue)+1, n-clue.Cells()-separating
	return binomial(groups+spaces-1, spaces)
}

// binomial is exact below 2⁵³.
func binomial(n, k int) float64 {
	v := 1.0
	for i := 1; i <= k; i++ {
		v = v * float64(n-k+i) / float64(i)
	}
	return v
}

// log2Binomial is the logarithm of a binomial of any size.
func log2Binomial(n, k int) float64 {
	factorial := func(n int) float64 {
		v, _ := math.Lgamma(float64(n + 1))
		return v
	}
	return (factorial(n) - factorial(k) - factorial(n-k)) / math.Ln2
}
