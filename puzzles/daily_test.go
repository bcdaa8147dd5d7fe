package puzzles_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nonogram"
	"nonogram/puzzles"
	"nonogram/solve"
	"nonogram/teach"
)

// The picture of the day: solvable by lines, harder over the week, and none twice in 50 weeks.

const dailyHeading = `# The pictures of the day: level, score, name, by difficulty.
# Made by: go test ./puzzles -run TestDailyList -update
`

// TestDailyList reads and rates every picture. Each has one solution, which single lines
// find, and two to twenty sides.
func TestDailyList(t *testing.T) {
	files, err := filepath.Glob("daily/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no pictures", err)
	}
	type rated struct {
		name   string
		rating *teach.Rating
	}
	var list []rated
	titles := map[string]string{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		p := puzzles.Entry{Name: name, Chapter: puzzles.DailySet}.Puzzle()
		if p.Width() < 10 || p.Width() > 20 || p.Height() < 8 || p.Height() > 20 {
			t.Errorf("%s is %d × %d", name, p.Width(), p.Height())
		}
		if other := titles[p.Title]; other != "" || p.Title == "" {
			t.Errorf("%s and %s have the title %q", name, other, p.Title)
		}
		titles[p.Title] = name
		r, err := teach.Rate(t.Context(), p, teach.Options{Solver: new(solve.Engine).Solve})
		if err != nil || r.Status != nonogram.Unique || !r.LineSolvable {
			t.Errorf("%s: %+v, %v", name, r, err)
			continue
		}
		list = append(list, rated{name, r})
	}
	slices.SortFunc(list, func(a, b rated) int {
		return cmp.Or(cmp.Compare(a.rating.Score, b.rating.Score), cmp.Compare(a.name, b.name))
	})
	var b strings.Builder
	b.WriteString(dailyHeading)
	for _, r := range list {
		fmt.Fprintf(&b, "%-6s %-8s %4.1f  %s\n", puzzles.DailySet, strings.ReplaceAll(r.rating.Level.String(), " ", "-"), r.rating.Score, r.name)
	}
	hold(t, "daily.txt", b.String())
}

// TestOfDay goes through two years: within a week puzzles get harder, and within 50 weeks
// no picture returns.
func TestOfDay(t *testing.T) {
	last := map[string]int{}
	var before puzzles.Entry
	for i := range 2 * 366 {
		date := time.Date(2026, time.January, 5+i, 0, 0, 0, 0, time.UTC) // a Monday
		e := puzzles.OfDay(date.Date())
		if i%7 > 0 && e.Score < before.Score {
			t.Errorf("%s: %s (%.1f) is easier than %s (%.1f)", date.Format(time.DateOnly), e.Name, e.Score, before.Name, before.Score)
		}
		least := min(len(puzzles.Daily())/7-1, 50) * 7
		if day, again := last[e.Name]; again && i-day < least {
			t.Errorf("%s returns after %d days", e.Name, i-day)
		}
		last[e.Name], before = i, e
	}
	selected, err := puzzles.Select("2026-11-16")
	if err != nil || len(selected) != 1 || selected[0] != puzzles.OfDay(2026, time.November, 16) {
		t.Errorf("2026-11-16 selects %+v, %v", selected, err)
	}
}
