// Mutate changes the code in small ways and tells which changes no test notices:
//
//	go run ./tools/mutate                     everything, hours
//	go run ./tools/mutate -sample 40 line     some of the target line
//	go run ./tools/mutate -sample 9999 -within 20m line   as many as there is time for
//	go run ./tools/mutate -list count         what would be tried
//	go run ./tools/mutate -name 'Job.key' order
//
// A mutant negates a condition, moves a comparison by one, drops a statement or a term,
// changes a constant, or returns at once. It is compiled with go test -overlay, so that
// the tree is never touched, and the nearest tests run. A mutant that they fail on, or
// never end on, is killed; one that does not compile is not counted. Whoever survives
// shows a promise without a test, or code that makes no difference: docs/testing.md
// lists those that are known, with the reason, and they are not tried again.
//
// Cost: building and running the tests of a package, seconds for each mutant.
//
// Mutation analysis is due to DeMillo, Lipton and Sayward (Hints on Test Data
// Selection, 1978).
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// target is some files and the tests nearest to them, those that cost least first.
type target struct {
	name  string
	files []string // patterns; tests are left out
	tests [][]string
}

var targets = []target{
	{"explain", []string{"solve/explain.go"}, [][]string{
		{"-run", "Explanations|Trace|Determinism|RandomBoards|Signature|ProofMode|LongSearches|Small|Prove", "./solve"}}},
	{"exchange", []string{"solve/exchange.go", "solve/member.go", "solve/internal/share/*.go"}, [][]string{
		{"./solve/internal/share"}, {"-run", "Clauses|Team|Public|Replay", "./solve"}}},
	{"count", []string{"solve/count.go", "solve/internal/count/*.go"}, [][]string{
		{"./solve/internal/count"}, {"-run", "Count|Backbone", "./solve"}}},
	{"certify", []string{"certify/[^w]*.go"}, [][]string{
		{"-run", "Vectors$|BlockLiterals|Heaviest|Numbers", "./certify"}, {"-run", "Verify|Lattice|Blotted|Lagrangian$|Claim|Read|Write|Forger", "./certify"}, {"./certify"}}},
	{"line", []string{"internal/line/*.go"}, [][]string{
		{"-run", "Solve|Count|Starts|Odds|Marginals|Word", "./internal/line"}, {"./internal/line"}}},
	{"order", []string{"internal/pipeline/*.go", "internal/service/batch/results.go", "internal/service/batch/chunk.go", "internal/service/batch/delivery_record.go"}, [][]string{
		{"./internal/pipeline"}, {"-run", "Travel|Chunk|Compact|Key|Blame|Quiet|Output|Submit|Cancel|Takeover|Convert|Panic|Stop|Large", "./internal/service/batch"},
		{"-short=false", "-run", "TestKillers$", "./internal/service/batch"}}},
	{"limits", []string{"internal/operations/limits.go", "internal/operations/decode.go"}, [][]string{
		{"./internal/operations"}, {"-run", "Limit|Request|Decode|Refuse", "./internal/service/server"}}},
}

func main() {
	sample := flag.Int("sample", 0, "try `N` mutants of every target, chosen by the seed; 0 is all")
	seed := flag.Uint64("seed", 1, "what is chosen")
	timeout := flag.Duration("timeout", 2*time.Minute, "when tests are taken to hang")
	name := flag.String("name", "", "try only mutants whose names contain `TEXT`, listed or not")
	within := flag.Duration("within", 24*time.Hour, "begin no mutant of a target after this `TIME`, and tell the score of those tried")
	list := flag.Bool("list", false, "list the mutants, try none")
	flag.Parse()
	if err := run(flag.Args(), *sample, *seed, *timeout, *within, *list, *name); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(names []string, sample int, seed uint64, timeout, within time.Duration, list bool, part string) error {
	known, err := survivors(".")
	if err != nil {
		return err
	}
	for _, name := range names {
		if !slices.ContainsFunc(targets, func(t target) bool { return t.name == name }) {
			return fmt.Errorf("found %q, expected some of the names %s", name, targetNames())
		}
	}
	for _, t := range targets {
		if len(names) > 0 && !slices.Contains(names, t.name) {
			continue
		}
		mutants, err := t.choose(".", sample, seed)
		if err != nil {
			return err
		}
		if part != "" {
			mutants = slices.DeleteFunc(mutants, func(m *mutant) bool { return !strings.Contains(m.String(), part) })
			known = nil
		}
		if list {
			for _, m := range mutants {
				fmt.Println(m)
			}
			continue
		}
		if err := t.try(mutants, known, timeout, time.Now().Add(within)); err != nil {
			return err
		}
	}
	return nil
}

func targetNames() string {
	var names []string
	for _, t := range targets {
		names = append(names, t.name)
	}
	return strings.Join(names, ", ")
}

// choose lists the mutants of a target, all of them in their order or a sample.
func (t *target) choose(root string, sample int, seed uint64) ([]*mutant, error) {
	var all []*mutant
	for _, pattern := range t.files {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("%s: no files %s", t.name, pattern)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			below, err := filepath.Rel(root, file)
			if err != nil {
				return nil, err
			}
			list, err := mutantsOf(root, filepath.ToSlash(below))
			if err != nil {
				return nil, err
			}
			all = append(all, list...)
		}
	}
	if sample > 0 {
		slices.SortFunc(all, func(a, b *mutant) int { return cmp.Compare(a.rank(seed), b.rank(seed)) })
		all = all[:min(sample, len(all))]
	}
	return all, nil
}

