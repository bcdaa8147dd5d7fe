package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nonogram"
	"nonogram/format"
)

// TestMain lets the test binary stand in for another solver.
func TestMain(m *testing.M) {
	switch os.Getenv("PERF_TEST_ROLE") {
	case "solver":
		fmt.Println("median 7 ms of the warm-up")
		fmt.Println("all solved, median 1.5 ms, slowest 0.007 s")
		os.Exit(0)
	case "broken":
		fmt.Fprintln(os.Stderr, "cannot open the file")
		os.Exit(2)
	}
	os.Exit(m.Run())
}

// buildCommand compiles the command nonogram.
func buildCommand(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "nonogram.exe")
	if out, err := exec.Command("go", "-C", "../..", "build", "-o", binary, "./cmd/nonogram").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

const examples = "../../internal/examples/"

func TestCompare(t *testing.T) {
	t.Setenv("PERF_TEST_ROLE", "solver")
	c, err := parseCompare([]string{"-binary", buildCommand(t), "-limit", "2", "-rounds", "2",
		"-against", "other=" + os.Args[0] + " {}", "-median", "other=ms median ([0-9.]+) ms", "-slowest", "other=s slowest ([0-9.]+)",
		examples + "cat.non", examples + "toadstool.non"})
	if err != nil {
		t.Fatal(err)
	}
	var results [][]measured
	for _, file := range c.files {
		r, err := c.measureFile(context.Background(), file)
		if err != nil {
			t.Fatal(err)
		}
		for k, m := range r {
			if len(m.cpu) != 2 || len(m.median) != 2 || m.median[0] < 0 {
				t.Errorf("%s, program %d: %+v", file, k, m)
			}
		}
		if r[1].median[0] != 0.0015 {
			t.Errorf("median of the other program: %v", r[1].median[0])
		}
		results = append(results, r)
	}
	table := c.table(results)
	for _, want := range []string{"| file | nonogram: CPU s | median ms | slowest ms | other: CPU s | median ms | slowest ms | CPU / other | median / other |", "| cat.non |", "| toadstool.non |", "| **all** |", " 1.500 | 7 |"} {
		if !strings.Contains(table, want) {
			t.Errorf("the table lacks %q:\n%s", want, table)
		}
	}
}

func TestCompareFailures(t *testing.T) {
	t.Setenv("PERF_TEST_ROLE", "broken")
	p := program{name: "other", args: []string{os.Args[0], "{}"}}
	if err := p.run(context.Background(), "x", new(measured)); err == nil || !strings.Contains(err.Error(), "cannot open the file") {
		t.Errorf("a program that fails: %v", err)
	}
	for _, args := range [][]string{
		{}, {"-limit", "0", "f"}, {"-rounds", "0", "f"}, {"-against", "nameless {}", "f"}, {"-against", "a=b", "f"},
		{"-median", "a=ms x(.)", "f"}, {"-against", "a=b {}", "-median", "a=hours x(.)", "f"}, {"-against", "a=b {}", "-median", "a=ms x", "f"},
	} {
		if _, err := parseCompare(args); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

// What the command prints must not pass unless it solves the puzzles.
func TestRecords(t *testing.T) {
	file := examples + "heart.non"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var p *nonogram.Puzzle
	for p, err = range format.Decode(data, "heart.non", "") {
		if err != nil {
			t.Fatal(err)
		}
	}
	line := func(status, rows string) string {
		return fmt.Sprintf(`{"id":"x","status":%q,"solutions":1,"grid":[%s],"elapsed_ms":0.5}`+"\n", status, rows)
	}
	good := `".#.#.","#####","#####",".###.","..#.."`
	if median, slowest, err := verifiedTimes(file, []byte(line("unique", good)), 2); err != nil || median != 0.0005 || slowest != 0.0005 {
		t.Errorf("%s: %v, %v, %v", p.Title, median, slowest, err)
	}
	for name, output := range map[string]string{
		"wrong cell":  line("unique", strings.Replace(good, "..#..", ".#...", 1)),
		"short row":   line("unique", strings.Replace(good, "..#..", "..#.", 1)),
		"no rows":     line("unique", ""),
		"other sign":  line("unique", strings.Replace(good, "..#..", "..x..", 1)),
		"undecided":   line("undecided", ""),
		"not decided": line("solved", good),
		"error":       `{"id":"x","error":{"where":"x","message":"y"}}`,
		"nothing":     "",
		"too much":    line("unique", good) + line("unique", good),
	} {
		if _, _, err := verifiedTimes(file, []byte(output), 2); err == nil {
			t.Errorf("%s passes", name)
		}
	}
}
