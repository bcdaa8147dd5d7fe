package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"nonogram"
	"nonogram/tools/hunt"
)

// SAT solvers as rivals: they decide the formula that nonogram convert writes.

// satSolvers are those that are asked, if they are installed.
var satSolvers = []string{"cadical", "kissat"}

// The exit codes of SAT solvers. Any of them will do where no answer is known.
const exitSatisfiable, exitUnsatisfiable, anyAnswer = 10, 20, 0

// errOverLimit reports that a program took more CPU time than it was given.
var errOverLimit = errors.New("the limit of CPU time is over")

// cost is what a program took: CPU time, and the most memory it had at once, in bytes, 0 where
// the system does not tell.
type cost struct {
	cpu    time.Duration
	memory int64
}

// installed are the paths of those programs that are there.
func installed(names []string) []string {
	var paths []string
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// verdictBy is what a SAT solver takes to confirm a verdict: it looks for a solution, and for
// another than the known one. Without a verdict it looks for the solution that is missing, and
// any answer is right. A limit of 0 is none.
func verdictBy(ctx context.Context, solver string, p *nonogram.Puzzle, r *nonogram.Result, limit time.Duration) (cost, error) {
	encoding := hunt.Encode(p)
	var total cost
	for found := 0; found < 2; found++ {
		want := exitSatisfiable
		if found == len(r.Solutions) {
			want = exitUnsatisfiable
			if r.Status == nonogram.Undecided {
				want = anyAnswer
			}
		}
		var formula bytes.Buffer
		if err := encoding.Write(&formula); err != nil {
			return total, err
		}
		spent, err := satCost(ctx, solver, formula.Bytes(), want, limit)
		total.cpu += spent.cpu
		total.memory = max(total.memory, spent.memory)
		switch {
		case err != nil:
			return total, err
		case limit > 0 && total.cpu >= limit:
			return total, errOverLimit
		case want != exitSatisfiable:
			return total, nil
		}
		encoding = encoding.Forbid(r.Solutions[0])
	}
	return total, nil
}

// satCost is what a SAT solver takes for its answer, which must be the one expected.
func satCost(ctx context.Context, solver string, formula []byte, want int, limit time.Duration) (cost, error) {
	spent, code, _, err := spend(ctx, formula, limit, solver, "-q")
	if want == anyAnswer && (code == exitSatisfiable || code == exitUnsatisfiable) {
		want = code
	}
	if err == nil && code != want {
		err = fmt.Errorf("%s ended with %d, expected %d", filepath.Base(solver), code, want)
	}
	return spent, err
}

// spend runs a program and returns what it took, its exit code and its output. The shell ends it
// when it has taken the limit and a second. GNU time tells its memory: what the system tells of a
// child begins with the memory of its parent, which is this program and its formulas.
func spend(ctx context.Context, input []byte, limit time.Duration, args ...string) (spent cost, code int, output []byte, err error) {
	told, err := os.CreateTemp("", "perf-memory-")
	if err != nil {
		return spent, 0, nil, err
	}
	defer os.Remove(told.Name())
	defer told.Close()
	if timer, err := exec.LookPath("time"); err == nil {
		args = append([]string{timer, "--quiet", "-f", "%M", "-o", told.Name()}, args...)
	}
	if limit > 0 {
		seconds := strconv.Itoa(int(limit.Seconds()) + 1)
		args = append([]string{"sh", "-c", "ulimit -t " + seconds + `; exec "$@"`, "sh"}, args...)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	cmd.Stdin = bytes.NewReader(input)
	output, err = cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return spent, 0, nil, err
	}
	spent.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if text, err := os.ReadFile(told.Name()); err == nil { // without a number if the program was killed
		kilobytes, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		spent.memory = kilobytes << 10
	}
	switch {
	case ctx.Err() != nil:
		return spent, 0, nil, ctx.Err()
	case limit > 0 && spent.cpu >= limit:
		return spent, 0, nil, errOverLimit
	}
	return spent, cmd.ProcessState.ExitCode(), output, nil
}
