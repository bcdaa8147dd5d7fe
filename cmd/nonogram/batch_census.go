package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/machine"
	"nonogram/internal/service/batch"
	"nonogram/internal/service/batch/census"
)

type batchCensusFlags struct {
	queueFlags
	workFlags
	size             string
	name             string
	unique           bool
	detach, forecast bool
	descriptions     []int
}

func newBatchCensus(a *app) *cobra.Command {
	f := &batchCensusFlags{}
	cmd := newCommand("batch_census")
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), a) }
	f.queueFlags.addFlags(cmd)
	f.workFlags.addFlags(cmd)
	cmd.Flags().StringVar(&f.size, "size", "", "width and height, as `WxH`")
	cmd.Flags().StringVar(&f.name, "name", "", "call the job `NAME` (default: census-WxH)")
	cmd.Flags().BoolVar(&f.unique, "unique", false, "count unique grids only")
	cmd.Flags().BoolVar(&f.forecast, "forecast", false, "only estimate the cost of the census")
	cmd.Flags().IntSliceVar(&f.descriptions, "descriptions", nil, "only count the descriptions of these classes, `N,…`, without a queue")
	cmd.Flags().BoolVar(&f.detach, "detach", false, "only queue the pieces")
	_ = cmd.MarkFlagRequired("size")
	return cmd
}

func (f *batchCensusFlags) run(ctx context.Context, a *app) error {
	var width, height int
	if n, err := fmt.Sscanf(f.size+" ", "%dx%d ", &width, &height); err != nil || n != 2 {
		return usagef("--size: found %q, expected width and height as 4x6", f.size)
	}
	size := census.Size{Width: width, Height: height, Lines: !f.unique && len(f.descriptions) == 0}
	job, items, err := batch.NewCensus(size)
	if err != nil {
		return usageError{err}
	}
	if f.forecast {
		return forecast(ctx, a, size)
	}
	if len(f.descriptions) > 0 {
		return countClasses(ctx, a, size, f.descriptions)
	}
	if err := f.workFlags.check(); err != nil {
		return err
	}
	if f.name == "" {
		f.name = fmt.Sprintf("census-%dx%d", width, height)
		if f.unique {
			f.name += "-unique"
		}
	}
	job.ID, job.Version, job.Source = f.name, batchVersion(), f.size
	return f.with(ctx, a, func(ctx context.Context, q *batch.Queue) error {
		if err := q.Submit(ctx, job, items, 1, nil); err != nil {
			return stopped(ctx, err, job)
		}
		if f.detach {
			fmt.Fprintln(a.out, job.ID)
			return nil
		}
		return f.workAndPrint(ctx, a, q, job)
	})
}

// workAndPrint works on a job until it is finished and prints its output.
func (f *batchCensusFlags) workAndPrint(ctx context.Context, a *app, q *batch.Queue, job *batch.Job) error {
	working, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		w := f.on(q)
		w.Only = job.ID
		_ = w.Run(working)
	})
	_, err := q.Output(ctx, a.out, a.err, job, batch.Kinds(), true)
	stop()
	group.Wait()
	if ctx.Err() != nil {
		fmt.Fprintf(a.err, "nonogram: stopped; the same command goes on\n")
		return exitUndecided
	}
	return err
}

// countClasses counts classes and prints a line for each.
func countClasses(ctx context.Context, a *app, size census.Size, classes []int) error {
	p, err := census.New(size)
	if err != nil {
		return usageError{err}
	}
	c := p.NewCounter()
	for _, class := range classes {
		if class < 0 || class >= p.Classes() {
			return usagef("--descriptions: found class %d, expected 0 to %d", class, p.Classes()-1)
		}
		t := c.Count(ctx, class, class+1)
		if ctx.Err() != nil {
			return exitUndecided
		}
		line := struct {
			Class        int    `json:"class"`
			Grids        uint64 `json:"grids"`
			Descriptions uint64 `json:"descriptions"`
			Unique       uint64 `json:"unique"`
		}{class, t.Grids, t.Descriptions, t.Unique}
		if _, err := a.out.Write(batch.JSONLine(line)); err != nil {
			return err
		}
	}
	return nil
}

// forecastTime is how long a forecast samples classes.
const forecastTime = 20 * time.Second

// forecast samples classes of a census and prints the estimated cost of all.
func forecast(ctx context.Context, a *app, size census.Size) error {
	p, err := census.New(size)
	if err != nil {
		return usageError{err}
	}
	c, clock := p.NewCounter(), machine.CPU()
	start := clock.Now()
	sample := struct {
		Width     int     `json:"width"`
		Height    int     `json:"height"`
		Classes   int     `json:"classes"`
		Sampled   int     `json:"sampled"`
		Seconds   float64 `json:"seconds"`
		CoreHours float64 `json:"core_hours"`
	}{Width: size.Width, Height: size.Height, Classes: p.Classes()}
	var grids uint64
	for class := range p.Sample() {
		grids += c.Count(ctx, class, class+1).Grids
		sample.Sampled++
		if ctx.Err() != nil || clock.Now()-start > forecastTime {
			break
		}
	}
	took := clock.Now() - start
	sample.Seconds = took.Seconds()
	sample.CoreHours = took.Hours() * float64(uint64(1)<<(size.Width*size.Height)) / float64(grids)
	_, err = a.out.Write(batch.JSONLine(sample))
	return err
}
