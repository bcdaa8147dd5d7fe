package scan

import (
	"testing"

	"nonogram"
	"nonogram/scan/internal/eye"
	"nonogram/scan/internal/see"
)

// Two readings of one puzzle are likelier than each, but are no proof; others say nothing.
func TestAgreed(t *testing.T) {
	clues := [][]int{{1}, {2}, {1, 1}}
	reading := func(p float64, status nonogram.Status, rows [][]int) *Reading {
		return &Reading{Puzzle: nonogram.New(rows, clues), Probability: p, Status: status}
	}
	for _, c := range []struct {
		name     string
		one, two *Reading
		least    float64
		most     float64
		agreed   bool
	}{
		{"the same", reading(.6, nonogram.Unique, clues), reading(.7, nonogram.Unique, clues), .87, .89, true},
		{"the same, nearly sure", reading(.97, nonogram.Unique, clues), reading(.97, nonogram.Unique, clues), .97, mostLearned, true},
		{"surer alone", reading(.985, nonogram.Unique, clues), reading(.9, nonogram.Unique, clues), .985, .985, true},
		{"another", reading(.6, nonogram.Unique, clues), reading(.9, nonogram.Unique, [][]int{{1}, {2}, {2}}), .6, .6, false},
		{"no solution", reading(0, nonogram.Unsolvable, clues), reading(0, nonogram.Unsolvable, clues), 0, 0, false},
	} {
		agreed := c.one.confirmed(c.two)
		if agreed != c.agreed || c.one.agreed != c.agreed || c.one.Probability < c.least || c.one.Probability > c.most {
			t.Errorf("%s: confirmed %v, probability %v, expected %v, %v to %v", c.name, agreed, c.one.Probability, c.agreed, c.least, c.most)
		}
	}
}

// Pictures are turned only where the network sees turned numbers, or upright ones beside no board.
func TestQuarters(t *testing.T) {
	board, none := []*eye.Board{{Fit: leastFit}}, []*eye.Board{{Fit: leastFit - 1}}
	for _, c := range []struct {
		name   string
		seen   learned
		expect int // the first turn, 0 for none
	}{
		{"nothing", learned{}, 0},
		{"an upright board", learned{boards: board, turned: [3]float64{.9, .1, 0}}, 0},
		{"upright numbers beside no board", learned{boards: none, turned: [3]float64{.9, .1, 0}}, 2},
		{"turned clockwise", learned{boards: board, turned: [3]float64{.2, .6, .2}}, 3},
		{"turned counterclockwise", learned{boards: none, turned: [3]float64{.2, .3, .5}}, 1},
	} {
		first := 0
		if list := c.seen.quarters(); len(list) > 0 {
			first = list[0]
		}
		if first != c.expect {
			t.Errorf("%s: turned by %d quarters, expected %d", c.name, first, c.expect)
		}
	}
}

// Where the network sees boards, other sizes are unlikely.
func TestLikely(t *testing.T) {
	seen := learned{boards: []*eye.Board{{Width: 5, Height: 5, Fit: leastFit + 1}, {Width: 5, Height: 4, Fit: leastFit + 1.3}, {Width: 3, Height: 3, Fit: leastFit}}}
	for size, want := range map[[2]int]bool{{5, 5}: true, {5, 4}: true, {3, 3}: false, {9, 9}: false} {
		if seen.likely(size[0], size[1]) != want {
			t.Errorf("%v is likely: %v, expected %v", size, !want, want)
		}
	}
	if !(&learned{}).likely(9, 9) {
		t.Error("9 × 9 is unlikely where the network sees nothing")
	}
}

// What has no solution is shown where its numbers are clear, or where the network sees a board.
func TestNoClues(t *testing.T) {
	sight := &see.Sight{Width: 5, Height: 5}
	board, none := []*eye.Board{{Fit: leastFit}}, []*eye.Board{{Fit: leastFit - 1}}
	for _, c := range []struct {
		boards []*eye.Board
		status nonogram.Status
		logP   float64
		want   bool
	}{
		{nil, nonogram.Unsolvable, -11, true},
		{none, nonogram.Unsolvable, -11, true},
		{board, nonogram.Unsolvable, -11, false},
		{nil, nonogram.Unsolvable, -9, false},
		{nil, nonogram.Unique, -11, false},
	} {
		a := attempts{seen: learned{boards: c.boards}}
		if got := a.noClues(&Reading{Status: c.status, logP: c.logP, sight: sight}); got != c.want {
			t.Errorf("%v, %v at %v: %v, expected %v", c.boards, c.status, c.logP, got, c.want)
		}
	}
}

// A picture is enlarged where a board has small cells, and where none was found.
func TestLarge(t *testing.T) {
	sight := func(size float64) *see.Sight {
		return &see.Sight{Cells: func(x, y int) see.Quad {
			u, v := float64(x)*size, float64(y)*size
			return see.Quad{{X: u, Y: v}, {X: u + size, Y: v}, {X: u + size, Y: v + size}, {X: u, Y: v + size}}
		}}
	}
	for _, c := range []struct {
		name   string
		a      attempts
		expect bool
	}{
		{"nothing", attempts{}, false},
		{"no board", attempts{failure: &sightError{sight: &see.Sight{}}}, false},
		{"a small puzzle", attempts{good: &Reading{sight: sight(largeCell - 1)}}, false},
		{"a large puzzle", attempts{good: &Reading{sight: sight(largeCell)}}, true},
		{"a large board", attempts{best: &Reading{sight: sight(largeCell)}}, true},
		{"a large board without clues", attempts{failure: &sightError{sight: sight(largeCell)}}, true},
	} {
		if got := c.a.large(); got != c.expect {
			t.Errorf("%s: large is %v, expected %v", c.name, got, c.expect)
		}
	}
}
