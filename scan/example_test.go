package scan_test

import (
	"bytes"
	"context"
	"fmt"
	"image/png"

	"nonogram"
	"nonogram/render"
	"nonogram/scan"
)

// A page that was drawn, and is read again. From a photograph, the doubts are what to ask
// the user about.
func ExampleRead() {
	p := nonogram.New(
		[][]int{{1, 1}, {5}, {5}, {3}, {1}},
		[][]int{{2}, {4}, {4}, {4}, {2}},
	)
	var page bytes.Buffer
	if err := render.PNG(&page, &render.Drawing{Puzzle: p}); err != nil {
		fmt.Println(err)
		return
	}
	img, err := png.Decode(&page)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := scan.Read(context.Background(), img, scan.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Puzzle.Rows, r.Puzzle.Cols)
	fmt.Println(r.Status, "by", r.Decided, "with", len(r.Doubts), "doubts")
	// Output:
	// [1 1 5 5 3 1] [2 4 4 4 2]
	// unique by sight with 0 doubts
}
