package main

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"reflect"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/families"
	"nonogram/solve"
)

// Every family makes well-formed boards, the same ones for the same seed, and n-dom is the
// staircase of bars of three.
func TestFamilies(t *testing.T) {
	made := func(f *family, seed uint64) *nonogram.Puzzle {
		return f.make(rand.New(rand.NewPCG(seed, 0)), f.sizes[0])
	}
	for _, f := range hardFamilies {
		p := made(&f, 1)
		if err := nonogram.Validate(p); err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
		if again := made(&f, 1); !reflect.DeepEqual(again, p) {
			t.Errorf("%s: the same seed makes another board", f.name)
		}
	}
	p, want := stairs(nil, 33), families.Dominoes(12)
	if !reflect.DeepEqual(p.Rows, want.Rows) || !reflect.DeepEqual(p.Cols, want.Cols) {
		t.Errorf("bars of three are\n%v\n%v", p.Rows, p.Cols)
	}
	for _, name := range []string{"noise", "unsolvable", "red"} {
		for _, f := range hardFamilies {
			if f.name == name && reflect.DeepEqual(made(&f, 1), made(&f, 2)) {
				t.Errorf("%s: two seeds make the same board", name)
			}
		}
	}
}

// A SAT solver confirms verdicts, and a wrong one is an error.
func TestVerdictBy(t *testing.T) {
	sat, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("cadical is not installed")
	}
	for _, p := range []*nonogram.Puzzle{families.Dominoes(3), families.Ones(2), withRed(rand.New(rand.NewPCG(1, 1)), 3), unsolvable(rand.New(rand.NewPCG(1, 1)), 4)} {
		r, err := solve.Solve(context.Background(), p, nonogram.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := verdictBy(t.Context(), sat, p, r, 0); err != nil {
			t.Errorf("%v: %v", r.Status, err)
		}
		if len(r.Solutions) == 2 {
			r.Solutions = r.Solutions[:1]
		} else {
			r.Solutions = append(r.Solutions, nonogram.NewGrid(p.Width(), p.Height()))
		}
		if _, err := verdictBy(t.Context(), sat, p, r, 0); err == nil {
			t.Errorf("%v with %d solutions is confirmed", r.Status, len(r.Solutions))
		}
	}
}
