package puzzles_test

// The order of the pack, in one place: contents_test.go measures every picture
// in art/ and sorts, and contents.txt has to say the same. After a change of the
// pictures
//
//	go test ./puzzles -run TestContents -update
//
// writes it anew.

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/format"
	"nonogram/line"
	"nonogram/puzzles"
)

var update = flag.Bool("update", false, "write contents.txt anew")

const heading = `# The pack: chapter, difficulty, name. Puzzles are numbered in this order.
# Made by: go test ./puzzles -run TestContents -update
`

// measured is a picture with what decides about its place.
type measured struct {
	name       string
	chapter    int
	cells      int
	difficulty int
}

// compare is the order of the pack.
func compare(a, b measured) int {
	return cmp.Or(
		cmp.Compare(a.chapter, b.chapter),
		cmp.Compare(a.cells, b.cells),
		cmp.Compare(a.difficulty, b.difficulty),
		cmp.Compare(a.name, b.name),
	)
}

func TestContents(t *testing.T) {
	files, err := filepath.Glob("art/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no pictures", err)
	}
	var list []measured
	for _, file := range files {
		list = append(list, measure(t, file))
	}
	slices.SortFunc(list, compare)
	var b strings.Builder
	b.WriteString(heading)
	for _, m := range list {
		fmt.Fprintf(&b, "%-10s %2d  %s\n", puzzles.Chapters()[m.chapter].Name, m.difficulty, m.name)
	}
	if *update {
		if err := os.WriteFile("contents.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("contents.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != b.String() {
		t.Errorf("contents.txt is not what the pictures say; -update writes it anew. It should be\n%s", &b)
	}
	if n := len(puzzles.All()); !*update && n != len(files) {
		t.Errorf("All lists %d puzzles, there are %d", n, len(files))
	}
}

func measure(t *testing.T, file string) measured {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name, ok := strings.CutSuffix(filepath.Base(file), ".non")
	if !ok {
		t.Fatalf("%s: expected a name that ends in .non", file)
	}
	m := measured{name: name}
	for p, err := range format.Decode(data, file, "non") {
		if err != nil {
			t.Fatal(err)
		}
		if m.cells > 0 {
			t.Fatalf("%s: more than one puzzle", file)
		}
		var open int
		m.difficulty, open = sweeps(p)
		m.cells = p.Width() * p.Height()
		m.chapter = chapterOf(m.cells, open > 0)
	}
	return m
}

// chapterOf gives the chapter by size, or the expert one, which comes last.
func chapterOf(cells int, expert bool) int {
	all := puzzles.Chapters()
	if expert {
		return len(all) - 1
	}
	return slices.IndexFunc(all, func(c puzzles.Chapter) bool { return cells <= c.MaxCells })
}

// sweeps goes through all rows and then all columns, again and again, until
// nothing more follows. It tells how often it did and how many cells stay open.
func sweeps(p *nonogram.Puzzle) (rounds, open int) {
	width := p.Width()
	sets := make([]line.Set, width*p.Height())
	for i := range sets {
		sets[i] = line.All(len(p.Palette))
	}
	for changed := true; changed; {
		changed = false
		for _, l := range p.Lines() {
			if sweepLine(p, sets, l) {
				changed = true
			}
		}
		if changed {
			rounds++
		}
	}
	for _, s := range sets {
		if _, ok := s.Only(); !ok {
			open++
		}
	}
	return rounds, open
}

// sweepLine solves one line and reports whether that told anything new.
func sweepLine(p *nonogram.Puzzle, sets []line.Set, l nonogram.LineRef) bool {
	first, step, n := l.Index*p.Width(), 1, p.Width()
	if l.Axis == nonogram.Column {
		first, step, n = l.Index, p.Width(), p.Height()
	}
	cells := make([]line.Set, n)
	for i := range cells {
		cells[i] = sets[first+i*step]
	}
	line.Solve(p.Clue(l), len(p.Palette), cells)
	changed := false
	for i, s := range cells {
		changed = changed || s != sets[first+i*step]
		sets[first+i*step] = s
	}
	return changed
}
