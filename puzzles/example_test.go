package puzzles_test

import (
	"fmt"

	"nonogram/puzzles"
)

func ExampleByName() {
	e, ok := puzzles.ByName("heart")
	if !ok {
		return
	}
	p := e.Puzzle()
	fmt.Println(e.Chapter, p.Width(), p.Height(), p.Title)
	fmt.Print(p.Goal)
	// Output:
	// doodles 5 5 Heart
	// .#.#.
	// #####
	// #####
	// .###.
	// ..#..
}

func ExampleSelect() {
	_, err := puzzles.Select("elefant")
	fmt.Println(err)
	// Output:
	// there is no puzzle "elefant"; did you mean elephant?
}
