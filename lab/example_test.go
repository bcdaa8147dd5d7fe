package lab_test

import (
	"context"
	"fmt"

	"nonogram"
	"nonogram/lab"
)

// heart has one solution.
func heart() *nonogram.Puzzle {
	return nonogram.New(
		[][]int{{1, 1}, {5}, {5}, {3}, {1}},
		[][]int{{2}, {4}, {4}, {4}, {2}},
	)
}

// All prunings of the clue table find the same, with more or less work.
func ExampleLookup() {
	for _, label := range []string{"table_dfs:none", "table_dfs:columns", "table_dfs:early"} {
		m, err := lab.Lookup(label)
		if err != nil {
			fmt.Println(err)
			return
		}
		r, err := m.New(nil)(context.Background(), heart(), nonogram.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(label, r.Status, r.Stats.Nodes, "boards,", r.Stats.Checks, "columns looked at")
	}
	// Output:
	// table_dfs:none unique 126 boards, 125 columns looked at
	// table_dfs:columns unique 26 boards, 130 columns looked at
	// table_dfs:early unique 26 boards, 100 columns looked at
}

// A trace tells every step of a run.
func ExampleMethod_New_trace() {
	m, _ := lab.Lookup("recursive_intersect_greedy")
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	_, _ = m.New(nil)(context.Background(), p, nonogram.Options{Limit: 1, Trace: func(e nonogram.Event) {
		fmt.Println(e.Kind, e.Node, e.Row, e.Column, e.Cells, e.Count)
	}})
	// Output:
	// list 0 1 0  2
	// list 0 2 0  2
	// list 0 0 1  2
	// list 0 0 2  2
	// guess 1 1 1 . 0
	// prune 1 1 0  1
	// fix 1 1 2 # 0
	// prune 1 0 1  1
	// fix 1 2 1 # 0
	// prune 1 0 2  1
	// fix 1 2 2 . 0
	// prune 1 2 0  1
	// solution 1 0 0 .##. 0
}

// A solver can be used for many puzzles, and may keep memory from one to the next.
func ExampleMethod_New() {
	m, err := lab.Lookup("perm_elim:reuse")
	if err != nil {
		fmt.Println(err)
		return
	}
	solve := m.New(nil)
	for range 3 {
		r, _ := solve(context.Background(), heart(), nonogram.Options{})
		fmt.Println(r.Status)
	}
	// Output:
	// unique
	// unique
	// unique
}
