package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/service/batch"
)

type batchRunFlags struct {
	queueFlags
	jobFlags
	workFlags
	out string

	temporary bool // the folder is removed at the end
	tally     batch.Tally
}

// runJob is the name of the only job in the folder of a run.
const runJob = "run"

func newBatchRun(a *app) *cobra.Command {
	f := &batchRunFlags{}
	cmd := newCommand("batch_run")
	cmd.RunE = f.runE(a, f.run)
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
	if f.url != "" {
		job.ID = "" // other jobs may be in the queue
		return f.end(ctx, a, job, f.runThere(ctx, a, job))
	}
	if err := f.folder(); err != nil {
		return err
	}
	return f.end(ctx, a, job, f.runHere(ctx, a, job))
}

// end describes how a run ended.
func (f *batchRunFlags) end(ctx context.Context, a *app, job *batch.Job, err error) error {
	switch {
	case ctx.Err() != nil && f.temporary && f.out == "-":
		fmt.Fprintln(a.err, "nonogram: stopped; with --out - nothing is kept")
		return exitUndecided
	case ctx.Err() != nil:
		fmt.Fprintln(a.err, "nonogram: stopped; the same command goes on")
		return exitUndecided
	case errors.Is(err, batch.ErrOther):
		return fmt.Errorf("%w: remove %s to begin anew", err, f.dir)
	case err != nil:
		return err
	}
	tellFailures(a, job, f.tally)
	return exitOfTally(f.tally).err()
}

// folder returns the folder of the queue. One that was not named is removed at the end.
func (f *batchRunFlags) folder() (err error) {
	f.temporary = f.dir == ""
	switch {
	case f.dir != "":
	case f.out == "-":
		f.dir, err = os.MkdirTemp("", "nonogram-batch-")
	default:
		f.dir = f.out + ".batch"
	}
	return err
}

// runThere runs the job on a server.
func (f *batchRunFlags) runThere(ctx context.Context, a *app, job *batch.Job) error {
	return f.with(ctx, a, func(ctx context.Context, q *batch.Queue) error {
		if err := f.all(ctx, a, q, job); err != nil {
			return err
		}
		return q.Remove(ctx, job.ID)
	})
}

// runHere runs the job in its folder.
func (f *batchRunFlags) runHere(ctx context.Context, a *app, job *batch.Job) error {
	run, err := batch.BeginRun(f.dir)
	if errors.Is(err, batch.ErrRunning) {
		return fmt.Errorf("%s: %w: nonogram batch status --dir %s shows its progress", f.dir, err, f.dir)
	} else if err != nil {
		return err
	}
	defer run.Release()
	if f.out == "-" {
		defer os.RemoveAll(f.dir)
	}
	return f.with(ctx, a, func(ctx context.Context, q *batch.Queue) error {
		if err := f.all(ctx, a, q, job); err != nil {
			return err
		}
		return run.End(q, f.temporary)
	})
}

// all runs sender, workers and collector until the last result is written or one of them
// fails.
func (f *batchRunFlags) all(ctx context.Context, a *app, q *batch.Queue, job *batch.Job) error {
	if err := q.Begin(ctx, job); err != nil {
		return err
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
	err := f.write(ctx, a, func(w io.Writer) (err error) {
		f.tally, err = q.Output(ctx, stepping{w, bar}, reports{a}, job, batch.Kinds(), true)
		return err
	})
	bar.finish()
	cancel(nil)
	group.Wait()
	if cause := context.Cause(ctx); err != nil && cause != nil && !errors.Is(cause, context.Canceled) {
		err = cause
	}
	return err
}

// roomPause is the time between attempts when the disk is full.
const roomPause = 5 * time.Second

// write writes OUT atomically, as soon as there is room for it. It is synced before the
// queue is removed, from which it could be written again.
func (f *batchRunFlags) write(ctx context.Context, a *app, write func(io.Writer) error) error {
	if f.out == "-" {
		return write(a.out)
	}
	err := writeAgain(f.out, write)
	if errors.Is(err, syscall.ENOSPC) {
		fmt.Fprintf(a.err, "nonogram: %v: waiting until there is room\n", err)
	}
	for errors.Is(err, syscall.ENOSPC) && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(roomPause):
		}
		err = writeAgain(f.out, write)
	}
	if err != nil {
		return err
	}
	out, err := os.Open(f.out)
	if err != nil {
		return nil // a pipe without a reader, for example
	}
	defer out.Close()
	_ = out.Sync() // not every file can be synced
	return nil
}

// stepping advances the progress bar with every result.
type stepping struct {
	w   io.Writer
	bar *progress
}

func (s stepping) Write(b []byte) (int, error) {
	s.bar.step()
	return s.w.Write(b)
}