// try runs the tests on the mutants of a target and tells the score.
func (t *target) try(mutants []*mutant, known map[string]bool, timeout time.Duration, end time.Time) error {
	count := map[verdict]int{}
	for _, m := range mutants {
		if time.Now().After(end) {
			break
		}
		if known[m.String()] {
			count[listed]++
			continue
		}
		v, err := m.verdict(".", t.tests, timeout)
		if err != nil {
			return err
		}
		count[v]++
		if v == survived {
			fmt.Println(v, m)
		}
	}
	tried := count[killed] + count[hung] + count[survived]
	fmt.Printf("%s: %d of %d mutants killed, %d of them by hanging; %d survived, %d are listed, %d do not compile\n",
		t.name, count[killed]+count[hung], tried, count[hung], count[survived], count[listed], count[broken])
	return nil
}

// verdict is what came of a mutant.
type verdict string

const (
	killed   verdict = "killed"
	hung     verdict = "hung"
	survived verdict = "survived"
	broken   verdict = "broken" // it does not compile
	listed   verdict = "listed" // it is known to survive
)

// verdict compiles the mutant and runs the tests, one lot after another until one
// fails.
func (m *mutant) verdict(root string, tests [][]string, timeout time.Duration) (verdict, error) {
	dir, err := os.MkdirTemp("", "mutant-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	overlay, err := m.overlay(root, dir)
	if err != nil {
		return "", err
	}
	for _, lot := range tests {
		args := append([]string{"test", "-overlay", overlay, "-count", "1", "-short", "-failfast", "-vet", "off", "-timeout", timeout.String()}, lot...)
		ctx, cancel := context.WithTimeout(context.Background(), 2*timeout) // building included
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Dir = root
		cmd.WaitDelay = time.Second
		out, err := cmd.CombinedOutput()
		late := ctx.Err() != nil
		cancel()
		var exit *exec.ExitError
		switch {
		case err == nil:
			continue
		case late || strings.Contains(string(out), "panic: test timed out"):
			return hung, nil
		case strings.Contains(string(out), "[build failed]") || strings.Contains(string(out), "[setup failed]"):
			return broken, nil
		case errors.As(err, &exit):
			return killed, nil
		}
		return "", err
	}
	return survived, nil
}

// overlay writes the changed file, and tells the go command of it.
func (m *mutant) overlay(root, dir string) (string, error) {
	path, err := filepath.Abs(filepath.Join(root, m.file))
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, filepath.Base(m.file))
	if err := os.WriteFile(changed, slices.Concat(source[:m.from], []byte(m.is), source[m.to:]), 0o666); err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]any{"Replace": map[string]string{path: changed}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, data, 0o666)
}

// survivorPage lists the known survivors as rows of a table that begin with the mutant.
const survivorPage = "tools/mutate/survivors.txt"

func survivors(root string) (map[string]bool, error) {
	data, err := os.ReadFile(filepath.Join(root, survivorPage))
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(line, " | ")
		if name, ok := strings.CutPrefix(cells[0], "| `"); ok && strings.Contains(name, " → ") && len(cells) > 1 {
			known[strings.ReplaceAll(strings.TrimSuffix(name, "`"), `\|`, "|")] = true
		}
	}
	return known, nil
}
