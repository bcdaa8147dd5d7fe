package census

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

// The b-files of docs/census, a line "n a(n)" for every square from 0×0, are counted
// anew up to 5×5; beyond, docs/records.md has the same numbers.
func TestSequences(t *testing.T) {
	const small = 5
	page, err := os.ReadFile("../../../../docs/records.md")
	if err != nil {
		t.Fatal(err)
	}
	var counted [small + 1]Tally
	for n := 1; n <= small; n++ {
		counted[n] = count(t, Size{n, n, true})
	}
	written := strings.NewReplacer(",", "", "*", "").Replace(string(page))
	for file, of := range map[string]func(Tally) uint64{
		"b242876.txt":          func(t Tally) uint64 { return t.Unique },
		"b_line_solvable.txt":  func(t Tally) uint64 { return t.LineSolvable },
		"b_descriptions.txt":   func(t Tally) uint64 { return t.Descriptions },
		"b_most_solutions.txt": func(t Tally) uint64 { return t.Most },
	} {
		f, err := os.Open("../../../../docs/census/" + file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		for in := bufio.NewScanner(f); in.Scan(); n++ {
			var at int
			var term uint64
			if _, err := fmt.Sscanf(in.Text(), "%d %d", &at, &term); err != nil || at != n {
				t.Fatalf("%s: found %q, expected the term %d, %v", file, in.Text(), n, err)
			}
			want := uint64(1) // there is one picture of no cells
			if n > 0 && n <= small {
				want = of(counted[n])
			} else if n > small {
				want = term
				if !strings.Contains(written, fmt.Sprintf(" %d ", term)) {
					t.Errorf("%s: docs/records.md does not have %d", file, term)
				}
			}
			if term != want {
				t.Errorf("%s: a(%d) = %d, expected %d", file, n, term, want)
			}
		}
		if n <= small {
			t.Errorf("%s ends with %d", file, n)
		}
	}
}
