package generate_test

import (
	"fmt"
	"math/big"

	"nonogram"
	"nonogram/generate"
)

// The first board that boardgen.py 5 10 0.5 0.35 12345 writes.
func ExampleRandom() {
	puzzles, err := generate.Random{Width: 5, Height: 5, Count: 10, First: 0.5, Last: 0.35, Seed: big.NewInt(12345)}.Puzzles()
	if err != nil {
		fmt.Println(err)
		return
	}
	for p := range puzzles {
		fmt.Print(p.Goal)
		break
	}
	// Output:
	// ...#.
	// .#.##
	// .#..#
	// .#.##
	// ###..
}

// Two puzzles have one hash if one is the other turned or mirrored.
func ExampleHashOf() {
	p := nonogram.New([][]int{{1, 1}, {2}}, [][]int{{2}, {1}, {1}})
	mirrored := nonogram.New([][]int{{1, 1}, {2}}, [][]int{{1}, {1}, {2}})
	fmt.Println(generate.HashOf(p) == generate.HashOf(mirrored))
	// Output: true
}
