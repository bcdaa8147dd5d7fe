package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"nonogram/internal/plural"
	"nonogram/internal/service/batch"
)

type batchResultsFlags struct {
	queueFlags
	out  string
	wait bool
}

func newBatchResults(a *app) *cobra.Command {
	f := &batchResultsFlags{}
	cmd := newCommand("batch_results")
	cmd.Args = cobra.ExactArgs(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return f.withExisting(cmd.Context(), a, func(ctx context.Context, q *batch.Queue) error { return f.run(ctx, a, q, args[0]) })
	}
	f.queueFlags.addFlags(cmd)
	cmd.Flags().StringVar(&f.out, "out", "-", "write to `FILE`; - for standard output")
	cmd.Flags().BoolVar(&f.wait, "wait", false, "wait until the job is finished")
	return cmd
}

func (f *batchResultsFlags) run(ctx context.Context, a *app, q *batch.Queue, id string) error {
	job, err := q.Job(ctx, id)
	if err != nil {
		return err
	}
	var tally batch.Tally
	var missing error
	write := func(w io.Writer) (err error) {
		tally, err = q.Output(ctx, w, reports{a}, job, batch.Kinds(), f.wait)
		if errors.Is(err, batch.ErrIncomplete) || ctx.Err() != nil {
			missing, err = err, nil // print the results so far
		}
		return err
	}
	if f.out == "-" {
		err = write(a.out)
	} else {
		err = writeFile(f.out, write)
	}
	if err != nil {
		return err
	}
	tellFailures(a, job, tally)
	status := exitOfTally(tally)
	if missing != nil {
		fmt.Fprintf(a.err, "nonogram: job %s is not finished: %s of %s\n", id, plural.Of(tally.Items, "result"), itemsOf(job))
		status.add(exitUndecided)
	}
	return status.err()
}

// itemsOf returns the size of a job, if known.
func itemsOf(job *batch.Job) string {
	if !job.Sealed {
		return "a number that is not yet known"
	}
	return fmt.Sprint(job.Items)
}

// newJobsCommand returns a command that takes job ids.
func newJobsCommand(a *app, name string, do func(*batch.Queue, context.Context, string) error) *cobra.Command {
	f := &queueFlags{}
	cmd := newCommand("batch_" + name)
	cmd.Args = cobra.MinimumNArgs(1)
	cmd.RunE = func(cmd *cobra.Command, ids []string) error {
		return f.withExisting(cmd.Context(), a, func(ctx context.Context, q *batch.Queue) error {
			for _, id := range ids {
				if err := do(q, ctx, id); err != nil {
					return fmt.Errorf("%s %s: %w", name, id, err)
				}
			}
			return nil
		})
	}
	f.addFlags(cmd)
	return cmd
}
