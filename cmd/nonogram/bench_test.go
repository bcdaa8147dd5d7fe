package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nonogram/cmd/internal/bench"
	"nonogram/cmd/internal/terminal"
	"nonogram/internal/machine"
)

// runBench runs the command in this process.
func runBench(ctx context.Context, args ...string) (stdout, stderr string, err error) {
	var out, errs bytes.Buffer
	a := &app{in: strings.NewReader(""), out: terminal.NewOutput(&out), err: &errs}
	root := newRoot(a)
	root.SetArgs(append([]string{"bench"}, args...))
	err = root.ExecuteContext(ctx)
	a.out.Flush()
	return out.String(), errs.String(), err
}

func TestBenchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out, _, err := runBench(ctx, "--method", "engine")
	var status exitStatus
	if !errors.As(err, &status) || status != exitUndecided || !strings.HasSuffix(out, "\ninterrupted\n") {
		t.Errorf("%v\n%s", err, out)
	}
	out, _, err = runBench(ctx, "--method", "engine", "--json")
	if !errors.As(err, &status) || status != exitUndecided || !strings.Contains(out, `"interrupted":true`) {
		t.Errorf("%v\n%s", err, out)
	}
}

// The first faults are printed one by one.
func TestBenchFaults(t *testing.T) {
	cell := bench.Series{Method: "m", Set: "5×5"}
	for range maxFaults + 3 {
		cell.Runs = append(cell.Runs, bench.Run{Method: "m", Set: "5×5", Puzzle: "7", Outcome: bench.Wrong, Fault: "row 2"})
	}
	var errs bytes.Buffer
	r := &benchReport{f: &benchFlags{}, cells: []bench.Series{cell}}
	if n := r.faults(&app{err: &errs}); n != maxFaults+3 {
		t.Errorf("%d faults", n)
	}
	lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
	if len(lines) != maxFaults+1 || lines[0] != "m, 5×5, puzzle 7: wrong: row 2" || lines[maxFaults] != "and 3 more like these" {
		t.Errorf("%q", lines)
	}
}

func TestBenchTable(t *testing.T) {
	runs := []bench.Run{
		{Outcome: bench.Solved, Time: 1500, Nodes: 3}, {Outcome: bench.TimedOut, Time: 2e9, Nodes: 40_000_000},
		{Outcome: bench.Solved, Time: 2500, Nodes: 4}, {Outcome: bench.Stalled, Time: 2e6, Nodes: 0},
	}
	r := &benchReport{
		f: &benchFlags{Count: 4, Density: "0.4", Shuffle: "python3", Seed: 9, Rounds: 1, Limit: 2, Timeout: 2e9}, clock: "CPU time",
		machine: machine.Info{Processor: "Abacus", Cores: 1, System: "os/arch", Go: "go1"},
		cells:   []bench.Series{{Method: "beads", Set: "5×5", Runs: runs}, {Method: "fingers", Set: "5×5", Runs: make([]bench.Run, 1)}},
	}
	r.cells[1].Runs[0].Outcome = bench.Skipped
	var out bytes.Buffer
	a := &app{out: terminal.NewOutput(&out)}
	if err := r.print(a); err != nil {
		t.Fatal(err)
	}
	a.out.Flush()
	_, table, _ := strings.Cut(out.String(), "\n")
	want := `CPU time · 4 random boards a size, density 0.4, seed 9, shuffled by python3 · up to 2 solutions · 1 round · limit 2s

5×5
METHOD       MEAN  MEDIAN     MIN    MAX  PAR-2  NODES  LOOKS  SOLVED  WRONG  TIMED OUT  OTHER
beads    > 501 ms    1 ms  1.5 µs  > 2 s    2 s  > 10⁷      –     2/4      0          1  1 stalled
fingers         –       –       –      –      –      –      –     0/1      0          0  1 skipped
`
	if table != want {
		t.Errorf("got\n%s\nwant\n%s", table, want)
	}
}

