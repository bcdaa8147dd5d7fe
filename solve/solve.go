// Package solve is the engine: it finds solutions of nonograms and proves that
// there are no others, black-and-white and color, any size.
//
// [Solve] is all that most callers need. Who solves many puzzles keeps an [Engine], one
// for each goroutine, and with it the memory; a [Team] has several cores work on one
// hard puzzle. [Count] says how many solutions there are, however many, and [Prove]
// writes down why an answer is right, for package certify to check.
//
// It goes through stages, cheapest first, and stops as soon as the question is
// answered: lines only, where most printed puzzles end; probing of drawings; a
// learning search steered by belief propagation, whose lines explain their own
// deductions. Its files, in the order in which to read them:
//
//	solve.go       a call: the stages, the solutions one after the other, the verdict
//	lines.go       stage 0: lines only, on the board of package board
//	picture.go     which puzzles are drawings
//	core.go        the search: literals, trail, levels, and the parts below
//	propagate.go     what follows from the trail
//	clauses.go       what it has learned
//	analyze.go       what a conflict teaches
//	explain.go       why a line deduced what it did
//	order.go         which variable to decide on
//	phases.go        which value to try
//	beliefs.go       how likely every value is
//	surest.go        what that decides: the surest cell, the value to try
//	probe.go         stage 1: suppose a cell, see what follows
//	search.go      stage 2: propagate, learn, restart, decide
//	plan.go        how much of which search, and the next solution
//	swap.go        the cheapest second solution
//	count.go       how many solutions there are; internal/count sweeps what is left open
//	prove.go       certificates: what a proof is told (prover.go, and proveprobe.go for probing)
//	trace.go       what a listener is told
//	team.go        several searchers on one puzzle: portfolio.go, its members (member.go), and
//	               what they tell each other (exchange.go, over internal/share)
//	stop.go        when to end early
//	tuning.go      every number that steers the engine, and what it is worth
//
// A team knows the core; what the core knows of a team is the small interface peer.
//
// Every solution is held against the clues by [nonogram.Check] before it is
// returned. The same puzzle, options and seed give the same answer and the same
// counters, except from a [Team], which puts idle cores to work on one puzzle.
package solve

import (
	"context"
	"errors"
	"fmt"

	"nonogram"
	"nonogram/internal/board"
)

// Engine solves puzzles one after another and keeps its memory between them.
// The zero value is ready. An Engine must not be used by two goroutines at once;
// make one for each.
type Engine struct {
	board board.Board
	core  core
	run   run // the call at hand

	patience int64 // of counting, instead of backboneConflicts; for tests
}

// Solve answers how many solutions the puzzle has, up to opts.Limit, and shows
// them. The puzzle is validated; one that is well formed but cannot have a
// solution, by its totals for instance, is Unsolvable, anything else that is
// wrong with it is an error. When the context ends or a budget is used up, the
// answer is Undecided with the solutions found so far.
func (e *Engine) Solve(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
	return e.solve(ctx, p, opts, nil)
}

// helpers look for solutions together with the search of a call.
type helpers interface {
	find(s *core, found int) outcome // is core.find
	bytes() int64                    // what they hold besides searchers
}

// solve is Solve, with helpers to call on or nil.
func (e *Engine) solve(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options, h helpers) (*nonogram.Result, error) {
	if solvable, err := validate(p); err != nil {
		return nil, err
	} else if !solvable {
		return &nonogram.Result{Status: nonogram.Unsolvable, Exhausted: true}, nil
	}
	r := &e.run
	*r = run{engine: e, helpers: h, p: p, limit: opts.Limit, seed: opts.Seed, result: new(nonogram.Result)}
	if r.limit <= 0 {
		r.limit = 2
	}
	r.stop = newStopper(ctx, opts.Budget)
	e.core.trace = newTracer(opts.Trace, p.Palette)
	r.solve()
	e.core.trace = nil
	result, err := r.finish()
	*r = run{} // lets go of the puzzle
	return result, err
}

// admit validates a puzzle: an error if the engine cannot handle it, false if its
// clues contradict each other on sight.
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
	helpers   helpers // nil if nobody can help
	p         *nonogram.Puzzle
	limit     int
	seed      uint64
	stop      stopper
	result    *nonogram.Result
	exhausted bool
}

// solve goes through the stages.
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

// begin goes through the stages that need no search: lines, then probing. If they
// leave something open the answer is paused, and the search to go on with.
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
	// varBytes is what the search holds per variable, roughly: values, reasons,
	// order, phases, watches, messages.
	varBytes = 200
	// defaultMemory bounds it when no budget is given, so that a hostile puzzle
	// (millions of cells in dozens of colors) does not take the machine. Every
	// black-and-white puzzle within the size limits stays below.
	defaultMemory = 2 << 30
	// maxMemory is as far as clauses can be addressed, whatever the budget.
	maxMemory = 8 << 30
)

// searcher readies the search on the settled board; nil if it would take more
// memory than there is for it.
func (e *Engine) searcher(p *nonogram.Puzzle, seed uint64, stats *nonogram.Stats, stop *stopper) *core {
	if stop.budget.Memory <= 0 {
		stop.budget.Memory = defaultMemory
	}
	stop.budget.Memory = min(stop.budget.Memory, maxMemory)
	if stop.memory(int64(variables(&e.board)) * varBytes) {
		return nil
	}
	e.core.picture = clustering(p) > pictureClustering
	e.core.reset(&e.board, seed, stats, stop)
	if e.core.proof != nil {
		e.core.proof.core = &e.core
	}
	return &e.core
}

// search looks for solutions one after the other; each one is then forbidden.
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
		if len(r.result.Solutions) >= r.limit {
			r.exhausted = len(s.levels) == 0
			return
		}
		if len(r.result.Solutions) == 1 && r.limit == 2 {
			if other := switchedSolution(r.p, g); other != nil {
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

// find looks for one more solution, with helpers if there are any.
func (r *run) find(s *core) outcome {
	if r.helpers != nil {
		return r.helpers.find(s, len(r.result.Solutions))
	}
	return s.find(len(r.result.Solutions))
}

// bytes is what the solutions hold.
func (r *run) bytes() int64 {
	n := int64(len(r.result.Solutions)) * int64(len(r.p.Rows)*len(r.p.Cols))
	if r.helpers != nil {
		n += r.helpers.bytes()
	}
	return n
}

func (r *run) add(g *nonogram.Grid) {
	r.result.Solutions = append(r.result.Solutions, g)
	if w := r.engine.core.proof; w != nil {
		w.writeSolution(g)
	}
	if t := r.engine.core.trace; t != nil {
		t.solution(g)
	}
}

// finish checks the solutions and states the verdict.
func (r *run) finish() (*nonogram.Result, error) {
	res := r.result
	for _, g := range res.Solutions {
		if err := nonogram.Check(r.p, g); err != nil {
			return nil, fmt.Errorf("internal error: the engine's solution fails its check: %w", err)
		}
	}
	res.Exhausted = r.exhausted
	res.Status = nonogram.Verdict(len(res.Solutions), r.exhausted, r.limit)
	if !r.exhausted && len(res.Solutions) < r.limit {
		res.Stopped = r.stop.reason
	}
	return res, nil
}
