package format

import (
	"bytes"
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
	"nonogram/internal/models"
)

// readCNF reads a formula, and checks that its line of the problem is right.
func readCNF(t *testing.T, text string) (vars int, clauses [][]int) {
	t.Helper()
	count := -1
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "c") {
			continue
		}
		if count < 0 {
			if _, err := fmt.Sscanf(line, "p cnf %d %d\n", &vars, &count); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			continue
		}
		var clause []int
		for _, field := range strings.Fields(line) {
			l, err := strconv.Atoi(field)
			if err != nil || max(l, -l) > vars {
				t.Fatalf("%q is not a literal of %d variables", field, vars)
			}
			clause = append(clause, l)
		}
		if len(clause) == 0 || clause[len(clause)-1] != 0 {
			t.Fatalf("a clause without an end: %q", line)
		}
		clauses = append(clauses, clause[:len(clause)-1])
	}
	if len(clauses) != count {
		t.Fatalf("%d clauses, the line of the problem says %d", len(clauses), count)
	}
	return vars, clauses
}

// assignments lists all satisfying assignments, by deciding on the variables in turn.
func assignments(vars int, clauses [][]int) [][]bool {
	var all [][]bool
	value := make([]int, vars+1)
	var decide func(v int)
	decide = func(v int) {
		for _, c := range clauses {
			open := false
			for _, l := range c {
				open = open || value[max(l, -l)] == 0 || (value[max(l, -l)] > 0) == (l > 0)
			}
			if !open {
				return
			}
		}
		if v > vars {
			model := make([]bool, vars+1)
			for i := range model {
				model[i] = value[i] > 0
			}
			all = append(all, model)
			return
		}
		for _, x := range [2]int{1, -1} {
			value[v] = x
			decide(v + 1)
		}
		value[v] = 0
	}
	decide(1)
	return all
}

// cellsOf reads the cells off an assignment.
func cellsOf(p *nonogram.Puzzle, model []bool) *nonogram.Grid {
	g := nonogram.NewGrid(p.Width(), p.Height())
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if !p.Colored() && model[i+1] {
			g.Cells[i] = nonogram.Black
		}
		for c := range p.Palette {
			if p.Colored() && model[i*len(p.Palette)+c+1] {
				g.Cells[i] = nonogram.Color(c)
			}
		}
	}
	return g
}

// solutionsOf lists the solutions of a tiny puzzle.
func solutionsOf(p *nonogram.Puzzle) int {
	n := 0
	g := nonogram.NewGrid(p.Width(), p.Height())
	var fill func(i int)
	fill = func(i int) {
		if i == len(g.Cells) {
			if nonogram.Check(p, g) == nil {
				n++
			}
			return
		}
		for c := range p.Palette {
			g.Cells[i] = nonogram.Color(c)
			fill(i + 1)
		}
	}
	fill(0)
	return n
}

// pictured makes a puzzle that has a solution.
func pictured(rng *rand.Rand, width, height, colors int) *nonogram.Puzzle {
	palette := make(nonogram.Palette, colors)
	palette.AssignSymbols()
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(rng.IntN(colors))
	}
	p := nonogram.FromGrid(g, palette)
	p.Goal = nil
	return p
}

// tinyPuzzle makes a puzzle that may have no solution, or given cells.
func tinyPuzzle(rng *rand.Rand, width, height, colors int) *nonogram.Puzzle {
	p := pictured(rng, width, height, colors)
	switch rng.IntN(4) {
	case 0:
		p.Rows = pictured(rng, width, height, colors).Rows
	case 1:
		p.Given = nonogram.NewGrid(width, height)
		p.Given.Cells[rng.IntN(width*height)] = nonogram.Color(rng.IntN(colors))
	case 2:
		p.Rows[0] = nonogram.Clue{{Length: width + 1, Color: 1}} // too long for its line
	}
	return p
}

// checkModels compares the satisfying assignments of the formula of a puzzle with its solutions,
// and returns its file.
func checkModels(t *testing.T, p *nonogram.Puzzle) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Encode(&b, "cnf", p); err != nil {
		t.Fatal(err)
	}
	all := assignments(readCNF(t, b.String()))
	for _, model := range all {
		if g := cellsOf(p, model); nonogram.Check(p, g) != nil {
			t.Fatalf("rows %v columns %v: an assignment is not a solution: %v", p.Rows, p.Cols, g.Cells)
		}
	}
	if want := solutionsOf(p); len(all) != want {
		t.Fatalf("rows %v columns %v given %v: %d assignments, %d solutions\n%s", p.Rows, p.Cols, p.Given, len(all), want, b.String())
	}
	return b.Bytes()
}

