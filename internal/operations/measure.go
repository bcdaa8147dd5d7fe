package operations

import (
	"cmp"
	"context"
	"time"

	"nonogram"
	"nonogram/internal/bench"
	"nonogram/internal/operations/record"
)

// Measuring a method where it runs, in a browser too. A single run is enough: whoever
// asks plans the rest, sees every result as it comes, and can stop between two. It is
// timed by package bench, so answers are checked and short runs are repeated, as in
// the command bench. Cost: that of the run; short ones take 20 ms and more.
//
// It is not among [Operations], since a server on the internet has better things to
// do than to repeat a solve for the sake of a clock.

// Measuring lists the operations for benchmarks.
func Measuring() []Operation {
	return []Operation{Each("measure", "Time a method on a puzzle", OpenMeasure)}
}

// MeasureRequest asks how long a method takes for a puzzle.
type MeasureRequest struct {
	Input
	Budget
	Limit  int    `json:"limit,omitempty" minimum:"0" doc:"How many solutions to look for (default 1)"`
	Method string `json:"method,omitempty" doc:"Name or number of the method, with options behind colons; the engine if missing"`
}

// MeasureResponse is one run of one method on one puzzle.
type MeasureResponse struct {
	Method  string              `json:"method"`
	Outcome bench.Outcome       `json:"outcome" doc:"solved, stalled, timed out, out of budget, wrong or failed"`
	Status  nonogram.Status     `json:"status"`
	Reason  string              `json:"reason,omitempty"`
	Time    record.Milliseconds `json:"time_ms" doc:"What it took once; a lower bound if it was cut off"`
	Repeats int                 `json:"repeats" doc:"How many times the time is the mean of"`
	Nodes   int64               `json:"nodes" doc:"The size of the search tree, or the number of guesses"`
	Stats   record.Stats        `json:"stats"`
	Fault   string              `json:"fault,omitempty" doc:"What is wrong with the answer, or the error"`
}

const (
	// measuredTime is how long short runs are repeated. Browsers tell the time in
	// steps of up to a tenth of a millisecond, so that makes one part in a hundred.
	measuredTime = 10 * time.Millisecond
	// coldTime is how long a run may take and still be run a second time, of which
	// the faster counts: browsers compile code while it runs, so that the first run
	// of a method takes several times as long as all others.
	coldTime = 200 * time.Millisecond
	// timeDigits is the precision of times, in nanoseconds: a mean of a thousand
	// repetitions is finer than the microsecond of other records.
	timeDigits = 10 * time.Nanosecond
)

// OpenMeasure times a method on puzzles.
func OpenMeasure(s *Service, r *MeasureRequest) (Work[*MeasureResponse], error) {
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	limit, err := (&SolveRequest{Limit: cmp.Or(r.Limit, 1)}).limit(&s.Limits)
	if err != nil {
		return nil, err
	}
	m, err := bench.Lookup(cmp.Or(r.Method, bench.EngineLabel), s.Log)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *nonogram.Puzzle) (*MeasureResponse, error) {
		plan := bench.Plan{
			Methods: []bench.Entry{m},
			Sets:    []bench.Set{{Puzzles: []*nonogram.Puzzle{p}}},
			Seed:    b.Seed, Limit: limit, Budget: b.Budget, Timeout: b.Timeout, MinTime: measuredTime,
		}
		best, err := measureOnce(ctx, plan)
		if err == nil && best.Ended() && best.Time < coldTime {
			var second *bench.Run
			if second, err = measureOnce(ctx, plan); err == nil && second.Ended() && second.Time < best.Time {
				best = second
			}
		}
		if err != nil {
			return nil, err
		}
		return newMeasure(best), nil
	}, nil
}

// Code is that of the verdict.
func (r *MeasureResponse) Code() record.Code { return record.CodeOf(r.Status) }

// Name does nothing: who measures knows what.
func (r *MeasureResponse) Name(_ string, _ record.Origin) {}

func measureOnce(ctx context.Context, plan bench.Plan) (*bench.Run, error) {
	cells, err := bench.Measure(ctx, &clock{start: time.Now()}, plan, nil)
	if err != nil {
		return nil, err
	}
	return &cells[0].Runs[0], nil
}

func newMeasure(r *bench.Run) *MeasureResponse {
	elapsed := record.Milliseconds(r.Time.Round(timeDigits).Seconds() * 1e3)
	return &MeasureResponse{
		Method: r.Method, Outcome: r.Outcome, Status: r.Status, Reason: string(r.Stopped),
		Time: elapsed, Repeats: r.Repeats, Nodes: r.Nodes, Stats: record.NewStats(r.Stats), Fault: r.Fault,
	}
}

// clock is the time of day, with timeouts that work in a browser, and always going on:
// browsers tell the time in steps of up to a tenth of a millisecond, and who times a
// run of no time at all repeats it a million times.
type clock struct {
	start time.Time
	last  time.Duration // that was told
}

// leastStep is how far the clock goes on between two looks. It is a tenth of the steps
// of a browser, so it makes for a hundred repetitions too many at worst.
const leastStep = 10 * time.Microsecond

func (c *clock) Now() time.Duration {
	c.last = max(time.Since(c.start), c.last+leastStep)
	return c.last
}

func (c *clock) WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(parent, d)
	return letTimersRun(ctx), cancel
}
