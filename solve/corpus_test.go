package solve_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/corpus"
	"nonogram/solve"
)

// TestCorpusVerdicts compares the verdicts, and the cells left open by line solving,
// with the truth tables.
func TestCorpusVerdicts(t *testing.T) {
	for _, c := range []struct{ folder, table string }{
		{"jwilk", "status_jwilk.tsv"},
		{"nonny", "status_nonny.tsv"},
		{"nonogram-db", "status_nonogram-db.tsv"},
		{"olsak-examples", "status_olsak-mk.tsv"},
		{"webpbn-survey", "status_webpbn-survey.tsv"},
	} {
		t.Run(c.folder, func(t *testing.T) {
			var e solve.Engine
			truth := corpus.Table(t, c.table)
			if len(truth) == 0 {
				t.Fatal("the truth table is empty")
			}
			for _, row := range truth {
				p := corpus.Puzzles(t, corpus.Find(t, c.folder, row["id"]))[0]
				r, err := e.Solve(context.Background(), p, nonogram.Options{})
				if err != nil {
					t.Errorf("%s: %v", row["id"], err)
					continue
				}
				want := row["pbnsolve_u"]
				if want != "unique" && want != "multiple" { // the table's solver gave up
					if r.Status != nonogram.Unique && r.Status != nonogram.Multiple {
						t.Errorf("%s: %v", row["id"], r.Status)
					}
				} else if r.Status.String() != want {
					t.Errorf("%s: %v, want %s", row["id"], r.Status, want)
				}
				if open := strconv.Itoa(r.Stats.LineOpen); open != row["unknown_after_line"] {
					t.Errorf("%s: %s cells left open by lines, want %s", row["id"], open, row["unknown_after_line"])
				}
			}
		})
	}
}

// TestCorpusSurvey compares the number of solutions of the published survey's puzzles with
// known values.
func TestCorpusSurvey(t *testing.T) {
	var e solve.Engine
	for _, row := range corpus.Table(t, "webpbn_survey_truth.tsv") {
		path := surveyFile(t, row["id"])
		if path == "" {
			continue
		}
		r, err := e.Solve(context.Background(), corpus.Puzzles(t, path)[0], nonogram.Options{})
		if err != nil {
			t.Errorf("%s: %v", row["name"], err)
			continue
		}
		if r.Status.String() != row["solutions"] {
			t.Errorf("%s: %v, want %s", row["name"], r.Status, row["solutions"])
		}
	}
}

// surveyFile finds a survey puzzle by its number or name.
func surveyFile(t *testing.T, id string) string {
	name := strings.ToLower(id) + ".non"
	if n, err := strconv.Atoi(id); err == nil {
		name = "webpbn-" + strings.Repeat("0", max(0, 5-len(strconv.Itoa(n)))) + strconv.Itoa(n) + ".non"
	}
	path := corpus.Path(t, "webpbn-survey", name)
	if _, err := os.Stat(path); err != nil {
		t.Logf("no file for survey puzzle %s", id)
		return ""
	}
	return path
}

// TestCorpusDominoes solves the n-dom family to n = 9: unique, and lines alone
// find nothing from n = 4 on.
func TestCorpusDominoes(t *testing.T) {
	var e solve.Engine
	for n := 2; n <= 9; n++ {
		p := corpus.Puzzles(t, corpus.Path(t, "n-dom", "0"+strconv.Itoa(n)+"-dom.non"))[0]
		r, err := e.Solve(context.Background(), p, nonogram.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != nonogram.Unique {
			t.Errorf("%d-dom: %v", n, r.Status)
		}
	}
}

// TestCorpusLarge solves the largest pictures.
func TestCorpusLarge(t *testing.T) {
	files, err := filepath.Glob(corpus.Path(t, "large", "*.non"))
	if err != nil || len(files) == 0 {
		t.Fatal("no large puzzles", err)
	}
	for _, f := range files {
		p := corpus.Puzzles(t, f)[0]
		r, err := solve.Solve(context.Background(), p, nonogram.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != nonogram.Unique || r.Stats.LineOpen != 0 {
			t.Errorf("%s %d×%d: %v, %d cells left by lines", filepath.Base(f), p.Width(), p.Height(), r.Status, r.Stats.LineOpen)
		}
	}
}

// TestCorpusTournament finds a solution of every tournament board, which Solve
// checks, and compares the cells left open by lines with the truth table.
func TestCorpusTournament(t *testing.T) {
	open := map[string]string{}
	for _, row := range corpus.Table(t, "linesolve_tournament.tsv") {
		open[row["id"]] = row["unknown_after_line"]
	}
	files, err := filepath.Glob(corpus.Path(t, "tournament", "question", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no tournament sets", err)
	}
	type job struct {
		set string
		p   *nonogram.Puzzle
	}
	jobs := make(chan job)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var e solve.Engine
			for j := range jobs {
				id := j.set + "#" + j.p.ID
				r, err := e.Solve(context.Background(), j.p, nonogram.Options{Limit: 1})
				if err != nil || len(r.Solutions) != 1 {
					t.Errorf("%s: %v, %v", id, r, err)
					continue
				}
				if got := strconv.Itoa(r.Stats.LineOpen); got != open[id] {
					t.Errorf("%s: %s cells left open by lines, want %s", id, got, open[id])
				}
			}
		}()
	}
	boards := 0
	for _, f := range files {
		set := strings.TrimSuffix(filepath.Base(f), ".txt")
		for _, p := range corpus.Puzzles(t, f) {
			jobs <- job{set, p}
			boards++
		}
	}
	close(jobs)
	wg.Wait()
	if boards != len(open) {
		t.Errorf("%d boards, %d in the truth table", boards, len(open))
	}
}

// TestCorpusCounts checks exact counts that other programs have published.
func TestCorpusCounts(t *testing.T) {
	for name, want := range map[string]string{
		"webpbn-02556.non": "1263904",
		"webpbn-06739.non": "6",
		"webpbn-18297.non": "3",
	} {
		p := corpus.Puzzles(t, corpus.Path(t, "webpbn-survey", name))[0]
		c, err := solve.Count(context.Background(), p, nonogram.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !c.Exact || c.Count.String() != want {
			t.Errorf("%s: counted %v (exact %v, %s), want %s", name, c.Count, c.Exact, c.Stopped, want)
		}
	}
}

// TestCorpusBlotted decides the puzzles of which some numbers are hidden. All of them are
// drawings with one solution, few of which need more than lines.
func TestCorpusBlotted(t *testing.T) {
	var e solve.Engine
	puzzles := corpus.Puzzles(t, corpus.Path(t, "blotted", "puzzle_strings.txt"))
	if len(puzzles) != 128 {
		t.Fatalf("%d puzzles", len(puzzles))
	}
	for _, p := range puzzles {
		r, err := e.Solve(context.Background(), p, nonogram.Options{Budget: nonogram.Budget{Conflicts: 1000}})
		if err != nil || r.Status != nonogram.Unique || !p.Blotted() {
			t.Errorf("%s: %v, %v", p.ID, r, err)
		}
	}
}
