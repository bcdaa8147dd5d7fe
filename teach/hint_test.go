package teach_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

// Hints lead to the solution, find mistakes, and give away no more than asked.

func hint(t *testing.T, p *nonogram.Puzzle, opts teach.Options) *teach.Advice {
	t.Helper()
	a, err := teach.Hint(t.Context(), p, opts)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// uniquePuzzle makes random puzzles until one has a single solution.
func uniquePuzzle(t *testing.T, rng *rand.Rand, maxSide, colors int) (*nonogram.Puzzle, *nonogram.Grid) {
	t.Helper()
	for {
		p := randomPuzzle(rng, maxSide, colors)
		if s, ok := allSolutions(t, p, nil); ok && len(s) == 1 {
			return p, s[0]
		}
	}
}

// TestHintsLeadToTheSolution follows hints, drawing only the cells they decide,
// from a position somewhere on the way to the end.
func TestHintsLeadToTheSolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	noted := 0
	for n := range 400 {
		p, solution := uniquePuzzle(t, rng, 16, 2+n%4%3)
		state := randomState(rng, solution)
		for state.Open() > 0 {
			a := hint(t, p, teach.Options{From: state, Solver: solve.Solve})
			if a.Kind != "step" {
				t.Fatalf("%v %v: %s in\n%s", p.Rows, p.Cols, a.Kind, state)
			}
			noted += len(a.Notes)
			before := state.Open()
			for _, m := range a.Step.Marks {
				if solution.At(m.Row, m.Col) == m.Color == m.Not {
					t.Fatalf("%v %v: %s says %+v, which is wrong, in\n%s", p.Rows, p.Cols, a.Step.Technique, m, state)
				}
				if !m.Not {
					state.Set(m.Row, m.Col, m.Color)
				}
			}
			if state.Open() == before {
				t.Fatalf("%v %v: a hint that decides nothing", p.Rows, p.Cols)
			}
		}
		if a := hint(t, p, teach.Options{From: state, Solver: solve.Solve}); a.Kind != "finished" {
			t.Fatalf("%v %v: the end is %s", p.Rows, p.Cols, a.Kind)
		}
	}
	if noted == 0 {
		t.Error("no hint needed a note: the color puzzles are too easy to test that")
	}
}

// spoilMarks changes some marks of a state and lists their cells.
func spoilMarks(rng *rand.Rand, state *nonogram.Grid, colors, n int) []nonogram.Cell {
	var cells []nonogram.Cell
	for _, i := range rng.Perm(len(state.Cells)) {
		if c := state.Cells[i]; c != nonogram.Unknown && len(cells) < n {
			state.Cells[i] = nonogram.Color((int(c) + 1 + rng.IntN(colors-1)) % colors)
			cells = append(cells, nonogram.Cell{Row: i / state.Width, Col: i % state.Width})
		}
	}
	slices.SortFunc(cells, func(a, b nonogram.Cell) int { return (a.Row-b.Row)*state.Width + a.Col - b.Col })
	return cells
}

func TestHintFindsWrongMarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 5))
	for n := range 200 {
		colors := 2 + n%4%3
		p, solution := uniquePuzzle(t, rng, 10, colors)
		right := randomState(rng, solution)
		state := right.Clone()
		want := spoilMarks(rng, state, colors, 1+rng.IntN(4))
		if len(want) == 0 {
			continue
		}
		older := nonogram.NewGrid(p.Width(), p.Height())
		a := hint(t, p, teach.Options{From: state, Solver: solve.Solve, History: []*nonogram.Grid{older, right, state}})
		if a.Kind != "wrong" || !slices.Equal(a.Mistakes.Cells, want) {
			t.Fatalf("%v %v: %+v, want %v", p.Rows, p.Cols, a.Mistakes, want)
		}
		if a.Mistakes.Last != 1 {
			t.Fatalf("the last position without a mistake is %d, want 1", a.Mistakes.Last)
		}
		for _, m := range a.Tip(4).Marks {
			if solution.At(m.Row, m.Col) != m.Color {
				t.Fatalf("%v %v: %+v is not right", p.Rows, p.Cols, m)
			}
		}
		for i, c := range a.Mistakes.Kept.Cells {
			if c != nonogram.Unknown && c != solution.Cells[i] {
				t.Fatalf("%v %v: cell %d is kept and wrong", p.Rows, p.Cols, i)
			}
		}
	}
}

