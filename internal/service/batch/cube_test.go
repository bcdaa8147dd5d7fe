package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/operations/record"
	"nonogram/solve"
)

// randomPuzzle draws a grid with the given number of inks.
func randomPuzzle(r *rand.Rand, width, height, inks int) *nonogram.Puzzle {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(max(0, r.IntN(2*inks+1)-inks))
	}
	palette := nonogram.BlackAndWhite()
	for range inks - 1 {
		palette = append(palette, nonogram.Swatch{})
	}
	palette.AssignSymbols()
	p := nonogram.FromGrid(g, palette)
	p.ID, p.Goal = "1", nil
	return p
}

// The cubes of a puzzle have its solutions between them, each exactly once.
func TestCubesPartition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	split := 0
	for range 60 {
		p := randomPuzzle(r, 4+r.IntN(6), 4+r.IntN(6), 1+r.IntN(3))
		whole, err := solve.Count(t.Context(), p, nonogram.Options{})
		if err != nil {
			t.Fatal(err)
		}
		cutter := newCutter(p)
		sum := new(big.Int)
		cubes := cutter.parts(12)
		for _, c := range cubes {
			part := *p
			part.Given = cutter.given(c)
			n, err := solve.Count(t.Context(), &part, nonogram.Options{})
			if err != nil {
				t.Fatal(err)
			}
			sum.Add(sum, n.Count)
		}
		if sum.Cmp(whole.Count) != 0 {
			t.Errorf("%v: %d cubes with %v solutions, the puzzle has %v", p, len(cubes), sum, whole.Count)
		}
		if len(cubes) > 1 {
			split++
		}
	}
	if split < 20 {
		t.Errorf("only %d of the puzzles were split", split)
	}
}

// The same puzzle gives the same cubes, in the same order: a job that is taken up again
// has to meet the ones that are done.
func TestCubesStay(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 1))
	sum := sha256.New()
	for _, size := range [][3]int{{9, 12, 1}, {10, 8, 3}, {66, 4, 1}, {70, 5, 2}} {
		cutter := newCutter(randomPuzzle(r, size[0], size[1], size[2]))
		for _, c := range cutter.parts(16) {
			fmt.Fprintln(sum, cells(cutter.given(c)))
		}
	}
	const recorded = "768791d29fc9e3a5"
	if got := hex.EncodeToString(sum.Sum(nil)[:8]); got != recorded {
		t.Errorf("the cubes are %s, recorded is %s", got, recorded)
	}
}

// solveOne runs conductor and workers in this process.
func solveOne(t *testing.T, q *Queue, job *Job) record.Solve {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	worked := make(chan error)
	go func() {
		w := &Workers{Queue: q, N: 2, Kinds: Kinds(), Version: testVersion}
		worked <- w.Run(ctx)
	}()
	if err := q.SolveOne(t.Context(), job, nil); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-worked; err != nil {
		t.Fatal(err)
	}
	var rec record.Solve
	if err := json.Unmarshal(output(t, q, job.ID), &rec); err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestSolveOne(t *testing.T) {
	q := open(t, t.TempDir())
	boards, err := generate.Random{Width: 20, Height: 20, Count: 6, First: 0.4, Last: 0.6, Seed: big.NewInt(3)}.Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	for p := range boards {
		want, err := solve.Solve(t.Context(), p, nonogram.Options{Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		job, err := NewSolveOne(&Item{ID: p.ID, Puzzle: p}, 2)
		if err != nil {
			t.Fatal(err)
		}
		job.Version = testVersion
		got := solveOne(t, q, job)
		if got.Status != want.Status || got.Solutions != len(want.Solutions) {
			t.Errorf("board %s: %v with %d, want %v with %d", p.ID, got.Status, got.Solutions, want.Status, len(want.Solutions))
		}
	}
}

// A puzzle without a solution is refuted cube by cube.
func TestSolveOneRefutes(t *testing.T) {
	q := open(t, t.TempDir())
	p := sample("1", "##..", "..##", "#..#", ".##.")
	p.Goal = nil
	// Two columns that are swapped have the right total and the wrong order.
	for _, cols := range [][2]int{{0, 1}, {1, 2}, {2, 3}} {
		swapped := *p
		swapped.Cols = append([]nonogram.Clue(nil), p.Cols...)
		swapped.Cols[cols[0]] = nonogram.BlackClue(1, 2)
		swapped.Cols[cols[1]] = nonogram.BlackClue(1)
		want, err := solve.Solve(t.Context(), &swapped, nonogram.Options{Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		job, err := NewSolveOne(&Item{ID: "1", Puzzle: &swapped}, 2)
		if err != nil {
			t.Fatal(err)
		}
		job.Version = testVersion
		if got := solveOne(t, q, job); got.Status != want.Status {
			t.Errorf("%v: %v, want %v", cols, got.Status, want.Status)
		}
	}
}

// A budget that does not suffice leads to smaller cubes, not to a wrong answer.
func TestCubeIsCutFurther(t *testing.T) {
	boards, err := generate.Random{Width: 25, Height: 25, Count: 20, First: 0.4, Last: 0.5, Seed: big.NewInt(11)}.Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	cut := 0
	for p := range boards {
		cutter := newCutter(p)
		root, ok := cutter.root()
		if !ok {
			t.Fatal("no solution")
		}
		given := cutter.given(root)
		r, err := solveCube(t.Context(), new(solve.Engine), cutter, 2, 1, given)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range r.Cubes {
			cut++
			d := &decoder{b: b}
			if budget, part := d.number(), d.grid(); d.end() != nil || budget != 2 || part.Open() >= given.Open() || r.Exhausted {
				t.Errorf("budget %d, %d cells open, exhausted %v", budget, part.Open(), r.Exhausted)
			}
		}
	}
	if cut < 2 {
		t.Errorf("only %d cubes were cut", cut)
	}
}