func TestParseSizesAndDensities(t *testing.T) {
	for text, want := range map[string][2]int{"5": {5, 5}, "20x15": {20, 15}, "20×15": {20, 15}} {
		if w, h, err := parseSize(text); err != nil || w != want[0] || h != want[1] {
			t.Errorf("%q: %d, %d, %v", text, w, h, err)
		}
	}
	for text, want := range map[string][2]float64{"0.4": {0.4, 0.4}, "0.5-0.35": {0.5, 0.35}} {
		if first, last, err := parseDensity(text); err != nil || first != want[0] || last != want[1] {
			t.Errorf("%q: %v, %v, %v", text, first, last, err)
		}
	}
	for _, text := range []string{"", "x", "5x", "5x5x5", "-"} {
		if _, _, err := parseSize(text); err == nil {
			t.Errorf("size %q is accepted", text)
		}
	}
	for _, text := range []string{"", "half", "0.5-", "-0.5"} {
		if _, _, err := parseDensity(text); err == nil {
			t.Errorf("density %q is accepted", text)
		}
	}
}

// An external program is measured and checked beside the methods; one that prints a wrong board,
// nothing, or too little is not right.
func TestBenchProgram(t *testing.T) {
	dir := t.TempDir()
	script := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	puzzle := filepath.Join(dir, "p.nin")
	if err := os.WriteFile(puzzle, []byte("3 3\n1 1\n1\n3\n1 1\n2\n1 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(dir, "runs.csv")
	out, errs, err := runBench(t.Context(), "--clock", "wall", "--min-time", "0s", "--method", "engine", "--timeout", "5s", "--csv", table,
		"--program", "right="+script("right", "cat >/dev/null\necho solved:\necho '# . #'\necho '. # .'\necho '# # #'\n"),
		"--program", "wrong="+script("wrong", "echo ###\necho '...'; echo '###'; echo '###'\n"),
		"--program", "silent="+script("silent", "exit 0\n"), "--program", "broken="+script("broken", "echo no >&2; exit 3\n"), puzzle)
	var status exitStatus
	if !errors.As(err, &status) || status != exitFailed {
		t.Errorf("%v\n%s", err, errs)
	}
	data, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`right( +[^ ]+ [mµ]?s){5} +– +– +1/1`).MatchString(out) {
		t.Errorf("an external program has nodes:\n%s", out)
	}
	for _, want := range []string{"engine,3×3,", "right,3×3,", "wrong,3×3,", "silent,3×3,", "broken,3×3,"} {
		outcome := map[string]string{"engine": "solved", "right": "solved", "wrong": "wrong", "silent": "failed", "broken": "failed"}[strings.Split(want, ",")[0]]
		if !regexp.MustCompile("(?m)^" + want + "[^\n]*," + outcome + ",").Match(data) {
			t.Errorf("%s is not %s:\n%s\n%s", want, outcome, data, out)
		}
	}
	for _, bad := range [][]string{{"--program", "x=true"}, {"--clock", "wall", "--program", "x"}, {"--clock", "wall", "--program", "x=/no/such/program"}, {"--clock", "wall", "--limit", "2", "--program", "x=true"}} {
		if _, _, err := runBench(t.Context(), bad...); !errors.As(err, new(usageError)) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// An incomplete method looks for one solution unless asked otherwise, and says what may help.
func TestSolveIncomplete(t *testing.T) {
	puzzle := filepath.Join(t.TempDir(), "p.nin")
	if err := os.WriteFile(puzzle, []byte("3 3\n1 1\n1\n3\n1 1\n2\n1 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for method, want := range map[string]string{"force:max_iter=inf": "solved", "force": "max_iter=inf draws more", "perm_elim:verbose=false": "unique"} {
		var out, errs bytes.Buffer
		a := &app{in: strings.NewReader(""), out: terminal.NewOutput(&out), err: &errs}
		root := newRoot(a)
		root.SetArgs([]string{"solve", "--method", method, puzzle})
		_ = root.ExecuteContext(t.Context()) // a stalled method is undecided
		a.out.Flush()
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: %s%s, want %s", method, &out, &errs, want)
		}
	}
}
