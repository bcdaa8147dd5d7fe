package puzzles_test

import (
	"fmt"

	"nonogram/puzzles"
	"nonogram/teach"
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

func ExampleEntry_Description() {
	e, _ := puzzles.ByName("hummingbird")
	fmt.Println(e.Description(teach.English))
	fmt.Println(e.Description(teach.Spanish))
	// Output:
	// A green hummingbird with blue wings drinks from a red flower.
	// Un colibrí verde de alas azules bebe de una flor roja.
}

func ExampleSelect() {
	_, err := puzzles.Select("elefant")
	fmt.Println(err)
	// Output:
	// there is no puzzle "elefant"; did you mean elephant?
}
