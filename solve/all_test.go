package solve_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/naive"
	"nonogram/solve"
)

// All ranges over the solutions of a puzzle.
func ExampleAll() {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	for g, err := range solve.All(context.Background(), p, nonogram.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(g.Rows(p.Palette))
	}
	// Unordered output:
	// [#. .#]
	// [.# #.]
}

func permutations(n int) *nonogram.Puzzle {
	lines := make([][]int, n)
	for i := range lines {
		lines[i] = []int{1}
	}
	return nonogram.New(lines, lines)
}

// All gives every solution once, as plain enumeration does, and as many as are asked for.
func TestAll(t *testing.T) {
	for _, p := range []*nonogram.Puzzle{
		permutations(5),
		nonogram.New([][]int{{1, 1}, {5}, {5}, {3}, {1}}, [][]int{{2}, {4}, {4}, {4}, {2}}),
		nonogram.New([][]int{{2}, {1}, {2}, {0}}, [][]int{{1}, {2}, {1}, {1}}),
		nonogram.New([][]int{{2}}, [][]int{{1}, {0}}),
	} {
		want, _ := naive.Solutions(p, 1000)
		for limit := range len(want) + 2 {
			seen := map[string]bool{}
			for g, err := range solve.All(context.Background(), p, nonogram.Options{Limit: limit}) {
				if err != nil {
					t.Fatalf("%v: %v", p, err)
				}
				seen[g.String()] = true
			}
			expected := len(want)
			if limit > 0 {
				expected = min(limit, expected)
			}
			if len(seen) != expected {
				t.Errorf("%v, limit %d: %d solutions, expected %d", p, limit, len(seen), expected)
			}
		}
	}
}

// A loop may be left, and the search ends with it.
func TestAllLeft(t *testing.T) {
	n := 0
	for _, err := range solve.All(context.Background(), permutations(40), nonogram.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("left after %d solutions, expected 3", n)
	}
}

// What ends the search before the last solution is told: a cancelled context, a budget, an
// invalid puzzle.
func TestAllStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last error
	for _, err := range solve.All(ctx, permutations(40), nonogram.Options{}) {
		last = err
		cancel()
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("cancelled: %v", last)
	}
	for _, err := range solve.All(context.Background(), permutations(30), nonogram.Options{Budget: nonogram.Budget{Memory: 2 << 20}}) {
		last = err
	}
	if last == nil || errors.Is(last, context.Canceled) {
		t.Errorf("without memory: %v", last)
	}
	var invalid *nonogram.InvalidError
	for _, err := range solve.All(context.Background(), nonogram.New(nil, nil), nonogram.Options{}) {
		last = err
	}
	if !errors.As(last, &invalid) {
		t.Errorf("an invalid puzzle: %v", last)
	}
}