// TestCNFModels compares the satisfying assignments of formulas with the solutions of
// their puzzles: as many, and each of them is one.
func TestCNFModels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, size := range [][3]int{{2, 2, 2}, {3, 2, 2}, {3, 3, 2}, {4, 2, 2}, {2, 2, 3}, {3, 1, 3}, {1, 3, 4}} {
		for range 25 {
			p := tinyPuzzle(rng, size[0], size[1], size[2])
			checkModels(t, p)
		}
	}
}

// TestCNFOfTriddlers does so for triddlers and for lines without a clue, and reads the puzzle back.
func TestCNFOfTriddlers(t *testing.T) {
	rng := rand.New(rand.NewPCG(59, 3))
	for n := range 120 {
		p := tinyPuzzle(rng, 3, 2, 2)
		if n%3 > 0 {
			shape, err := nonogram.Triddler([6]int{1, n % 2, 1, 1, n % 2, 1})
			if err != nil {
				t.Fatal(err)
			}
			g := shape.NewGrid()
			for cell := range g.Cells {
				if shape.Has(cell) {
					g.Cells[cell] = nonogram.Color(rng.IntN(2))
				}
			}
			p = &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Shape: shape}
			p.Rows, p.Cols = shape.CluesOf(g)
		}
		if n%2 == 0 {
			p.Rows[rng.IntN(len(p.Rows))] = nonogram.MissingClue()
			p.Cols[rng.IntN(len(p.Cols))] = nonogram.MissingClue()
		}
		for q, err := range Decode(checkModels(t, p), "", "") {
			if err != nil || !slices.EqualFunc(append(q.Rows, q.Cols...), append(p.Rows, p.Cols...), nonogram.Clue.Equal) || (q.Shape == nil) != (p.Shape == nil) {
				t.Fatalf("%v: read %v, %v", p, q, err)
			}
		}
	}
}

// TestFormulaBlots does so for puzzles with blocks of unknown length.
func TestFormulaBlots(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	for _, size := range [][3]int{{2, 2, 2}, {3, 2, 2}, {3, 3, 2}, {4, 2, 2}, {2, 2, 3}, {3, 1, 3}} {
		for range 25 {
			p := tinyPuzzle(rng, size[0], size[1], size[2])
			for _, l := range p.Lines() {
				for i := range p.Clue(l) {
					if rng.IntN(2) == 0 {
						p.Clue(l)[i].Length = 0
					}
				}
			}
			f := models.NewFormula(p)
			var clauses [][]int
			for clause := range f.Clauses() {
				clauses = append(clauses, slices.Clone(clause))
			}
			all := assignments(f.Vars(), clauses)
			for _, model := range all {
				if g := f.Grid(func(variable int) bool { return model[variable] }); nonogram.Check(p, g) != nil {
					t.Fatalf("rows %v columns %v: an assignment is not a solution: %v", p.Rows, p.Cols, g.Cells)
				}
			}
			if want := solutionsOf(p); len(all) != want {
				t.Fatalf("rows %v columns %v given %v: %d assignments, %d solutions", p.Rows, p.Cols, p.Given, len(all), want)
			}
		}
	}
}

// TestCNFSolved has formulas solved by a solver of satisfiability, if there is one.
func TestCNFSolved(t *testing.T) {
	solver, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("there is no cadical to solve formulas with")
	}
	rng := rand.New(rand.NewPCG(4, 5))
	for i := range 10 {
		p := pictured(rng, 8+i, 9, 2+i%3)
		var b bytes.Buffer
		if err := Encode(&b, "cnf", p); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "a.cnf")
		if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		out, _ := exec.Command(solver, "-q", file).Output() // 10 and 20 are its answers
		vars, _ := readCNF(t, b.String())
		model := make([]bool, vars+1)
		for line := range strings.Lines(string(out)) {
			if values, ok := strings.CutPrefix(line, "v "); ok {
				for _, field := range strings.Fields(values) {
					if l, err := strconv.Atoi(field); err == nil && l > 0 {
						model[l] = true
					}
				}
			}
		}
		if !strings.Contains(string(out), "s SATISFIABLE") {
			t.Fatalf("rows %v columns %v: no solution: %s", p.Rows, p.Cols, out)
		}
		if err := nonogram.Check(p, cellsOf(p, model)); err != nil {
			t.Errorf("rows %v columns %v: %v", p.Rows, p.Cols, err)
		}
	}
}
