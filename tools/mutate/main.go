// Mutate changes the code in small ways and lists the changes that no test notices:
//
//	go run ./tools/mutate                     everything, hours
//	go run ./tools/mutate certify             the checker of certificates, minutes
//	go run ./tools/mutate -sample 40 line     some of the target line
//	go run ./tools/mutate -list count         what would be tried
//
// A mutant negates a condition, moves a comparison by one, drops a statement or a term,
// changes a constant, or returns at once. All mutants of a target are compiled into one
// test program (schemata.go). Each test runs once to record the functions that it reaches;
// then the tests that reach a mutant run on it, cheapest first (trial.go). A mutant that they
// fail on, or that takes far more of the processor's time than the code, is killed. Others
// show a promise without a test, or code that makes no difference: survivors.txt lists those
// that are known, with the reason, and they are not tried again. check.py does the same with
// docs/certificates/check.py.
//
// Mutation analysis is due to DeMillo, Lipton and Sayward (Hints on Test Data
// Selection, 1978).
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// target is some files and the packages with the tests of them.
type target struct {
	name     string
	files    []string // patterns; tests are left out
	packages []string
}

var targets = []target{
	{"explain", []string{"solve/explain.go"}, []string{"./solve"}},
	{"learning", []string{"solve/clauses.go", "solve/analyze.go", "solve/propagate.go"}, []string{"./solve"}},
	{"exchange", []string{"solve/exchange.go", "solve/member.go", "solve/internal/share/*.go"}, []string{"./solve/internal/share", "./solve"}},
	{"count", []string{"solve/count.go", "solve/internal/count/*.go"}, []string{"./solve/internal/count", "./solve"}},
	{"certify", []string{"certify/*.go"}, []string{"./certify"}},
	{"line", []string{"internal/line/*.go"}, []string{"./internal/line"}},
	{"teach", []string{"teach/*.go"}, []string{"./teach"}},
	{"server", []string{"cmd/internal/server/*.go"}, []string{"./cmd/internal/server"}},
	{"batch", []string{"cmd/internal/batch/*.go"}, []string{"./cmd/internal/batch"}},
	{"order", []string{"internal/pipeline/*.go", "cmd/internal/batch/results.go", "cmd/internal/batch/chunk.go", "cmd/internal/batch/delivery_record.go"}, []string{"./internal/pipeline", "./cmd/internal/batch"}},
	{"triddler", []string{"shape.go", "internal/board/shape.go", "generate/triddler.go"}, []string{".", "./internal/board", "./solve", "./generate"}},
	{"limits", []string{"cmd/internal/operations/limits.go", "cmd/internal/operations/decode.go"}, []string{"./cmd/internal/operations", "./cmd/internal/server"}},
}

// options are those of the command.
type options struct {
	sample      int
	seed        uint64
	name, tests string
	list        bool
}

func main() {
	var o options
	flag.IntVar(&o.sample, "sample", 0, "try `N` mutants of every target, chosen by the seed; 0 is all")
	flag.Uint64Var(&o.seed, "seed", 1, "what is chosen")
	flag.StringVar(&o.name, "name", "", "try only mutants whose names contain `TEXT`, listed or not")
	flag.StringVar(&o.tests, "tests", "", "run only the tests that match a `PATTERN`")
	flag.BoolVar(&o.list, "list", false, "list the mutants, try none")
	flag.Parse()
	if err := run(flag.Args(), o); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(names []string, o options) error {
	known, err := survivors(".")
	if err != nil {
		return err
	}
	for _, name := range names {
		if !slices.ContainsFunc(targets, func(t target) bool { return t.name == name }) {
			return fmt.Errorf("found %q, expected names of targets, as in tools/mutate/main.go", name)
		}
	}
	left := 0
	for _, t := range targets {
		if len(names) > 0 && !slices.Contains(names, t.name) {
			continue
		}
		mutants, err := t.choose(".", o.sample, o.seed)
		if err != nil {
			return err
		}
		if o.name != "" {
			mutants = slices.DeleteFunc(mutants, func(m *mutant) bool { return !strings.Contains(m.String(), o.name) })
			known = ""
		}
		if o.list {
			for _, m := range mutants {
				fmt.Println(m)
			}
			continue
		}
		survivors, err := t.try(".", mutants, known, o)
		if err != nil {
			return err
		}
		left += len(survivors)
	}
	if left > 0 {
		return fmt.Errorf("%d mutants survived: write a test, or list them in %s with the reason", left, survivorPage)
	}
	return nil
}

// choose lists the mutants of a target, all of them in their order or a sample.
func (t *target) choose(root string, sample int, seed uint64) ([]*mutant, error) {
	var all []*mutant
	for _, pattern := range t.files {
		files, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("%s: no files %s", t.name, pattern)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			list, err := mutantsOf(root, file)
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

// try runs the tests on the mutants of a target and prints the score.
func (t *target) try(root string, mutants []*mutant, known string, o options) (survivors []*mutant, err error) {
	dir, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	all := len(mutants)
	s := &schema{root: root, dir: dir, tests: o.tests}
	s.mutants = slices.DeleteFunc(mutants, func(m *mutant) bool { return strings.Contains(known, "`"+m.String()+"`") })
	tried := len(s.mutants)
	if err := s.prepare(t.packages); err != nil {
		return nil, err
	}
	count := map[verdict]int{}
	for _, m := range s.mutants {
		v, err := m.verdict()
		if err != nil {
			return nil, err
		}
		count[v]++
		if v == survived || v == unreached {
			survivors = append(survivors, m)
			fmt.Println(v, m)
		}
	}
	dead := count[killed] + count[hung]
	fmt.Printf("%s: %d of %d mutants killed, %d of them by hanging; %d survived, %d of them in code that no test reaches; %d are listed, %d do not compile\n",
		t.name, dead, dead+len(survivors), count[hung], len(survivors), count[unreached], all-tried, tried-len(s.mutants))
	return survivors, nil
}

// survivorPage lists the known survivors as rows of a table that begin with the mutant.
const survivorPage = "tools/mutate/survivors.txt"

// survivors reads the page.
func survivors(root string) (string, error) {
	data, err := os.ReadFile(filepath.Join(root, survivorPage))
	return strings.ReplaceAll(string(data), `\|`, "|"), err
}