// TestHintReconcilesMarks looks at puzzles with several solutions: the kept marks
// agree with one of them, and with none when any of the others is added.
func TestHintReconcilesMarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	seen := 0
	for n := 0; seen < 60; n++ {
		colors := 2 + n%4%3
		p := randomPuzzle(rng, 8, colors)
		solutions, ok := allSolutions(t, p, nil)
		if !ok || len(solutions) < 2 {
			continue
		}
		state := randomState(rng, solutions[0])
		spoilMarks(rng, state, colors, 1+rng.IntN(3))
		a := hint(t, p, teach.Options{From: state, Solver: solve.Solve})
		if agree(solutions, state) {
			if a.Kind == "wrong" {
				t.Fatalf("%v %v: %+v, but there is a solution with\n%s", p.Rows, p.Cols, a.Mistakes, state)
			}
			continue
		}
		seen++
		if a.Kind != "wrong" || !agree(solutions, a.Mistakes.Kept) {
			t.Fatalf("%v %v: %s %+v in\n%s", p.Rows, p.Cols, a.Kind, a.Mistakes, state)
		}
		for _, c := range a.Mistakes.Cells {
			with := a.Mistakes.Kept.Clone()
			with.Set(c.Row, c.Col, state.At(c.Row, c.Col))
			if agree(solutions, with) {
				t.Fatalf("%v %v: %v is not wrong in\n%s", p.Rows, p.Cols, c, state)
			}
		}
	}
}

// agree reports whether some solution has all marks of a state.
func agree(solutions []*nonogram.Grid, state *nonogram.Grid) bool {
	return slices.ContainsFunc(solutions, func(g *nonogram.Grid) bool {
		for i, c := range state.Cells {
			if c != nonogram.Unknown && c != g.Cells[i] {
				return false
			}
		}
		return true
	})
}

// heart is the puzzle of the examples below.
func heart() *nonogram.Puzzle {
	return nonogram.New([][]int{{1, 1}, {5}, {5}, {3}, {1}}, [][]int{{2}, {4}, {4}, {4}, {2}})
}

// TestTipsGiveAwayNoMoreThanAsked looks at all fields of all levels.
func TestTipsGiveAwayNoMoreThanAsked(t *testing.T) {
	p := heart()
	a := hint(t, p, teach.Options{Solver: solve.Solve})
	if a.Kind != "step" {
		t.Fatal(a.Kind)
	}
	for level, want := range map[int]string{
		1: "Look at row 2.",
		2: "Row 2: full line (blocks that need every cell have only one place).",
		3: "Row 2: the technique “full line” settles cells 1 to 5.",
		4: "Row 2: the 5 fills the whole row.",
	} {
		tip := a.Tip(level)
		if tip.Message != want {
			t.Errorf("level %d: %q, want %q", level, tip.Message, want)
		}
		if tip.Line == nil || (tip.Technique != nil) != (level >= 2) || (tip.Cells != nil) != (level >= 3) || (tip.Marks != nil) != (level >= 4) {
			t.Errorf("level %d gives away %+v", level, tip)
		}
	}
	if got := a.Tip(0).Message; got != a.Tip(1).Message {
		t.Errorf("level 0: %q", got)
	}
}

func TestTipsOnMistakes(t *testing.T) {
	p := heart()
	state := nonogram.NewGrid(5, 5)
	state.Set(0, 0, nonogram.Black)
	state.Set(1, 1, nonogram.Black)
	state.Set(3, 2, nonogram.Empty)
	a := hint(t, p, teach.Options{From: state, Solver: solve.Solve})
	for level, want := range map[int]string{
		1: "2 marks are wrong.",
		2: "2 marks are wrong, in rows 1 and 4.",
		3: "2 marks are wrong: row 1, column 1; row 4, column 3.",
		4: "2 marks are wrong: row 1, column 1 is empty; row 4, column 3 is filled.",
	} {
		if got := a.Tip(level).Message; got != want {
			t.Errorf("level %d: %q, want %q", level, got, want)
		}
	}
	// Without a solver only what breaks a line is seen.
	if a := hint(t, p, teach.Options{From: state}); a.Kind != "wrong" || a.Mistakes.Broken == nil {
		t.Errorf("without a solver: %+v", a)
	}
}

