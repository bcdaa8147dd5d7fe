package board_test

import (
	"fmt"

	"nonogram"
	"nonogram/internal/board"
)

func Example() {
	var b board.Board
	b.Reset(nonogram.New([][]int{{1, 1}, {3}, {1}}, [][]int{{2}, {2}, {2}}))
	b.EnqueueAll()
	_, ok := b.Propagate()
	fmt.Println(ok, b.Open)
	fmt.Print(b.Grid())
	// Output:
	// true 0
	// #.#
	// ###
	// .#.
}
