// Package solve finds solutions of nonograms and proves that there are no others, for black
// and white and for color, at any size.
//
// [Solve] answers most questions. To solve many puzzles, reuse an [Engine], one per
// goroutine: it keeps its buffers. A [Team] lets several cores work on one hard puzzle.
// [All] ranges over the solutions, [Count] computes their exact number. [Prove] writes a proof of the answer for
// package certify.
//
// The engine works in stages and stops as soon as the question is answered: line solving,
// which suffices for most printed puzzles; probing, for drawings; and a CDCL search guided by
// belief propagation, in which lines are propagators that explain their deductions lazily.
// The files, in reading order:
//
//	solve.go          one call: the stages, the solutions, the verdict; all.go: all solutions
//	lines.go          stage 0: line solving on package board
//	picture.go        tells drawings from noise
//	core.go           the search: literals, trail, decision levels
//	propagate.go      propagation by lines and clauses
//	clauses.go        the clause database
//	analyze.go        conflict analysis
//	explain.go        reasons of line deductions
//	order.go          variable activity
//	phases.go         phase saving
//	beliefs.go        belief propagation
//	most_certain.go   decisions and phases from beliefs
//	probe.go          stage 1: probing
//	search.go         stage 2: propagate, learn, restart, decide
//	plan.go           budgets of dives and of proof mode; the next solution
//	proof_mode.go     search for a refutation, with block literals (blocks.go)
//	lagrangian.go     Lagrangian bound: subproblem.go, subgradient.go, smoothed.go
//	corners.go        solutions from the corners of the board
//	switching.go      second solutions by a switching component
//	count.go          counting solutions, with internal/count
//	shape.go          boards that are not rectangles
//	prove.go          proofs: proof_writer.go, and proof_probing.go for probing
//	trace.go          trace events
//	team.go           parallel search: portfolio.go, member.go, exchange.go, internal/share
//	stop.go           context and budgets
//	tuning.go         all tuning constants
//
// A usual printed puzzle takes 25 µs with an [Engine] and 60 µs with [Solve] (medians over the
// pack), random boards more: 0.3 ms at the median of 25 × 25 and 2 ms of 40 × 40, of which one in
// sixty takes more than 10 s. The problem is NP-complete: pass a context with a deadline, or [nonogram.Options.Budget],
// and be prepared for [nonogram.Undecided]. What is answered is proven: unique means that there
// is no other solution.
//
// Every solution is checked against the clues by [nonogram.Check]. The same puzzle, options
// and seed give the same answer and the same counters, except from a [Team].
package solve

import (
	"context"
	"errors"
	"fmt"

	"nonogram"
	"nonogram/internal/board"
)

// Engine solves puzzles one after another and reuses its memory. The zero value is ready to
// use. An Engine must not be used by two goroutines at once.
type Engine struct {
	board board.Board
	core  core
	run   run // the current call

	patience int64 // tests set it instead of backboneConflicts
}

// Solve finds up to opts.Limit solutions of the puzzle and determines whether there are more.
// An invalid puzzle is an error; one that is well formed but cannot have a solution, for
// example because its totals differ, is Unsolvable. When the context ends or a budget is used
// up, the answer is Undecided, with the solutions found so far.
func (e *Engine) Solve(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
	return e.solve(ctx, p, opts, nil)
}

// solve is Solve with an optional portfolio of helpers.
func (e *Engine) solve(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options, team *portfolio) (*nonogram.Result, error) {
	if opts.Limit <= 0 {
		opts.Limit = 2
	}
	return e.start(ctx, p, opts, team, nil)
}

// start runs the engine. It collects the solutions if yield is nil.
func (e *Engine) start(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options, team *portfolio, yield func(*nonogram.Grid) bool) (*nonogram.Result, error) {
	if solvable, err := validate(p); err != nil {
		return nil, err
	} else if !solvable {
		return &nonogram.Result{Status: nonogram.Unsolvable, Exhausted: true}, nil
	}
	r := &e.run
	*r = run{engine: e, team: team, p: p, limit: opts.Limit, seed: opts.Seed, result: new(nonogram.Result), yield: yield}
	r.stop = newStopper(ctx, opts.Budget)
	e.core.trace = newTracer(opts.Trace, p.Palette)
	r.solve()
	e.core.trace = nil
	result, err := r.finish()
	*r = run{} // release the puzzle
	return result, err
}

// validate reports an error if the puzzle is malformed, and false if it is trivially
// unsolvable.
func validate(p *nonogram.Puzzle) (solvable bool, err error) {
	if err = nonogram.Validate(p); err == nil {
		return true, nil
	}
	var invalid *nonogram.InvalidError
	if errors.As(err, &invalid) && invalid.Unsolvable() {
		return false, nil
	}
	return false, err
}

// Solve is [Engine.Solve] with a fresh engine.
func Solve(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
	return new(Engine).Solve(ctx, p, opts)
}

