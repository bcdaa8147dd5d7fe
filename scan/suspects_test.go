package scan_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/pages"
	"nonogram/scan"
	"nonogram/solve"
)

// misread changes numbers of some lines of a puzzle, so that it has no solution. One of two changed
// lines is in doubt, and one of twenty others.
func misread(t *testing.T, seed uint64, side, lines int) (printed, read *nonogram.Puzzle, odds []float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	printed = pages.Puzzle(seed, side, side, 0)
	for {
		read = &nonogram.Puzzle{Palette: printed.Palette}
		for _, c := range printed.Rows {
			read.Rows = append(read.Rows, slices.Clone(c))
		}
		for _, c := range printed.Cols {
			read.Cols = append(read.Cols, slices.Clone(c))
		}
		all := slices.Concat(read.Rows, read.Cols)
		odds = make([]float64, len(all))
		for k := range odds {
			if odds[k] = 5; r.IntN(20) == 0 {
				odds[k] = 1
			}
		}
		for n := 0; n < lines; {
			k := r.IntN(len(all))
			if len(all[k]) == 0 {
				continue
			}
			b := &all[k][r.IntN(len(all[k]))]
			b.Length = max(1, b.Length+[]int{-3, -1, 1, 2, 5}[r.IntN(5)])
			odds[k] = []float64{1, 5}[r.IntN(2)]
			n++
		}
		fits := true
		for _, c := range all {
			fits = fits && c.MinLength() <= side
		}
		if !fits || nonogram.Validate(read) != nil && lines == 0 {
			continue
		}
		result, err := solve.Solve(context.Background(), read, nonogram.Options{Limit: 1})
		if err != nil || result.Status == nonogram.Unsolvable { // unequal totals are an error
			return printed, read, odds
		}
	}
}

// The first three lines that are named as misread contain one that is.
func TestSuspects(t *testing.T) {
	const pages, enough = 36, 33
	found := 0
	for seed := range uint64(pages) {
		printed, read, odds := misread(t, seed, []int{10, 15, 20}[seed%3], 1+int(seed/3)%3)
		named, err := scan.Suspects(context.Background(), read, odds)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(named[:min(3, len(named))], func(l nonogram.LineRef) bool { return !printed.Clue(l).Equal(read.Clue(l)) }) {
			found++
		} else {
			t.Log(seed, named)
		}
	}
	t.Logf("%d of %d", found, pages)
	if found < enough {
		t.Errorf("a misread line is among the first three named of %d of %d puzzles, expected %d", found, pages, enough)
	}
}
