package lab_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/lab"
	"nonogram/solve"
)

// The conformance suite: what every method has to do, whatever its idea.

// labels are all methods, each with all of its options.
func labels(complete bool) []string {
	var list []string
	for _, m := range lab.Methods() {
		if m.Complete != complete {
			continue
		}
		list = append(list, m.Name)
		for _, o := range m.Options {
			for _, v := range o.Values {
				if v != o.Default && v != "N" {
					list = append(list, m.Name+":"+o.Name+"="+v)
				}
			}
		}
	}
	return list
}

// sizes of the small puzzles: at most 12 cells, because brute force has to go
// through all boards, and seldom square. A column of 12 has many more ways to move its
// blocks than boards.
var sizes = [][2]int{{1, 1}, {1, 5}, {6, 1}, {2, 2}, {3, 3}, {2, 5}, {5, 2}, {3, 4}, {4, 3}, {6, 2}, {2, 6}, {1, 8}}

// blind reports the methods that see all boards, or more, before they are sure: plain
// brute force, blocks that forget where they have been, and what Liao's loop repeats.
func blind(label string) bool {
	name, option, _ := strings.Cut(label, ":")
	return name == "bruteforce" || name == "bruteforce_wiki" || name == "shift_bfs" && option != "boards=visited" || option == "liao=true"
}

// bigger sizes, for all methods but those.
var bigger = [][2]int{{1, 12}, {4, 4}, {5, 4}, {3, 6}, {5, 5}, {2, 10}}

// randomPuzzle makes a small puzzle from a random picture. Sometimes clues are taken
// from another picture, so that there may be no solution, and sometimes cells are
// given, right or wrong. Sparse and dense pictures have empty and full lines.
func randomPuzzle(rng *rand.Rand, width, height int) *nonogram.Puzzle {
	p := nonogram.FromGrid(randomGrid(rng, width, height), nonogram.BlackAndWhite())
	p.Goal = nil
	if rng.IntN(3) == 0 {
		p.Cols = nonogram.FromGrid(shuffled(rng, p, width, height), p.Palette).Cols
	}
	if rng.IntN(4) == 0 {
		p.Given = nonogram.NewGrid(width, height)
		for range 1 + rng.IntN(2) {
			p.Given.Cells[rng.IntN(width*height)] = nonogram.Color(rng.IntN(2))
		}
	}
	return p
}

func randomGrid(rng *rand.Rand, width, height int) *nonogram.Grid {
	g := nonogram.NewGrid(width, height)
	density := rng.Float64()
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rng.Float64() < density {
			g.Cells[i] = nonogram.Black
		}
	}
	return g
}

// shuffled is a picture with as many boxes as the puzzle's rows ask for, so that the
// puzzle is not refused on sight.
func shuffled(rng *rand.Rand, p *nonogram.Puzzle, width, height int) *nonogram.Grid {
	g := nonogram.NewGrid(width, height)
	boxes := 0
	for _, c := range p.Rows {
		boxes += c.Cells()
	}
	for i, at := range rng.Perm(width * height) {
		g.Cells[at] = nonogram.Empty
		if i < boxes {
			g.Cells[at] = nonogram.Black
		}
	}
	return g
}

// everySolution asks the engine for all of them.
func everySolution(t *testing.T, e *solve.Engine, p *nonogram.Puzzle) []string {
	t.Helper()
	r, err := e.Solve(context.Background(), p, nonogram.Options{Limit: 1 << 20})
	if err != nil || !r.Exhausted {
		t.Fatalf("the engine: %+v, %v", r, err)
	}
	return drawn(r.Solutions)
}

func drawn(grids []*nonogram.Grid) []string {
	var list []string
	for _, g := range grids {
		list = append(list, g.String())
	}
	slices.Sort(list)
	return list
}

func describe(p *nonogram.Puzzle) string {
	s := fmt.Sprintf("rows %v columns %v", p.Rows, p.Cols)
	if p.Given != nil {
		s += "\ngiven\n" + p.Given.String()
	}
	return s
}

// TestConformance holds every complete method against the engine.
func TestConformance(t *testing.T) {
	puzzles := 3000
	if testing.Short() {
		puzzles = 500
	}
	for _, label := range labels(true) {
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			all := sizes
			if !blind(label) {
				all = slices.Concat(sizes, bigger)
			}
			m, err := lab.Lookup(label)
			if err != nil {
				t.Fatal(err)
			}
			s := m.New(nil)
			rng := rand.New(rand.NewPCG(7, 11))
			var e solve.Engine
			for i := range puzzles {
				size := all[i%len(all)]
				p := randomPuzzle(rng, size[0], size[1])
				conform(t, s, p, everySolution(t, &e, p))
				if t.Failed() {
					return
				}
			}
		})
	}
}

