package nonogram_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"nonogram"
	"nonogram/format"
	"nonogram/render"
	"nonogram/solve"
)

// A puzzle from plain numbers, as they are printed beside the grid.
func ExampleNew() {
	p := nonogram.New(
		[][]int{{1, 1}, {3}, {1}}, // rows, from the top
		[][]int{{2}, {2}, {2}},    // columns, from the left
	)
	fmt.Println(p.Width(), "×", p.Height(), nonogram.Validate(p))
	// Output: 3 × 3 <nil>
}

// Validate says all that is wrong with a puzzle, and where.
func ExampleValidate() {
	p := nonogram.New([][]int{{2, 2}, {1}}, [][]int{{1}, {1}, {1}})
	fmt.Println(nonogram.Validate(p))
	// Output: row 1: the clue 2 2 needs 5 cells, the line has 3
}

// Check holds a finished grid against the clues.
func ExampleCheck() {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	g := nonogram.NewGrid(2, 2)
	copy(g.Cells, []nonogram.Color{1, 0, 1, 0})
	fmt.Println(nonogram.Check(p, g))
	// Output: column 1: the clue is 1, the grid has 2
}

// A picture becomes a puzzle by reading its clues off.
func ExampleFromGrid() {
	g := nonogram.NewGrid(3, 2)
	copy(g.Cells, []nonogram.Color{1, 0, 1, 1, 1, 0})
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	fmt.Println(p.Rows, p.Cols)
	fmt.Print(p.Goal)
	// Output:
	// [1 1 2] [2 1 1]
	// #.#
	// ##.
}

// The way through the project: read, solve, draw.
func Example() {
	file := strings.NewReader("width 5\nheight 5\n\nrows\n1,1\n5\n5\n3\n1\n\ncolumns\n2\n4\n4\n4\n2\n")
	for p, err := range format.Read(file, "heart.non", "") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		r, err := solve.Solve(context.Background(), p, nonogram.Options{})
		if err != nil || len(r.Solutions) == 0 {
			fmt.Println("no solution", err)
			continue
		}
		fmt.Println(r.Status)
		_ = render.Text(os.Stdout, p, r.Solutions[0], render.Options{NoGuides: true, ASCII: true})
	}
	// Output:
	// unique
	//       2 4 4 4 2
	//     +----------+
	// 1 1 |  ##  ##  |
	//   5 |##########|
	//   5 |##########|
	//   3 |  ######  |
	//   1 |    ##    |
	//     +----------+
}

// A result prints as its status and the first solution. Grid.Rows uses the symbols of a
// palette.
func ExampleResult() {
	p := nonogram.New([][]int{{1, 1}, {3}, {1}}, [][]int{{2}, {2}, {2}})
	r, err := solve.Solve(context.Background(), p, nonogram.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(r)
	// Output:
	// unique
	// #.#
	// ###
	// .#.
}

// In color a block is a number and an index into the palette, of which 0 is the background.
// Blocks of different colors may touch.
func ExamplePuzzle() {
	palette := nonogram.Palette{
		{Name: "white", Symbol: '.', RGB: nonogram.RGB{R: 255, G: 255, B: 255}},
		{Name: "red", Symbol: 'r', RGB: nonogram.RGB{R: 210}},
		{Name: "green", Symbol: 'g', RGB: nonogram.RGB{G: 150}},
	}
	const red, green = 1, 2
	p := &nonogram.Puzzle{
		Palette: palette,
		Rows:    []nonogram.Clue{{{Length: 1, Color: red}, {Length: 1, Color: green}}, {{Length: 2, Color: red}}},
		Cols:    []nonogram.Clue{{{Length: 2, Color: red}}, {{Length: 1, Color: green}, {Length: 1, Color: red}}},
	}
	r, err := solve.Solve(context.Background(), p, nonogram.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Status, r.Solutions[0].Rows(palette))
	// Output: unique [rg rr]
}
