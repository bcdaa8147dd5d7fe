package main

import (
	"bytes"
	"context"
	"errors"
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
METHOD       MEAN  MEDIAN     MIN    MAX  NODES  SOLVED  WRONG  TIMED OUT  OTHER
beads    > 501 ms    1 ms  1.5 µs  > 2 s  > 10⁷     2/4      0          1  1 stalled
fingers         –       –       –      –      –     0/1      0          0  1 skipped
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
