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
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/format"
	"nonogram/puzzles"
	"nonogram/solve"
	"nonogram/teach"
)

var update = flag.Bool("update", false, "write contents.txt anew")

const heading = `# The pack: chapter, level, score, name. Puzzles are numbered in this order.
# Made by: go test ./puzzles -run TestContents -update
`

const exampleHeading = `# The examples: level, score, name, by size. They are numbered in this order.
# Made by: go test ./puzzles -run TestExamples -update
`

// measured is a picture with what decides about its place.
type measured struct {
	name       string
	chapter    int
	cells      int
	level      teach.Level
	difficulty float64
}

// compare is the order of the pack.
func compare(a, b measured) int {
	if a.chapter == b.chapter && isBoard(a.name) && a.chapter == chapterOf(a.name, 0, teach.Trivial) {
		return cmp.Compare(a.name, b.name) // the boards of a picture stay together
	}
	return cmp.Or(
		cmp.Compare(a.chapter, b.chapter),
		cmp.Compare(a.level, b.level),
		cmp.Compare(a.steepness(), b.steepness()),
		cmp.Compare(a.name, b.name),
	)
}

// steepness grows with the score and the size: a point is worth as much as a fifth more cells.
func (m *measured) steepness() float64 { return m.difficulty + 4*math.Log2(float64(m.cells)) }

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
		level := strings.ReplaceAll(m.level.String(), " ", "-")
		fmt.Fprintf(&b, "%-10s %-9s %4.1f  %s\n", puzzles.Chapters()[m.chapter].Name, level, m.difficulty, m.name)
	}
	hold(t, "contents.txt", b.String())
	if !*update {
		checkEntries(t, list)
	}
}

// The examples in the order of their sizes and ratings. All are in black and have one
// solution, and there are as many of each size as in the R package. Lines alone lead to
// all but five of them.
func TestExamples(t *testing.T) {
	var list []measured
	sizes, beyond := map[[2]int]int{}, 0
	engine := new(solve.Engine)
	for i, e := range puzzles.Examples() {
		p := e.Puzzle()
		if want := fmt.Sprintf("examples/%d", i+1); p.ID != want || p.Colored() {
			t.Errorf("%s is %q, want %s in black", e.Name, p.ID, want)
		}
		if r, err := engine.Solve(t.Context(), p, nonogram.Options{}); err != nil || r.Status != nonogram.Unique || !r.Solutions[0].Equal(p.Goal) {
			t.Errorf("%s: %+v, %v", e.Name, r, err)
		}
		sizes[[2]int{p.Width(), p.Height()}]++
		file := "examples/" + e.Name + ".non"
		if _, err := os.Stat(file); err != nil {
			file = "art/" + e.Name + ".non"
		}
		m := measure(t, file)
		if m.level > teach.Medium {
			beyond++
		}
		m.chapter = m.cells // which puts them in order
		list = append(list, m)
	}
	if want := map[[2]int]int{{10, 10}: 30, {15, 15}: 30, {20, 20}: 24, {20, 30}: 6}; !maps.Equal(sizes, want) || beyond != 5 {
		t.Errorf("the sizes are %v, want %v; %d need more than lines", sizes, want, beyond)
	}
	slices.SortFunc(list, compare)
	var b strings.Builder
	b.WriteString(exampleHeading)
	for _, m := range list {
		fmt.Fprintf(&b, "%-10s %-9s %4.1f  %s\n", puzzles.ExampleSet, strings.ReplaceAll(m.level.String(), " ", "-"), m.difficulty, m.name)
	}
	hold(t, "examples.txt", b.String())
}

// hold holds a list against its file, or writes it.
func hold(t *testing.T, file, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the pictures say; -update writes it anew. It should be\n%s", file, want)
	}
}

// checkEntries holds what All reads from contents.txt against the measurement.
func checkEntries(t *testing.T, list []measured) {
	t.Helper()
	all := puzzles.All()
	if len(all) != len(list) {
		t.Fatalf("All lists %d puzzles, there are %d", len(all), len(list))
	}
	for i, m := range list {
		want := puzzles.Entry{
			Number: i + 1, Name: m.name, Chapter: puzzles.Chapters()[m.chapter].Name, Level: m.level, Score: m.difficulty,
		}
		if all[i] != want {
			t.Errorf("entry %d is %+v, want %+v", i+1, all[i], want)
		}
	}
}

// boardName is the name of a board of a larger picture: columns, rows, which of them.
var boardName = regexp.MustCompile(`^(.+)-(\d)x(\d)-(\d)$`)

func isBoard(name string) bool { return boardName.MatchString(name) }