// run is one call of Solve.
type run struct {
	engine    *Engine
	team      *portfolio // nil without helpers
	p         *nonogram.Puzzle
	limit     int
	seed      uint64
	stop      stopper
	result    *nonogram.Result
	exhausted bool

	found int                       // solutions so far
	yield func(*nonogram.Grid) bool // takes them, in [All]; nil if the result collects them
}

func (r *run) solve() {
	switch s, out := r.engine.begin(r.p, r.seed, &r.result.Stats, &r.stop); out {
	case refuted:
		r.exhausted = true
	case satisfied:
		r.add(r.engine.board.Grid())
		r.exhausted = true
	case paused:
		r.search(s)
	}
}

// begin runs the stages that need no search: line solving, then probing. If cells remain open
// it returns paused and the search to continue with.
func (e *Engine) begin(p *nonogram.Puzzle, seed uint64, stats *nonogram.Stats, stop *stopper) (*core, outcome) {
	if !e.solveLines(p, &stats.LineSolves, stop) {
		return nil, refuted
	}
	stats.LineOpen = e.board.Open
	switch {
	case stop.poll():
		return nil, stopped
	case e.board.Open == 0:
		return nil, satisfied
	}
	s := e.searcher(p, seed, stats, stop)
	switch {
	case s == nil:
		return nil, stopped
	case s.picture && !s.probe():
		return nil, refuted
	case stop.poll():
		return nil, stopped
	case s.complete():
		return nil, satisfied
	}
	return s, paused
}

// Memory of the search.
const (
	// varBytes estimates the memory of one variable.
	varBytes = 200
	// defaultMemory applies without a memory budget. Every black-and-white puzzle within
	// the size limits needs less.
	defaultMemory = 2 << 30
	// maxMemory is the limit of clause references.
	maxMemory = 8 << 30
)

// searcher prepares the search on the propagated board; nil if it would exceed the memory
// budget.
func (e *Engine) searcher(p *nonogram.Puzzle, seed uint64, stats *nonogram.Stats, stop *stopper) *core {
	if stop.budget.Memory <= 0 {
		stop.budget.Memory = defaultMemory
	}
	stop.budget.Memory = min(stop.budget.Memory, maxMemory)
	if stop.memory(int64(variables(&e.board)) * varBytes) {
		return nil
	}
	e.core.picture = p.Shape != nil || clustering(p) > pictureClustering
	e.core.reset(&e.board, seed, stats, stop)
	if e.core.proof != nil {
		e.core.proof.core = &e.core
	}
	return &e.core
}

// search finds solutions one after another and blocks each one.
func (r *run) search(s *core) {
	for !r.stop.poll() && !r.stop.memory(s.bytes()+r.bytes()) {
		switch r.find(s) {
		case refuted:
			r.exhausted = true
			return
		case stopped:
			return
		}
		g := s.board.Grid()
		r.add(g)
		if r.found >= r.limit {
			r.exhausted = len(s.levels) == 0
			return
		}
		if r.found == 1 && r.limit == 2 && r.p.Shape == nil {
			if other := s.switchedSolution(r.p, g); other != nil {
				r.add(other)
				return
			}
		}
		if !s.blockSolution() {
			r.exhausted = true
			return
		}
	}
}

// find looks for one more solution.
func (r *run) find(s *core) outcome {
	if r.team != nil && r.p.Shape == nil {
		return r.team.find(s, r.found)
	}
	return s.find(r.found)
}

// bytes estimates the memory of the solutions.
func (r *run) bytes() int64 {
	n := int64(len(r.result.Solutions)) * int64(r.p.Width()*r.p.Height())
	if r.team != nil {
		n += r.team.blockingBytes
	}
	return n
}

func (r *run) add(g *nonogram.Grid) {
	r.found++
	if r.yield == nil {
		r.result.Solutions = append(r.result.Solutions, g)
	} else if !r.yield(g) {
		r.limit = r.found
	}
	if w := r.engine.core.proof; w != nil {
		w.writeSolution(g)
	}
	if t := r.engine.core.trace; t != nil {
		t.solution(g)
	}
}

// failedCheck is the error of a solution that contradicts the clues.
func failedCheck(err error) error {
	return fmt.Errorf("internal error: the engine's solution fails its check: %w", err)
}

// finish checks the solutions and sets the status.
func (r *run) finish() (*nonogram.Result, error) {
	res := r.result
	for _, g := range res.Solutions {
		if err := nonogram.Check(r.p, g); err != nil {
			return nil, failedCheck(err)
		}
	}
	res.Exhausted = r.exhausted
	res.Status = nonogram.Verdict(r.found, r.exhausted, r.limit)
	if !r.exhausted && r.found < r.limit {
		res.Stopped = r.stop.reason
	}
	return res, nil
}
