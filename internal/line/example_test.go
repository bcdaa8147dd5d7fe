package line_test

import (
	"fmt"

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

// A thousand cells with a hundred blocks of three can be filled in very many
// ways.
func ExampleCount() {
	cells := make([]line.Set, 1000)
	for i := range cells {
		cells[i] = line.All(2)
	}
	clue := make(nonogram.Clue, 100)
	for i := range clue {
		clue[i] = nonogram.Block{Length: 3, Color: nonogram.Black}
	}
	n := line.Count(clue, 2, cells)
	fmt.Println(len(n.String()), "digits")
	fmt.Println(line.Count(clue[:2], 2, cells[:10]))
	// Output:
	// 124 digits
	// 10
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
