package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

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
	cmd := &cobra.Command{
		Use:   "results [flags] JOB",
		Short: "Write the results of a job, in input order",
		Long: `Results writes what a job has given, in input order, to --out or standard output.
Of a job that is not finished it writes what there is up to the first gap, and says
so; with --wait it waits for the rest. Results stay until batch remove.

Exit status: 0 every puzzle has at least one solution; 1 bad usage, a puzzle that
could not be read, or one that was set aside; 3 some puzzle is unsolvable; 4 some
puzzle is undecided, or results are missing.`,
		Example: `  nonogram batch submit --dir jobs --name r tournament.txt && nonogram batch work --dir jobs --drain && nonogram batch results --dir jobs --out answers.jsonl r`,
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), a, args[0]) },
	}
	f.queueFlags.addFlags(cmd)
	cmd.Flags().StringVar(&f.out, "out", "-", "write to `FILE`; - for standard output")
	cmd.Flags().BoolVar(&f.wait, "wait", false, "wait until the job is finished")
	return cmd
}

func (f *batchResultsFlags) run(ctx context.Context, a *app, id string) error {
	return f.withExisting(ctx, a, func(ctx context.Context, q *batch.Queue) error { return f.results(ctx, a, q, id) })
}

func (f *batchResultsFlags) results(ctx context.Context, a *app, q *batch.Queue, id string) error {
	job, err := q.Job(ctx, id)
	if err != nil {
		return err
	}
	var tally batch.Tally
	var missing error
	write := func(w io.Writer) (err error) {
		tally, err = q.Output(ctx, w, reports{a}, job, batch.Kinds(), f.wait)
		if errors.Is(err, batch.ErrIncomplete) || ctx.Err() != nil {
			missing, err = err, nil // what there is, is wanted
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

// itemsOf is the size of a job, as far as it is known.
func itemsOf(job *batch.Job) string {
	if !job.Sealed {
		return "a number that is not yet known"
	}
	return fmt.Sprint(job.Items)
}

// newBatchCancel and newBatchRemove take the ids of jobs.
func newBatchCancel(a *app) *cobra.Command {
	return newJobsCommand(a, &cobra.Command{
		Use:     "cancel [flags] JOB…",
		Short:   "End jobs; what is done can still be read",
		Long:    `Cancel drops what is still queued of the jobs. Results that are there stay.`,
		Example: `  nonogram batch submit --dir jobs --name c tournament.txt && nonogram batch cancel --dir jobs c`,
	}, (*batch.Queue).Cancel)
}

func newBatchRemove(a *app) *cobra.Command {
	return newJobsCommand(a, &cobra.Command{
		Use:     "remove [flags] JOB…",
		Short:   "Delete jobs with their results",
		Long:    `Remove ends the jobs, if they are not finished, and deletes all that is stored of them.`,
		Example: `  nonogram batch submit --dir jobs --name d tournament.txt && nonogram batch remove --dir jobs d`,
	}, (*batch.Queue).Remove)
}

func newJobsCommand(a *app, cmd *cobra.Command, do func(*batch.Queue, context.Context, string) error) *cobra.Command {
	f := &queueFlags{}
	cmd.Args = cobra.MinimumNArgs(1)
	cmd.RunE = func(cmd *cobra.Command, ids []string) error {
		return f.withExisting(cmd.Context(), a, func(ctx context.Context, q *batch.Queue) error {
			for _, id := range ids {
				if err := do(q, ctx, id); err != nil {
					return fmt.Errorf("%s %s: %w", strings.Fields(cmd.Use)[0], id, err)
				}
			}
			return nil
		})
	}
	f.addFlags(cmd)
	return cmd
}
