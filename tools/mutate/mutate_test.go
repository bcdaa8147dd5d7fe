package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
		"small.go Sum: return early: nothing → if true { return 0 };":          killed,
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
		"small.go Idle: return early: nothing → if true { return 0 };":         killed,
		"small.go Idle: drop: n = max(n, n) → nothing":                         survived,
	}
	for _, m := range mutants {
		v, ok := want[m.String()]
		if !ok {
			t.Errorf("unexpected: %s", m)
			continue
		}
		delete(want, m.String())
		if testing.Short() {
			continue
		}
		if got, err := m.verdict(dir, [][]string{{"."}}, time.Minute); err != nil || got != v {
			t.Errorf("%s: %s, %v, want %s", m, got, err, v)
		}
	}
	for name := range want {
		t.Errorf("missing: %s", name)
	}
	if testing.Short() {
		return
	}
	for is, v := range map[string]verdict{"for {}": hung, "nonsense": broken} {
		at := strings.Index(small["small.go"], "sum := 0")
		m := &mutant{file: "small.go", from: at, to: at, is: is + "; "}
		if got, err := m.verdict(dir, [][]string{{"."}}, 5*time.Second); err != nil || got != v {
			t.Errorf("%s: %s, %v, want %s", is, got, err, v)
		}
	}
}

// sampleSeed chooses the mutants of TestSample, sampleOf how many of each target.
const sampleSeed = 1

var sampleOf = map[string]int{"certify": 5, "count": 4, "limits": 3, "order": 3}

// TestSample tries some mutants of the targets that cost least. All must be killed, or be
// listed with a reason.
func TestSample(t *testing.T) {
	if testing.Short() {
		t.Skip("builds fifteen tests")
	}
	const root = "../.."
	known, err := survivors(root)
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, target := range targets {
		mutants, err := target.choose(root, sampleOf[target.name], sampleSeed)
		if err != nil {
			t.Fatal(err)
		}
		if sampleOf[target.name] == 0 {
			continue // none: choose would give all
		}
		for _, m := range mutants {
			if known[m.String()] {
				continue
			}
			v, err := m.verdict(root, target.tests, 3*time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: %s", v, m)
			if v == survived {
				t.Errorf("no test notices the mutant %s: write one, or list it in %s with the reason", m, survivorPage)
			}
			tried++
		}
	}
	if tried < 8 {
		t.Errorf("%d mutants were tried: that tests little", tried)
	}
}

// Whoever is listed as a survivor is still there.
func TestListed(t *testing.T) {
	const root = "../.."
	known, err := survivors(root)
	if err != nil {
		t.Fatal(err)
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
	for name := range known {
		t.Errorf("%s lists a survivor that is no mutant any more: %s", survivorPage, name)
	}
}
