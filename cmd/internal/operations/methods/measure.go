package methods

import (
	"cmp"
	"context"
	"time"

	"nonogram"
	"nonogram/cmd/internal/bench"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
)

// Measuring lists the operation that times methods. It is not in [Operations]: a public
// server should not spend its time on repeating solves. One call makes one run, timed and
// checked by package bench, so that a browser can plan the runs, show each result and
// stop in between. Short runs are repeated for 20 ms and more.
func Measuring() []operations.Operation {
	return []operations.Operation{operations.Each("measure", "Time a method on a puzzle", OpenMeasure)}
}

// MeasureRequest asks how long a method takes for a puzzle.
type MeasureRequest struct {
	operations.Input
	operations.Budget
	Limit  int    `json:"limit,omitempty" minimum:"0" maximum:"1000000000" doc:"How many solutions to look for (default 1)"`
	Method string `json:"method,omitempty" doc:"Name or number of the method, with options after colons (default engine)"`
}

// MeasureAnswer is one run of one method on one puzzle.
type MeasureAnswer struct {
	Method  string              `json:"method"`
	Outcome bench.Outcome       `json:"outcome" doc:"solved, stalled, timed out, out of budget, wrong or failed"`
	Status  nonogram.Status     `json:"status"`
	Reason  string              `json:"reason,omitempty"`
	Time    record.Milliseconds `json:"time_ms" doc:"The time of one run; a lower bound if it was cut off"`
	Repeats int                 `json:"repeats" doc:"The number of runs that the time is the mean of"`
	Nodes   int64               `json:"nodes" doc:"The size of the search tree, or the number of guesses"`
	Stats   record.Stats        `json:"stats"`
	Fault   string              `json:"fault,omitempty" doc:"Why the answer is wrong, or the error"`
}

const (
	// measuredTime is how long short runs are repeated. Browsers round the time to up
	// to a tenth of a millisecond, so the error is at most 1 %.
	measuredTime = 10 * time.Millisecond
	// coldTime is the longest run that is repeated once, keeping the faster of the two:
	// browsers compile code while it runs, so the first run of a method is slow.
	coldTime = 200 * time.Millisecond
	// timeDigits is the precision of times, finer than that of other records because
	// they are means of many repetitions.
	timeDigits = 10 * time.Nanosecond
)

// OpenMeasure times a method on puzzles.
func OpenMeasure(s *operations.Service, r *MeasureRequest) (operations.Work[*MeasureAnswer], error) {
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	limit, err := s.Limits.SolutionLimit(r.Limit, 1)
	if err != nil {
		return nil, err
	}
	m, err := bench.Lookup(cmp.Or(r.Method, bench.EngineLabel), s.Log)
	if err != nil {
		return nil, coded(err)
	}
	return func(ctx context.Context, p *nonogram.Puzzle) (*MeasureAnswer, error) {
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

// Code returns the code of the verdict.
func (r *MeasureAnswer) Code() record.Code { return record.CodeOf(r.Status) }

// Name does nothing: the response does not name the puzzle.
func (r *MeasureAnswer) Name(string) {}

// From does nothing.
func (r *MeasureAnswer) From(record.Origin) {}

func measureOnce(ctx context.Context, plan bench.Plan) (*bench.Run, error) {
	cells, err := bench.Measure(ctx, &clock{start: time.Now()}, plan, nil)
	if err != nil {
		return nil, err
	}
	return &cells[0].Runs[0], nil
}

func newMeasure(r *bench.Run) *MeasureAnswer {
	elapsed := record.Milliseconds(r.Time.Round(timeDigits).Seconds() * 1e3)
	return &MeasureAnswer{
		Method: r.Method, Outcome: r.Outcome, Status: r.Status, Reason: string(r.Stopped),
		Time: elapsed, Repeats: r.Repeats, Nodes: r.Nodes, Stats: record.NewStats(r.Stats), Fault: r.Fault,
	}
}

// clock is the wall clock, with timeouts that work in a browser. It advances with every
// reading: browsers round the time to up to a tenth of a millisecond, and a run of zero
// duration would be repeated a million times.
type clock struct {
	start time.Time
	last  time.Duration // last reading
}

// leastStep is the least difference between two readings: a tenth of a browser's steps, so
// that a run has at most a hundred repetitions too many.
const leastStep = 10 * time.Microsecond

func (c *clock) Now() time.Duration {
	c.last = max(time.Since(c.start), c.last+leastStep)
	return c.last
}

func (c *clock) WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(parent, d)
	return operations.LetTimersRun(ctx), cancel
}
