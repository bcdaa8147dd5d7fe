package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/internal/service/batch"
)

type batchSolveOneFlags struct {
	queueFlags
	workFlags
	inputs
	first   bool
	name    string
	timeout time.Duration
}

func newBatchSolveOne(a *app) *cobra.Command {
	f := &batchSolveOneFlags{}
	cmd := newCommand("batch_solve-one")
	cmd.Args = cobra.ExactArgs(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.files = args
		return f.run(cmd.Context(), a)
	}
	f.queueFlags.addFlags(cmd)
	f.workFlags.addFlags(cmd)
	f.inputs.addFlags(cmd)
	cmd.Flags().BoolVar(&f.first, "first", false, "be content with any solution")
	cmd.Flags().StringVar(&f.name, "name", "", "call the job `NAME` (default: a random one)")
	cmd.Flags().DurationVar(&f.timeout, "timeout", 0, "give up after `D`, as 10m or 24h (default: never)")
	return cmd
}

func (f *batchSolveOneFlags) run(ctx context.Context, a *app) error {
	if err := f.workFlags.check(); err != nil {
		return err
	}
	it, err := f.only(a)
	if err != nil {
		return err
	}
	limit := 2
	if f.first {
		limit = 1
	}
	job, err := batch.NewSolveOne(it, limit)
	if err != nil {
		return err
	}
	job.ID, job.Version, job.Source = f.name, batchVersion(), f.files[0]
	return f.with(ctx, a, func(ctx context.Context, q *batch.Queue) error { return f.solve(ctx, a, q, job) })
}

// only returns the single puzzle of the input.
func (f *batchSolveOneFlags) only(a *app) (*batch.Item, error) {
	var found *batch.Item
	for it := range f.items(a) {
		switch {
		case it.err != nil:
			return nil, it.err
		case found != nil:
			return nil, usagef("%s holds several puzzles, expected one", f.files[0])
		}
		found = &batch.Item{ID: it.id, File: it.file, Puzzle: it.puzzle}
	}
	if found == nil {
		return nil, fmt.Errorf("%s holds no puzzle", f.files[0])
	}
	return found, nil
}

func (f *batchSolveOneFlags) solve(ctx context.Context, a *app, q *batch.Queue, job *batch.Job) error {
	bound := ctx
	if f.timeout > 0 {
		var cancel context.CancelFunc
		bound, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	if err := q.Begin(bound, job); err != nil {
		return err
	}
	working, stop := context.WithCancel(bound)
	var group sync.WaitGroup
	group.Go(func() {
		w := f.on(q)
		w.Only = job.ID
		w.Grace = 0 // an unneeded part may take long
		_ = w.Run(working)
	})
	bar := newProgressOf(a, "parts", func(func() bool) int64 { return 0 })
	err := q.SolveOne(bound, job, func(int, int, int) { bar.step() })
	bar.finish()
	stop()
	group.Wait()
	if bound.Err() != nil {
		fmt.Fprintf(a.err, "nonogram: stopped without an answer; the same command with --name %s goes on\n", job.ID)
		return exitUndecided
	}
	if err != nil {
		return err
	}
	if _, err := q.Output(ctx, a.out, a.err, job, batch.Kinds(), false); err != nil {
		return err
	}
	var verdict struct{ Status nonogram.Status }
	if err := job.Verdict(&verdict); err != nil {
		return err
	}
	if f.name == "" {
		_ = q.Remove(ctx, job.ID)
	}
	return exitOf(verdict.Status).err()
}
