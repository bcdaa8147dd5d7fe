package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A module with a test that notices some mutants, one that no test notices, and one that
// never ends.
var small = map[string]string{
	"go.mod": "module small\n\ngo 1.26\n",
	"small.go": `package small

func Sum(list []int) int {
	sum := 0
	for i := 0; i < len(list); i++ {
		if list[i] > 0 || false {
			sum += list[i]
		}
	}
	return sum
}

func Idle(n int) int {
	n = max(n, n)
	return n
}
`,
	"small_test.go": `package small

import "testing"

func TestSum(t *testing.T) {
	if Sum([]int{1, -2, 3}) != 4 || Idle(3) != 3 {
		t.Fatal("wrong")
	}
}
`,
}

// Every operator finds its places, and every mutant its verdict.
func TestVerdicts(t *testing.T) {
	dir := t.TempDir()
	for name, text := range small {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	mutants, err := mutantsOf(dir, "small.go")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]verdict{
		"small.go Sum: return early: nothing → if true { return *new(int) };":  killed,
		"small.go Sum: constant: 0 → 1":                                        killed,
		"small.go Sum: constant: 0 → 1 (2)":                                    killed,
		"small.go Sum: never: i < len(list) → false && i < len(list)":          killed,
		"small.go Sum: compare: < → <=":                                        killed,
		"small.go Sum: negate: list[i] > 0 || false → !(list[i] > 0 || false)": killed,
		"small.go Sum: drop term: list[i] > 0 || false → list[i] > 0":          survived,
		"small.go Sum: drop term: list[i] > 0 || false → false":                killed,
		"small.go Sum: compare: > → >=":                                        survived,
		"small.go Sum: constant: 0 → 1 (3)":                                    killed,
		"small.go Sum: constant: false → true":                                 killed,
		"small.go Sum: drop: sum += list[i] → nothing":                         killed,
		"small.go Idle: return early: nothing → if true { return *new(int) };": killed,
		"small.go Idle: drop: n = max(n, n) → nothing":                         survived,
	}
	if testing.Short() {
		t.Skip("builds tests")
	}
	at := strings.Index(small["small.go"], "sum := 0")
	for _, is := range []string{"for {}", "nonsense"} {
		m := &mutant{file: "small.go", function: "Sum", operator: "insert", from: at, to: at, is: is + "; ", decl: mutants[0].decl, set: mutants[0].set}
		mutants = append(mutants, m)
	}
	want["small.go Sum: insert: nothing → for {};"] = hung
	s := &schema{root: dir, dir: t.TempDir(), mutants: mutants}
	if err := s.prepare([]string{"."}); err != nil {
		t.Fatal(err)
	}
	for _, m := range s.mutants {
		got, err := m.verdict()
		if v, ok := want[m.String()]; err != nil || !ok || got != v {
			t.Errorf("%s: %s, %v, want %s", m, got, err, v)
		}
		delete(want, m.String())
	}
	for name := range want {
		t.Errorf("missing: %s", name)
	}
}

// samples are how many mutants of a target TestSample tries, 0 is all, and with which tests.
var samples = map[string]options{
	"certify": {tests: quick},
	"count":   {sample: 12, tests: "Count|Backbone|Trace|Split|Cuts|Bounds|Sweep|Keys"},
}

// quick are the tests of package certify without the longest.
const quick = "Vectors$|Triddlers|TestBoundaries|BlockLiterals|Heaviest|Numbers|Lattice|Blotted|Memory(Limit|IsCounted)|Shrink|Shorten|Work|Write|Lagrangian|Mutations|Naive|" +
	"TestVerify|Claim|LongLines|NoOther|Assumptions|Given|Puzzle|ReadErrors|Documented|Fuzz|Example"

// TestSample tries some mutants of the targets that cost least. All must be killed, or be
// listed with a reason.
func TestSample(t *testing.T) {
	if testing.Short() {
		t.Skip("builds tests")
	}
	const root = "../.."
	known, err := survivors(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		o, ok := samples[target.name]
		if !ok {
			continue
		}
		mutants, err := target.choose(root, o.sample, 1)
		if err != nil {
			t.Fatal(err)
		}
		left, err := target.try(root, mutants, known, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range left {
			t.Errorf("no test notices the mutant %s: write one, or list it in %s with the reason", m, survivorPage)
		}
	}
}

// TestSecondChecker tries all mutants of the checker in Python on the test vectors.
func TestSecondChecker(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	if out, err := python(t, survivorPage); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// python runs check.py of this folder, and skips the test if there is no python3.
func python(t *testing.T, arg string) ([]byte, error) {
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to run docs/certificates/check.py with")
	}
	cmd := exec.Command(path, "tools/mutate/check.py", arg)
	cmd.Dir = "../.."
	return cmd.CombinedOutput()
}

// Every survivor that is listed is still a mutant.
func TestListed(t *testing.T) {
	const root = "../.."
	page, err := survivors(root)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, found := range regexp.MustCompile("(?m)^\\| `(.*)` \\| .").FindAllStringSubmatch(page, -1) {
		known[found[1]] = true
	}
	if rows := strings.Count(page, "\n") - 2; len(known) != rows {
		t.Errorf("%d rows, %d survivors", rows, len(known))
	}
	for _, target := range targets {
		mutants, err := target.choose(root, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mutants {
			delete(known, m.String())
		}
	}
	out, err := python(t, "-list")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name := range strings.Lines(string(out)) {
		delete(known, strings.TrimSpace(name))
	}
	for name := range known {
		t.Errorf("%s lists a survivor that is not a mutant any more: %s", survivorPage, name)
	}
}
