package format_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"nonogram"
	"nonogram/format"
)

// A file may hold good and bad puzzles; each step gives one or the other.
func ExampleDecode() {
	data := []byte("$1\n2\n1\n1\n2\n$2\n2\nx\n1\n1\n$3\n1\n1\n")
	for p, err := range format.Decode(data, "set.txt", "") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("puzzle %s: %d × %d\n", p.ID, p.Width(), p.Height())
	}
	// Output:
	// puzzle 1: 2 × 2
	// set.txt:8:1: found "x", expected a number
	// puzzle 3: 1 × 1
}

func ExampleEncode() {
	p := nonogram.New([][]int{{1, 1}, {2}}, [][]int{{2}, {1}, {1}})
	p.ID = "1"
	if err := format.Encode(os.Stdout, "tatham", p); err != nil {
		fmt.Println(err)
	}
	// Output: 3x2:2/1/1/1.1/2
}

// Before a puzzle is written in a smaller format, one can ask what gets lost.
func ExampleLosses() {
	p := nonogram.New([][]int{{1, 1}, {2}}, [][]int{{2}, {1}, {1}})
	p.Title = "A chair"
	f, err := format.ByFilename("chair.nin")
	fmt.Println(f.Name, format.Losses(f, p), err)
	// Output: nin [the title] <nil>
}

func ExampleDecodeSolutions() {
	data := []byte("$1\n1\t0\t1\n1\t1\t0\n")
	for s, err := range format.DecodeSolutions(data, "answers.txt") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Print(s.ID, "\n", s.Goal)
	}
	// Output:
	// 1
	// #.#
	// ##.
}

// Read takes a file of any format and length. Its name matters only where the content leaves
// the format open, and in errors.
func ExampleRead() {
	file := strings.NewReader(`{"id": "hut", "rows": [[1], [3]], "columns": [[1], [2], [1]]}`)
	for p, err := range format.Read(file, "hut.json", "") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p.ID, p.Rows, p.Cols)
	}
	// Output: hut [1 3] [1 2 1]
}

// Detect says what a file is, and what such a file can hold.
func ExampleDecoder_Detect() {
	f, err := format.Decoder{}.Detect([]byte("3x2:2/1/1/1.1/2"), "chair.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Name, "colors:", f.Colored())
	_, err = format.Decoder{}.Detect([]byte("Dear diary,"), "diary.txt")
	fmt.Println(errors.Is(err, format.ErrUnknownFormat))
	// Output:
	// tatham colors: false
	// true
}
