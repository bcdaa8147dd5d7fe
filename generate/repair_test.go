package generate_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/solve"
	"nonogram/teach"
)

// verify holds a puzzle that is said to be fair against the engine and against
// package teach, each by itself.
func verify(t *testing.T, p *nonogram.Puzzle, levels []teach.Level) *teach.Rating {
	t.Helper()
	r, err := solve.Solve(t.Context(), p, nonogram.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != nonogram.Unique || !r.Solutions[0].Equal(p.Goal) {
		t.Fatalf("the engine says %v, want the goal as the only solution:\n%v", r.Status, p.Goal)
	}
	rating, err := teach.Rate(t.Context(), p, teach.Options{Solver: solve.Solve})
	if err != nil {
		t.Fatal(err)
	}
	if rating.Status != nonogram.Unique || levels != nil && !slices.Contains(levels, rating.Level) {
		t.Fatalf("teach says %v, %v, want unique, one of %v:\n%v", rating.Status, rating.Level, levels, p.Goal)
	}
	return rating
}

func picture(rng *rand.Rand, width, height, inks int, density float64) *nonogram.Puzzle {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rng.Float64() < density {
			g.Cells[i] = nonogram.Color(1 + rng.IntN(inks))
		}
	}
	palette := nonogram.BlackAndWhite()
	for i := 1; i < inks; i++ {
		palette = append(palette, nonogram.Swatch{RGB: nonogram.RGB{R: uint8(60 * i), G: 200}})
	}
	palette.AssignSymbols()
	return nonogram.FromGrid(g, palette)
}

