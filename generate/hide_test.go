package generate_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/solve"
	"nonogram/teach"
)

// blots counts the hidden numbers of a puzzle.
func blots(p *nonogram.Puzzle) int {
	n := 0
	for _, l := range p.Lines() {
		for _, b := range p.Clue(l) {
			if b.Length == 0 {
				n++
			}
		}
	}
	return n
}

// TestBlot hides numbers in puzzles of a recipe, and holds what comes out against the
// engine, the teacher and the picture.
func TestBlot(t *testing.T) {
	recipe := generate.Recipe{Width: 8, Height: 9, Count: 6, Levels: []teach.Level{teach.Easy, teach.Medium}, Seed: 4, Blot: 1000}
	few := recipe
	few.Blot = 5
	for _, r := range []generate.Recipe{recipe, few} {
		puzzles, err := r.Puzzles(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for m, err := range puzzles {
			if err != nil {
				t.Fatal(err)
			}
			n := blots(m.Puzzle)
			if n == 0 || n > r.Blot || r.Blot == 5 && n != 5 {
				t.Errorf("%d numbers hidden, %d wanted", n, r.Blot)
			}
			if err := nonogram.Check(m.Puzzle, m.Puzzle.Goal); err != nil {
				t.Error(err)
			}
			rating := rated(t, m.Puzzle)
			if rating == nil || rating.Level != m.Rating.Level || rating.Level != teach.Easy && rating.Level != teach.Medium {
				t.Errorf("%+v, want a level of the recipe, as %v", rating, m.Rating.Level)
			}
		}
	}
}

// rated is the rating of a puzzle with one solution, nil of others.
func rated(t *testing.T, p *nonogram.Puzzle) *teach.Rating {
	t.Helper()
	s, err := solve.Solve(context.Background(), p, nonogram.Options{})
	if err != nil || s.Status != nonogram.Unique {
		return nil
	}
	r, err := teach.Rate(context.Background(), p, teach.Options{Solver: solve.Solve})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestBlotKeepsOthers makes sure that clues which another puzzle shares stay as they are,
// and that the same seed hides the same numbers.
func TestBlotKeepsOthers(t *testing.T) {
	p := nonogram.New([][]int{{1, 1}, {5}, {5}, {3}, {1}}, [][]int{{2}, {4}, {4}, {4}, {2}})
	whole := nonogram.New([][]int{{1, 1}, {5}, {5}, {3}, {1}}, [][]int{{2}, {4}, {4}, {4}, {2}})
	a, b := *p, *p
	for _, q := range []*nonogram.Puzzle{&a, &b} {
		n, rating, err := generate.Blot(context.Background(), q, 2, teach.Levels(), 7)
		if n != 2 || rating == nil || err != nil || blots(q) != 2 {
			t.Errorf("%d hidden, %v, %v", n, rating, err)
		}
	}
	if !reflect.DeepEqual(p, whole) || !reflect.DeepEqual(a, b) {
		t.Errorf("%v, %v, %v", p, &a, &b)
	}
	several := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	if n, rating, err := generate.Blot(context.Background(), several, 4, nil, 7); n != 0 || rating != nil || err != nil {
		t.Errorf("two solutions: %d hidden, %v, %v", n, rating, err)
	}
}

// TestHideLines hides as many clues as it can: the solution stays unique, and every further clue
// is needed.
func TestHideLines(t *testing.T) {
	total := 0
	for _, levels := range [][]teach.Level{nil, {teach.Easy, teach.Medium}} {
		r := generate.Recipe{Width: 8, Height: 9, Count: 6, Levels: levels, Seed: 5, HideLines: 1000, Colors: 1 + len(levels)/2}
		puzzles, err := r.Puzzles(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for m, err := range puzzles {
			if err != nil {
				t.Fatal(err)
			}
			total += missing(m.Puzzle)
			if rating := rated(t, m.Puzzle); rating == nil || rating.Level != m.Rating.Level || levels != nil && !slices.Contains(levels, rating.Level) {
				t.Errorf("%+v, want the level %v", rating, m.Rating.Level)
			}
			if err := nonogram.Check(m.Puzzle, m.Puzzle.Goal); err != nil {
				t.Error(err)
			}
			q := *m.Puzzle
			if n, _, err := generate.HideLines(t.Context(), &q, 1, levels, 3); n != 0 || err != nil {
				t.Errorf("%d more clues can be hidden, %v", n, err)
			}
		}
	}
	t.Logf("%d clues of 12 puzzles with 17 lines hidden", total)
	if total < 24 {
		t.Error("that is few")
	}
}

// TestHideSomeLines hides no more than wanted, and leaves other puzzles alone.
func TestHideSomeLines(t *testing.T) {
	p := nonogram.New([][]int{{1, 1}, {5}, {5}, {3}, {1}}, [][]int{{2}, {4}, {4}, {4}, {2}})
	rows := p.Rows
	if n, rating, err := generate.HideLines(t.Context(), p, 2, nil, 1); n != 2 || rating == nil || err != nil || missing(p) != 2 {
		t.Errorf("%d clues hidden, %v, %v", n, rating, err)
	}
	if slices.ContainsFunc(rows, nonogram.Clue.Missing) {
		t.Error("the clues of another puzzle are hidden")
	}
	several := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	if n, rating, err := generate.HideLines(t.Context(), several, 4, nil, 7); n != 0 || rating != nil || err != nil || several.Missing() {
		t.Errorf("%d clues of a puzzle with two solutions hidden, %v, %v", n, rating, err)
	}
}

// missing counts the clues that are missing.
func missing(p *nonogram.Puzzle) (n int) {
	for _, l := range p.Lines() {
		if p.Clue(l).Missing() {
			n++
		}
	}
	return n
}