func TestHintAtTheEnd(t *testing.T) {
	two := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	if a := hint(t, two, teach.Options{Solver: solve.Solve}); a.Kind != "ambiguous" || len(a.Tip(3).Cells) != 4 || !strings.Contains(a.Tip(1).Message, "differ in 4 cells") {
		t.Errorf("two solutions: %+v", a)
	}
	want := "No step was found (stalled). No line gives anything away by itself, and 8 suppositions led to no contradiction."
	if a := hint(t, two, teach.Options{}); a.Kind != "undecided" || a.Tip(1).Message != want {
		t.Errorf("two solutions without a solver: %+v, %q", a, a.Tip(1).Message)
	}
	none := nonogram.New([][]int{{1, 1}, {}, {1, 1}}, [][]int{{1}, {2}, {1}})
	if a := hint(t, none, teach.Options{Solver: solve.Solve}); a.Kind != "unsolvable" {
		t.Errorf("no solution: %+v", a)
	}
	totals := nonogram.New([][]int{{1}, {2}}, [][]int{{1}, {1}})
	if a := hint(t, totals, teach.Options{}); a.Kind != "unsolvable" {
		t.Errorf("totals differ: %+v", a)
	}
}

// Hints lead through a puzzle that needs suppositions inside suppositions, and show those.
func TestHintsOnAnExpertPuzzle(t *testing.T) {
	p, nested := expert(), 0
	state := nonogram.NewGrid(p.Width(), p.Height())
	for state.Open() > 0 {
		a := hint(t, p, teach.Options{From: state, Solver: solve.Solve})
		if a.Kind != "step" {
			t.Fatalf("%s in\n%s", a.Kind, state)
		}
		if c := a.Step.Chain; c != nil && c.Depth == 2 {
			nested++
			if !strings.Contains(a.Tip(4).Message, "suppos") {
				t.Errorf("a tip on a supposition: %s", a.Tip(4).Message)
			}
		}
		for _, m := range a.Step.Marks {
			if !m.Not {
				state.Set(m.Row, m.Col, m.Color)
			}
		}
	}
	if nested == 0 {
		t.Error("no hint has suppositions inside another")
	}
}

// A check that does not come to an end leaves the step to be found.
func TestHintWithoutAVerdict(t *testing.T) {
	asked := 0
	gaveUp := func(context.Context, *nonogram.Puzzle, nonogram.Options) (*nonogram.Result, error) {
		asked++
		return &nonogram.Result{Status: nonogram.Undecided, Stopped: nonogram.StopTime}, nil
	}
	easy := nonogram.New([][]int{{3}, {1}, {1}}, [][]int{{1}, {3}, {1}})
	if a := hint(t, easy, teach.Options{Solver: solve.Solve, Checker: gaveUp}); a.Kind != "step" || asked != 1 {
		t.Errorf("found %+v after %d calls, expected a step after 1", a, asked)
	}
}

// Without a solver, the latest earlier position is found that single lines allow.
func TestHintLooksBackWithoutASolver(t *testing.T) {
	p := nonogram.New([][]int{{2}, {}, {1}}, [][]int{{1}, {1}, {1}})
	p.Given = nonogram.NewGrid(3, 3)
	p.Given.Set(0, 0, nonogram.Black)
	blank := nonogram.NewGrid(3, 3)
	clashes, broken := blank.Clone(), blank.Clone()
	clashes.Set(0, 0, nonogram.Empty) // against the given cell
	broken.Set(1, 0, nonogram.Black)  // in an empty row
	for _, c := range []struct {
		history []*nonogram.Grid
		last    int
	}{
		{nil, -1},
		{[]*nonogram.Grid{clashes, broken}, -1},
		{[]*nonogram.Grid{blank, clashes, broken}, 0},
		{[]*nonogram.Grid{broken, blank}, 1},
	} {
		a := hint(t, p, teach.Options{From: clashes, History: c.history})
		if a.Kind != "wrong" || a.Mistakes.Last != c.last {
			t.Errorf("%d positions before: %v, %+v, want the last right one to be %d", len(c.history), a.Kind, a.Mistakes, c.last)
		}
	}
}

// Given cells stay where they are if the puzzle has several solutions: marks that contradict them
// are wrong, beside them and in them.
func TestHintKeepsGivenCells(t *testing.T) {
	p := nonogram.New([][]int{{1}, {1}, {1}}, [][]int{{1}, {1}, {1}})
	p.Given = nonogram.NewGrid(3, 3)
	p.Given.Set(0, 0, nonogram.Black)
	drawn := nonogram.NewGrid(3, 3)
	drawn.Set(0, 0, nonogram.Empty)
	drawn.Set(0, 1, nonogram.Black)
	a := hint(t, p, teach.Options{Solver: solve.Solve, From: drawn})
	if a.Kind != "wrong" || len(a.Mistakes.Cells) != 2 {
		t.Errorf("found %v, %+v, want two wrong marks", a.Kind, a.Mistakes)
	}
}
