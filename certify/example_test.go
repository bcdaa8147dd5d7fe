package certify_test

import (
	"bytes"
	"context"
	"fmt"

	"nonogram"
	"nonogram/certify"
	"nonogram/solve"
)

// The engine proves that a puzzle has one solution, and the checker, which knows
// nothing of the engine, agrees.
func Example() {
	p := nonogram.New([][]int{{1}, {3}, {1}}, [][]int{{1}, {3}, {1}})
	var proof bytes.Buffer
	if _, err := solve.Prove(context.Background(), p, nonogram.Options{}, certify.NewWriter(&proof, p)); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(proof.String())
	claim, err := certify.Verify(context.Background(), &proof, p)
	fmt.Println(claim, err)
	// Output:
	// nonogram-certificate 2
	// size 3 3
	// colors 2
	// row 1
	// row 3
	// row 1
	// column 1
	// column 3
	// column 1
	// k r2 c1 c2 c3
	// s 1
	// .#.
	// ###
	// .#.
	// k 1
	// end exactly 1
	// exactly 1 solution <nil>
}
