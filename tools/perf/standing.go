package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/chart"
	"nonogram/internal/stat"
	"nonogram/internal/testkit/families"
	"nonogram/solve"
)

// Where the engine stands, in one run of one revision: fresh boards of noise, proofs
// beside a solver of satisfiability, hard drawings over several seeds, and puzzles
// that lines alone solve. The last two need real puzzles, which the folder of
// NONOGRAM_CORPUS has; without it those tables are left out.

var freshSteps = []sizeStep{{25, 500}, {30, 200}, {40, 60}}

const (
	firstDominoes, lastDominoes = 10, 16
	surveySeeds                 = 5
	corpusVariable              = "NONOGRAM_CORPUS"
)

// easyFolders are folders of the corpus whose puzzles are drawings of magazines' size.
var easyFolders = []string{"jwilk", "nonny", "nonogram-db"}

func runStanding(ctx context.Context, args []string) error {
	var e experiment
	if err := e.parse("standing", "Measures fresh noise, proofs beside cadical, survey puzzles and easy ones, and writes one section.", args); err != nil {
		return err
	}
	command := fmt.Sprintf("perf standing -seed %d", e.seed)
	if e.scale != 1 {
		command += fmt.Sprintf(" -scale %g", e.scale)
	}
	text := provenance(ctx, command) + "\n"
	for _, part := range []func(context.Context) (string, error){e.fresh, e.dominoes, e.survey, e.easy} {
		table, err := part(ctx)
		if err != nil {
			return err
		}
		fmt.Println(table)
		text += "\n" + table
	}
	return e.publish(text)
}

// fresh solves boards of noise for a first solution.
func (e *experiment) fresh(ctx context.Context) (string, error) {
	var b strings.Builder
	b.WriteString("First solutions of fresh boards of noise:\n\n| side | boards | all, CPU s | median | p99 | slowest |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, step := range freshSteps {
		var engine solve.Engine
		var timings []timing
		for _, board := range tournament(step.side, e.count(step.boards), e.seed) {
			t, err := measure(ctx, &engine, board.puzzle(), 1)
			if err != nil {
				return "", fmt.Errorf("board %+v: %w", board, err)
			}
			timings = append(timings, t)
		}
		s := summarize(timings)
		fmt.Fprintf(&b, "| %d×%d | %d | %.2f | %s |\n", step.side, step.side, s.boards, s.total, s.cells())
	}
	return b.String(), nil
}

// dominoes proves that n-dom has one solution, beside cadical if it is installed.
func (e *experiment) dominoes(ctx context.Context) (string, error) {
	sat, err := exec.LookPath("cadical")
	if err != nil {
		sat = ""
	}
	var b strings.Builder
	b.WriteString("Uniqueness of n-dom; cadical finds the solution of the formula that `nonogram convert` writes, and then\nrefutes the formula with the solution forbidden:\n\n")
	b.WriteString("| n | conflicts | CPU s | cadical, CPU s | ratio |\n| ---: | ---: | ---: | ---: | ---: |\n")
	last := lastDominoes
	if e.scale < 1 {
		last = firstDominoes // a quick look
	}
	var engine solve.Engine
	for n := firstDominoes; n <= last; n++ {
		p := families.Dominoes(n)
		before := clock.Now()
		r, err := engine.Solve(ctx, p, nonogram.Options{})
		ours := (clock.Now() - before).Seconds()
		if err != nil || r.Status != nonogram.Unique {
			return "", errors.Join(err, fmt.Errorf("%d-dom is called %v", n, r.Status))
		}
		theirs, ratio := "", ""
		if sat != "" {
			spent, err := verdictBy(ctx, sat, p, r, 0)
			if err != nil {
				return "", fmt.Errorf("%d-dom: %w", n, err)
			}
			theirs, ratio = fmt.Sprintf("%.2f", spent.cpu.Seconds()), fmt.Sprintf("%.2f", ours/spent.cpu.Seconds())
		}
		fmt.Fprintf(&b, "| %d | %d | %.2f | %s | %s |\n", n, r.Stats.Conflicts, ours, theirs, ratio)
	}
	return b.String(), nil
}

// survey gives the puzzles of the survey their verdicts, with several seeds.
func (e *experiment) survey(ctx context.Context) (string, error) {
	list, err := realPuzzles("webpbn-survey")
	if err != nil || len(list) == 0 {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Verdicts of the %d puzzles of the survey, by seed:\n\n| seed | all, CPU s | slowest | conflicts |\n| ---: | ---: | ---: | ---: |\n", len(list))
	var engine solve.Engine
	for seed := range uint64(surveySeeds) {
		total, slowest, conflicts := time.Duration(0), time.Duration(0), int64(0)
		for _, p := range list {
			before := clock.Now()
			r, err := engine.Solve(ctx, p, nonogram.Options{Seed: seed})
			spent := clock.Now() - before
			if err != nil || r.Status == nonogram.Undecided {
				return "", errors.Join(err, ctx.Err(), errors.New("a survey puzzle has no verdict"))
			}
			total += spent
			slowest = max(slowest, spent)
			conflicts += r.Stats.Conflicts
		}
		fmt.Fprintf(&b, "| %d | %.2f | %s | %d |\n", seed, total.Seconds(), chart.Seconds(slowest.Seconds()), conflicts)
	}
	return b.String(), nil
}

// easy gives puzzles that lines solve their verdicts. They take the same steps each time, so that
// of several passes the shortest counts.
func (e *experiment) easy(ctx context.Context) (string, error) {
	list, err := realPuzzles(easyFolders...)
	if err != nil || len(list) == 0 {
		return "", err
	}
	var engine solve.Engine
	list = slices.DeleteFunc(list, func(p *nonogram.Puzzle) bool {
		r, err := engine.Solve(ctx, p, nonogram.Options{})
		return err != nil || r.Stats.LineOpen > 0 // not a puzzle of lines alone
	})
	times := make([]float64, len(list))
	for pass := range batches {
		for i, p := range list {
			t, err := repeated(func() error { _, err := engine.Solve(ctx, p, nonogram.Options{}); return err })
			if err != nil {
				return "", err
			}
			if pass == 0 || t.Seconds() < times[i] {
				times[i] = t.Seconds()
			}
		}
	}
	total := 0.0
	for _, t := range times {
		total += t
	}
	return fmt.Sprintf("Verdicts of %d puzzles that lines solve, in process, puzzles already read, the shortest of %d passes over all:\n\n| median | p99 | puzzles a second |\n| ---: | ---: | ---: |\n| %s | %s | %.0f |\n",
		len(times), batches, chart.Seconds(stat.Median(times)), chart.Seconds(stat.Quantile(times, 0.99)), float64(len(times))/total), nil
}

// realPuzzles reads all puzzles of some folders of the corpus; none if there is no
// corpus.
func realPuzzles(folders ...string) ([]*nonogram.Puzzle, error) {
	corpus := os.Getenv(corpusVariable)
	if corpus == "" {
		fmt.Fprintf(os.Stderr, "%s is not set: no table of %s\n", corpusVariable, strings.Join(folders, ", "))
		return nil, nil
	}
	var list []*nonogram.Puzzle
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(corpus, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			for p, wrong := range format.Decode(data, filepath.Base(path), "") {
				if wrong != nil {
					break // corpora hold files that are not puzzles
				}
				list = append(list, p)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}
