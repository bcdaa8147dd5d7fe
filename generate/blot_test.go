package generate_test

import (
	"context"
	"reflect"
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
