package record_test

import (
	"testing"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
)

func TestStates(t *testing.T) {
	p := nonogram.New([][]int{{1}, {2}}, [][]int{{1}, {2}})
	states, err := record.ParseStates("f", []byte("\ufeff??\n??\n\n?#\r\n##"), p)
	if err != nil || len(states) != 2 || states[1].String() != "?#\n##\n" {
		t.Errorf("%v %v", states, err)
	}
	for text, want := range map[string]string{
		"":           "f:1:1: found no cells, expected 2 rows of them",
		"??\n":       "f:1:1: found 1 row, expected 2",
		"??\n\n??":   "f:2:1: found 1 row, expected 2",
		"??\n?":      "f:2:1: found a row of 1 cell, expected 2",
		"??\n?x\n":   "f:2:2: found 'x', expected ? or one of . #",
		"???\n???\n": "f:1:1: found a row of 3 cells, expected 2",
	} {
		if _, err := record.ParseStates("f", []byte(text), p); err == nil || err.Error() != want {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}
