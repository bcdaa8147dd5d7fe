package solve_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"nonogram"
	"nonogram/internal/corpus"
	"nonogram/solve"
)

// The signature of the engine: what it counts on a fixed set of puzzles. A change
// that only makes it faster leaves every number alone; a change of strategy moves
// some, and the difference in testdata/signature.txt shows the reviewer which,
// and by how much, free of the noise that times have. The same run gives the same
// counters on every machine.

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

const (
	signatureFile = "testdata/signature.txt"
	// signatureConflicts bounds every puzzle, so that a worse engine fails this
	// test instead of running for hours.
	signatureConflicts = 5000
	// countedCells is the size up to which a puzzle is counted too.
	countedCells = 100
	// maxMoved is how many moved rows a failure lists.
	maxMoved = 25
)

// signed is a puzzle of the signature.
type signed struct {
	name string
	p    *nonogram.Puzzle
	seed uint64 // of the engine
}

// signaturePuzzles has something for every stage and every kind of line.
func signaturePuzzles(t *testing.T) []signed {
	var list []signed
	add := func(p *nonogram.Puzzle, seed uint64, format string, args ...any) {
		list = append(list, signed{fmt.Sprintf(format, args...), p, seed})
	}
	for _, name := range []string{"cat", "heart", "toadstool"} {
		add(corpus.Puzzles(t, filepath.Join("..", "internal", "examples", name+".non"))[0], 0, "example-%s", name)
	}
	for _, n := range []int{20, 60, 130} {
		add(disc(n), 0, "disc-%d", n)
	}
	for n := 3; n <= 8; n++ {
		add(dominoes(n), 0, "dominoes-%d", n)
	}
	add(ones(6), 0, "ones-6")
	add(switches(4), 0, "switches-4")
	for _, side := range []int{5, 10, 15, 20, 25, 30} {
		for i, density := range []float64{0.55, 0.5, 0.45, 0.4, 0.35, 0.3} {
			add(shuffled(side, 1, density, uint64(i)), uint64(i%3), "random-%d-%g", side, density)
		}
	}
	pack := tournamentPack(25)
	for _, i := range []int{15, 17, 21, 29} { // those that took conflicts when this was written
		add(pack[i], 0, "hard-25-%d", i)
	}
	for seed := range uint64(3) {
		add(noise(70, 12, 0.5, seed), seed, "wide-%d", seed)
		add(noise(9, 140, 0.6, seed), seed, "tall-%d", seed)
		add(exchanged(20, 0.5, seed), seed, "exchanged-%d", seed)
	}
	for _, inks := range []int{2, 3, 5, 8} {
		for seed := range uint64(3) {
			add(shuffled(15, inks, 0.5, seed), seed, "inks-%d-%d", inks, seed)
		}
	}
	for seed := range uint64(2) {
		add(shuffled(30, 2, 0.5, seed), seed, "inks-2-30-%d", seed)
	}
	add(colorNoise(70, 8, 3, 0.6, 1), 1, "inks-wide")
	return list
}

// signatureRow is one puzzle and limit, or its count: the status and the counters, in the order
// of their names.
type signatureRow struct {
	key, status string
	counters    []int64
}

