package study

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"nonogram"
	"nonogram/cmd/internal/bench"
	"nonogram/format"
	"nonogram/generate"
)

// The experiments. They are independent of each other and run in the order of the page, so
// that an interrupted study has complete sections.

// experiment is a part of the study.
type experiment struct {
	runs    func(s *settings) int // for the progress bar
	measure func(l *laboratory, ctx context.Context) error
}

var experiments = []experiment{
	{func(s *settings) int { return len(lineLengths) + s.Boards*len(s.Sizes) }, (*laboratory).lines},
	{func(s *settings) int { return len(sizeMethods) * len(s.Sizes) * s.Boards }, (*laboratory).sizes},
	{countRuns, (*laboratory).count},
}

// runs is the number of steps that measure reports.
func runs(s *settings, list []experiment) int {
	n := 0
	for _, e := range list {
		n += e.runs(s)
	}
	return n
}

// measure runs experiments. If the context ends, it returns the data so far, marked as
// interrupted, without an error.
func measure(ctx context.Context, clock bench.Clock, s settings, list []experiment, step func()) (*measurements, error) {
	l := &laboratory{settings: &s, clock: clock, step: step, data: &measurements{Settings: s}}
	start := clock.Now()
	for _, e := range list {
		if e.runs(&s) == 0 {
			continue
		}
		err := e.measure(l, ctx)
		if ctx.Err() != nil {
			l.data.Interrupted = true
			break
		}
		if err != nil {
			return nil, err
		}
	}
	l.data.Elapsed = (clock.Now() - start).Seconds()
	return l.data, nil
}

// laboratory is a running study.
type laboratory struct {
	*settings
	clock bench.Clock
	step  func()
	data  *measurements
}

// budget limits the memory of breadth-first methods.
var budget = nonogram.Budget{Memory: 512 << 20}

// boards makes random boards of the sources' densities.
func (l *laboratory) boards(side, count int) (bench.Set, error) {
	return randomBoards(side, count, sourceFirst, sourceLast, l.Seed)
}

// keep records the boards of an experiment, which bench reads.
func (l *laboratory) keep(experiment, formatName string, puzzles []*nonogram.Puzzle) error {
	var text strings.Builder
	if err := format.Encode(&text, formatName, puzzles...); err != nil {
		return err
	}
	ending := map[string]string{"tournament": ".txt", "json": ".json"}[formatName]
	l.data.Boards = append(l.data.Boards, boardSet{strings.ReplaceAll(experiment, " ", "-") + ending, text.String()})
	return nil
}

// setName names the boards of a side.
func setName(experiment string, side int) string {
	return fmt.Sprintf("%s-%dx%d", experiment, side, side)
}

// randomBoards makes boards like the tournaments' boardgen.
func randomBoards(side, count int, first, last float64, seed uint64) (bench.Set, error) {
	return bench.Boards(generate.Random{
		Width: side, Height: side, Count: count, First: first, Last: last, Seed: new(big.Int).SetUint64(seed),
	})
}

// run runs a plan and counts its steps.
func (l *laboratory) run(ctx context.Context, p bench.Plan) ([]bench.Series, error) {
	p.Seed, p.MinTime, p.Budget.Memory = l.Seed, l.MinTime, budget.Memory
	return bench.Measure(ctx, l.clock, p, func(bench.Run) { l.step() })
}

// lookup finds methods by their labels.
func lookup(labels ...string) ([]bench.Entry, error) {
	return bench.LookupAll(strings.Join(labels, ","))
}
