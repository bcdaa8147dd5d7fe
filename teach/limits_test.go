package teach

import (
	"context"
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
	if list, rest := english().stretches([]int{5, 1, 3, 0, 4}); rest != 0 || list != "1, 2 and 4 to 6" {
		t.Errorf("%q, %d", list, rest)
	}
	if one, none := english().form(1), english().form(0); one != 0 || none != 1 {
		t.Errorf("forms %d and %d", one, none)
	}
}

// Several blocks of one length and color get their position among them as a name.
func TestNamesOfBlocks(t *testing.T) {
	clue := make([]int, 12)
	for i := range clue {
		clue[i] = 2
	}
	name := func(clue []int, j int) string {
		p := nonogram.New([][]int{clue}, make([][]int, 40))
		return phraser{english(), p, nonogram.LineRef{}, p.Rows[0]}.block(j)
	}
	for _, c := range []struct {
		clue []int
		j    int
		want string
	}{
		{[]int{3, 2}, 1, "the 2"},
		{[]int{2, 2}, 0, "the first 2"},
		{[]int{2, 3, 2}, 2, "the second 2"},
		{[]int{2, 2, 2}, 0, "the first 2"},
		{[]int{2, 2, 2}, 1, "the second 2"},
		{[]int{2, 2, 3, 2}, 3, "the last 2"},
		{clue, 9, "the tenth 2"},
		{clue, 10, "the 11th 2"},
		{clue, 11, "the last 2"},
	} {
		if got := name(c.clue, c.j); got != c.want {
			t.Errorf("block %d of %d is %q, expected %q", c.j+1, c.clue, got, c.want)
		}
	}
}

// A long list of notes shows the first five, and how many more there are.
func TestManyNotes(t *testing.T) {
	p := nonogram.New([][]int{{3}}, [][]int{{1}, {1}, {1}})
	e, err := Explain(t.Context(), p, Options{})
	if err != nil || len(e.Steps) == 0 {
		t.Fatal(len(e.Steps), err)
	}
	a := Advice{Step: &e.Steps[0], puzzle: p}
	one := a.Step.Sentence(p)
	for notes, rest := range []string{5: " ", 6: " And so on, in 1 more line. ", 8: " And so on, in 3 more lines. "} {
		a.Notes = append(a.Notes, e.Steps[0])
		if want := strings.Repeat(one+" ", min(notes, 5)); rest != "" && a.explained() != strings.TrimSpace(want)+rest+one {
			t.Errorf("%d notes: %s", notes, a.explained())
		}
		if notes == 0 {
			a.Notes = nil
		}
	}
}

// A color has the name of a common one nearer than 120, of the first if several are as near.
func TestNearestColor(t *testing.T) {
	for want, rgb := range map[string]nonogram.RGB{"": {B: 120}, "black": {G: 90}, "brown": {R: 130, G: 80, B: 41}} {
		if got := nearest(rgb); got != want {
			t.Errorf("%v is named %q, expected %q", rgb, got, want)
		}
	}
}

// A contradiction costs its rounds and the suppositions inside it; a search counts for many.
func TestCostsOfContradictions(t *testing.T) {
	for depth, nested := range map[int]int{1: 2, 2: 2, 3: 2 + searchCases} {
		var f Facts
		f.add([]finding{{technique: Contradiction, chain: &Chain{Depth: depth, Rounds: 3, Cases: 2}}}, 1)
		want := catalogue[Contradiction].Cost + 3*consequenceCost + float64(nested)*nestedCost
		if got := f.costs()[suppositionEffort]; f.Nested != nested || got != want {
			t.Errorf("depth %d: %d inside, expected %d; effort %v, expected %v", depth, f.Nested, nested, got, want)
		}
	}
}

// Where the totals differ no line is looked at.
func TestTotalsDiffer(t *testing.T) {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {2}})
	e, err := Explain(t.Context(), p, Options{})
	if err != nil || e.Status != nonogram.Unsolvable || len(e.Steps) != 0 || e.Broken != nil {
		t.Errorf("found %v after %d steps, %v; expected none", e.Status, len(e.Steps), err)
	}
}

// The summary of an ambiguous puzzle says in how many cells its solutions differ.
func TestSummaryOfSeveralSolutions(t *testing.T) {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	several := func(context.Context, *nonogram.Puzzle, nonogram.Options) (*nonogram.Result, error) {
		return &nonogram.Result{Status: nonogram.Multiple, Solutions: []*nonogram.Grid{
			{Width: 2, Height: 2, Cells: []nonogram.Color{1, 0, 0, 1}}, {Width: 2, Height: 2, Cells: []nonogram.Color{0, 1, 1, 0}}}}, nil
	}
	e, err := Explain(t.Context(), p, Options{Solver: several})
	if err != nil || !strings.HasSuffix(e.Summary(p), " · the solutions differ in the 4 cells left open") {
		t.Errorf("%s, %v", e.Summary(p), err)
	}
}
