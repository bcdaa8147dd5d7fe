package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"nonogram"
)

// run is one call of a solver: the puzzle in bits, the budget, the result and the trace.
// Every method is a search, a function of a run.
type run struct {
	p             *nonogram.Puzzle
	width, height int
	clues         []clue // of all lines, which are numbered rows first
	given         marks
	limit         int
	seed          uint64
	budget        nonogram.Budget
	trace         func(nonogram.Event)

	ctx    context.Context
	reason nonogram.StopReason
	work   int   // steps since the context was last checked
	held   int64 // bytes
	result nonogram.Result
	err    error

	// The current node of the search tree, for events.
	node  int64
	depth int
}

// search is the core of a method. It passes solutions to run.solution, stops when a
// function of run returns false, and returns true if the search space is exhausted.
type search func(r *run) (exhausted bool)

// solver makes a solver of a search for lines of up to maxSide cells.
func solver(method string, maxSide int, s search) nonogram.Solver {
	return func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		solvable, err := admit(method, p, maxSide)
		switch {
		case err != nil:
			return nil, err
		case !solvable:
			return &nonogram.Result{Status: nonogram.Unsolvable, Exhausted: true}, nil
		}
		r := newRun(ctx, p, opts)
		return r.finish(!r.poll() && s(r))
	}
}

func newRun(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) *run {
	r := &run{
		p: p, width: p.Width(), height: p.Height(),
		clues: slices.Concat(newClues(p.Rows, p.Width()), newClues(p.Cols, p.Height())),
		limit: opts.Limit, seed: opts.Seed, budget: opts.Budget, trace: opts.Trace, ctx: ctx,
	}
	if r.limit <= 0 {
		r.limit = 2
	}
	if r.budget.Memory <= 0 {
		r.budget.Memory = defaultMemory
	}
	r.given = newMarks(r.width, r.height)
	if p.Given != nil {
		for i, c := range p.Given.Cells {
			if c != nonogram.Unknown {
				r.given.set(i/r.width, i%r.width, c == nonogram.Black)
			}
		}
	}
	return r
}

func (r *run) finish(exhausted bool) (*nonogram.Result, error) {
	if r.err != nil {
		return nil, r.err
	}
	res := &r.result
	res.Exhausted = exhausted
	res.Status = nonogram.Verdict(len(res.Solutions), exhausted, r.limit)
	if !exhausted && len(res.Solutions) < r.limit {
		res.Stopped = r.reason
	}
	return res, nil
}

// over reports that the search must end: enough solutions are found, or it was stopped.
func (r *run) over() bool {
	return r.reason != nonogram.StopNone || r.err != nil || len(r.result.Solutions) >= r.limit
}

// workPerPoll is the number of steps, of some nanoseconds each, between two checks of the
// context.
const workPerPoll = 4096

// tick counts steps; false means stop.
func (r *run) tick(steps int) bool {
	r.work += steps
	if r.work < workPerPoll {
		return r.reason == nonogram.StopNone
	}
	r.work = 0
	return !r.poll()
}

// poll checks the context; true means stop.
func (r *run) poll() bool {
	if r.reason == nonogram.StopNone {
		switch err := r.ctx.Err(); {
		case errors.Is(err, context.DeadlineExceeded):
			r.reason = nonogram.StopTime
		case err != nil:
			r.reason = nonogram.StopCancelled
		}
	}
	return r.reason != nonogram.StopNone
}

// hold counts bytes allocated, or freed if negative; false means that the budget does not
// allow the allocation.
func (r *run) hold(bytes int64) bool {
	r.held += bytes
	if r.held > r.budget.Memory && r.reason == nonogram.StopNone {
		r.reason = nonogram.StopMemory
	}
	return r.reason == nonogram.StopNone
}

// minRoom is the initial capacity of a list; it doubles.
const minRoom = 16

