package certify_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"nonogram"
	"nonogram/certify"
	"nonogram/format"
	"nonogram/internal/testkit/corpus"
	"nonogram/solve"
)

// dominoes is the family n-dom: lines find nothing, and the proof that the solution
// is the only one grows exponentially.
func dominoes(n int) *nonogram.Puzzle {
	rows, cols := [][]int{{3}}, [][]int{{1}, {1}}
	for range n - 1 {
		rows = append(rows, []int{1}, []int{3, 1})
		cols = append(cols, []int{1, 3}, []int{1})
	}
	return nonogram.New(append(rows, []int{1}, []int{1}), append(cols, []int{3}))
}

// hardPuzzle is beyond any search: dominoes with an ink that no clue uses, so that the
// Lagrangian bound does not apply.
func hardPuzzle() *nonogram.Puzzle {
	p := dominoes(30)
	p.Palette = make(nonogram.Palette, 3)
	p.Palette.AssignSymbols()
	return p
}

// boardConflicts bounds the search on boards and on the corpus, so that these tests
// depend on no clock.
const boardConflicts = 10_000

// provenBoard proves an answer and has the certificate accepted. It reports whether
// there was an answer within the budget, and whether deletions came up.
func provenBoard(t *testing.T, e *solve.Engine, name string, p *nonogram.Puzzle, limit int) (status nonogram.Status, deleted bool) {
	t.Helper()
	opts := nonogram.Options{Limit: limit, Budget: nonogram.Budget{Conflicts: boardConflicts}}
	r, proof := prove(t, e, p, opts)
	if r.Status == nonogram.Undecided {
		if bytes.Contains(proof, []byte("\nend ")) {
			t.Errorf("%s: a claim without an answer", name)
		}
		return r.Status, false
	}
	claim, err := certify.Verify(context.Background(), bytes.NewReader(proof), p)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return r.Status, false
	}
	if claim.Exact != r.Exhausted || !slices.EqualFunc(claim.Solutions, r.Solutions, (*nonogram.Grid).Equal) {
		t.Errorf("%s: the claim is %v, the answer %v with %d solutions", name, claim, r.Status, len(r.Solutions))
	}
	plain, err := e.Solve(context.Background(), p, opts)
	if err != nil || plain.Status != r.Status || plain.Stats != r.Stats {
		t.Errorf("%s: proving took another way: %v %+v, without %v %+v, %v", name, r.Status, r.Stats, plain.Status, plain.Stats, err)
	}
	return r.Status, bytes.Contains(proof, []byte("\nd "))
}

// TestBoards proves boards of every kind that the engine treats differently:
// drawings and noise, short lines and long ones, black and white and color, with
// one solution, many or none, and searches so long that clauses are forgotten.
func TestBoards(t *testing.T) {
	var e solve.Engine
	tally := map[nonogram.Status]int{}
	deletions := 0
	add := func(name string, p *nonogram.Puzzle, limit int) {
		status, deleted := provenBoard(t, &e, name, p, limit)
		tally[status]++
		if deleted {
			deletions++
		}
	}
	for n := 2; n <= 11; n++ {
		add("dominoes", dominoes(n), 2)
	}
	for k, size := range [][3]int{{8, 8, 2}, {12, 12, 2}, {20, 20, 2}, {70, 8, 2}, {7, 66, 2}, {10, 10, 3}, {15, 12, 4}, {66, 5, 3}} {
		rng := rand.New(rand.NewPCG(uint64(k), 7))
		for range 12 {
			p := randomPuzzle(rng, size[0], size[1], size[2])
			add("random", p, 2)
			add("random, ten", p, 10)
			smooth(rng, p)
			add("drawing", p, 2)
			exchange(p)
			add("exchanged", p, 2)
		}
	}
	t.Logf("%v, %d with deletions", tally, deletions)
	for status := nonogram.Undecided; status <= nonogram.Unsolvable; status++ {
		if status != nonogram.Solved && status != nonogram.Undecided && tally[status] < 20 {
			t.Errorf("only %d boards are %v", tally[status], status)
		}
	}
	if deletions < 2 {
		t.Errorf("only %d proofs with deletions", deletions)
	}
}

// smooth returns a puzzle of a picture with clustered cells.
func smooth(rng *rand.Rand, p *nonogram.Puzzle) {
	g := nonogram.NewGrid(p.Width(), p.Height())
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
	}
	for range 1 + len(g.Cells)/20 {
		color := nonogram.Color(rng.IntN(len(p.Palette)))
		x, y, w, h := rng.IntN(g.Width), rng.IntN(g.Height), 2+rng.IntN(4), 2+rng.IntN(3)
		for row := y; row < min(y+h, g.Height); row++ {
			for col := x; col < min(x+w, g.Width); col++ {
				g.Set(row, col, color)
			}
		}
	}
	p.Rows, p.Cols = nonogram.CluesOf(g)
	p.Given = nil
}

// exchange exchanges two rows with equal totals, which makes most puzzles contradictory.
func exchange(p *nonogram.Puzzle) {
	for i := range p.Rows {
		for j := i + 1; j < len(p.Rows); j++ {
			if p.Rows[i].Cells() == p.Rows[j].Cells() && !p.Rows[i].Equal(p.Rows[j]) {
				p.Rows[i], p.Rows[j] = p.Rows[j], p.Rows[i]
				return
			}
		}
	}
}

// corpusPuzzles is how many puzzles are taken from every file of the corpus: the
// tournament sets have a thousand each.
const corpusPuzzles = 30

// TestCorpus proves real puzzles: every one that the engine decides within a budget
// of conflicts. The full run with its figures is tools/perf proofs.
func TestCorpus(t *testing.T) {
	root := corpus.Path(t)
	var e solve.Engine
	tally := map[nonogram.Status]int{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		n := 0
		for p, err := range format.Decode(data, filepath.Base(path), "") {
			if n++; err != nil || n > corpusPuzzles {
				break // malformed puzzles are tested in package format
			}
			var invalid *nonogram.InvalidError
			if errors.As(nonogram.Validate(p), &invalid) && !invalid.Unsolvable() || p.Blotted() {
				continue
			}
			status, _ := provenBoard(t, &e, path+" "+p.ID, p, 2)
			tally[status]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(tally)
	if tally[nonogram.Unique] < 400 {
		t.Errorf("only %d unique puzzles below %s", tally[nonogram.Unique], root)
	}
}
