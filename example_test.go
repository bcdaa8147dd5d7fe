package nonogram_test

import (
	"fmt"

	"nonogram"
)

// A puzzle from plain numbers, as they are printed beside the grid.
func ExampleNew() {
	p := nonogram.New(
		[][]int{{1, 1}, {3}, {1}}, // rows, from the top
		[][]int{{2}, {2}, {2}},    // columns, from the left
	)
	fmt.Println(p.Width(), "×", p.Height(), nonogram.Validate(p))
	// Output: 3 × 3 <nil>
}

// Validate says all that is wrong with a puzzle, and where.
func ExampleValidate() {
	p := nonogram.New([][]int{{2, 2}, {1}}, [][]int{{1}, {1}, {1}})
	fmt.Println(nonogram.Validate(p))
	// Output: row 1: the clue 2 2 needs 5 cells, the line has 3
}

// Check holds a finished grid against the clues.
func ExampleCheck() {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	g := nonogram.NewGrid(2, 2)
	copy(g.Cells, []nonogram.Color{1, 0, 1, 0})
	fmt.Println(nonogram.Check(p, g))
	// Output: column 1: the clue is 1, the grid has 2
}

// A picture becomes a puzzle by reading its clues off.
func ExampleFromGrid() {
	g := nonogram.NewGrid(3, 2)
	copy(g.Cells, []nonogram.Color{1, 0, 1, 1, 1, 0})
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	fmt.Println(p.Rows, p.Cols)
	fmt.Print(p.Goal)
	// Output:
	// [1 1 2] [2 1 1]
	// #.#
	// ##.
}
