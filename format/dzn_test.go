package format

import (
	"strings"
	"testing"

	"nonogram"
)

// automata has rows 2 1 and 1 1 and an empty one, and columns that fit.
const automata = `%
% ROW RULES
%
row_max = 3;
row_states = array2d(1..row_total_states, 1..2, [
% pattern 2,1
1,2,
0,3,
4,0,
4,5,
5,0,

1,2,
3,0,
3,4,
4,0,

1,0,
]);
row_total_states = 10;
row_num_states = [5,4,1]; % this is also the final state
row_start_where = [1,6,10];
col_states = array2d(1..col_total_states, 1..2, [1,2, 0,3, 3,0, 1,2, 2,0, 1,0, 1,2, 0,3, 3,0,]);
col_num_states = [3,2,1,3];
`

func TestDznAutomata(t *testing.T) {
	want := nonogram.New([][]int{{2, 1}, {1, 1}, {}}, [][]int{{2}, {1}, {}, {2}})
	n := 0
	for p, err := range Decode([]byte(automata), "hen_aut.dzn", "") {
		if err != nil {
			t.Fatal(err)
		}
		if n++; hashClues(p.Rows, p.Cols) != hashClues(want.Rows, want.Cols) {
			t.Errorf("rows %v, columns %v", p.Rows, p.Cols)
		}
	}
	if n != 1 {
		t.Errorf("%d puzzles", n)
	}
	for change, message := range map[[2]string]string{
		{"0,3,\n4,0", "0,4,\n4,0"}:                       "found 0 and 4 behind state 2, expected the automaton of a clue",
		{"[5,4,1]", "[5,4,2]"}:                           "found 2 as the states of a line, but row_states has 1 left",
		{"[5,4,1]", "[5,4]"}:                             "found more states than the lines have, by 1",
		{"col_num_states", "col_num"}:                    "found col_states without col_num_states",
		{"1..col_total_states, 1..2", "1..4, 1..states"}: "a parameter that has one",
	} {
		text := strings.Replace(automata, change[0], change[1], 1)
		for _, err := range Decode([]byte(text), "hen_aut.dzn", "dzn") {
			if err == nil || !strings.Contains(err.Error(), message) {
				t.Errorf("%q: %v, want %s", change[1], err, message)
			}
		}
	}
}
