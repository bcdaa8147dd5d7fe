package line_test

import (
	"fmt"
	"slices"

	"nonogram"
	"nonogram/internal/line"
)

// A line of eight cells with the clue 3 2, of which the fourth is known to be
// empty.
func ExampleSolve() {
	cells := make([]line.Set, 8)
	for i := range cells {
		cells[i] = line.All(2)
	}
	cells[3] = line.Of(nonogram.Empty)

	fmt.Println(line.Solve(nonogram.BlackClue(3, 2), 2, cells))
	for _, set := range cells {
		switch c, ok := set.Only(); {
		case !ok:
			fmt.Print("?")
		case c == nonogram.Empty:
			fmt.Print(".")
		default:
			fmt.Print("#")
		}
	}
	fmt.Println()
	// Output:
	// true
	// ###.????
}

// Two blocks of three in ten cells.
func ExampleCount() {
	cells := slices.Repeat([]line.Set{line.All(2)}, 10)
	fmt.Println(line.Count(nonogram.BlackClue(3, 3), 2, cells))
	// Output: 10
}

// Red 1, blue 1 in three cells: where is the red one?
func ExampleMarginals() {
	const red, blue = 1, 2
	clue := nonogram.Clue{{Length: 1, Color: red}, {Length: 1, Color: blue}}
	cells := []line.Set{line.All(3), line.All(3), line.All(3)}
	shares, _ := line.Marginals(clue, 3, cells)
	for _, p := range shares {
		fmt.Printf("%.2f\n", p)
	}
	// Output:
	// [0.33 0.67 0.00]
	// [0.33 0.33 0.33]
	// [0.33 0.00 0.67]
}