// All boards of a larger picture are there, of one size, and none needs more than lines.
func TestPanoramas(t *testing.T) {
	boards := map[string][]puzzles.Entry{}
	for _, e := range puzzles.All() {
		m := boardName.FindStringSubmatch(e.Name)
		if (m != nil) != (e.Chapter == "panoramas") {
			t.Errorf("%s is in %s", e.Name, e.Chapter)
		}
		if m == nil {
			continue
		}
		picture := m[1] + " " + m[2] + "x" + m[3]
		boards[picture] = append(boards[picture], e)
		if want := strconv.Itoa(len(boards[picture])); m[4] != want {
			t.Errorf("%s comes where board %s should", e.Name, want)
		}
		first := boards[picture][0].Puzzle()
		if p := e.Puzzle(); p.Width() != first.Width() || p.Height() != first.Height() {
			t.Errorf("%s is %d × %d, the first board %d × %d", e.Name, p.Width(), p.Height(), first.Width(), first.Height())
		}
	}
	for picture, list := range boards {
		var columns, rows int
		if _, err := fmt.Sscanf(picture[strings.Index(picture, " ")+1:], "%dx%d", &columns, &rows); err != nil || columns*rows != len(list) {
			t.Errorf("%s has %d boards, %v", picture, len(list), err)
		}
	}
	if len(boards) < 3 {
		t.Errorf("%d large pictures, expected 3", len(boards))
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
		r, err := teach.Rate(t.Context(), p, teach.Options{Solver: new(solve.Engine).Solve})
		if err != nil {
			t.Fatal(err)
		}
		m.level, m.difficulty = r.Level, math.Round(10*r.Score)/10
		m.cells = p.Width() * p.Height()
		m.chapter = chapterOf(name, m.cells, m.level)
	}
	return m
}

// chapterOf gives the chapter by level, that of boards of larger pictures, or by size.
func chapterOf(name string, cells int, level teach.Level) int {
	word := ""
	switch {
	case level == teach.Expert:
		word = puzzles.Expert
	case level > teach.Medium:
		word = puzzles.Hard
	case isBoard(name):
		word = "panoramas"
	}
	return slices.IndexFunc(puzzles.Chapters(), func(c puzzles.Chapter) bool {
		return c.Name == word || word == "" && cells <= c.MaxCells
	})
}

// Within a chapter the levels never fall, scores and sizes rise on the whole, and no puzzle is
// more than twice as large as the one before, or four times where there are all sizes. (The
// boards of panoramas stay together.) At least 40 are medium and 10 expert.
func TestChaptersRise(t *testing.T) {
	levels := map[teach.Level]int{}
	chapters := map[string][]puzzles.Entry{}
	for _, e := range puzzles.All() {
		levels[e.Level]++
		chapters[e.Chapter] = append(chapters[e.Chapter], e)
	}
	if levels[teach.Medium] < 40 || levels[teach.Expert] < 10 {
		t.Errorf("%d puzzles are medium and %d expert, expected 40 and 10", levels[teach.Medium], levels[teach.Expert])
	}
	for _, c := range puzzles.Chapters() {
		if c.Name == "panoramas" {
			continue
		}
		var scores, sizes []float64
		for i, e := range chapters[c.Name] {
			p := e.Puzzle()
			scores, sizes = append(scores, e.Score), append(sizes, float64(p.Width()*p.Height()))
			if i == 0 {
				continue
			}
			if before := chapters[c.Name][i-1]; e.Level < before.Level {
				t.Errorf("%s (%v) comes after %s (%v)", e.Name, e.Level, before.Name, before.Level)
			}
			largest := 2.0
			if c.MaxCells == 0 {
				largest = 4
			}
			if sizes[i] > largest*sizes[i-1] {
				t.Errorf("%s has %v cells, the puzzle before %v", e.Name, sizes[i], sizes[i-1])
			}
		}
		if rise := rising(scores); rise < 0.5 {
			t.Errorf("%s: the rank correlation of number and score is %.2f", c.Name, rise)
		}
		if rise := rising(sizes); c.MaxCells != 25 && rise < 0.1 {
			t.Errorf("%s: the rank correlation of number and size is %.2f", c.Name, rise)
		}
	}
}

// rising is Kendall's rank correlation of values with their places, without ties.
func rising(values []float64) float64 {
	up, down := 0, 0
	for i, a := range values {
		for _, b := range values[i+1:] {
			switch {
			case a < b:
				up++
			case a > b:
				down++
			}
		}
	}
	return float64(up-down) / max(1, float64(up+down))
}
