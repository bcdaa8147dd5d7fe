// Package hunt looks for faults: it makes small puzzles of every kind, asks
// everything in the project that can solve them, and compares the answers with
// each other, with plain counting, and with those of the same puzzle turned,
// mirrored, framed or painted in other inks. What disagrees is shrunk to the
// smallest puzzle that still shows the fault, and kept as a file that every later
// run tries first.
//
//	Shape.Puzzle ──▶ Hunter.Examine ──▶ Fault ──▶ Shrink ──▶ Keep
//	                  │ Solutions (plain counting)
//	                  │ solve, lab, teach
//	                  └ Symmetries
//
// A SAT solver from outside is one more opinion, on puzzles that counting cannot
// reach: Encode writes a puzzle down as clauses, Solver runs the program.
//
// The package is for tests. It shares nothing with the solvers it examines but
// the model of the root package: Solutions and Encode have their own idea of what
// a clue means, and each is tested against the other.
package hunt

import (
	"errors"
	"fmt"
	"slices"

	"nonogram"
)

// Fault is a puzzle with a wrong answer.
type Fault struct {
	Claim   string // what does not hold, in a word or two: "engine", "lab dfs_wiki"
	Message string
	Puzzle  *nonogram.Puzzle
}

func (f *Fault) Error() string {
	return fmt.Sprintf("%s: %s\n%s", f.Claim, f.Message, Describe(f.Puzzle))
}

// Describe writes a puzzle so that a person can try it by hand.
func Describe(p *nonogram.Puzzle) string {
	s := fmt.Sprintf("%d × %d, %d inks\nrows %v\ncolumns %v\n", p.Width(), p.Height(), len(p.Palette)-1, p.Rows, p.Cols)
	if p.Given != nil {
		s += "given\n" + p.Given.String()
	}
	return s
}

// wellFormed reports whether this is a puzzle, with or without a solution.
func wellFormed(p *nonogram.Puzzle) bool {
	var invalid *nonogram.InvalidError
	err := nonogram.Validate(p)
	return err == nil || errors.As(err, &invalid) && invalid.Unsolvable()
}

// drawings are grids as strings, sorted, so that sets of solutions can be compared.
func drawings(grids []*nonogram.Grid) []string {
	list := make([]string, len(grids))
	for i, g := range grids {
		cells := make([]byte, len(g.Cells))
		for j, c := range g.Cells {
			cells[j] = byte(c)
		}
		list[i] = string(cells)
	}
	slices.Sort(list)
	return list
}