// Random pictures of all kinds: reached aims are verified, and every promise about
// the changes is kept.
func TestRepairKeepsItsPromises(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	aims := [][]teach.Level{nil, lineLevels, {teach.Easy}, {teach.Medium}, {teach.Hard}}
	reached := 0
	const runs = 60
	for i := range runs {
		p := picture(rng, 5+rng.IntN(9), 5+rng.IntN(9), 1+i%3, 0.3+0.3*rng.Float64())
		before := p.Goal.Clone()
		o := generate.RepairOptions{Levels: aims[i%len(aims)], Seed: uint64(i), Work: 1_000_000, Tries: 2}
		if i%4 == 0 {
			p.Given = nonogram.NewGrid(before.Width, before.Height)
			for k, c := range before.Cells {
				if rng.IntN(4) == 0 {
					p.Given.Cells[k] = c
				}
			}
		}
		if i%5 == 0 {
			o.MaxChanges = 6
		}
		if i%3 == 0 {
			o.Keep = []image.Rectangle{image.Rect(1, 1, 4, 5)}
		}
		r, err := generate.Repair(t.Context(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if !p.Goal.Equal(before) {
			t.Fatal("the puzzle that was passed in has changed")
		}
		checkChanges(t, before, r, o)
		if !r.Reached {
			if r.Stopped == nonogram.StopNone {
				t.Errorf("run %d: not reached, and no reason is given", i)
			}
			continue
		}
		reached++
		rating := verify(t, r.Puzzle, o.Levels)
		if !reflect.DeepEqual(rating, r.After.Rating) {
			t.Errorf("run %d: rated %+v, reported %+v", i, rating, r.After.Rating)
		}
	}
	t.Logf("%d of %d reached", reached, runs)
	if reached < runs*3/4 {
		t.Errorf("only %d of %d reached", reached, runs)
	}
}

func checkChanges(t *testing.T, before *nonogram.Grid, r *generate.Repaired, o generate.RepairOptions) {
	t.Helper()
	after := r.Puzzle.Goal
	for i, c := range before.Cells {
		if given := r.Puzzle.Given; given != nil && given.Cells[i] != nonogram.Unknown && after.Cells[i] != c {
			t.Fatalf("the given cell %d has changed", i)
		}
		if len(o.Keep) > 0 && image.Pt(i%before.Width, i/before.Width).In(o.Keep[0]) && after.Cells[i] != c {
			t.Fatalf("the cell %d, which is to be kept, has changed", i)
		}
	}
	if n := generate.Changed(before, after); o.MaxChanges > 0 && n > o.MaxChanges {
		t.Fatalf("%d changes, at most %d were allowed", n, o.MaxChanges)
	}
	if err := nonogram.Check(r.Puzzle, r.Puzzle.Goal); err != nil {
		t.Fatal(err)
	}
}

// The smallest ambiguity there is takes one cell.
func TestRepairSwitch(t *testing.T) {
	g := nonogram.NewGrid(2, 2)
	copy(g.Cells, []nonogram.Color{1, 0, 0, 1})
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	r, err := generate.Repair(t.Context(), p, generate.RepairOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Reached || generate.Changed(p.Goal, r.Puzzle.Goal) != 1 || r.Before.Status != nonogram.Multiple || r.Before.Differ != 4 {
		t.Errorf("%+v", r)
	}
}

// What needs no repair is left alone.
func TestRepairNothing(t *testing.T) {
	p := nonogram.FromGrid(&nonogram.Grid{Width: 2, Height: 1, Cells: []nonogram.Color{1, 1}}, nonogram.BlackAndWhite())
	r, err := generate.Repair(t.Context(), p, generate.RepairOptions{})
	if err != nil || !r.Reached || generate.Changed(p.Goal, r.Puzzle.Goal) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestRepairKeepsSymmetry(t *testing.T) {
	for _, s := range []generate.Symmetry{"", generate.Mirror, generate.Mirrors, generate.Rotation, generate.Quarter} {
		recipe := generate.Recipe{Width: 12, Height: 12, Count: 1, Symmetry: s, Levels: []teach.Level{teach.Hard, teach.VeryHard}, Seed: 5}
		puzzles, err := recipe.Puzzles(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for m, err := range puzzles {
			if err != nil {
				t.Fatal(s, err)
			}
			r, err := generate.Repair(t.Context(), m.Puzzle, generate.RepairOptions{Symmetry: s, Levels: lineLevels, MaxChanges: 100})
			if err != nil {
				t.Fatal(err)
			}
			if !symmetric(r.Puzzle.Goal, s) {
				t.Errorf("%v is lost:\n%v", s, r.Puzzle.Goal)
			}
			if !r.Reached || generate.Changed(m.Puzzle.Goal, r.Puzzle.Goal) == 0 {
				t.Errorf("%v: reached %v with %d changes", s, r.Reached, generate.Changed(m.Puzzle.Goal, r.Puzzle.Goal))
			}
		}
	}
}

// symmetric compares a picture with its image, without the package's own orbits.
func symmetric(g *nonogram.Grid, s generate.Symmetry) bool {
	n, m := g.Height-1, g.Width-1
	for y := range g.Height {
		for x := range g.Width {
			c := g.At(y, x)
			var same bool
			switch s {
			case "":
				same = true
			case generate.Mirror:
				same = g.At(y, m-x) == c
			case generate.Mirrors:
				same = g.At(y, m-x) == c && g.At(n-y, x) == c
			case generate.Rotation:
				same = g.At(n-y, m-x) == c
			case generate.Quarter:
				same = g.At(x, m-y) == c
			}
			if !same {
				return false
			}
		}
	}
	return true
}

// Given cells count, and stay.
func TestRepairWithGivenCells(t *testing.T) {
	g := nonogram.NewGrid(2, 2)
	copy(g.Cells, []nonogram.Color{1, 0, 0, 1})
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	p.Given = nonogram.NewGrid(2, 2)
	p.Given.Set(0, 0, nonogram.Black)
	r, err := generate.Repair(t.Context(), p, generate.RepairOptions{})
	if err != nil || !r.Reached || generate.Changed(p.Goal, r.Puzzle.Goal) != 0 {
		t.Errorf("a given cell decides the puzzle, but %+v, %v", r, err)
	}
}

// Where nothing may change the answer is honest.
func TestRepairCannot(t *testing.T) {
	g := nonogram.NewGrid(2, 2)
	copy(g.Cells, []nonogram.Color{1, 0, 0, 1})
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	diagonal := nonogram.FromGrid(&nonogram.Grid{Width: 4, Height: 4, Cells: []nonogram.Color{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, nonogram.BlackAndWhite())
	r, err := generate.Repair(t.Context(), diagonal, generate.RepairOptions{MaxChanges: 1})
	if err != nil || r.Reached || r.Stopped != nonogram.StopStalled || r.After.Status != nonogram.Multiple {
		t.Errorf("%+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err = generate.Repair(ctx, p, generate.RepairOptions{})
	if err != nil || r.Reached || r.Stopped != nonogram.StopCancelled {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
	big := picture(rand.New(rand.NewPCG(1, 1)), 30, 30, 1, 0.4)
	r, err = generate.Repair(t.Context(), big, generate.RepairOptions{Work: 1000})
	if err != nil || r.Reached || r.Stopped != generate.StopWork {
		t.Errorf("no work: %v, %v, %v", r.Reached, r.Stopped, err)
	}
}

func TestRepairIsRepeatable(t *testing.T) {
	p := picture(rand.New(rand.NewPCG(8, 8)), 15, 15, 1, 0.4)
	var rounds int
	o := generate.RepairOptions{Seed: 3, Progress: func(changed int) {
		rounds++
		if changed < 0 {
			t.Errorf("%d changed", changed)
		}
	}}
	first, err := generate.Repair(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Progress = nil
	second, err := generate.Repair(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, second) || rounds == 0 {
		t.Errorf("two runs differ, or %d rounds were reported", rounds)
	}
}

func TestRepairParameters(t *testing.T) {
	good := func() *nonogram.Puzzle { return picture(rand.New(rand.NewPCG(1, 1)), 5, 5, 1, 0.5) }
	for name, change := range map[string]func(*nonogram.Puzzle, *generate.RepairOptions){
		"puzzle":  func(p *nonogram.Puzzle, _ *generate.RepairOptions) { p.Goal = nil },
		"goal":    func(p *nonogram.Puzzle, _ *generate.RepairOptions) { p.Goal.Cells[3] = nonogram.Unknown },
		"doubt":   func(_ *nonogram.Puzzle, o *generate.RepairOptions) { o.Doubt = []float64{1} },
		"changes": func(_ *nonogram.Puzzle, o *generate.RepairOptions) { o.MaxChanges = -1 },
		"share":   func(_ *nonogram.Puzzle, o *generate.RepairOptions) { o.MaxShare = 2 },
		"keep": func(_ *nonogram.Puzzle, o *generate.RepairOptions) {
			o.Keep = []image.Rectangle{image.Rect(4, 4, 6, 5)}
		},
		"tries":    func(_ *nonogram.Puzzle, o *generate.RepairOptions) { o.Tries = -1 },
		"levels":   func(_ *nonogram.Puzzle, o *generate.RepairOptions) { o.Levels = []teach.Level{77} },
		"symmetry": func(_ *nonogram.Puzzle, o *generate.RepairOptions) { o.Symmetry = "none such" },
	} {
		p, o := good(), generate.RepairOptions{}
		change(p, &o)
		_, err := generate.Repair(t.Context(), p, o)
		var param *generate.ParamError
		if !errors.As(err, &param) || param.Param != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	var param *generate.ParamError
	if _, err := generate.Repair(t.Context(), good(), generate.RepairOptions{Symmetry: generate.Mirror}); !errors.As(err, &param) || param.Param != "symmetry" {
		t.Errorf("a picture without the symmetry: %v", err)
	}
	bad := good()
	bad.Goal.Cells = bad.Goal.Cells[1:]
	if _, err := generate.Repair(t.Context(), bad, generate.RepairOptions{}); err == nil {
		t.Error("a goal with a cell too few is accepted")
	}
}

func ExampleRepair() {
	g := nonogram.NewGrid(4, 4)
	copy(g.Cells, []nonogram.Color{
		1, 1, 0, 0,
		1, 1, 0, 0,
		0, 0, 1, 0,
		0, 0, 0, 1,
	})
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	r, err := generate.Repair(context.Background(), p, generate.RepairOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Before.Status, "→", r.After.Status, generate.Changed(p.Goal, r.Puzzle.Goal), "changed")
	fmt.Print(r.Puzzle.Goal)
	// Output:
	// multiple → unique 1 changed
	// ##..
	// ##..
	// ..##
	// ...#
}
