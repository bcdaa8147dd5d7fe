package main

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/terminal"
)

// goals lists the pictures of puzzles.
func goals(puzzles []*nonogram.Puzzle) []string {
	var list []string
	for _, p := range puzzles {
		list = append(list, p.Goal.String())
	}
	return list
}

// One seed makes the same boards in generate random, bench, and the operation that HTTP, MCP
// and the browser's module call (the contract test and the test of the modules compare
// these). They are the boards of Python 3.
func TestOneSeedOneBoard(t *testing.T) {
	f := &benchFlags{Size: "5", Count: 3, Density: defaultDensity, Seed: defaultSeed, Shuffle: newBench(&app{}).Flags().Lookup("shuffle").DefValue}
	sets, err := f.randomSets()
	if err != nil {
		t.Fatal(err)
	}
	want := goals(sets[0].Puzzles)
	if want[0] != "...#.\n.#.##\n.#..#\n.#.##\n###..\n" {
		t.Errorf("bench makes\n%s", want[0])
	}
	if got := commandBoards(t); !slices.Equal(got, want) {
		t.Errorf("generate random makes\n%s\nbench makes\n%s", got[0], want[0])
	}
	if got := operationBoards(t); !slices.Equal(got, want) {
		t.Errorf("the operation makes\n%s\nbench makes\n%s", got[0], want[0])
	}
}

// commandBoards are the boards of generate random, from its solution file.
func commandBoards(t *testing.T) []string {
	t.Helper()
	var out bytes.Buffer
	a := &app{in: strings.NewReader(""), out: terminal.NewOutput(&out), err: io.Discard}
	root := newRoot(a)
	root.SetArgs([]string{"generate", "random", "--size", "5", "--count", "3", "--seed", "12345", "--out", filepath.Join(t.TempDir(), "question.txt"), "--solutions", "-"})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	if err := a.out.Flush(); err != nil {
		t.Fatal(err)
	}
	var boards []string
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "$") {
			boards = append(boards, "")
			continue
		}
		boards[len(boards)-1] += strings.NewReplacer("0", ".", "1", "#", "\t", "").Replace(line)
	}
	return boards
}

// operationBoards are the boards of the operation.
func operationBoards(t *testing.T) []string {
	t.Helper()
	for _, o := range create.Operations() {
		if o.Name != "generate" {
			continue
		}
		answer := operations.JSON(o.Call(t.Context(), &operations.Service{}, []byte(`{"kind":"random","width":5,"height":5,"count":3,"density":0.5,"last_density":0.35,"seed":12345}`)))
		var made struct{ Puzzles []struct{ Goal []string } }
		if err := json.Unmarshal(answer, &made); err != nil {
			t.Fatal(err)
		}
		var boards []string
		for _, p := range made.Puzzles {
			boards = append(boards, strings.Join(p.Goal, "\n")+"\n")
		}
		return boards
	}
	return nil
}
