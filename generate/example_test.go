package generate_test

import (
	"fmt"
	"math/big"

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
	// .###.
	// #....
	// .#..#
	// ..#.#
	// ##.##
}