// counterNames are the fields of nonogram.Stats as JSON calls them, so that a new
// counter joins by itself.
func counterNames() []string {
	var names []string
	for i := range reflect.TypeFor[nonogram.Stats]().NumField() {
		name, _, _ := strings.Cut(reflect.TypeFor[nonogram.Stats]().Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

func counters(s nonogram.Stats) []int64 {
	var list []int64
	v := reflect.ValueOf(s)
	for i := range v.NumField() {
		list = append(list, v.Field(i).Int())
	}
	return list
}

func signatureRows(t *testing.T) []signatureRow {
	t.Helper()
	var e solve.Engine
	var rows []signatureRow
	budget := nonogram.Budget{Conflicts: signatureConflicts}
	for _, q := range signaturePuzzles(t) {
		for limit := 1; limit <= 2; limit++ {
			r, err := e.Solve(context.Background(), q.p, nonogram.Options{Limit: limit, Seed: q.seed, Budget: budget})
			if err != nil {
				t.Fatalf("%s: %v", q.name, err)
			}
			rows = append(rows, signatureRow{fmt.Sprintf("%s/%d", q.name, limit), r.Status.String(), counters(r.Stats)})
		}
		if q.p.Width()*q.p.Height() <= countedCells {
			c, err := e.Count(context.Background(), q.p, nonogram.Options{Seed: q.seed, Budget: budget})
			if err != nil {
				t.Fatalf("%s: %v", q.name, err)
			}
			rows = append(rows, signatureRow{q.name + "/count", c.Count.String(), counters(c.Stats)})
		}
	}
	return rows
}

// writeSignature makes a table that a diff shows well.
func writeSignature(rows []signatureRow) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Counters of the engine, at most %d conflicts each; go test ./solve -run TestSignature -update writes them.\n", signatureConflicts)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "puzzle/limit\tstatus\t%s\n", strings.Join(counterNames(), "\t"))
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s", r.key, r.status)
		for _, n := range r.counters {
			fmt.Fprintf(w, "\t%d", n)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	return b.Bytes()
}

// readSignature reads such a table by its header.
func readSignature(data []byte) (names []string, rows map[string]signatureRow, err error) {
	rows = map[string]signatureRow{}
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
		case len(fields) < 3:
			return nil, nil, fmt.Errorf("line %q is too short", line)
		case names == nil:
			names = fields[2:]
		case len(fields) != len(names)+2:
			return nil, nil, fmt.Errorf("line %q has %d columns, expected %d", line, len(fields), len(names)+2)
		default:
			r := signatureRow{key: fields[0], status: fields[1]}
			for _, f := range fields[2:] {
				n, err := strconv.ParseInt(f, 10, 64)
				if err != nil {
					return nil, nil, err
				}
				r.counters = append(r.counters, n)
			}
			rows[r.key] = r
		}
	}
	return names, rows, nil
}

// moved says how a row differs from what was recorded, or nothing.
func moved(names []string, old, now signatureRow) string {
	var parts []string
	if old.status != now.status {
		parts = append(parts, fmt.Sprintf("status %s → %s", old.status, now.status))
	}
	for i, name := range names {
		if a, b := old.counters[i], now.counters[i]; a != b {
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

// total is the sum of rows, to see where a change leads on the whole.
func total(rows []signatureRow, columns int) signatureRow {
	sum := signatureRow{counters: make([]int64, columns)}
	for _, r := range rows {
		for i, n := range r.counters {
			sum.counters[i] += n
		}
	}
	return sum
}

func TestSignature(t *testing.T) {
	now := signatureRows(t)
	if *update {
		if err := os.WriteFile(signatureFile, writeSignature(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(signatureFile)
	if err != nil {
		t.Fatal(err)
	}
	names, old, err := readSignature(data)
	if err != nil {
		t.Fatalf("%s: %v", signatureFile, err)
	}
	if strings.Join(names, " ") != strings.Join(counterNames(), " ") {
		t.Fatalf("%s has the counters %q, the engine has %q; %s", signatureFile, names, counterNames(), howToUpdate)
	}
	compareSignatures(t, names, old, now)
}

const howToUpdate = "if that is meant, run\n\tgo test ./solve -run TestSignature -update\nand say in the commit message why they move"

func compareSignatures(t *testing.T, names []string, old map[string]signatureRow, now []signatureRow) {
	t.Helper()
	var report []string
	var before []signatureRow
	for _, r := range now {
		was, ok := old[r.key]
		if !ok {
			report = append(report, r.key+": not recorded")
			continue
		}
		before = append(before, was)
		if m := moved(names, was, r); m != "" {
			report = append(report, r.key+": "+m)
		}
	}
	if len(old) != len(before) {
		report = append(report, fmt.Sprintf("%d recorded rows are of no puzzle", len(old)-len(before)))
	}
	if len(report) == 0 {
		return
	}
	all := moved(names, total(before, len(names)), total(now, len(names)))
	shown := report[:min(len(report), maxMoved)]
	t.Errorf("the engine's counters moved on %d of %d rows:\n\t%s\nin all: %s\n%s\n"+
		"(counters that differ only on some processors: make fused lists the arithmetic to blame)",
		len(report), len(now), strings.Join(shown, "\n\t"), all, howToUpdate)
}

// The comparison has to notice what it is there for.
func TestSignatureBites(t *testing.T) {
	names := []string{"guesses", "conflicts"}
	a := signatureRow{"p/1", "solved", []int64{10, 0}}
	b := signatureRow{"p/1", "unique", []int64{12, 3}}
	if got, want := moved(names, a, b), "status solved → unique, guesses 10 → 12 (+20.0 %), conflicts 0 → 3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := moved(names, a, a); got != "" {
		t.Errorf("no change is %q", got)
	}
	rows := []signatureRow{{"p/1", "solved", make([]int64, len(counterNames()))}}
	rows[0].counters[0] = 7
	names, read, err := readSignature(writeSignature(rows))
	if err != nil || len(names) != len(counterNames()) || moved(names, read["p/1"], rows[0]) != "" {
		t.Errorf("written and read: %v %v %v", names, read, err)
	}
	for _, broken := range []string{"a", "p/l status x\np/1 solved", "p/l status x\np/1 solved y"} {
		if _, _, err := readSignature([]byte(broken)); err == nil {
			t.Errorf("%q is read", broken)
		}
	}
}
