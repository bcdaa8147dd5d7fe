package hunt

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/solve"

	"nonogram/internal/testkit/naive"
)

// The hunt has to be right itself, and it has to find something where there is
// something to find.

// everyGrid lists all solutions by going through all pictures there are.
func everyGrid(p *nonogram.Puzzle) []*nonogram.Grid {
	var list []*nonogram.Grid
	g := nonogram.NewGrid(p.Width(), p.Height())
	naive.Paint(g.Cells, nonogram.Empty)
	for {
		if nonogram.Check(p, g) == nil {
			list = append(list, g.Clone())
		}
		i := len(g.Cells) - 1
		for ; i >= 0 && int(g.Cells[i]) == len(p.Palette)-1; i-- {
			g.Cells[i] = nonogram.Empty
		}
		if i < 0 {
			return list
		}
		g.Cells[i]++
	}
}

func TestSolutionsAgainstEveryGrid(t *testing.T) {
	shape := Shape{MaxSide: 9, MaxCells: 9, MaxInks: 2, Blotted: 2}
	for i := range uint64(1000) {
		p := shape.Puzzle(rand.New(rand.NewPCG(2, i)))
		want := drawings(everyGrid(p))
		grids, all := naive.Solutions(p, 1<<20)
		if got := drawings(grids); !all || !slices.Equal(got, want) {
			t.Fatalf("%d solutions (all: %v), want %d of\n%s", len(got), all, len(want), Describe(p))
		}
		if len(want) == 0 {
			continue
		}
		if grids, all := naive.Solutions(p, len(want)-1); all || len(grids) != len(want)-1 {
			t.Fatalf("%d of %d solutions (all: %v)\n%s", len(grids), len(want), all, Describe(p))
		}
	}
}

// The symmetries are held against plain counting, so that a hunt that uses them
// tests the engine and not them.
func TestSymmetries(t *testing.T) {
	shape := Shape{MaxSide: 6, MaxCells: 12, MaxInks: 3, Blotted: 4}
	seen := map[string]bool{}
	for i := range uint64(2000) {
		p := shape.Puzzle(rand.New(rand.NewPCG(3, i)))
		before := Describe(p)
		grids, _ := naive.Solutions(p, 1<<20)
		for _, s := range Symmetries(p) {
			seen[s.Name] = true
			var want []*nonogram.Grid
			for _, g := range grids {
				want = append(want, s.Grid(g))
			}
			got, _ := naive.Solutions(s.Puzzle(p), 1<<20)
			if !slices.Equal(drawings(got), drawings(want)) {
				t.Fatalf("%s: %d solutions, want %d of\n%s", s.Name, len(got), len(want), Describe(p))
			}
		}
		if Describe(p) != before {
			t.Fatalf("a symmetry has changed the puzzle itself:\n%snow\n%s", before, Describe(p))
		}
	}
	if len(seen) != 7 {
		t.Errorf("symmetries seen: %v", seen)
	}
}

// Why the complement is not a symmetry: "#.#/##." is the only picture with its clues,
// while its complement ".#./..#" has the clues of "..#/.#." too.
func TestComplementIsNoSymmetry(t *testing.T) {
	for _, c := range []struct {
		p    *nonogram.Puzzle
		want int
	}{
		{nonogram.New([][]int{{1, 1}, {2}}, [][]int{{2}, {1}, {1}}), 1},
		{nonogram.New([][]int{{1}, {1}}, [][]int{{}, {1}, {1}}), 2},
	} {
		if list, _ := naive.Solutions(c.p, 10); len(list) != c.want {
			t.Errorf("%d solutions, want %d of\n%s", len(list), c.want, Describe(c.p))
		}
	}
}

// A saboteur answers like the engine, but for one fault.
type saboteur struct {
	name  string
	solve func(e *solve.Engine, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error)
	cells int // the fault shows on so few cells
}

