package format

import (
	"fmt"
	"strings"
	"testing"

	"nonogram"
)

func TestDecodeSolutions(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"tournament", "$1\n0\t1\n1\t1\n$x\n1\n", "1 .#/##; x #"},
		{"tournament that looks like clues", "$1\n1\n1\n", "1 #/#"},
		{"tournament with an error", "$1\n0\t1\n1\n$2\n1\n", "f:3:1: found a row of 1 cell, expected 2; 2 #"},
		{"solve --json", `{"id":"1","width":2,"height":1,"status":"unique","solutions":1,"grid":["#."],"elapsed_ms":0.41,"stats":{"guesses":0}}` + "\n" +
			`{"id":"2","status":"unsolvable","solutions":0}` + "\n" +
			`{"id":"3","error":{"where":"f:1:1","message":"no"}}` + "\n" +
			`{"id":"4","status":"undecided","grid":null}` + "\n" +
			`{"id":5,"grid":["?#"]}` + "\n", "1 #.; 5 ?#"},
		{"solve --json in color", `{"id":"1","grid":["r.b","rr#"]}`, "1 r.b/rr#"},
		{"array", `[{"id":"a","grid":["#"]},{"id":"b","grid":["##","#"]}]`, "a #; f:1:49: found a row of 1 cell, expected 2"},
		{"JSON puzzles", `[{"id":"a","goal":["#."]},{"id":"b","rows":[[1]],"columns":[[1]]}]`, "a #."},
		{"other puzzles", "width 2\nheight 1\ngoal 10\n====\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n", "1 #."},
		{"none", "1 1\n1\n1\n", "f: no solution found in this file"},
		{"none in JSON", "{}", "f: no solution found in this file"},
		{"empty", "", "f: no puzzle found, the file is empty"},
		{"something else", "hello", "f: cannot tell which format this is; nearest are plain (line 1, column 1: found \"hello\", expected a number), " +
			"grid (line 1, column 1: found \"hello\", expected a cell: # or . or a square)"},
	}
	for _, tt := range tests {
		var got []string
		for s, err := range DecodeSolutions([]byte(tt.data), "f") {
			if err != nil {
				got = append(got, err.Error())
				continue
			}
			palette := s.Palette
			if palette == nil {
				palette = nonogram.BlackAndWhite()
			}
			got = append(got, s.ID+" "+strings.Join(s.Goal.Rows(palette), "/"))
		}
		if g := strings.Join(got, "; "); g != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, g, tt.want)
		}
	}
}

// TestSolutionFor matches the characters of a solution to another order of
// colors.
func TestSolutionFor(t *testing.T) {
	p := nonogram.New([][]int{{1}}, [][]int{{1}, {}, {}})
	p.Palette = nonogram.Palette{{Symbol: '.'}, {Symbol: 'b', Name: "blue"}, {Symbol: 'r', Name: "red"}}
	read := func(data string) *nonogram.Puzzle {
		for s, err := range DecodeSolutions([]byte(data), "") {
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		return nil
	}
	for data, want := range map[string]string{
		`{"id":"1","grid":["rb."]}`: "[2 1 0]",
		`{"id":"1","grid":["r?."]}`: "[2 255 0]",
		`{"id":"1","grid":["xb."]}`: "solution 1: the cell 'x' in row 1, column 1 is none of the puzzle's colors",
		`{"palette":[{},{"name":"red","symbol":"x"},{"name":"blue","symbol":"y"}],"goal":["x.y"]}`: "[2 0 1]",
		"$1\n0\t0\t0\n": "[0 0 0]",
		"$1\n0\t0\t1\n": "solution 1: the cell '#' in row 1, column 3 is none of the puzzle's colors",
	} {
		got := ""
		if g, err := SolutionGrid(read(data), p); err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(g.Cells)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", data, got, want)
		}
	}
}
