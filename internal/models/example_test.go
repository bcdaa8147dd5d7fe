package models_test

import (
	"fmt"

	"nonogram"
	"nonogram/internal/models"
)

func ExampleNewFormula() {
	one := nonogram.Clue{{Length: 1, Color: nonogram.Black}}
	p := &nonogram.Puzzle{
		Palette: nonogram.BlackAndWhite(),
		Rows:    []nonogram.Clue{one},
		Cols:    []nonogram.Clue{one, nil},
	}
	f := models.NewFormula(p)
	fmt.Println(f.Vars(), "variables")
	for clause := range f.Clauses() {
		fmt.Println(clause)
	}
	// Output:
	// 3 variables
	// [-3 -1]
	// [3 1]
	// [-3 2]
	// [3 -2]
	// [1]
	// [-2]
}
