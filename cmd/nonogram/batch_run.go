package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"nonogram/internal/batch"
)

type batchRunFlags struct {
	queueFlags
	jobFlags
	workFlags
	out string
}

// runJob is the name of the only job in the folder of a run.
const runJob = "run"

func newBatchRun(a *app) *cobra.Command {
	f := &batchRunFlags{}
	cmd := &cobra.Command{
		Use:   "run [flags] --out OUT [FILE…]",
		Short: "Queue, work and collect in one process",
		Long: `Run does a whole job in one process: it queues the puzzles, works on them, and
writes the results to OUT, in input order, when all are there. The queue lies in the
folder OUT.batch, or --dir. If run is interrupted or killed, the same command goes on
where it was; at the end the folder is removed. Meanwhile batch status and batch work
with --dir OUT.batch look on and help.

Exit status: 0 every puzzle has at least one solution; 1 bad usage or unreadable
input; 3 some puzzle is unsolvable; 4 some puzzle is undecided, or Ctrl-C.`,
		Example: `  nonogram batch run --out answers.jsonl tournament.txt
  nonogram batch run --do rate --out ratings.jsonl cat.non tournament.txt
  nonogram batch run --do convert --to non --out tournament.non tournament.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args
			return f.run(cmd.Context(), a)
		},
	}
	f.queueFlags.addFlags(cmd)
	f.jobFlags.addFlags(cmd)
	f.workFlags.addFlags(cmd)
	cmd.Flags().StringVar(&f.out, "out", "", "write the results to the file `OUT`; - for standard output")
	_ = cmd.MarkFlagRequired("out")
	return cmd
}

func (f *batchRunFlags) run(ctx context.Context, a *app) error {
	f.name = runJob
	job, err := f.job()
	if err := errors.Join(err, f.workFlags.check(), notInput("out", f.out, f.files)); err != nil {
		return err
	}
	clean, err := f.folder(job)
	if err != nil {
		return err
	}
	tally, err := f.whileOpen(ctx, a, job)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(a.err, "nonogram: stopped; the same command goes on")
		return exitUndecided
	case errors.Is(err, batch.ErrOther):
		return fmt.Errorf("%w: an earlier run is not finished; remove %s to begin anew", err, f.dir)
	case err != nil:
		return err
	}
	clean()
	tellFailures(a, job, tally)
	return exitOfTally(tally).err()
}

// whileOpen opens the queue for one job, and closes it again.
func (f *batchRunFlags) whileOpen(ctx context.Context, a *app, job *batch.Job) (batch.Tally, error) {
	q, err := f.open(ctx, a)
	if err != nil {
		return batch.Tally{}, err
	}
	defer q.Close()
	tally, err := f.all(ctx, a, q, job)
	if err == nil && f.url != "" {
		err = q.Remove(ctx, job.ID)
	}
	return tally, err
}

// folder is where the queue of the run lies, and what is to be done with it in the
// end.
func (f *batchRunFlags) folder(job *batch.Job) (clean func(), err error) {
	clean = func() {}
	switch {
	case f.url != "":
		job.ID = "" // others may run there too
	case f.dir != "":
	case f.out == "-":
		f.dir, err = os.MkdirTemp("", "nonogram-batch-")
		clean = func() { _ = os.RemoveAll(f.dir) }
	default:
		f.dir = f.out + ".batch"
		clean = func() { _ = os.RemoveAll(f.dir) }
	}
	return clean, err
}

// all runs sender, workers and collector until the last result is written or one of
// them fails.
func (f *batchRunFlags) all(ctx context.Context, a *app, q *batch.Queue, job *batch.Job) (tally batch.Tally, err error) {
	if err := q.Begin(ctx, job); err != nil {
		return tally, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	var group sync.WaitGroup
	sent := *job
	group.Go(func() {
		if err := q.Submit(ctx, &sent, f.sizedItems(a, f.whole), f.chunk, nil); err != nil {
			cancel(err)
		}
	})
	group.Go(func() {
		w := f.on(q)
		w.Only = job.ID
		if err := w.Run(ctx); err != nil {
			cancel(err)
		}
	})
	bar := newProgress(a, job.Kind, &f.inputs)
	err = f.write(a, func(w io.Writer) (err error) {
		tally, err = q.Output(ctx, stepping{w, bar}, reports{a}, job, batch.Kinds(), true)
		return err
	})
	bar.finish()
	cancel(nil)
	group.Wait()
	if cause := context.Cause(ctx); err != nil && cause != nil && !errors.Is(cause, context.Canceled) {
		err = cause
	}
	return tally, err
}

// write has OUT written, which appears when it is complete.
func (f *batchRunFlags) write(a *app, write func(io.Writer) error) error {
	if f.out == "-" {
		return write(a.out)
	}
	return writeAgain(f.out, write)
}

// stepping moves the progress bar with every result.
type stepping struct {
	w   io.Writer
	bar *progress
}

func (s stepping) Write(b []byte) (int, error) {
	s.bar.step()
	return s.w.Write(b)
}
