package teach_test

import (
	"context"
	"fmt"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

func cross() *nonogram.Puzzle {
	return nonogram.New([][]int{{1}, {3}, {1}}, [][]int{{1}, {3}, {1}})
}

// An explanation prints as the sentences of its steps; Steps has their parts.
func ExampleExplain() {
	p := cross()
	e, err := teach.Explain(context.Background(), p, teach.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e)
	// Output:
	// Row 2: the 3 fills the whole row.
	// Column 2: the 3 fills the whole column.
	// Row 1: the only filled cell is found, so the rest is empty.
	// Row 3: the only filled cell is found, so the rest is empty.
	// unique · 3×3 · 4 steps · trivial (2.3)
}

// Hint looks at what a player has marked so far. With a solver it knows what is wrong.
func ExampleHint() {
	p := cross()
	marked := nonogram.NewGrid(3, 3)
	marked.Set(0, 0, nonogram.Black) // it is empty in the solution
	advice, err := teach.Hint(context.Background(), p, teach.Options{From: marked, Solver: solve.Solve})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(advice)
	// Output: 1 mark is wrong: row 1, column 1 is empty.
}

// A tip gives away as much as the player asks for.
func ExampleAdvice_Tip() {
	advice, err := teach.Hint(context.Background(), cross(), teach.Options{Solver: solve.Solve})
	if err != nil {
		fmt.Println(err)
		return
	}
	for level := range 4 {
		fmt.Println(advice.Tip(level + 1).Message)
	}
	// Output:
	// Look at row 2.
	// Row 2: full line (blocks that need every cell have only one place).
	// Row 2: the technique “full line” settles cells 1 to 3.
	// Row 2: the 3 fills the whole row.
}

// Rate says how difficult a puzzle is for people.
func ExampleRate() {
	r, err := teach.Rate(context.Background(), cross(), teach.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r, r.LineSolvable)
	// Output: trivial (2.3) true
}
