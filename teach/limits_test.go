package teach

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram"
)

// TestSweeps compares the number of sweeps with that of a loop over all lines.
func TestSweeps(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for n := range 200 {
		p, state := randomTold(rng, n)
		b, _, err := position(p, state)
		if err != nil || b == nil {
			continue
		}
		got, want := newTrial(b).sweeps(), 0
		for {
			var gone []candidate
			fills := true
			for i := range b.Lines {
				fills = b.solve(i, func(c candidate) { gone = append(gone, c) }) && fills
			}
			if !fills || len(gone) == 0 {
				break
			}
			want++
			for _, c := range gone {
				if b.has(c) {
					b.eliminate(c)
				}
			}
		}
		if got != want {
			t.Fatalf("puzzle %d: %d sweeps, expected %d", n, got, want)
		}
	}
}

// TestLongLines explains a picture whose rows take two machine words.
func TestLongLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	g := nonogram.NewGrid(90, 6)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(min(rng.IntN(6), 1))
	}
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	e, err := Explain(t.Context(), p, Options{})
	if err != nil || e.Status != nonogram.Unique || !slices.Equal(e.Grid.Cells, g.Cells) {
		t.Errorf("%v, %v", e.Status, err)
	}
}

// TestManyLinks counts the links of chains in sentences: up to six, and of longer chains
// three at the beginning and two at the end.
func TestManyLinks(t *testing.T) {
	p := nonogram.New(make([][]int, 12), make([][]int, 12))
	talk := phraser{english(), p, nonogram.LineRef{}, nil}
	var links []Link
	for n := range 12 {
		text := talk.links(links)
		named := strings.Count(text, "row ")
		if want := min(n, 6); n <= 6 && named != want || n > 6 && (named != 5 || !strings.Contains(text, "then "+strconv.Itoa(n-5)+" further")) {
			t.Errorf("%d links: %s", n, text)
		}
		links = append(links, Link{Line: nonogram.LineRef{Index: n}, Marks: []Mark{{Cell: nonogram.Cell{Row: n}}}})
	}
}

// TestManyStretches counts the cells beyond the eighth stretch of a list.
func TestManyStretches(t *testing.T) {
	listed, rest := english().stretches([]int{0, 2, 4, 6, 8, 10, 12, 14, 16, 18})
	if rest != 2 || listed != "1, 3, 5, 7, 9, 11, 13, 15 and 2 more" {
		t.Errorf("%q, %d", listed, rest)
	}
	if list, rest := english().stretches([]int{0, 1, 3, 4, 5}); rest != 0 || list != "1, 2 and 4 to 6" {
		t.Errorf("%q, %d", list, rest)
	}
	if one, none := english().form(1), english().form(0); one != 0 || none != 1 {
		t.Errorf("forms %d and %d", one, none)
	}
}
