package format

import (
	"strings"
	"testing"
)

// TestJSONDialects reads the JSON of other programs.
func TestJSONDialects(t *testing.T) {
	const heart = "1: 3x2 [1 1 | 2] [2 | 1 | 1]"
	const goal = heart + " #.#/##."
	for text, want := range map[string]string{
		`{"rowClues": [[1,1],[2]], "colClues": [[2],[1],[1]]}`:                                                                                    heart,
		`{"row_clues": [[1,1],[2]], "column_clues": [[2],[1],[1]]}`:                                                                               heart,
		`{"rowHints": [[1,1],[2]], "colHints": [[2],[1],[1]]}`:                                                                                    heart,
		`{"rowPatterns": [[1,1],[0,2]], "colPatterns": [[2],[1],[1]]}`:                                                                            heart,
		`{"rows": [[1,0,1],[1,1]], "cols": [[1,1],[1],[1]]}`:                                                                                      heart,
		`{"rows": [[1.0,1.0],[2.0]], "cols": [[2],[1],[1]]}`:                                                                                      heart,
		`{"rows": [[1,1,0],[2,0,0]], "columns": [[0,2],[0,1],[0,1]]}`:                                                                             heart,
		`{"rows": ["1 1","2"], "columns": ["2","1","1"]}`:                                                                                         heart,
		`{"matrix": [], "constraints": {"rows": [[1,1],[2]], "columns": [[2],[1],[1]]}}`:                                                          heart,
		`{"width": 3, "height": 2, "constraints": {"rows": [[1,1],[2]], "columns": [[2],[1],[1]]}, "values": [{"x": 0}]}`:                         heart,
		`{"clues": {"rows": [[1,1],[2]], "cols": [[2],[1],[1]]}}`:                                                                                 heart,
		`{"solution": [[1,0,1],[1,1,0]]}`:                                                                                                         goal,
		`{"solution": [[true,false,true],[true,true,false]]}`:                                                                                     goal,
		`{"goal": [[1.0,0.0,1.0],[1.0,1.0,0.0]]}`:                                                                                                 goal,
		`{"version": 2, "puzzles": [{"name": "x", "solution": ["#.#","##."]}]}`:                                                                   `1: 3x2 [1 1 | 2] [2 | 1 | 1] #.#/##. "x"`,
		`{"name": "Nonogram", "count": 1, "data": {"7_2x3": {"problem": "2 3\n2\n1\n1\n1 1\n2", "solution": "2 3\nx - x\nx x -", "source": ""}}}`: "7_2x3: 3x2 [1 1 | 2] [2 | 1 | 1]",
		`{"problem": "2 3\n2\n1\n1\n1 1\n2"}`:                                                                                                     heart,
		`{"rows": [[1,1],null], "columns": [[2],[1],[1]]}`:                                                                                        `1: 3x2 [1 1 | *] [2 | 1 | 1]`,
		`{"rows": [[1,1],"*"], "columns": [[2],[1],[1]]}`:                                                                                         `1: 3x2 [1 1 | *] [2 | 1 | 1]`,
		`{"rows": ["1 1","*"], "columns": ["2","1","1"]}`:                                                                                         `1: 3x2 [1 1 | *] [2 | 1 | 1]`,
		`{"rows": [[1,1],null], "columns": [[2],[],null]}`:                                                                                        `error f:1:43: found null in place of a clue, expected a list; [] is an empty line, "*" one without a clue, [null] has one block of unknown length (puzzle 1)`,
		`{"rows": [[2],null], "columns": [[2],[1],null]}`:                                                                                         `1: 3x2 [2 | *] [2 | 1 | *]`,
		`{"rows": [[1,1],null], "cols": [[2],[1],[1]]}`:                                                                                           `1: 3x2 [1 1 | *] [2 | 1 | 1]`,
		`{"row_clues": [[1,1],null], "column_clues": [[2],[1],[1]]}`:                                                                              `1: 3x2 [1 1 | *] [2 | 1 | 1]`,
		`{"row_clues": [[1,1],null], "column_clues": [[1],null,[1]]}`:                                                                             `error f:1:50: found null in place of a clue, expected a list; [] is an empty line, "*" one without a clue, [null] has one block of unknown length (puzzle 1)`,
		`{"puzzle": [[[1,1],[2]], [[2],null,[1]]]}`:                                                                                               `1: 3x2 [1 1 | 2] [2 | * | 1]`,
		`{"rows": [[1,1],[2]], "cols": [[2],[null],[1]]}`:                                                                                         `1: 3x2 [1 1 | 2] [2 | ? | 1]`,
		`{"rows": [[1,1],[2]], "columns": [[2],[null],[1]]}`:                                                                                      `1: 3x2 [1 1 | 2] [2 | ? | 1]`,
		`{"cat": {"rows": [[1,1],[2]], "cols": [[2],[1],[1]]}, "Top hat": {"rows": [[1]], "cols": [[1]]}, "Scarecrow": {"rows": [[2]], "cols": [[1],[1]]}}`: "cat: 3x2 [1 1 | 2] [2 | 1 | 1]\nTop hat: 1x1 [1] [1]\nScarecrow: 2x1 [2] [1 | 1]",
		`{"solution": [[1,0,2]]}`:             `error f:1:1: found an object without a puzzle, expected "rows" and "columns" or a "goal" (puzzle 1)`,
		`{"rows": [[1.5]], "columns": [[1]]}`: `error f:1:12: found "1.5", expected a whole number, null or a block (puzzle 1)`,
	} {
		if got := sketches(text, "f", ""); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestPzpr reads the address and the files of pzpr's own test (test/script/nonogram.js of
// pzprjs) and writes them again.
func TestPzpr(t *testing.T) {
	const address = "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h\n"
	const rows = "[2 1 | 1 1 | 1 2 | 0 | 1 1 | 3] [2 1 | 1 1 1 | 1 | 1 1 1 | 2 1 | 0]"
	const file = "pzprv3/nonogram/6/6/. . . . 1 . 1 . . /. . . 2 1 . 1 2 . /. . . 1 1 1 1 1 . /. 2 1 # # . # . . /. 1 1 # . . . # . /" +
		". 1 2 . # . # # . /. . . . . . . . . /. 1 1 # . . . # . /. . 3 . # # # . . /"
	wrong := strings.Replace(file, ". 1 1 # . . . # . /. . 3", ". 1 1 # . . . . . /. . 3", 1)
	const tall = "pzprv3/nonogram/10/3/. . . . . /. . . 1 . /. . . 2 . /. . 4 1 3 /. . 1 1 4 /. 2 . # # /. 1 . . # /. 2 . # # /" +
		". 2 # # . /. 1 # . . /. 1 # . . /. 3 # # # /. 1 . . # /. 1 . . # /. 3 # # # /"
	for text, want := range map[string]string{
		address: "1: 6x6 " + rows,
		file:    "1: 6x6 " + rows + " ##.#../#...#./.#.##./....../#...#./.###..",
		wrong:   "1: 6x6 " + rows, // a player's mistake is not a goal
		tall:    "1: 3x10 [2 | 1 | 2 | 2 | 1 | 1 | 3 | 1 | 1 | 3] [4 1 | 1 2 1 1 | 3 4] .##/..#/.##/##./#../#../###/..#/..#/###",
	} {
		if got := sketches(text, "", ""); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	for p := range Decode([]byte(file), "", "") {
		var b strings.Builder
		if err := Encode(&b, "puzzlink", p); err != nil || b.String() != address {
			t.Errorf("got %s (%v), want %s", b.String(), err, address)
		}
		b.Reset()
		if err := Encode(&b, "pzpr", p); err != nil || strings.ReplaceAll(strings.ReplaceAll(b.String(), "\n", "/"), "+", ".") != file {
			t.Errorf("got %s (%v), want %s", b.String(), err, file)
		}
	}
}
