package certify_test

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"

	"nonogram"
	"nonogram/certify"
	"nonogram/solve"
)

// TestLagrangian checks that malformed Lagrangian steps are rejected and valid ones accepted,
// even if they exclude nothing.
func TestLagrangian(t *testing.T) {
	inked := diagonal()
	inked.Palette = make(nonogram.Palette, 3)
	inked.Palette.AssignSymbols()
	blotted := diagonal()
	blotted.Rows[0][0].Length = 0
	for _, c := range []struct {
		p    *nonogram.Puzzle
		step string
		why  string // nothing if it is accepted
	}{
		{diagonal(), "w 1 1 0 0 0 0", ""},
		{diagonal(), "w 1 2147483647 2147483647 -2147483647 0 1", ""},
		{diagonal(), "w 2 1 0 0 0 0", "not the number of a solution"},
		{diagonal(), "w 1 0 0 0 0 0", "a unit is"},
		{diagonal(), "w 1 2147483648 0 0 0 0", "a unit is"},
		{diagonal(), "w 1 1 0 0 0", "the multiplier of a cell"},
		{diagonal(), "w 1 1 0 0 0 0 0", "expected the end"},
		{diagonal(), "w 1 1 0 0 0 2147483648", "a multiplier is"},
		{diagonal(), "w 1 1 0 0 0 -0", "a multiplier is"},
		{diagonal(), "w 1 1 0 0 0 -", "a multiplier is"},
		{diagonal(), "w 0 0 5 -7 2147483647 0", ""},
		{diagonal(), "w 0 1 0 0 0 0", "a unit is"},
		{diagonal(), "w 00 0 0 0 0 0", "not the number of a solution"},
		{diagonal(), "w 0 0 0 0 0", "the multiplier of a cell"},
		{inked, "w 0 0 0 0 0 0", "two colors"},
		{inked, "w 1 1 0 0 0 0", "two colors"},
		{blotted, "w 1 1 0 0 0 0", "without blots"},
	} {
		var b bytes.Buffer
		w := certify.NewWriter(&b, c.p)
		g := nonogram.NewGrid(2, 2)
		copy(g.Cells, []nonogram.Color{1, 0, 0, 1})
		if err := w.Solution(1, g); err != nil {
			t.Fatal(err)
		}
		if err := w.End(false); err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(b.String(), "\nend ", "\n"+c.step+"\nend ", 1)
		_, err := certify.Verify(context.Background(), strings.NewReader(text), c.p)
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", c.step, err, c.why)
		}
		// Two solutions differ in four cells: nothing is excluded that the other one has.
		forged := strings.Replace(text, "\nend at-least", "\nk r1 r2 c1 c2 1\nend exactly", 1)
		if claim, err := certify.Verify(context.Background(), strings.NewReader(forged), c.p); err == nil {
			t.Errorf("%s: accepted as %v, and there are two solutions", c.step, claim)
		}
	}
}

// TestLagrangianOfDominoes accepts a proof with Lagrangian steps, and rejects it without
// them.
func TestLagrangianOfDominoes(t *testing.T) {
	var e solve.Engine
	p := dominoes(8)
	_, proof := prove(t, &e, p, nonogram.Options{})
	if n := bytes.Count(proof, []byte("\nw ")); n < 2 {
		t.Fatalf("%d steps of multipliers", n)
	}
	if _, err := certify.Verify(context.Background(), bytes.NewReader(proof), p); err != nil {
		t.Error(err)
	}
	step := regexp.MustCompile(`(?m)^w (\d+ \d+) .*\n`)
	idle := "w $1" + strings.Repeat(" 0", p.Width()*p.Height()) + "\n"
	for _, other := range []string{"", idle} {
		text := step.ReplaceAll(proof, []byte(other))
		if claim, err := certify.Verify(context.Background(), bytes.NewReader(text), p); err == nil {
			t.Errorf("accepted as %v with %.20q in the place of its multipliers", claim, other)
		}
	}
}
