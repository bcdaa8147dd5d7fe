package puzzles_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"nonogram"
	"nonogram/puzzles"
)

// A colored picture shows the puzzle: filled cells have a color that stands out from the empty
// cells beside them. Pictures of the day may go on in the same color on empty cells.
const (
	minBeside = 0.09 // in OKLab, as minApart
	minShade  = 0.04 // of any two colors of a picture that are not the same
)

func TestColored(t *testing.T) {
	for _, e := range append(puzzles.All(), puzzles.Daily()...) {
		cells, palette, ok := e.Colored()
		switch {
		case ok && e.Puzzle().Colored():
			t.Errorf("%s is a color puzzle and has a second picture", e.Name)
		case ok:
			if err := checkColored(e, cells, palette); err != nil {
				t.Errorf("%s in color: %v", e.Name, err)
			}
		case !e.Puzzle().Colored():
			t.Errorf("%s has no colored picture", e.Name)
		}
	}
	if _, _, ok := puzzles.Examples()[0].Colored(); ok {
		t.Error("an example has a colored picture")
	}
	files, err := os.ReadDir("colors")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if e, ok := puzzles.ByName(strings.TrimSuffix(file.Name(), ".txt")); !ok {
			t.Errorf("colors/%s is of no puzzle", file.Name())
		} else if _, _, ok := e.Colored(); !ok {
			t.Errorf("colors/%s is not read", file.Name())
		}
	}
}

// checkColored finds the first fault of a picture.
func checkColored(e puzzles.Entry, cells *nonogram.Grid, palette nonogram.Palette) error {
	goal := e.Puzzle().Goal
	if cells.Width != goal.Width || cells.Height != goal.Height {
		return fmt.Errorf("%d × %d cells", cells.Width, cells.Height)
	}
	for i, a := range palette[1:] {
		for _, b := range palette[1 : i+1] {
			if d := apart(a.RGB, b.RGB); d > 0 && d < minShade {
				return fmt.Errorf("%c and %c are only %.3f apart", a.Symbol, b.Symbol, d)
			}
		}
	}
	filled := func(c nonogram.Color) bool { return 'A' <= palette[c].Symbol && palette[c].Symbol <= 'Z' }
	for i, c := range cells.Cells {
		y, x := i/goal.Width, i%goal.Width
		if filled(c) != (goal.Cells[i] == nonogram.Black) {
			return fmt.Errorf("row %d, column %d is not as in the puzzle", y+1, x+1)
		}
		for _, by := range [][2]int{{y + 1, x}, {y, x + 1}} {
			if by[0] == goal.Height || by[1] == goal.Width {
				continue
			}
			other := cells.At(by[0], by[1])
			if d := apart(palette[c].RGB, palette[other].RGB); filled(c) != filled(other) && d < minBeside && (d > 0 || e.Chapter != puzzles.DailySet) {
				return fmt.Errorf("row %d, column %d: %c is only %.3f from %c", y+1, x+1, palette[c].Symbol, d, palette[other].Symbol)
			}
		}
	}
	return nil
}