var saboteurs = []saboteur{
	{"forgets given cells", func(e *solve.Engine, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		q := bare(p)
		q.Given = nil
		return e.Solve(context.Background(), q, opts)
	}, 1},
	{"misses the last solution of several", func(e *solve.Engine, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		r, err := e.Solve(context.Background(), p, opts)
		if err == nil && r.Exhausted && len(r.Solutions) > 1 {
			r.Solutions = r.Solutions[1:]
			r.Status = nonogram.Verdict(len(r.Solutions), true, opts.Limit)
		}
		return r, err
	}, 4},
	{"shows a solution twice", func(e *solve.Engine, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		r, err := e.Solve(context.Background(), p, opts)
		if err == nil && len(r.Solutions) > 1 {
			r.Solutions[1] = r.Solutions[0]
		}
		return r, err
	}, 4},
	{"wants a gap between inks", func(e *solve.Engine, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		for _, l := range p.Lines() {
			if n := map[nonogram.Axis]int{nonogram.Row: p.Width(), nonogram.Column: p.Height()}[l.Axis]; p.Clue(l).Cells()+len(p.Clue(l))-1 > n {
				return &nonogram.Result{Status: nonogram.Unsolvable, Exhausted: true}, nil
			}
		}
		return e.Solve(context.Background(), p, opts)
	}, 2},
	{"claims to have seen all", func(e *solve.Engine, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		r, err := e.Solve(context.Background(), p, opts)
		if err == nil && len(r.Solutions) == 1 {
			r.Exhausted, r.Status = true, nonogram.Unique
		}
		return r, err
	}, 4},
	{"gives up on wide boards", func(e *solve.Engine, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		if p.Width() > 7 {
			return nil, errors.New("too wide")
		}
		return e.Solve(context.Background(), p, opts)
	}, 8},
	{"draws the last row empty", func(e *solve.Engine, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		r, err := e.Solve(context.Background(), p, opts)
		if err == nil {
			for _, g := range r.Solutions {
				naive.Paint(g.Row(g.Height-1), nonogram.Empty)
			}
		}
		return r, err
	}, 1},
	{"stops without need", func(e *solve.Engine, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		r, err := e.Solve(context.Background(), p, opts)
		if err == nil {
			r.Stopped = nonogram.StopConflicts
		}
		return r, err
	}, 1},
}

// accuse is the fault of a saboteur, or nil.
func accuse(e *solve.Engine, s saboteur, p *nonogram.Puzzle) *Fault {
	grids, all := naive.Solutions(p, maxListed)
	known := &truth{p, drawings(grids), all, grids, new(Tally)}
	for _, limit := range known.limits() {
		r, err := s.solve(e, p, nonogram.Options{Limit: limit})
		if f := known.compare(s.name, limit, r, err); f != nil {
			f.Puzzle = p
			return f
		}
	}
	return nil
}

// TestHuntFinds lets saboteurs loose: each is found among few puzzles, and shrunk
// to the smallest that shows its fault.
func TestHuntFinds(t *testing.T) {
	for _, s := range saboteurs {
		t.Run(s.name, func(t *testing.T) {
			var e solve.Engine
			for i := range int64(500) {
				f := accuse(&e, s, number(i))
				if f == nil {
					continue
				}
				p := Shrink(f.Puzzle, func(p *nonogram.Puzzle) bool { return accuse(&e, s, p) != nil })
				if n := p.Width() * p.Height(); n > s.cells {
					t.Errorf("found after %d puzzles, shrunk to %d cells, want %d:\n%s", i+1, n, s.cells, Describe(p))
				}
				return
			}
			t.Error("not found")
		})
	}
}

// A panic is a fault.
func TestHuntSurvivesPanics(t *testing.T) {
	h := hunter(t)
	f := h.guarded(func(*truth) *Fault { panic("on purpose") }, nil)
	if f == nil || f.Claim != "panic" || f.Message != "on purpose" {
		t.Errorf("%+v", f)
	}
	if f := h.Examine(number(1)); f != nil {
		t.Error(f)
	}
}

// A stored puzzle is read back unchanged.
func TestKeep(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	want := map[string]*nonogram.Puzzle{}
	for i := range int64(200) {
		f := &Fault{Claim: "claim", Message: "something \"odd\"\nhappened", Puzzle: number(i)}
		path, err := Keep(folder, f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(f.Error(), "odd") || !strings.Contains(f.Error(), "columns") {
			t.Errorf("the error %q says too little", f.Error())
		}
		want[path] = f.Puzzle
	}
	kept, err := Kept(folder)
	if err != nil || len(kept) != len(want) {
		t.Fatalf("%d kept, want %d: %v", len(kept), len(want), err)
	}
	for path, p := range want {
		q := kept[path]
		if Describe(p) != Describe(q) || !reflect.DeepEqual(p.Goal, q.Goal) {
			t.Errorf("kept\n%sas\n%s", Describe(p), Describe(q))
		}
	}
}
