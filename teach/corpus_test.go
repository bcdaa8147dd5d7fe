package teach_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"nonogram"
	"nonogram/internal/chart"
	"nonogram/internal/stat"
	"nonogram/internal/testkit/corpus"
	"nonogram/solve"
	"nonogram/teach"
)

// Ratings compared with what is known of published puzzles.

var update = flag.Bool("update", false, "write the pictures and tables of docs/ instead of comparing with them")

// What one rating of the corpus may cost: all but the very hardest need far less.
const (
	corpusWork      = 100_000_000
	corpusConflicts = 20_000
)

func rateBounded(t *testing.T, p *nonogram.Puzzle) *teach.Rating {
	t.Helper()
	bounded := func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		opts.Budget.Conflicts = corpusConflicts
		return solve.Solve(ctx, p, opts)
	}
	r, err := teach.Rate(t.Context(), p, teach.Options{Solver: bounded, Work: corpusWork})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCorpusClasses compares ratings with what is known of published puzzles: by
// lines alone or not, one solution or several.
func TestCorpusClasses(t *testing.T) {
	efforts := map[teach.Level][]float64{}
	for folder, name := range map[string]string{
		"jwilk": "status_jwilk.tsv", "nonny": "status_nonny.tsv", "nonogram-db": "status_nonogram-db.tsv", "olsak-examples": "status_olsak-mk.tsv",
	} {
		for _, row := range corpus.Table(t, name) {
			p := corpus.Puzzles(t, corpus.Find(t, folder, row["id"]))[0]
			r := rateBounded(t, p)
			if r.LineSolvable != (row["linesolve"] == "line") {
				t.Errorf("%s/%s: line-solvable %v, known as %s", folder, row["id"], r.LineSolvable, row["linesolve"])
			}
			if known := row["pbnsolve_u"]; r.Status != nonogram.Undecided && known != "timeout" && r.Status.String() != known {
				t.Errorf("%s/%s: %s, known as %s", folder, row["id"], r.Status, known)
			}
			if r.Status == nonogram.Unique {
				efforts[r.Level] = append(efforts[r.Level], r.Effort)
			}
		}
	}
	for _, l := range teach.Levels() {
		if list := efforts[l]; len(list) > 0 {
			slices.Sort(list)
			t.Logf("%-9s %3d puzzles, median effort %.0f", l, len(list), list[len(list)/2])
		}
	}
}

// surveyed is a puzzle of the solver survey at webpbn.com with its rating.
type surveyed struct {
	id    string
	order int // its place in the survey, from the easiest
	*teach.Rating
}

// TestSurveyOrder rates the puzzles of the survey, which orders them from easy to
// hard for solvers, and asks for a strong rank correlation. Puzzles with several
// solutions, which are most of the hard end, have no difficulty to compare. With
// -update it writes the chart and the table of docs/difficulty.md.
func TestSurveyOrder(t *testing.T) {
	var unique []surveyed
	for i, row := range corpus.Table(t, "webpbn_survey_truth.tsv") {
		if row["solutions"] != "unique" {
			continue
		}
		name := row["id"] + ".non"
		if n, err := strconv.Atoi(row["id"]); err == nil {
			name = fmt.Sprintf("webpbn-%05d.non", n)
		}
		s := surveyed{row["id"], i + 1, rateBounded(t, corpus.Puzzles(t, corpus.Path(t, "webpbn-survey", name))[0])}
		if s.Status != nonogram.Unique || s.LineSolvable != (row["linesolve"] == "line") {
			t.Errorf("%s: %s, line-solvable %v; known as unique, %s", s.id, s.Status, s.LineSolvable, row["linesolve"])
		}
		unique = append(unique, s)
	}
	rho := spearman(unique)
	t.Logf("rank correlation of score and order: %.2f over %d puzzles", rho, len(unique))
	if rho < 0.8 {
		t.Errorf("rank correlation %.2f, expected at least 0.8", rho)
	}
	if *update {
		writeDoc(t, "survey.csv", surveyTable(unique))
		writeDoc(t, "survey.svg", surveyChart(t, unique))
	}
}

// spearman is the rank correlation of order and score.
func spearman(list []surveyed) float64 {
	x, y := make([]float64, len(list)), make([]float64, len(list))
	for i, s := range list {
		x[i], y[i] = float64(s.order), s.Score
	}
	return stat.RankCorrelation(x, y)
}

func surveyTable(all []surveyed) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"order", "puzzle", "status", "level", "score", "hardest", "depth", "longest", "rounds", "deductions"})
	for _, s := range all {
		_ = w.Write([]string{
			strconv.Itoa(s.order), s.id, s.Status.String(), s.Level.String(), strconv.FormatFloat(s.Score, 'f', 1, 64), teach.English.Technique(s.Facts.Hardest).ID,
			strconv.Itoa(s.Facts.Depth), strconv.Itoa(s.Facts.Longest), strconv.Itoa(s.Facts.Rounds), strconv.Itoa(s.Facts.Deductions),
		})
	}
	w.Flush()
	return b.Bytes()
}

func surveyChart(t *testing.T, all []surveyed) []byte {
	t.Helper()
	c := chart.Chart{
		Title:    "Ratings and the solver survey",
		Subtitle: "puzzles with one solution, in the survey's order from easy to hard for solvers",
		X:        chart.Axis{Title: "place in the survey", Max: 22},
		Y:        chart.Axis{Title: "score", Max: 100},
		Series: []chart.Series{
			{Name: "line by line", Kind: chart.Scatter},
			{Name: "suppositions", Kind: chart.Scatter},
			{Name: "cases", Kind: chart.Scatter},
		},
	}
	for _, s := range all {
		at := &c.Series[min(s.Facts.Depth, 2)]
		at.Points = append(at.Points, chart.Point{X: float64(s.order), Y: s.Score})
	}
	var b bytes.Buffer
	if err := c.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// writeDoc writes a file of docs/difficulty.
func writeDoc(t *testing.T, name string, content []byte) {
	t.Helper()
	folder := filepath.Join("..", "docs", "difficulty")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
		t.Fatal(err)
	}
}
