package study

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"nonogram"
	"nonogram/cmd/internal/bench"
)

// A study from its options to the report: experiments are run one after the other, or read
// from the data of an earlier study.

// Options configure a study.
type Options struct {
	// Quick selects fewer sizes and shorter limits. The verdicts are the same.
	Quick bool
	// Scale multiplies the number of boards and the limits; 0 means 1. Above 1 it leaves the
	// boards of the claims as they are.
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
	list, err := o.experiments()
	if err != nil {
		return nil, err
	}
	done, total := 0, runs(&s, list)
	step := func() {
		if done++; o.Step != nil {
			o.Step(done, total)
		}
	}
	data, err := measure(ctx, o.Clock, s, list, step)
	if err != nil {
		return nil, err
	}
	data.About, data.Clock = o.About, o.Clock.Name()
	return &Report{data}, nil
}

// experiments are those of the study, or one on given puzzles.
func (o *Options) experiments() ([]experiment, error) {
	if len(o.Puzzles) == 0 {
		return experiments, nil
	}
	methods, err := bench.LookupAll(o.Methods)
	plan := bench.Plan{Methods: methods, Sets: bench.BySize(o.Puzzles)}
	own := func(l *laboratory, ctx context.Context) (err error) {
		if err := l.keep("own", "json", o.Puzzles); err != nil {
			return err
		}
		plan.Timeout = l.SmallLimit
		l.data.Own, err = l.run(ctx, plan)
		return err
	}
	return []experiment{{func(*settings) int { return plan.Runs() }, own}}, err
}

// Load returns the report of a study from its file data.json. Its files are the same, byte for
// byte, as those of the study, if this is the same version of the program.
func Load(data []byte) (*Report, error) {
	d := new(measurements)
	if err := json.Unmarshal(data, d); err != nil {
		return nil, err
	}
	if d.Settings.Name == "" {
		return nil, errors.New("no settings of a study")
	}
	return &Report{d}, nil
}

// Interrupted reports that the context ended the study.
func (r *Report) Interrupted() bool { return r.data.Interrupted }
