package puzzles_test

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/puzzles"
	"nonogram/solve"
	"nonogram/teach"
)

const triddlerHeading = `# The triddlers: level, score, name, by size. They are numbered in this order.
# Made by: go test ./puzzles -run TestTriddlers -update
`

// Every triddler has one solution, which lines lead to. The first is small, at least a few are in color,
// and its explanation uses lines of all directions.
func TestTriddlers(t *testing.T) {
	files, err := filepath.Glob("triddlers/*.json")
	if err != nil || len(files) < 12 {
		t.Fatal(files, err)
	}
	type rated struct {
		entry puzzles.Entry
		cells int
	}
	var list []rated
	engine, colored := new(solve.Engine), 0
	for _, file := range files {
		e := puzzles.Entry{Name: strings.TrimSuffix(filepath.Base(file), ".json"), Chapter: puzzles.TriddlerSet}
		p := e.Puzzle()
		r, err := engine.Solve(t.Context(), p, nonogram.Options{})
		if err != nil || r.Status != nonogram.Unique || !r.Solutions[0].Equal(p.Goal) || p.Shape == nil || p.License != "CC0-1.0" {
			t.Errorf("%s: %v, %v, %s", e.Name, r, err, p.License)
		}
		rating, err := teach.Rate(t.Context(), p, teach.Options{})
		if err != nil || !rating.LineSolvable {
			t.Errorf("%s: %v, %v, expected that lines suffice", e.Name, rating, err)
		}
		e.Level, e.Score = rating.Level, math.Round(10*rating.Score)/10
		if p.Colored() {
			colored++
		}
		list = append(list, rated{e, p.Shape.Count})
	}
	slices.SortFunc(list, func(a, b rated) int {
		return cmp.Or(cmp.Compare(a.cells, b.cells), cmp.Compare(a.entry.Name, b.entry.Name))
	})
	var b strings.Builder
	b.WriteString(triddlerHeading)
	for _, r := range list {
		fmt.Fprintf(&b, "%-10s %-9s %4.1f  %s\n", puzzles.TriddlerSet, strings.ReplaceAll(r.entry.Level.String(), " ", "-"), r.entry.Score, r.entry.Name)
	}
	hold(t, "triddlers.txt", b.String())
	if list[0].cells > 24 || colored < 4 {
		t.Errorf("the first has %d cells and %d are in color, expected 24 and 4", list[0].cells, colored)
	}
	e, err := teach.Explain(t.Context(), list[0].entry.Puzzle(), teach.Options{})
	used := map[nonogram.Axis]bool{}
	for _, s := range e.Steps {
		used[s.Line.Axis] = true
	}
	if err != nil || len(used) != 3 {
		t.Errorf("the first needs lines of the directions %v, %v", used, err)
	}
	if *update {
		return
	}
	if got := puzzles.Triddlers()[0].Puzzle().ID; got != "triddlers/1" {
		t.Errorf("the first is %q", got)
	}
}
