package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/plural"
	"nonogram/internal/service/batch"
)

type workFlags struct {
	workers int
	grace   time.Duration
}

// defaultGrace is short enough for a waiting user, and for container managers.
const defaultGrace = 5 * time.Second

func (f *workFlags) addFlags(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "work on `N` chunks at a time")
	cmd.Flags().DurationVar(&f.grace, "grace", defaultGrace, "when stopped: how long a chunk may still take before it is given back")
}

func (f *workFlags) check() error {
	switch {
	case f.workers < 1:
		return usagef("--workers: found %d, expected at least 1", f.workers)
	case f.grace < 0:
		return usagef("--grace: found %v, expected a positive duration", f.grace)
	}
	return nil
}

// collectAt is the GOGC of workers by default: they hold little memory and allocate much,
// so rare collections pay.
const collectAt = 400

func (f *workFlags) on(q *batch.Queue) *batch.Workers {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	return &batch.Workers{Queue: q, N: f.workers, Kinds: batch.Kinds(), Version: batchVersion(), Grace: f.grace, Process: workerProcess}
}

// workerProcess starts this program as a worker process.
func workerProcess() *exec.Cmd {
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	return exec.Command(path, "batch", "process")
}

// newBatchProcess is the command that workerProcess runs.
func newBatchProcess(a *app) *cobra.Command {
	cmd := newCommand("batch_process")
	cmd.Hidden = true
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(*cobra.Command, []string) error {
		return batch.ServeProcess(os.Stdin, os.Stdout, batch.Kinds(), (&queueFlags{}).log(a))
	}
	return cmd
}

type batchWorkFlags struct {
	queueFlags
	workFlags
	drain bool
	only  string
}

func newBatchWork(a *app) *cobra.Command {
	f := &batchWorkFlags{}
	cmd := newCommand("batch_work")
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), a) }
	f.queueFlags.addFlags(cmd)
	f.workFlags.addFlags(cmd)
	cmd.Flags().BoolVar(&f.drain, "drain", false, "end when every job is finished")
	cmd.Flags().StringVar(&f.only, "job", "", "work on the job `ID` alone")
	return cmd
}

func (f *batchWorkFlags) run(ctx context.Context, a *app) error {
	if err := f.workFlags.check(); err != nil {
		return err
	}
	return over(a, f.with(ctx, a, func(ctx context.Context, q *batch.Queue) error {
		if a.bars && !f.drain {
			fmt.Fprintf(a.err, "%s on the queue; Ctrl-C stops\n", plural.Of(f.workers, "worker"))
		}
		w := f.on(q)
		w.Drain, w.Only = f.drain, f.only
		return w.Run(ctx)
	}))
}
