package main

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/format"
)

// A formula with its solution forbidden has one clause more, with every cell in it, black
// ones negated, and is otherwise as it was.
func TestForbid(t *testing.T) {
	g := nonogram.NewGrid(2, 2)
	copy(g.Cells, []nonogram.Color{nonogram.Black, nonogram.Empty, nonogram.Empty, nonogram.Black})
	var formula bytes.Buffer
	if err := format.Encode(&formula, "cnf", nonogram.FromGrid(g, nonogram.BlackAndWhite())); err != nil {
		t.Fatal(err)
	}
	got, err := forbid(formula.Bytes(), g)
	if err != nil {
		t.Fatal(err)
	}
	rest, last, _ := strings.Cut(string(got), "-1 2 3 -4 0\n")
	_, before, _ := strings.Cut(formula.String(), "\np cnf ")
	_, before, _ = strings.Cut(before, "\n")
	header, rest, _ := strings.Cut(rest, "\n")
	if !strings.HasPrefix(header, "p cnf ") || rest != before || last != "" {
		t.Errorf("%s\nwant one clause more than\n%s", got, before)
	}
	if n, want := strings.Count(string(got), " 0\n"), strings.Fields(header)[3]; want != strconv.Itoa(n) {
		t.Errorf("%d clauses, the header says %s", n, want)
	}
	if _, err := forbid([]byte("c nothing\n"), g); err == nil {
		t.Error("a text without a formula is no error")
	}
}
