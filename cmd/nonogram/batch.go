package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"nonogram/internal/plural"
	"nonogram/internal/service/batch"
)

// The batch commands are the flags and messages for internal/service/batch. All of them
// find the queue the same way: a server by --nats, otherwise the folder --dir.

func newBatch(a *app) *cobra.Command {
	cmd := newCommand("batch")
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(
		newBatchRun(a), newBatchSubmit(a), newBatchWork(a), newBatchStatus(a),
		newBatchResults(a), newJobsCommand(a, "cancel", (*batch.Queue).Cancel), newJobsCommand(a, "remove", (*batch.Queue).Remove),
		newBatchCensus(a), newBatchServe(a), newBatchProcess(a),
	)
	return cmd
}

// queueFlags are the flags that locate the queue.
type queueFlags struct {
	url, creds, ca string
	dir            string
	replicas       int
	verbose        bool
}

func (f *queueFlags) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.url, "nats", os.Getenv("NATS_URL"), "use the NATS server at `URL`, or several of a cluster with commas between (default $NATS_URL)")
	flags.StringVar(&f.creds, "creds", os.Getenv("NATS_CREDS"), "credentials `FILE` for that server (default $NATS_CREDS)")
	flags.StringVar(&f.ca, "tls-ca", "", "trust the certificates in `FILE`")
	flags.StringVar(&f.dir, "dir", "", "without a server: the `FOLDER` of the queue (default "+strings.ReplaceAll(defaultQueueDir(), os.Getenv("HOME"), "~")+")")
	flags.IntVar(&f.replicas, "replicas", 0, "how many servers of a cluster keep each message (default 3 in a cluster)")
	flags.BoolVar(&f.verbose, "verbose", false, "log more to standard error")
}

// defaultQueueDir is the folder for the state of programs.
func defaultQueueDir() string {
	if dir := os.Getenv("XDG_STATE_HOME"); dir != "" {
		return filepath.Join(dir, "nonogram", "batch")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = os.TempDir()
	}
	return filepath.Join(home, ".local", "state", "nonogram", "batch")
}

// with connects to the queue during some work. When the run that owns the folder of the
// queue ends, the context of the work ends, and the error is batch.ErrOver.
func (f *queueFlags) with(ctx context.Context, a *app, do func(ctx context.Context, q *batch.Queue) error) error {
	q, err := batch.Open(ctx, f.config(a))
	if err != nil {
		return err
	}
	defer q.Close()
	ctx, cancel := q.While(ctx)
	defer cancel()
	if err = do(ctx, q); errors.Is(context.Cause(ctx), batch.ErrOver) {
		return batch.ErrOver
	}
	return err
}

// withExisting connects to an existing queue. A folder that was named must exist.
func (f *queueFlags) withExisting(ctx context.Context, a *app, do func(ctx context.Context, q *batch.Queue) error) error {
	if f.url == "" && f.dir != "" && !isThere(f.dir) {
		return usagef("--dir %s: found no such folder, expected one with a queue", f.dir)
	}
	return f.with(ctx, a, do)
}

// over reports the end of a run to commands that only watched or helped, for which it is
// not a failure.
func over(a *app, err error) error {
	if errors.Is(err, batch.ErrOver) {
		fmt.Fprintf(a.err, "nonogram: %v\n", err)
		return nil
	}
	return err
}

func (f *queueFlags) config(a *app) batch.Config {
	return batch.Config{URL: f.url, Creds: f.creds, CA: f.ca, Dir: cmp.Or(f.dir, defaultQueueDir()), Replicas: f.replicas, Log: f.log(a)}
}

// log returns a logger to standard error, above a progress line.
func (f *queueFlags) log(a *app) *slog.Logger {
	level := slog.LevelWarn
	if f.verbose {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(reports{a}, &slog.HandlerOptions{Level: level}))
}

// batchVersion identifies the program as far as results depend on it. Builds that are not
// releases are identified by a hash of the executable.
var batchVersion = sync.OnceValue(func() string {
	v := programVersion()
	if !strings.Contains(v, "devel") && !strings.HasSuffix(v, "dirty") {
		return v
	}
	path, err := os.Executable()
	if err != nil {
		return v
	}
	f, err := os.Open(path)
	if err != nil {
		return v
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return v
	}
	return v + "-" + hex.EncodeToString(h.Sum(nil)[:6])
})

// tellFailures prints the number of failed puzzles, whose errors are in the output. Kinds
// with text output have already printed each error.
func tellFailures(a *app, job *batch.Job, t batch.Tally) {
	failed := t.Failed + t.Aside
	if kind, err := batch.KindNamed(batch.Kinds(), job.Kind); failed == 0 || err != nil || kind.Text {
		return
	}
	fmt.Fprintf(a.err, "nonogram: %s of %d failed; the output has an \"error\" in the place of each\n", plural.Of(failed, "item"), t.Items)
}

// exitOfTally returns the exit status of a job's output.
func exitOfTally(t batch.Tally) (status exitStatus) {
	if t.Failed+t.Aside > 0 {
		status.add(exitFailed)
	}
	if t.Unsolvable > 0 {
		status.add(exitUnsolvable)
	}
	if t.Undecided > 0 {
		status.add(exitUndecided)
	}
	return status
}