// conform asks for one solution, for two, and for one more than there are.
func conform(t *testing.T, s nonogram.Solver, p *nonogram.Puzzle, all []string) {
	t.Helper()
	for _, limit := range []int{1, 2, len(all) + 1} {
		r, err := s(context.Background(), p, nonogram.Options{Limit: limit, Seed: uint64(limit)})
		if err != nil {
			t.Fatalf("%s: %v", describe(p), err)
		}
		found := drawn(r.Solutions)
		switch {
		case len(found) != min(limit, len(all)):
			t.Errorf("%s\nlimit %d: %d solutions, there are %d", describe(p), limit, len(found), len(all))
		case len(slices.Compact(found)) != len(r.Solutions):
			t.Errorf("%s\nlimit %d: a solution comes twice", describe(p), limit)
		case limit > len(all) && !r.Exhausted:
			t.Errorf("%s\nlimit %d: all solutions were found, but this is not noticed", describe(p), limit)
		case r.Status != wantStatus(len(all), limit) && !(r.Exhausted && r.Status == nonogram.Unique && len(all) == 1):
			t.Errorf("%s\nlimit %d: %v", describe(p), limit, r.Status)
		case r.Stopped != nonogram.StopNone:
			t.Errorf("%s\nlimit %d: stopped by %s", describe(p), limit, r.Stopped)
		}
		for _, g := range found {
			if _, ok := slices.BinarySearch(all, g); !ok {
				t.Errorf("%s\nlimit %d: no solution:\n%s", describe(p), limit, g)
			}
		}
	}
}

func wantStatus(solutions, limit int) nonogram.Status {
	switch {
	case solutions == 0:
		return nonogram.Unsolvable
	case limit == 1:
		return nonogram.Solved
	case solutions == 1:
		return nonogram.Unique
	}
	return nonogram.Multiple
}

// What the incomplete methods claim is right: force finds solutions or nothing, and
// perm_elim knows as much as lines can say, which the engine's count of cells left
// open by lines confirms.
func TestForceClaims(t *testing.T) {
	m, err := lab.Lookup("force:max_iter=200")
	if err != nil {
		t.Fatal(err)
	}
	var e solve.Engine
	s := m.New(nil)
	rng := rand.New(rand.NewPCG(1, 5))
	found := 0
	for i := range 2000 {
		p := randomPuzzle(rng, sizes[i%len(sizes)][0], sizes[i%len(sizes)][1])
		all := everySolution(t, &e, p)
		r, err := s(context.Background(), p, nonogram.Options{Limit: 3, Seed: uint64(i)})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range drawn(r.Solutions) {
			if _, ok := slices.BinarySearch(all, g); !ok {
				t.Errorf("%s\nno solution:\n%s", describe(p), g)
			}
		}
		found += len(r.Solutions)
		unsolvable := r.Status == nonogram.Unsolvable && len(all) == 0 // on sight, or for want of room for the boxes
		if r.Status != nonogram.Multiple && !unsolvable && (r.Status != nonogram.Undecided || r.Stopped != nonogram.StopStalled || r.Exhausted) {
			t.Errorf("%s\nforce claims %v, stopped %q", describe(p), r.Status, r.Stopped)
		}
		if r.Stats.Nodes > 200 {
			t.Errorf("%d boards drawn, at most 200 allowed", r.Stats.Nodes)
		}
	}
	if found < 1000 {
		t.Errorf("force has found only %d solutions", found)
	}
}

