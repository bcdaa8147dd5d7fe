package study

import (
	"context"
	"time"

	"nonogram"
	"nonogram/internal/bench"
)

// Options configure a study.
type Options struct {
	// Quick selects fewer sizes and shorter limits. The verdicts are the same.
	Quick bool
	// Scale multiplies the number of timed boards and the limits; 0 means 1.
	Scale float64
	// Seed makes the boards; 0 means that of the sources.
	Seed uint64
	// Puzzles, if any, are measured instead of random boards, with the Methods, a list with
	// commas as for bench.
	Puzzles []*nonogram.Puzzle
	Methods string
	Clock   interface {
		bench.Clock
		Name() string
	}
	// About describes the machine, the version and the date.
	About string
	// Step, if not nil, is called after every run with the number of runs so far and in all.
	Step func(done, total int)
}

// Report is a finished or interrupted study.
type Report struct{ data *measurements }

func (o *Options) settings() settings {
	s := full()
	if o.Quick {
		s = quick()
	}
	if o.Seed != 0 {
		s.Seed = o.Seed
	}
	if o.Scale != 0 && o.Scale != 1 {
		s = s.scaled(o.Scale)
	}
	return s
}

// Typical is the usual CPU time of the study.
func (o *Options) Typical() time.Duration { return o.settings().Typical }

// Run runs a study. If the context ends, the report has the measurements so far.
func Run(ctx context.Context, o Options) (*Report, error) {
	s := o.settings()
	done, total := 0, s.runs()
	step := func() {
		if done++; o.Step != nil {
			o.Step(done, total)
		}
	}
	var data *measurements
	var err error
	if len(o.Puzzles) > 0 {
		data, err = measureOwn(ctx, &o, s, func(n int) { total = n }, step)
	} else {
		data, err = measure(ctx, o.Clock, s, step)
	}
	if err != nil {
		return nil, err
	}
	data.About, data.Clock = o.About, o.Clock.Name()
	return &Report{data}, nil
}

// measureOwn measures methods on given puzzles.
func measureOwn(ctx context.Context, o *Options, s settings, announce func(runs int), step func()) (*measurements, error) {
	methods, err := bench.LookupAll(o.Methods)
	if err != nil {
		return nil, err
	}
	plan := bench.Plan{Methods: methods, Sets: bench.BySize(o.Puzzles), Seed: s.Seed, Timeout: s.SmallLimit, MinTime: s.MinTime, Budget: budget}
	announce(plan.Runs())
	start := o.Clock.Now()
	own, err := bench.Measure(ctx, o.Clock, plan, func(bench.Run) { step() })
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	return &measurements{Settings: s, Own: own, Interrupted: err != nil, Elapsed: (o.Clock.Now() - start).Seconds()}, nil
}

// Interrupted reports that the context ended the study.
func (r *Report) Interrupted() bool { return r.data.Interrupted }