// room grows a list of values of the given size for n more; false means that the memory
// budget does not allow it.
func room[T any](r *run, list []T, n, size int) ([]T, bool) {
	have := cap(list)
	if len(list)+n <= have {
		return list, true
	}
	more := max(have, n, minRoom)
	if !r.hold(int64(have+more) * int64(size)) { // both copies exist while it is copied
		return list, false
	}
	list = slices.Grow(list, more)
	r.hold(-int64(have) * int64(size))
	return list, true
}

// push appends a value of the given size to a list; false means that the memory budget
// does not allow it.
func push[T any](r *run, list []T, v T, size int) ([]T, bool) {
	list, ok := room(r, list, 1, size)
	if !ok {
		return list, false
	}
	return append(list, v), true
}

// conflict counts a dead end; false means stop.
func (r *run) conflict() bool {
	r.result.Stats.Conflicts++
	if n := r.budget.Conflicts; n > 0 && r.result.Stats.Conflicts >= n && r.reason == nonogram.StopNone {
		r.reason = nonogram.StopConflicts
	}
	return r.reason == nonogram.StopNone
}

// solution checks and stores a solution; false means that the search is over.
func (r *run) solution(rows []uint64) bool {
	g := r.grid(rows)
	if err := nonogram.Check(r.p, g); err != nil {
		r.err = fmt.Errorf("internal error: a solution fails its check: %w", err)
		return false
	}
	r.result.Solutions = append(r.result.Solutions, g)
	if r.trace != nil {
		r.emit(nonogram.Event{Kind: nonogram.EventSolution, Cells: r.cells(rows)})
	}
	return r.hold(int64(len(g.Cells))) && !r.over()
}

// again is like solution, for a search that may find a solution several times.
func (r *run) again(rows []uint64) bool {
	if slices.ContainsFunc(r.result.Solutions, r.grid(rows).Equal) {
		return true
	}
	return r.solution(rows)
}

func (r *run) grid(rows []uint64) *nonogram.Grid {
	g := nonogram.NewGrid(r.width, r.height)
	for y, row := range rows {
		for x := range r.width {
			g.Set(y, x, nonogram.Color(row>>uint(x)&1))
		}
	}
	return g
}

// random is the generator of a randomized method.
func (r *run) random() *rand.Rand { return rand.New(rand.NewPCG(cmp.Or(r.seed, DefaultSeed), 0)) }

// look counts lines looked at, the cost that the package comment defines.
func (r *run) look(lines int) { r.result.Stats.Looks += int64(lines) }

// open counts a node of the search tree; false means stop.
func (r *run) open() bool {
	r.result.Stats.Nodes++
	r.look(1)
	return r.tick(nodeWork)
}

// nodeWork is the cost of a node, in steps of tick.
const nodeWork = 16

// emit adds the node to a trace event and emits it. Callers check that there is a trace,
// so that unused events are not built.
func (r *run) emit(e nonogram.Event) {
	e.Node, e.Depth = r.node, r.depth
	r.trace(e)
}

// emitLine emits an event of a line.
func (r *run) emitLine(line int, e nonogram.Event) {
	if line < r.height {
		e.Row = line + 1
	} else {
		e.Column = line - r.height + 1
	}
	r.emit(e)
}

// position returns the row and the column of a cell of a line.
func (r *run) position(line, cell int) (y, x int) {
	if line < r.height {
		return line, cell
	}
	return cell, line - r.height
}

// emitOpened emits the event of a new node, and makes it the current one.
func (r *run) emitOpened(e nonogram.Event, parent int64, depth int) {
	r.node, r.depth = r.result.Stats.Nodes, depth
	e.Parent = parent
	r.emit(e)
}

// cells formats the cells of a board.
func (r *run) cells(rows []uint64) string {
	text := ""
	for _, row := range rows {
		text += r.line(row, r.width)
	}
	return text
}

// line formats the cells of a line.
func (r *run) line(cells uint64, n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = r.p.Palette.Symbol(nonogram.Color(cells >> uint(i) & 1))
	}
	return string(text)
}
