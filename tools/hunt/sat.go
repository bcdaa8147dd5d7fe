package hunt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"nonogram"
)

// A SAT solver from outside as a witness. Starting a program takes milliseconds, so
// hundreds of puzzles go into one formula, on variables of their own:
//
//   - those said to have a solution, all together: one model has a solution of each;
//   - those said to have another one, each with its first solution forbidden;
//   - those said to have none, or no other: a choice of one of them. If nothing is
//     wrong with any, the choice is impossible; otherwise the model shows the puzzle
//     and the solution that should not be.
//
// So three runs confirm any number of puzzles, from both sides.

// Solver is an installed SAT solver.
type Solver struct {
	Name string
	path string
	// toFile says that the answer goes to a second file instead of the output.
	toFile bool
}

// String is the name.
func (s Solver) String() string { return s.Name }

// solvers are those that are looked for: packages of Debian.
var solvers = []Solver{{Name: "minisat", toFile: true}, {Name: "cadical"}, {Name: "kissat"}}

// Solvers finds the SAT solvers that are installed.
func Solvers() []Solver {
	var found []Solver
	for _, s := range solvers {
		if path, err := exec.LookPath(s.Name); err == nil {
			s.path = path
			found = append(found, s)
		}
	}
	return found
}

// The exit codes of SAT solvers.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
)

