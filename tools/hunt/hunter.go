package hunt

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nonogram"
	"nonogram/lab"
	"nonogram/solve"
	"nonogram/teach"

	"nonogram/internal/testkit/naive"
)

// A hunter asks every solver about a puzzle and compares the answers with plain counting. The
// first difference is a fault. Plain counting bounds the size of puzzles.

const (
	// maxListed is how many solutions of a puzzle are compared one by one. Few of
	// the puzzles made here have more; of those only that many are asked for.
	maxListed = 400
	// bruteCells is the size up to which methods are asked that go through all
	// boards: 4096 of them.
	bruteCells = 12
	// labCells is the size up to which the other methods of the lab are asked.
	labCells = 24
)

// Hunter has one of everything that solves puzzles. Like an engine it keeps memory
// from one puzzle to the next, so that remains of one may disturb
// another, and it must not be used by two goroutines at once.
type Hunter struct {
	engine  solve.Engine
	other   solve.Engine // for symmetries
	methods []method
	// Tally says what it has come across.
	Tally Tally
}

// Tally counts what a hunt has come across, to see that nothing is missing.
type Tally struct {
	Puzzles                      int64
	Unsolvable, Unique, Multiple int64
	OnSight                      int64 // of the unsolvable, those that Validate refuses
	Colored, Given, Blotted      int64
	Searched, Conflicts          int64 // puzzles that the engine had to guess on, and to go back on
	Answers                      int64 // answers of solvers that were compared
}

// Add adds another tally.
func (t *Tally) Add(u *Tally) {
	t.Puzzles += u.Puzzles
	t.Unsolvable += u.Unsolvable
	t.Unique += u.Unique
	t.Multiple += u.Multiple
	t.OnSight += u.OnSight
	t.Colored += u.Colored
	t.Given += u.Given
	t.Blotted += u.Blotted
	t.Searched += u.Searched
	t.Conflicts += u.Conflicts
	t.Answers += u.Answers
}

func (t *Tally) String() string {
	return fmt.Sprintf("%d puzzles, %d unique, %d with several solutions, %d without (%d of them on sight), %d in color, %d with given cells, %d blotted, %d searched, %d with conflicts; %d answers compared",
		t.Puzzles, t.Unique, t.Multiple, t.Unsolvable, t.OnSight, t.Colored, t.Given, t.Blotted, t.Searched, t.Conflicts, t.Answers)
}

// note counts a puzzle.
func (t *Tally) note(k *truth) {
	t.Puzzles++
	switch len(k.list) {
	case 0:
		t.Unsolvable++
		if nonogram.Validate(k.p) != nil {
			t.OnSight++
		}
	case 1:
		t.Unique++
	default:
		t.Multiple++
	}
	if k.p.Colored() {
		t.Colored++
	}
	if k.p.Given != nil {
		t.Given++
	}
	if k.p.Blotted() {
		t.Blotted++
	}
}

// method is a complete method of the lab, with one of its options.
type method struct {
	label    string
	solve    nonogram.Solver
	maxCells int
}

// NewHunter makes a hunter.
func NewHunter() (*Hunter, error) {
	h := &Hunter{}
	for _, label := range completeMethods() {
		m, err := lab.Lookup(label)
		if err != nil {
			return nil, err
		}
		cells := labCells
		if slices.Contains([]string{"bruteforce", "bruteforce_wiki", "liao:dfs", "dfs_wiki", "shift_bfs", "row_dfs"}, m.Name) || label == "table_bfs:pruning=none" || label == "table_dfs:pruning=none" {
			cells = bruteCells // these look at the columns of full boards only
		}
		h.methods = append(h.methods, method{label, m.New(nil), cells})
	}
	return h, nil
}

