package solve_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"nonogram/internal/testkit/families"
)

// The signature of the engine: its counters on a fixed set of puzzles, and a hash of them
// (see package signature). A change of strategy changes some counters, and the difference in
// testdata/signature.txt shows which.

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

const (
	signatureFile = "testdata/signature.txt"
	// maxMoved is how many moved rows a failure lists.
	maxMoved = 25
)

// The boards of the tests and benchmarks here are made where those of the
// signature are.
var (
	disc       = families.Disc
	dominoes   = families.Dominoes
	ones       = families.Ones
	switches   = families.Switches
	noise      = families.Noise
	colorNoise = families.ColorNoise
	shuffled   = families.Shuffled
	exchanged  = families.Exchanged
)

// moved describes how a row differs from the recorded one; empty if it does not.
func moved(names []string, old, now signatureRow) string {
	var parts []string
	if old.Answer != now.Answer {
		parts = append(parts, fmt.Sprintf("status %s → %s", old.Answer, now.Answer))
	}
	for i, name := range names {
		if a, b := old.Counters[i], now.Counters[i]; a != b {
			parts = append(parts, name+" "+change(a, b))
		}
	}
	return strings.Join(parts, ", ")
}

func change(a, b int64) string {
	if a == 0 {
		return fmt.Sprintf("%d → %d", a, b)
	}
	return fmt.Sprintf("%d → %d (%+.1f %%)", a, b, 100*float64(b-a)/float64(a))
}

// total returns the sum of rows.
func total(rows []signatureRow, columns int) signatureRow {
	sum := signatureRow{Counters: make([]int64, columns)}
	for _, r := range rows {
		for i, n := range r.Counters {
			sum.Counters[i] += n
		}
	}
	return sum
}

func TestSignature(t *testing.T) {
	now, err := signatureRows(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(signatureFile, writeTable(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(signatureFile)
	if err != nil {
		t.Fatal(err)
	}
	old, err := readTable(data)
	if err != nil {
		t.Fatalf("%s: %v", signatureFile, err)
	}
	if !slices.Equal(old.Names, counterNames()) {
		t.Fatalf("%s has the counters %q, the engine has %q; %s", signatureFile, old.Names, counterNames(), howToUpdate)
	}
	compareSignatures(t, old, now)
	if number := signatureNumber(now); number != old.Number {
		t.Errorf("the signature is %s, recorded is %s; %s", number, old.Number, howToUpdate)
	}
}

const howToUpdate = "if that is meant, run\n\tgo test ./solve -run TestSignature -update\nand say in the commit message why it moves"

func compareSignatures(t *testing.T, recorded *recorded, now []signatureRow) {
	t.Helper()
	old := map[string]signatureRow{}
	for _, r := range recorded.Rows {
		old[r.Key] = r
	}
	var report []string
	var before []signatureRow
	for _, r := range now {
		was, ok := old[r.Key]
		if !ok {
			report = append(report, r.Key+": not recorded")
			continue
		}
		before = append(before, was)
		if m := moved(recorded.Names, was, r); m != "" {
			report = append(report, r.Key+": "+m)
		}
	}
	if len(old) != len(before) {
		report = append(report, fmt.Sprintf("%d recorded rows are of no puzzle", len(old)-len(before)))
	}
	if len(report) == 0 {
		return
	}
	columns := len(recorded.Names)
	all := moved(recorded.Names, total(before, columns), total(now, columns))
	shown := report[:min(len(report), maxMoved)]
	t.Errorf("the engine's counters moved on %d of %d rows:\n\t%s\nin all: %s\n%s\n"+
		"(counters that differ only on some processors: make fused lists the arithmetic to blame)",
		len(report), len(now), strings.Join(shown, "\n\t"), all, howToUpdate)
}

// The comparison finds differences.
func TestSignatureBites(t *testing.T) {
	names := []string{"guesses", "conflicts"}
	a := signatureRow{Key: "p/1", Answer: "solved", Counters: []int64{10, 0}}
	b := signatureRow{Key: "p/1", Answer: "unique", Counters: []int64{12, 3}}
	if got, want := moved(names, a, b), "status solved → unique, guesses 10 → 12 (+20.0 %), conflicts 0 → 3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := moved(names, a, a); got != "" {
		t.Errorf("no change is %q", got)
	}
}
