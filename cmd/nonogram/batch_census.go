//go:build !small

package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"nonogram/internal/batch"
)

type batchCensusFlags struct {
	queueFlags
	workFlags
	size   string
	name   string
	detach bool
}

func newBatchCensus(a *app) *cobra.Command {
	f := &batchCensusFlags{}
	cmd := &cobra.Command{
		Use:   "census [flags] --size WxH",
		Short: "Count all grids of a size by class",
		Long: `Census goes through all grids of a size and counts how many different clues they
have (descriptions), how many grids are the only solution of their clues (unique),
and how many of these are found line by line (line_solvable). It prints one JSON
object. Sides go up to 8, and a grid up to 36 cells.

5×6 takes one core a minute, 6×6 an hour: --detach only queues the pieces, and prints
the job's id, for batch work on any number of machines; batch results adds them up.`,
		Example: `  nonogram batch census --dir jobs --size 4x4
  nonogram batch census --dir jobs --size 5x3 --detach && nonogram batch work --dir jobs --drain && nonogram batch results --dir jobs census-5x3`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), a) },
	}
	f.queueFlags.addFlags(cmd)
	f.workFlags.addFlags(cmd)
	cmd.Flags().StringVar(&f.size, "size", "", "width and height, as `WxH`")
	cmd.Flags().StringVar(&f.name, "name", "", "call the job `NAME` (default: census-WxH)")
	cmd.Flags().BoolVar(&f.detach, "detach", false, "only queue the pieces")
	_ = cmd.MarkFlagRequired("size")
	return cmd
}

func (f *batchCensusFlags) run(ctx context.Context, a *app) error {
	var width, height int
	if n, err := fmt.Sscanf(f.size+" ", "%dx%d ", &width, &height); err != nil || n != 2 {
		return usagef("--size: found %q, expected width and height as 4x6", f.size)
	}
	job, items, err := batch.NewCensus(width, height)
	if err != nil {
		return usageError{err}
	}
	if err := f.workFlags.check(); err != nil {
		return err
	}
	if f.name == "" {
		f.name = fmt.Sprintf("census-%dx%d", width, height)
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

// workAndPrint works on one job until it is finished, and prints its output.
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