// completeMethods are the labels of all complete methods with all their options.
func completeMethods() []string {
	var labels []string
	for _, m := range lab.Methods() {
		if !m.Complete {
			continue
		}
		labels = append(labels, m.Name)
		for _, o := range m.Options {
			for _, v := range o.Values {
				if v != o.Default && v != "N" {
					labels = append(labels, m.Name+":"+o.Name+"="+v)
				}
			}
		}
	}
	return labels
}

// truth is the set of solutions of a puzzle by plain counting.
type truth struct {
	p     *nonogram.Puzzle
	list  []string // the solutions, up to maxListed
	all   bool
	grids []*nonogram.Grid
	tally *Tally
}

// Examine asks everybody about a puzzle. The answer is nil, or the first fault.
// The puzzle must be well-formed; it may be without solution on sight.
func (h *Hunter) Examine(p *nonogram.Puzzle) *Fault {
	grids, all := naive.Solutions(p, maxListed)
	known := &truth{p, drawings(grids), all, grids, &h.Tally}
	h.Tally.note(known)
	for _, check := range []func(*truth) *Fault{h.examineEngine, h.examineCount, h.examineLab, h.examineSymmetry, h.examineTeach} {
		if f := h.guarded(check, known); f != nil {
			f.Puzzle = p
			return f
		}
	}
	return nil
}

// guarded turns a panic into a fault like any other, so that it is shrunk and kept
// too. The state of the engines is unknown afterwards, so they are replaced.
func (h *Hunter) guarded(check func(*truth) *Fault, t *truth) (f *Fault) {
	defer func() {
		if v := recover(); v != nil {
			h.engine, h.other = solve.Engine{}, solve.Engine{}
			f = fault("panic", "%v", v)
		}
	}()
	return check(t)
}

func fault(claim, format string, args ...any) *Fault {
	return &Fault{Claim: claim, Message: fmt.Sprintf(format, args...)}
}

// limits are how many solutions to ask for: any, whether there is another, a list
// that ends before they do, and one more than there are.
func (t *truth) limits() []int {
	if !t.all {
		return []int{1, 2, maxListed}
	}
	limits := []int{1, 2, 3, len(t.list) + 1}
	slices.Sort(limits)
	return slices.Compact(limits)
}

func (h *Hunter) examineEngine(t *truth) *Fault {
	for _, limit := range t.limits() {
		r, err := h.engine.Solve(context.Background(), t.p, nonogram.Options{Limit: limit, Seed: uint64(limit)})
		if f := t.compare("engine", limit, r, err); f != nil {
			return f
		}
		if limit > len(t.list) {
			h.Tally.Searched += min(r.Stats.Guesses, 1)
			h.Tally.Conflicts += min(r.Stats.Conflicts, 1)
		}
	}
	return nil
}

func (h *Hunter) examineCount(t *truth) *Fault {
	t.tally.Answers++
	c, err := h.engine.Count(context.Background(), t.p, nonogram.Options{})
	switch {
	case err != nil:
		return fault("count", "%v", err)
	case !c.Exact || c.Stopped != nonogram.StopNone:
		return fault("count", "%v is not exact, stopped by %q", c.Count, c.Stopped)
	case t.all && (!c.Count.IsInt64() || c.Count.Int64() != int64(len(t.list))):
		return fault("count", "%v solutions, there are %d", c.Count, len(t.list))
	case !t.all && c.Count.IsInt64() && c.Count.Int64() <= int64(len(t.list)):
		return fault("count", "%v solutions, there are more than %d", c.Count, len(t.list))
	}
	return nil
}

func (h *Hunter) examineLab(t *truth) *Fault {
	if t.p.Colored() || !t.all {
		return nil
	}
	for _, m := range h.methods {
		if t.p.Width()*t.p.Height() > m.maxCells {
			continue
		}
		for _, limit := range []int{2, len(t.list) + 1} {
			r, err := m.solve(context.Background(), t.p, nonogram.Options{Limit: limit, Seed: uint64(len(t.list))})
			var refused *lab.UnsupportedError
			if errors.As(err, &refused) && refused.Feature == "blots" && t.p.Blotted() {
				break // which methods may, tests of the lab say
			}
			if f := t.compare("lab "+m.label, limit, r, err); f != nil {
				return f
			}
			if len(t.list) == 1 {
				break // it was the same question
			}
		}
	}
	return nil
}