func TestPermElimClaims(t *testing.T) {
	for _, label := range []string{"perm_elim", "perm_elim:parallel", "perm_elim:reuse"} {
		m, err := lab.Lookup(label)
		if err != nil {
			t.Fatal(err)
		}
		s := m.New(nil)
		rng := rand.New(rand.NewPCG(2, 5))
		var e solve.Engine
		stalled := 0
		for i := range 2000 {
			size := slices.Concat(sizes, bigger)[i%(len(sizes)+len(bigger))]
			p := randomPuzzle(rng, size[0], size[1])
			r, err := s(context.Background(), p, nonogram.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want, err := e.Solve(context.Background(), p, nonogram.Options{Limit: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			switch r.Status {
			case nonogram.Unique:
				if want.Status != nonogram.Unique || !r.Solutions[0].Equal(want.Solutions[0]) {
					t.Errorf("%s\n%s claims unique, it is %v", label, describe(p), want.Status)
				}
			case nonogram.Unsolvable:
				if want.Status != nonogram.Unsolvable {
					t.Errorf("%s\n%s claims unsolvable, it is %v", label, describe(p), want.Status)
				}
			default:
				stalled++
				checkStalled(t, p, r, want)
			}
		}
		if stalled < 100 {
			t.Errorf("%s has stalled only %d times: nothing was tested", label, stalled)
		}
	}
}

// checkStalled holds what a stalled method knows against all solutions, and its
// extent against what the engine's lines find.
func checkStalled(t *testing.T, p *nonogram.Puzzle, r, all *nonogram.Result) {
	t.Helper()
	if r.Status != nonogram.Undecided || r.Stopped != nonogram.StopStalled || r.Known == nil {
		t.Fatalf("%s\n%+v", describe(p), r)
	}
	for _, g := range all.Solutions {
		for i, c := range r.Known.Cells {
			if c != nonogram.Unknown && c != g.Cells[i] {
				t.Fatalf("%s\nthe known cells\n%s contradict the solution\n%s", describe(p), r.Known, g)
			}
		}
	}
	if open := r.Known.Open(); open == 0 || open != r.Stats.LineOpen || open != all.Stats.LineOpen {
		t.Errorf("%s\n%d cells open, counted %d, the engine's lines leave %d", describe(p), open, r.Stats.LineOpen, all.Stats.LineOpen)
	}
}

// Every method, complete or not, refuses what it cannot do, with an error that says
// so.
func TestRefusals(t *testing.T) {
	palette := make(nonogram.Palette, 3)
	palette.AssignSymbols()
	color := &nonogram.Puzzle{Palette: palette, Rows: []nonogram.Clue{{{Length: 1, Color: 2}}}, Cols: []nonogram.Clue{{{Length: 1, Color: 2}}}}
	long := nonogram.New([][]int{{65}}, slices.Repeat([][]int{{1}}, 65))
	blotted := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: []nonogram.Clue{{{Length: 0, Color: 1}}}, Cols: []nonogram.Clue{{{Length: 1, Color: 1}}}}
	missing := nonogram.New([][]int{{1}, {}}, [][]int{{1}})
	missing.Rows[1] = nonogram.MissingClue()
	nothing := nonogram.New(nil, nil)
	contradiction := nonogram.New([][]int{{1}}, [][]int{{}})
	for _, m := range lab.Methods() {
		s := m.New(nil)
		for _, c := range []struct {
			p       *nonogram.Puzzle
			feature string
		}{{color, "color"}, {long, "size"}, {missing, "missing clues"}} {
			_, err := s(context.Background(), c.p, nonogram.Options{})
			var e *lab.UnsupportedError
			if !errors.As(err, &e) || e.Feature != c.feature || !strings.Contains(err.Error(), m.Name) {
				t.Errorf("%s: %v, want an UnsupportedError about %s", m.Name, err, c.feature)
			}
		}
		needs := m.Name == "shift_bfs" || m.Name == "force" || m.Name == "perm_elim"
		r, err := s(context.Background(), blotted, nonogram.Options{})
		var e *lab.UnsupportedError
		if needs != (errors.As(err, &e) && e.Feature == "blots") || !needs && (err != nil || r.Status != nonogram.Unique) {
			t.Errorf("%s: %v, %v", m.Name, r, err)
		}
		var invalid *nonogram.InvalidError
		if _, err := s(context.Background(), nothing, nonogram.Options{}); !errors.As(err, &invalid) {
			t.Errorf("%s: %v, want an InvalidError", m.Name, err)
		}
		if r, err := s(context.Background(), contradiction, nonogram.Options{}); err != nil || r.Status != nonogram.Unsolvable || !r.Exhausted {
			t.Errorf("%s: %+v, %v, want unsolvable", m.Name, r, err)
		}
	}
}

// Lines of 64 cells are the longest: all shifts must survive them.
func TestLongestLines(t *testing.T) {
	full := nonogram.New([][]int{{64}}, slices.Repeat([][]int{{1}}, 64))
	empty := nonogram.New(make([][]int, 64), make([][]int, 1))
	gap := nonogram.New([][]int{{31, 31}}, slices.Concat(slices.Repeat([][]int{{1}}, 31), [][]int{{}, {}}, slices.Repeat([][]int{{1}}, 31)))
	for _, m := range lab.Methods() {
		if !m.Complete || m.Name == "bruteforce" { // which would go through 2^64 boards
			continue
		}
		for _, p := range []*nonogram.Puzzle{full, empty, gap} {
			r, err := m.New(nil)(context.Background(), p, nonogram.Options{})
			if err != nil || r.Status != nonogram.Unique {
				t.Errorf("%s on %d × %d: %+v, %v", m.Name, p.Width(), p.Height(), r, err)
			}
		}
	}
}
