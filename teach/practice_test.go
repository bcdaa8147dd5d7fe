package teach_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/teach"
)

// practice reads which boards the web app makes for practicing: a technique, a side and
// a number of inks for each.
func practice(t *testing.T) []generate.Recipe {
	t.Helper()
	text, err := os.ReadFile("../web/src/model/recipe.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\nconst PRACTICE")
	table, _, _ = strings.Cut(table, "\n};")
	var recipes []generate.Recipe
	for _, row := range regexp.MustCompile(`(?m)^  '?([a-z-]+)'?: \[(\d+), (\d+)\],$`).FindAllStringSubmatch(table, -1) {
		var technique teach.Technique
		if err := technique.UnmarshalText([]byte(row[1])); err != nil {
			t.Fatal(err)
		}
		side, _ := strconv.Atoi(row[2])
		inks, _ := strconv.Atoi(row[3])
		recipes = append(recipes, generate.Recipe{Width: side, Height: side, Colors: inks, Hardest: &technique})
	}
	if rows := strings.Count(table, "\n"); len(recipes) == 0 || len(recipes) != rows {
		t.Fatalf("%d of %d rows are read", len(recipes), rows)
	}
	return recipes
}

// A board for practicing a technique is solved by it and what is easier, and not by what
// is easier alone: however one goes about it, not just on the path of an explanation, and
// whatever one pencils in.
func TestPracticeNeedsItsTechnique(t *testing.T) {
	for _, r := range practice(t) {
		technique := *r.Hardest
		t.Run(teach.English.Technique(technique).ID, func(t *testing.T) {
			r.Count, r.Attempts, r.Seed = 2, 4000, 1
			puzzles, err := r.Puzzles(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for m, err := range puzzles {
				if err != nil {
					t.Fatal(err)
				}
				needs(t, m.Puzzle, technique)
			}
		})
	}
}

func needs(t *testing.T, p *nonogram.Puzzle, technique teach.Technique) {
	t.Helper()
	var easier []teach.Technique
	for _, info := range teach.Techniques() {
		if info.Technique < technique {
			easier = append(easier, info.Technique)
		}
	}
	open := func(techniques []teach.Technique, pencil bool) int {
		open, err := teach.OpenAfter(t.Context(), p, techniques, pencil)
		if err != nil {
			t.Fatal(err)
		}
		return open
	}
	if n := open(append(slices.Clone(easier), technique), true); n > 0 {
		t.Errorf("with it %d cells stay open:\n%v", n, p.Goal)
	}
	if n := open(easier, true); n == 0 {
		t.Errorf("without it the board is solved too:\n%v", p.Goal)
	}
	e, err := teach.Explain(t.Context(), p, teach.Options{})
	if err != nil {
		t.Fatal(err)
	}
	used := func(s teach.Step) bool { return s.Technique == technique }
	harder := func(s teach.Step) bool { return s.Technique > technique }
	if e.Status != nonogram.Unique || !slices.ContainsFunc(e.Steps, used) || slices.ContainsFunc(e.Steps, harder) {
		t.Errorf("the explanation ends %v and goes other ways:\n%v", e.Status, p.Goal)
	}
}
