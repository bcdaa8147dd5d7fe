package teach_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

// allSolutions lists all solutions of a puzzle that agree with a state. It gives
// up on puzzles with very many.
func allSolutions(t *testing.T, p *nonogram.Puzzle, state *nonogram.Grid) (solutions []*nonogram.Grid, ok bool) {
	t.Helper()
	const most = 200 // listing more takes ten times as long as explaining
	q := *p
	q.Given = state
	r, err := solve.Solve(t.Context(), &q, nonogram.Options{Limit: most})
	if err != nil {
		t.Fatal(err)
	}
	return r.Solutions, r.Exhausted
}

// blot hides some of the lengths of a puzzle's blocks.
func blot(rng *rand.Rand, p *nonogram.Puzzle) {
	share := rng.Float64()
	for _, clues := range [][]nonogram.Clue{p.Rows, p.Cols} {
		for _, clue := range clues {
			for j := range clue {
				if rng.Float64() < share {
					clue[j].Length = 0
				}
			}
		}
	}
}

// TestBlottedSentences reads the sentences on blocks of unknown length, in a row
// above one that is full, so that the columns know nothing of it.
func TestBlottedSentences(t *testing.T) {
	for _, c := range []struct {
		row   []int
		cells string
		want  []string
	}{
		{[]int{3, 0}, "?????", []string{"Row 1: 3 and ? with the gap between them fill the whole row, even with a single cell for ?."}},
		{[]int{4, 0}, "???????", []string{"Row 1: the blocks need at least 6 of the 7 cells and can shift by 1 at most, so the 4 covers cells 2 to 4 wherever it goes."}},
		{[]int{0, 3}, ".##.?????", []string{"Row 1: the 3, somewhere in cells 5 to 9, covers cell 7 wherever it goes."}},
	} {
		p := nonogram.New([][]int{c.row, {len(c.cells)}}, make([][]int, len(c.cells)))
		from := nonogram.NewGrid(len(c.cells), 2)
		for x, s := range c.cells {
			p.Cols[x] = nonogram.Clue{{Length: 0, Color: nonogram.Black}}
			from.Set(1, x, nonogram.Black)
			switch s {
			case '#':
				from.Set(0, x, nonogram.Black)
			case '.':
				from.Set(0, x, nonogram.Empty)
			}
		}
		e, err := teach.Explain(t.Context(), p, teach.Options{From: from})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range e.Steps {
			if s.Line.Axis == nonogram.Row {
				got = append(got, s.Sentence(p))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v in %s: %q, want %q", c.row, c.cells, got, c.want)
		}
	}
}

// TestExplanationsAreSoundAndComplete holds every mark of every step against the
// set of all solutions, and the end of the path against what is true: one
// solution is reached to the last cell, of several exactly those cells are left
// open in which they differ, and no solution is said to be none.
func TestExplanationsAreSoundAndComplete(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	var seen [nonogram.Unsolvable + 1]int
	var used [teach.Cases + 1]int
	for n := range 4100 {
		colors := 2 + n%4%3
		p := randomPuzzle(rng, 16, colors)
		var state *nonogram.Grid
		if n%3 == 0 {
			state = randomState(rng, p.Goal)
		}
		spoil(rng, p)
		if n%5 == 4 {
			blot(rng, p)
		}
		solutions, ok := allSolutions(t, p, state)
		if !ok {
			continue
		}
		e, err := teach.Explain(t.Context(), p, teach.Options{From: state, Solver: solve.Solve})
		if err != nil {
			t.Fatal(err)
		}
		checkExplanation(t, p, state, e, solutions)
		seen[e.Status]++
		for _, s := range e.Steps {
			used[s.Technique]++
		}
	}
	for _, s := range []nonogram.Status{nonogram.Unique, nonogram.Multiple, nonogram.Unsolvable} {
		if seen[s] < 50 {
			t.Errorf("only %d of the puzzles are %s", seen[s], s)
		}
	}
	for technique, n := range used {
		if n == 0 {
			t.Errorf("%s was never used", teach.Technique(technique))
		}
	}
}

// spoil makes one clue in twenty puzzles wrong, and keeps the totals.
func spoil(rng *rand.Rand, p *nonogram.Puzzle) {
	if rng.IntN(20) > 0 || len(p.Rows) < 2 {
		return
	}
	i, j := rng.IntN(len(p.Rows)), rng.IntN(len(p.Rows))
	p.Rows[i], p.Rows[j] = p.Rows[j], p.Rows[i]
}

func checkExplanation(t *testing.T, p *nonogram.Puzzle, state *nonogram.Grid, e *teach.Explanation, solutions []*nonogram.Grid) {
	t.Helper()
	want := nonogram.Verdict(len(solutions), true, 0)
	if e.Status != want {
		t.Fatalf("%v %v: status %s, want %s", p.Rows, p.Cols, e.Status, want)
	}
	drawn := p.NewGrid()
	if state != nil {
		drawn = state.Clone()
	}
	for _, s := range e.Steps {
		if len(s.Marks) == 0 {
			t.Fatalf("%v %v: a step of %s without marks", p.Rows, p.Cols, s.Technique)
		}
		for _, m := range s.Marks {
			checkMark(t, p, s, m, solutions, drawn)
		}
	}
	if want == nonogram.Unsolvable {
		return
	}
	for i, c := range e.Grid.Cells {
		if c != drawn.Cells[i] {
			t.Fatalf("%v %v: cell %d is %d at the end, and %d by the steps", p.Rows, p.Cols, i, c, drawn.Cells[i])
		}
	}
	open := map[nonogram.Cell]bool{}
	for _, c := range e.Open {
		open[c] = true
	}
	for i := range drawn.Cells {
		at := nonogram.Cell{Row: i / p.Width(), Col: i % p.Width()}
		if differ(solutions, i) != open[at] {
			t.Fatalf("%v %v: cell %v is left open %v", p.Rows, p.Cols, at, open[at])
		}
	}
}

// checkMark holds a mark against all solutions and draws it.
func checkMark(t *testing.T, p *nonogram.Puzzle, s teach.Step, m teach.Mark, solutions []*nonogram.Grid, drawn *nonogram.Grid) {
	t.Helper()
	for _, g := range solutions {
		if g.At(m.Row, m.Col) == m.Color == m.Not {
			t.Fatalf("%v %v: %s in %s says %+v, but there is a solution\n%s", p.Rows, p.Cols, s.Technique, s.Line, m, g)
		}
	}
	if drawn.At(m.Row, m.Col) != nonogram.Unknown {
		t.Fatalf("%v %v: %s in %s marks %v again", p.Rows, p.Cols, s.Technique, s.Line, m.Cell)
	}
	if !m.Not {
		drawn.Set(m.Row, m.Col, m.Color)
	}
}

func differ(solutions []*nonogram.Grid, cell int) bool {
	for _, g := range solutions[1:] {
		if g.Cells[cell] != solutions[0].Cells[cell] {
			return true
		}
	}
	return false
}

// TestFactsStayTheSame turns and mirrors random puzzles: what a path needed does
// not change.
func TestFactsStayTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	contradictions := 0
	for n := range 1500 {
		p := randomPuzzle(rng, 12, 2+n%4%3)
		want := facts(t, p)
		if want.Depth > 0 {
			contradictions++
		}
		for name, q := range map[string]*nonogram.Puzzle{
			"transposed": transpose(p), "mirrored": mirror(p), "upside down": transpose(mirror(transpose(p))), "turned": mirror(transpose(p)),
		} {
			if got := facts(t, q); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v %v, %s:\n%+v\nwant\n%+v", p.Rows, p.Cols, name, got, want)
			}
		}
	}
	if contradictions < 50 {
		t.Errorf("only %d puzzles needed a contradiction", contradictions)
	}
}

func facts(t *testing.T, p *nonogram.Puzzle) teach.Facts {
	t.Helper()
	e, err := teach.Explain(context.Background(), p, teach.Options{Solver: solve.Solve})
	if err != nil {
		t.Fatal(err)
	}
	return e.Rating().Facts
}
