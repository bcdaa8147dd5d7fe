package main

import (
	"errors"
	"math/rand/v2"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"nonogram"
)

// The boards of each kind are well-formed, and the same ones for the same seed.
func TestSideKinds(t *testing.T) {
	for _, kind := range sideKinds {
		made := func() *nonogram.Puzzle { return kind.make(rand.New(rand.NewPCG(1, 2)), kind.sizes[0]) }
		p := made()
		side := p.Width()
		if p.Shape != nil {
			side = p.Shape.Sides[0]
		}
		if err := nonogram.Validate(p); err != nil || side != kind.sizes[0] {
			t.Errorf("%s: side of %d, %v", kind.name, side, err)
		}
		if !reflect.DeepEqual(made(), p) {
			t.Errorf("%s: the same seed makes another board", kind.name)
		}
	}
}

// A program that takes too much is ended; of others the output, the exit code and the memory are
// told, which is not that of the parent.
func TestSpend(t *testing.T) {
	spent, code, output, err := spend(t.Context(), []byte("in"), time.Minute, "sh", "-c", "cat; exit 10")
	if err != nil || code != 10 || string(output) != "in" {
		t.Errorf("%q, exit code %d, %v", output, code, err)
	}
	if _, err := exec.LookPath("time"); err == nil && (spent.memory < 1<<18 || spent.memory > 5<<20) {
		t.Errorf("a shell takes %d bytes", spent.memory)
	}
	if spent, _, _, err := spend(t.Context(), nil, time.Millisecond, "sh", "-c", "while :; do :; done"); !errors.Is(err, errOverLimit) {
		t.Errorf("without end: %v after %v", err, spent.cpu)
	}
}

// A row tells the median, the boards given up and the most memory.
func TestSideRow(t *testing.T) {
	row := sideRow{"noise", 20, [][]cost{
		{{3 * time.Second, 5e6}, {time.Second, 9e6}, {overLimit, 7e6}},
		{{overLimit, 0}, {time.Second, 1e6}, {overLimit, 0}},
	}}
	if got, want := row.String(), "| noise | 20×20 | 3 s | 1 | 9 | > 10 s | 2 | 1 |"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	if got := (&sideRow{kind: "triddlers, noise", side: 12}).size(); got != "864△" {
		t.Errorf("a hexagon of side 12 is called %s", got)
	}
	section := sidesSection("Measured.", []string{"nonogram", "kissat"}, []sideRow{row}, 3)
	if !strings.Contains(section, row.String()) || strings.Count(section, "sides-") != len(sideKinds) {
		t.Errorf("the section lacks the row or a chart:\n%s", section)
	}
}
