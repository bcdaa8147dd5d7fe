package teach_test

import (
	"slices"
	"testing"

	"nonogram"
	"nonogram/puzzles"
	"nonogram/teach"
)

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// TestPack rates the project's own pack. All but the chapters "hard" and "expert" is said to
// be solvable line by line, and these have the levels of their names.
func TestPack(t *testing.T) {
	scores := map[string][]float64{}
	levels := map[string]map[teach.Level]int{}
	for _, entry := range puzzles.All() {
		r := rate(t, entry.Puzzle())
		if r.Status != nonogram.Unique || r.LineSolvable != (r.Level <= teach.Medium) ||
			(r.Level > teach.Medium) != (entry.Chapter == puzzles.Hard || entry.Chapter == puzzles.Expert) ||
			(r.Level == teach.Expert) != (entry.Chapter == puzzles.Expert) {
			t.Errorf("%s in %s: %s, %s, line-solvable %v", entry.Name, entry.Chapter, r.Status, r.Level, r.LineSolvable)
		}
		scores[entry.Chapter] = append(scores[entry.Chapter], r.Score)
		if levels[entry.Chapter] == nil {
			levels[entry.Chapter] = map[teach.Level]int{}
		}
		levels[entry.Chapter][r.Level]++
	}
	var chapters []string
	for _, c := range puzzles.Chapters() {
		chapters = append(chapters, c.Name)
		slices.Sort(scores[c.Name])
		t.Logf("%-10s median %.1f %v", c.Name, scores[c.Name][len(scores[c.Name])/2], levels[c.Name])
	}
	first, last := scores[chapters[0]], scores[puzzles.Expert]
	if mean(first) >= mean(last) {
		t.Errorf("%s is rated %.1f on average, %s %.1f", chapters[0], mean(first), puzzles.Expert, mean(last))
	}
}
