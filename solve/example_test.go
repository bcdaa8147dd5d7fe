package solve_test

import (
	"context"
	"fmt"
	"runtime"

	"nonogram"
	"nonogram/solve"
)

// Solve proves whether the solution is the only one, and shows it.
func ExampleSolve() {
	p := nonogram.New(
		[][]int{{1, 1}, {5}, {5}, {3}, {1}},
		[][]int{{2}, {4}, {4}, {4}, {2}},
	)
	r, err := solve.Solve(context.Background(), p, nonogram.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Status)
	fmt.Print(r.Solutions[0])
	// Output:
	// unique
	// .#.#.
	// #####
	// #####
	// .###.
	// ..#..
}

// With a limit of 1 any solution will do; with a higher one they are listed.
func ExampleSolve_limit() {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	r, _ := solve.Solve(context.Background(), p, nonogram.Options{Limit: 10})
	fmt.Println(r.Status, len(r.Solutions), r.Exhausted)
	for _, g := range r.Solutions {
		fmt.Println(g.Rows(p.Palette))
	}
	// Unordered output:
	// multiple 2 true
	// [#. .#]
	// [.# #.]
}

// Count gives the exact number of solutions, however many there are.
func ExampleCount() {
	ones := [][]int{{1}, {1}, {1}, {1}, {1}, {1}, {1}}
	c, _ := solve.Count(context.Background(), nonogram.New(ones, ones), nonogram.Options{})
	fmt.Println(c.Count, c.Exact)
	// Output: 5040 true
}

// An Engine keeps its memory, for solving many puzzles one after another.
func ExampleEngine() {
	var e solve.Engine
	for n := 1; n <= 3; n++ {
		p := nonogram.New([][]int{{n}}, [][]int{{1}, {1}, {1}}[:n])
		r, _ := e.Solve(context.Background(), p, nonogram.Options{})
		fmt.Print(r.Solutions[0])
	}
	// Output:
	// #
	// ##
	// ###
}

// What takes too long ends undecided, not with an error; totals that differ are unsolvable.
func ExampleSolve_verdicts() {
	ones := [][]int{{1}, {1}, {1}, {1}}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := solve.Solve(cancelled, nonogram.New(ones, ones), nonogram.Options{})
	fmt.Println(r.Status, r.Stopped, err)
	r, err = solve.Solve(context.Background(), nonogram.New(ones, ones[:3]), nonogram.Options{})
	fmt.Println(r.Status, len(r.Solutions), err)
	// Output:
	// undecided cancelled <nil>
	// unsolvable 0 <nil>
}

// A Team puts idle cores to work on a puzzle that turns out to be hard.
func ExampleTeam() {
	team := solve.Team{Cores: solve.NewCores(runtime.NumCPU() - 1)}
	p := nonogram.New([][]int{{1}, {3}, {1}}, [][]int{{1}, {3}, {1}})
	r, err := team.Solve(context.Background(), p, nonogram.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Status)
	// Output: unique
}
