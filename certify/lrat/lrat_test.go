package lrat_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/certify/lrat"
	"nonogram/format"
	"nonogram/internal/testkit/naive"
	"nonogram/solve"
)

// prove proves a puzzle and returns the formula and the proof.
func prove(t *testing.T, p *nonogram.Puzzle, limit int) (formula, proof []byte, r *nonogram.Result, err error) {
	t.Helper()
	w, err := lrat.NewWriter(p)
	if err != nil {
		return nil, nil, nil, err
	}
	if r, err = solve.Prove(t.Context(), p, nonogram.Options{Limit: limit}, w); err != nil {
		return nil, nil, nil, err
	}
	var f, b bytes.Buffer
	err = w.Write(&f, &b)
	return f.Bytes(), b.Bytes(), r, err
}

// check is a checker of LRAT, as plain as possible: without resolution on a literal, which is
// not used here.
func check(formula, proof []byte) error {
	clauses := map[int][]int{}
	read := func(line string) (numbers []int) {
		for _, field := range strings.Fields(line) {
			n, err := strconv.Atoi(field)
			if err != nil {
				return nil
			}
			numbers = append(numbers, n)
		}
		return numbers
	}
	for line := range strings.Lines(string(formula)) {
		if line[0] == 'c' || line[0] == 'p' {
			continue
		}
		n := read(line)
		clauses[len(clauses)+1] = n[:len(n)-1]
	}
	for line := range strings.Lines(string(proof)) {
		if fields := strings.Fields(line); fields[1] == "d" {
			for _, id := range read(strings.Join(fields[2:], " ")) {
				delete(clauses, id)
			}
			continue
		}
		n := read(line)
		end := slices.Index(n, 0)
		id, clause, hints := n[0], n[1:end], n[end+1:len(n)-1]
		isFalse := map[int]bool{}
		for _, l := range clause {
			isFalse[l] = true
		}
		refuted := false
		for _, h := range hints {
			c, ok := clauses[h]
			if !ok {
				return fmt.Errorf("%d: no clause %d", id, h)
			}
			open := slices.DeleteFunc(slices.Clone(c), func(l int) bool { return isFalse[l] })
			if len(open) > 1 {
				return fmt.Errorf("%d: clause %d is not a unit", id, h)
			}
			if refuted = len(open) == 0; refuted {
				break
			}
			isFalse[-open[0]] = true
		}
		if !refuted {
			return fmt.Errorf("%d does not follow", id)
		}
		if len(clause) == 0 {
			return nil
		}
		clauses[id] = clause
	}
	return errors.New("no empty clause")
}

// accepted has a proof judged here, and by lrat-check of drat-trim where that is installed.
func accepted(t *testing.T, formula, proof []byte) {
	t.Helper()
	if err := check(formula, proof); err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("lrat-check")
	if err != nil {
		return
	}
	dir := t.TempDir()
	cnf, steps := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.lrat")
	if os.WriteFile(cnf, formula, 0o600) != nil || os.WriteFile(steps, proof, 0o600) != nil {
		t.Fatal("cannot write")
	}
	out, err := exec.Command(program, cnf, steps).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "VERIFIED") {
		t.Fatalf("lrat-check: %v\n%s", err, out)
	}
}

// random makes a puzzle of noise.
func random(rng *rand.Rand, width, height, colors, density int) *nonogram.Puzzle {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rng.IntN(100) < density {
			g.Cells[i] = nonogram.Color(1 + rng.IntN(colors-1))
		}
	}
	palette := make(nonogram.Palette, colors)
	palette.AssignSymbols()
	return nonogram.FromGrid(g, palette)
}

// TestProofs proves small puzzles, in black and white and in color, solvable and not.
func TestProofs(t *testing.T) {
	rng := rand.New(rand.NewPCG(50, 5))
	proved, without, unsayable := 0, 0, 0
	for n := range 90 {
		p := random(rng, 2+rng.IntN(5), 2+rng.IntN(5), 2+n%3, 30+rng.IntN(50))
		if n%4 == 0 { // often without a solution
			i, j := rng.IntN(len(p.Rows)), rng.IntN(len(p.Rows))
			p.Rows[i], p.Rows[j] = p.Rows[j], p.Rows[i]
		}
		if n%5 == 0 {
			p.Given = nonogram.NewGrid(p.Width(), p.Height())
			p.Given.Cells[0] = nonogram.Empty
		}
		solutions, all := naive.Solutions(p, 20)
		formula, proof, r, err := prove(t, p, 21)
		switch {
		case !all && errors.Is(err, lrat.ErrUnsayable):
			unsayable++
			continue
		case err != nil:
			t.Fatalf("%v %v: %v", p.Rows, p.Cols, err)
		case len(r.Solutions) != len(solutions):
			t.Fatalf("%d solutions, expected %d", len(r.Solutions), len(solutions))
		}
		accepted(t, formula, proof)
		proved++
		if len(solutions) == 0 {
			without++
			continue
		}
		// The formula without its last clause, which blocks a solution, is that of a puzzle with
		// one: the proof fails.
		lines := bytes.SplitAfter(formula, []byte("\n"))
		fewer := bytes.Join(slices.Concat(lines[:len(lines)-2], [][]byte{[]byte("1 -1 0\n")}), nil)
		if err := check(fewer, proof); err == nil {
			t.Fatalf("%v %v: accepted without a blocked solution", p.Rows, p.Cols)
		}
	}
	t.Logf("%d proved, %d without a solution, %d refused", proved, without, unsayable)
	if proved < 60 || without < 8 {
		t.Error("too few")
	}
}

// TestLargeProofs proves the example of 20 × 20, noise of 30 × 30, and clues that do not fit.
func TestLargeProofs(t *testing.T) {
	data, err := os.ReadFile("../../internal/examples/cat.non")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(50, 6))
	list := []*nonogram.Puzzle{nonogram.New([][]int{{3}}, [][]int{{1}, {1}}), random(rng, 30, 30, 2, 70), random(rng, 30, 30, 3, 80)}
	for p := range format.Decode(data, "cat.non", "") {
		list = append(list, p)
	}
	for _, p := range list {
		formula, proof, r, err := prove(t, p, 2)
		if errors.Is(err, lrat.ErrUnsayable) {
			t.Logf("%d × %d: %v", p.Width(), p.Height(), err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		accepted(t, formula, proof)
		t.Logf("%d × %d, %s: %d kB of clauses, %d kB of proof", p.Width(), p.Height(), r.Status, len(formula)>>10, len(proof)>>10)
	}
}

// TestRefused lists what LRAT cannot say.
func TestRefused(t *testing.T) {
	diagonal := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	blotted := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	blotted.Rows[0][0].Length = 0
	missing := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	missing.Cols[1] = nonogram.MissingClue()
	for _, c := range []struct {
		p     *nonogram.Puzzle
		limit int
		want  string
	}{
		{diagonal, 2, "at least 2"},
		{diagonal, 3, ""},
		{diagonal, 1, "at least 1"},
		{nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {2}}), 2, "the totals"},
		{blotted, 2, "row 1: a block of unknown length"},
		{missing, 2, "column 2: a line without a clue"},
		{nonogram.New(make([][]int, 61), make([][]int, 60)), 2, "60 × 61 cells"},
	} {
		formula, proof, _, err := prove(t, c.p, c.limit)
		if c.want == "" && err == nil {
			accepted(t, formula, proof)
		}
		if (err == nil) != (c.want == "") || err != nil && (!errors.Is(err, lrat.ErrUnsayable) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v, limit %d: %v, expected %q", c.p, c.limit, err, c.want)
		}
	}
}