// examineSymmetry holds the engine's answers to the puzzle turned, framed, …
// against those to the puzzle.
func (h *Hunter) examineSymmetry(t *truth) *Fault {
	if !t.all {
		return nil
	}
	for _, s := range Symmetries(t.p) {
		var images []*nonogram.Grid
		for _, g := range t.grids {
			images = append(images, s.Grid(g))
		}
		image := &truth{p: s.Puzzle(t.p), list: drawings(images), all: true, tally: t.tally}
		r, err := h.other.Solve(context.Background(), image.p, nonogram.Options{Limit: len(images) + 1})
		if f := image.compare("engine, "+s.Name, len(images)+1, r, err); f != nil {
			return f
		}
	}
	return nil
}

// compare holds a solver's answer against the truth.
func (t *truth) compare(who string, limit int, r *nonogram.Result, err error) *Fault {
	t.tally.Answers++
	if err != nil {
		return fault(who, "limit %d: %v", limit, err)
	}
	found := drawings(r.Solutions)
	switch {
	case len(found) != min(limit, len(t.list)):
		return fault(who, "limit %d: %d solutions, there are %s", limit, len(found), t)
	case len(slices.Compact(slices.Clone(found))) != len(found):
		return fault(who, "limit %d: a solution comes twice", limit)
	case t.all && limit > len(t.list) && !r.Exhausted:
		return fault(who, "limit %d: has found all %d solutions, and does not know it", limit, len(found))
	case r.Exhausted && (!t.all || len(found) < len(t.list)):
		return fault(who, "limit %d: claims that there are only %d solutions, there are %s", limit, len(found), t)
	case r.Status != nonogram.Verdict(len(found), r.Exhausted, limit):
		return fault(who, "limit %d: %v with %d solutions, exhausted %v", limit, r.Status, len(found), r.Exhausted)
	case r.Stopped != nonogram.StopNone:
		return fault(who, "limit %d: stopped by %q, nothing should", limit, r.Stopped)
	}
	for _, g := range found {
		if _, ok := slices.BinarySearch(t.list, g); t.all && !ok {
			return fault(who, "limit %d: what it shows is not a solution", limit)
		}
	}
	return nil
}

// String is the number of solutions.
func (t *truth) String() string {
	if t.all {
		return fmt.Sprint(len(t.list))
	}
	return fmt.Sprintf("more than %d", len(t.list))
}

// examineTeach holds an explanation against the truth: the verdict, the cells it
// decides, and the cells it leaves open.
func (h *Hunter) examineTeach(t *truth) *Fault {
	if nonogram.Validate(t.p) != nil {
		return nil // teach wants puzzles that are not refused on sight
	}
	t.tally.Answers++
	e, err := teach.Explain(context.Background(), t.p, teach.Options{Solver: h.engine.Solve})
	if err != nil {
		return fault("teach", "%v", err)
	}
	want := nonogram.Verdict(min(len(t.list), 2), true, 2)
	if e.Status != want {
		return fault("teach", "%v, it is %v", e.Status, want)
	}
	if want == nonogram.Unsolvable || !t.all {
		return nil
	}
	for i, c := range e.Grid.Cells {
		decided, color := agreed(t.list, i)
		if decided != (c != nonogram.Unknown) || decided && c != color {
			return fault("teach", "cell %d is %v in the explanation; the solutions agree: %v, on %v", i, c, decided, color)
		}
	}
	return nil
}

// agreed reports whether all solutions have the same color in a cell.
func agreed(list []string, cell int) (bool, nonogram.Color) {
	for _, g := range list {
		if g[cell] != list[0][cell] {
			return false, 0
		}
	}
	return true, nonogram.Color(list[0][cell])
}
