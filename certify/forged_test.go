package certify_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"nonogram"
	"nonogram/certify"
)

// TestForged checks hand-written certificates that claim no solution of a puzzle that has
// one. A checker with the mistake that the name describes accepts it.
func TestForged(t *testing.T) {
	blotted := nonogram.Clue{{Color: nonogram.Black}}
	first := nonogram.New([][]int{{1}}, [][]int{{1}, {}})
	second := nonogram.New([][]int{{1}}, [][]int{{}, {1}})
	row := nonogram.New([][]int{{2}}, [][]int{{1}, {1}})
	row.Rows[0] = blotted
	column := nonogram.New([][]int{{1}, {1}}, [][]int{{2}})
	column.Cols[0] = blotted
	// In a row of two cells literal 3 says that the block starts at the second cell.
	for name, c := range map[string]struct {
		puzzle *nonogram.Puzzle
		steps  string
		step   int // the false one
	}{
		"a literal is false at the end of its range":     {second, "a 1 1 3 : r1\na 2 1 : 1\nk c1\n", 2},
		"a literal is false at the start of its range":   {first, "a 1 2 -3 : r1\na 2 2 : 1\nk c2\n", 2},
		"an open literal is true":                        {second, "a 1 -3 :\nk r1 c1 c2\n", 1},
		"an open literal is true, the other way":         {first, "a 1 3 :\nk r1 c1 c2\n", 1},
		"a blotted block of a row counts as no cells":    {row, "t 1\n", 1},
		"a blotted block of a column counts as no cells": {column, "t 1\n", 1},
	} {
		var written bytes.Buffer
		if err := certify.NewWriter(&written, c.puzzle).End(true); err != nil {
			t.Fatal(err)
		}
		const end = "end exactly 0\n"
		head := strings.TrimSuffix(written.String(), end)
		text := head + c.steps + end
		step := strings.Count(head, "\n") + c.step
		claim, err := certify.Verify(t.Context(), strings.NewReader(text), c.puzzle)
		var rejected *certify.Error
		switch {
		case err == nil:
			t.Errorf("%s: accepted: %v\n%s", name, claim, text)
		case !errors.As(err, &rejected) || rejected.Line != step:
			t.Errorf("%s: %v, expected line %d to be rejected\n%s", name, err, step, text)
		}
	}
}