// Solve gives a model of the formula, indexed by variable, or nil if there is none.
func (s Solver) Solve(ctx context.Context, f *CNF) ([]bool, error) {
	folder, err := os.MkdirTemp("", "nonogram-hunt-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	in, out := filepath.Join(folder, "in.cnf"), filepath.Join(folder, "out")
	file, err := os.Create(in)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(f.Write(file), file.Close()); err != nil {
		return nil, err
	}
	args := []string{in}
	if s.toFile {
		args = append(args, out)
	}
	cmd := exec.CommandContext(ctx, s.path, args...)
	printed, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	if s.toFile {
		if printed, err = os.ReadFile(out); err != nil {
			return nil, err
		}
	}
	switch code := cmd.ProcessState.ExitCode(); code {
	case exitUnsatisfiable:
		return nil, nil
	case exitSatisfiable:
		return readModel(printed, f.Vars)
	default:
		return nil, fmt.Errorf("%s ended with %d, expected %d or %d", s.Name, code, exitSatisfiable, exitUnsatisfiable)
	}
}

// readModel reads literals off lines that begin with "v", or off all lines if there
// are none.
func readModel(printed []byte, vars int) ([]bool, error) {
	model := make([]bool, vars+1)
	known := 0
	values := bytes.Contains(printed, []byte("\nv ")) || bytes.HasPrefix(printed, []byte("v "))
	for line := range bytes.Lines(printed) {
		fields := bytes.Fields(line)
		switch {
		case len(fields) == 0 || values && string(fields[0]) != "v" || string(fields[0]) == "SAT":
			continue
		case values:
			fields = fields[1:]
		}
		for _, field := range fields {
			l, err := strconv.Atoi(string(field))
			if err != nil || l > vars || l < -vars {
				return nil, fmt.Errorf("%q in a model of %d variables", field, vars)
			}
			if l != 0 {
				model[max(l, -l)] = l > 0
				known++
			}
		}
	}
	if known < vars {
		return nil, fmt.Errorf("a model of %d variables has only %d", vars, known)
	}
	return model, nil
}

// together joins formulas: all must hold. Formula i has its variables after
// offsets[i].
func together(list []*Encoding) (f *CNF, offsets []int) {
	f = new(CNF)
	for _, e := range list {
		offsets = append(offsets, f.Vars)
		f.append(&e.CNF, 0)
	}
	return f, offsets
}

// anyOf joins formulas: one must hold. Variable i+1 says that formula i does.
func anyOf(list []*Encoding) (f *CNF, offsets []int) {
	f = new(CNF)
	var choice []int
	for range list {
		choice = append(choice, f.variable())
	}
	f.Add(choice...)
	for i, e := range list {
		offsets = append(offsets, f.Vars)
		f.append(&e.CNF, -choice[i])
	}
	return f, offsets
}

// append adds a formula on variables of its own, each clause with one more literal
// unless that is 0.
func (f *CNF) append(g *CNF, unless int) {
	for _, clause := range g.Clauses {
		var moved []int
		for _, l := range clause {
			if l > 0 {
				moved = append(moved, l+f.Vars)
			} else {
				moved = append(moved, l-f.Vars)
			}
		}
		if unless != 0 {
			moved = append(moved, unless)
		}
		f.Clauses = append(f.Clauses, moved)
	}
	f.Vars += g.Vars
}

// Statement is a claim about a puzzle: that it has no solution, one, or two
// or more.
type Statement struct {
	Puzzle    *nonogram.Puzzle
	Solutions int
}

// Confirm puts statements to the solver. The fault is the first that is found
// wrong, or nil if all are right.
func (s Solver) Confirm(ctx context.Context, list []Statement) (*Fault, error) {
	var first, second, none []*Encoding
	for _, st := range list {
		if e := Encode(st.Puzzle); st.Solutions == 0 {
			none = append(none, e)
		} else {
			first = append(first, e)
		}
	}
	grids, f, err := s.haveSolutions(ctx, first, "no solution at all")
	if f != nil || err != nil {
		return f, err
	}
	k := 0
	for _, st := range list {
		if st.Solutions == 0 {
			continue
		}
		if e := first[k].Forbid(grids[k]); st.Solutions == 1 {
			none = append(none, e)
		} else {
			second = append(second, e)
		}
		k++
	}
	if _, f, err = s.haveSolutions(ctx, second, "one solution only"); f != nil || err != nil {
		return f, err
	}
	return s.haveNone(ctx, none)
}

// haveSolutions gives a solution of each; the statement on the first that has none
// becomes its fault.
func (s Solver) haveSolutions(ctx context.Context, list []*Encoding, otherwise string) ([]*nonogram.Grid, *Fault, error) {
	if len(list) == 0 {
		return nil, nil, nil
	}
	formula, offsets := together(list)
	model, err := s.Solve(ctx, formula)
	if err != nil {
		return nil, nil, err
	}
	if model == nil {
		if len(list) > 1 { // one of them; look in the first half, then in the other
			half := len(list) / 2
			if _, f, err := s.haveSolutions(ctx, list[:half], otherwise); f != nil || err != nil {
				return nil, f, err
			}
			return s.haveSolutions(ctx, list[half:], otherwise)
		}
		return nil, &Fault{Claim: s.Name, Message: "there is " + otherwise, Puzzle: list[0].p}, nil
	}
	var grids []*nonogram.Grid
	for i, e := range list {
		g := e.grid(model, offsets[i])
		if err := nonogram.Check(e.p, g); err != nil {
			return nil, &Fault{Claim: "encoding", Message: err.Error(), Puzzle: e.p}, nil
		}
		grids = append(grids, g)
	}
	return grids, nil, nil
}

// haveNone makes sure that none of the formulas can hold.
func (s Solver) haveNone(ctx context.Context, list []*Encoding) (*Fault, error) {
	if len(list) == 0 {
		return nil, nil
	}
	formula, offsets := anyOf(list)
	model, err := s.Solve(ctx, formula)
	if err != nil || model == nil {
		return nil, err
	}
	for i, e := range list {
		if !model[i+1] {
			continue
		}
		g := e.grid(model, offsets[i])
		if err := nonogram.Check(e.p, g); err != nil {
			return &Fault{Claim: "encoding", Message: err.Error(), Puzzle: e.p}, nil
		}
		return &Fault{Claim: s.Name, Message: "there is a solution more:\n" + g.String(), Puzzle: e.p}, nil
	}
	return nil, fmt.Errorf("%s chose none of %d formulas", s.Name, len(list))
}
