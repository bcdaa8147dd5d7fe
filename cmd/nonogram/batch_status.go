package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"nonogram/cmd/internal/batch"
	"nonogram/internal/plural"
)

// batch status, results, workers, cancel and remove: what the queue knows about jobs, and the
// commands that end them.

type batchStatusFlags struct {
	queueFlags
	Watch bool `flag:"show it again every second, until all are finished or the run of the folder is over"`
	JSON  bool `flag:"print one JSON object per job and line"`
}

func newBatchStatus(a *app) *cobra.Command {
	f := &batchStatusFlags{queueFlags: newQueue()}
	return newCommand("batch_status", nil, f, func(cmd *cobra.Command, args []string) error {
		if f.Watch {
			f.patience = batch.Forever
		}
		return over(a, f.withExisting(cmd.Context(), a, func(ctx context.Context, q *batch.Queue) error { return f.run(ctx, a, q, args) }))
	})
}

// watchEvery is the interval of status --watch.
const watchEvery = time.Second

func (f *batchStatusFlags) run(ctx context.Context, a *app, q *batch.Queue, ids []string) error {
	shown := 0
	for {
		all, err := q.Statuses(ctx, ids...)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if f.JSON {
			printStatusJSON(&b, all)
		} else {
			printStatuses(&b, all)
		}
		if shown > 0 && a.columns > 0 {
			fmt.Fprintf(a.out, "\x1b[%dA\x1b[J", shown)
		}
		shown = bytes.Count(b.Bytes(), []byte("\n"))
		if _, err := a.out.Write(b.Bytes()); err != nil {
			return err
		}
		if err := a.out.Flush(); err != nil {
			return err
		}
		if !f.Watch || allOver(all) {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(watchEvery):
		}
	}
}

func allOver(all []*batch.Status) bool {
	return !slices.ContainsFunc(all, func(s *batch.Status) bool { return !s.Finished() && !s.Job.Cancelled })
}

// state returns the state of a job in a word.
func state(s *batch.Status) string {
	switch {
	case s.Job.Cancelled:
		return "cancelled"
	case s.Finished():
		return "finished"
	case !s.Job.Sealed:
		return "open" // more may come
	case len(s.Tasks()) > 0:
		return "working"
	}
	return "waiting"
}

func printStatuses(b *bytes.Buffer, all []*batch.Status) {
	if len(all) == 0 {
		fmt.Fprintln(b, "no jobs")
		return
	}
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, s := range all {
		total := "?"
		if s.Job.Sealed {
			total = fmt.Sprint(s.Job.Items)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d of %s\t%s\n", s.Job.ID, s.Job.Kind, state(s), s.Done.Items, total, notes(s))
	}
	w.Flush()
}

// idle reports whether a job has work but no workers.
func idle(s *batch.Status) bool { return s.NoWorkers() && !s.Finished() && !s.Job.Cancelled }

// notes returns further remarks on a job.
func notes(s *batch.Status) string {
	var parts []string
	if idle(s) {
		parts = append(parts, whyNoWorkers(s))
	} else if !s.Finished() && !s.Job.Cancelled && s.Waiting > 0 && len(s.Tasks()) == 0 && len(s.Workers) > 0 {
		parts = append(parts, plural.Of(len(s.Workers), "worker process", "worker processes")+" connected, at other jobs")
	}
	if tasks := s.Tasks(); len(tasks) > 0 && time.Since(tasks[0].Since) > stuckAfter {
		t := tasks[0]
		parts = append(parts, fmt.Sprintf("stuck on puzzle %d since %s, on %s", t.Puzzle, t.Since.Local().Format("Jan 2 15:04:05"), t.Host))
	}
	if s.Rate > 0 {
		parts = append(parts, fmt.Sprintf("%.0f per second", s.Rate))
	}
	if left := s.Left(); left > 0 {
		parts = append(parts, fmt.Sprintf("%v left, until %s", left.Round(time.Second), time.Now().Add(left).Format("Jan 2 15:04")))
	}
	for _, c := range []struct {
		n    int
		what string
	}{
		{s.Done.Failed, "failed"}, {s.Done.Aside, "set aside"}, {s.Done.Unsolvable, "unsolvable"}, {s.Done.Undecided, "undecided"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	if s.Stray > 0 {
		parts = append(parts, plural.Of(s.Stray, "message", "messages")+" of another program among the results, skipped")
	}
	if s.Missing > 0 {
		parts = append(parts, plural.Of(s.Missing, "chunk", "chunks")+" missing: submit the job again")
	}
	return strings.Join(parts, ", ")
}

// stuckAfter is after how long status names a puzzle that a worker is at.
const stuckAfter = time.Minute

// whyNoWorkers says why nobody works on a job.
func whyNoWorkers(s *batch.Status) string {
	for _, w := range s.Others {
		if w.Version != s.Job.Version {
			return fmt.Sprintf("no worker of version %s is connected, but of %s: start one with batch work", s.Job.Version, w.Version)
		}
	}
	if len(s.Others) > 0 {
		return "the workers that are connected take another job alone (--job): start one with batch work"
	}
	return "no worker is connected: start one with batch work"
}

// statusRecord is a line of status --json.
type statusRecord struct {
	ID         string    `json:"id"`
	Kind       string    `json:"kind"`
	State      string    `json:"state"`
	Source     string    `json:"source"`
	Created    time.Time `json:"created"`
	Items      int       `json:"items"` // 0 until the job is sealed
	Done       int       `json:"done"`
	Failed     int       `json:"failed"`
	Aside      int       `json:"set_aside"`
	Unsolvable int       `json:"unsolvable"`
	Undecided  int       `json:"undecided"`
	Chunks     int       `json:"chunks"`
	ChunksDone int       `json:"chunks_done"`
	Waiting    int       `json:"chunks_waiting"`
	Working    int       `json:"chunks_working"`
	Missing    int       `json:"chunks_missing"`
	Rate       float64   `json:"per_second"`
	Left       float64   `json:"seconds_left"`
	Idle       bool      `json:"nobody_working"` // there is work but no worker
}

func printStatusJSON(b *bytes.Buffer, all []*batch.Status) {
	for _, s := range all {
		b.Write(batch.JSONLine(statusRecord{
			ID: s.Job.ID, Kind: s.Job.Kind, State: state(s), Source: s.Job.Source, Created: s.Job.Created,
			Items: s.Job.Items, Done: s.Done.Items, Failed: s.Done.Failed, Aside: s.Done.Aside,
			Unsolvable: s.Done.Unsolvable, Undecided: s.Done.Undecided,
			Chunks: s.Job.Chunks, ChunksDone: s.ChunksDone, Waiting: s.Waiting, Working: s.Working, Missing: s.Missing,
			Rate: s.Rate, Left: s.Left().Seconds(), Idle: idle(s),
		}))
	}
}

type batchResultsFlags struct {
	queueFlags
	Out       string `flag:"write to <FILE>; - for standard output" file:"out"`
	Wait      bool   `flag:"wait until the job is finished"`
	Unordered bool   `flag:"write results as they come instead of in input order, so that a hard puzzle holds back none"`
	Digest    string `flag:"refuse results of other puzzles than those whose digest batch submit has printed, <HEX>"`
}

func newBatchResults(a *app) *cobra.Command {
	f := &batchResultsFlags{queueFlags: newQueue(), Out: stdoutName}
	return newCommand("batch_results", cobra.ExactArgs(1), f, func(cmd *cobra.Command, args []string) error {
		return f.patient().withExisting(cmd.Context(), a, func(ctx context.Context, q *batch.Queue) error { return f.run(ctx, a, q, args[0]) })
	})
}

// patient waits for servers as long as for results.
func (f *batchResultsFlags) patient() *batchResultsFlags {
	if f.Wait {
		f.patience = batch.Forever
	}
	return f
}

func (f *batchResultsFlags) run(ctx context.Context, a *app, q *batch.Queue, id string) error {
	job, err := q.Job(ctx, id)
	if err != nil {
		return err
	}
	var tally batch.Tally
	var missing error
	write := func(w io.Writer) (err error) {
		tally, err = q.Output(ctx, w, job, batch.Kinds(), batch.Order{Wait: f.Wait, Any: f.Unordered, Digest: f.Digest})
		if (errors.Is(err, batch.ErrIncomplete) || ctx.Err() != nil) && f.Digest == "" {
			missing, err = err, nil // print the results so far
		}
		return err
	}
	if err = a.writeTo(f.Out, write); err != nil {
		return err
	}
	tellFailures(a, tally)
	f.tellWord(a, tally)
	status := exitOfTally(tally)
	if missing == nil {
		q.Collected(ctx, job)
	} else {
		if s, err := q.Status(context.WithoutCancel(ctx), id); err == nil && s.Done.Items > tally.Items && !f.Unordered {
			fmt.Fprintf(a.err, "nonogram: %s behind puzzle %d, which has none yet: --unordered writes them\n", plural.Of(s.Done.Items-tally.Items, "result", "results"), tally.Items+1)
		}
		fmt.Fprintf(a.err, "nonogram: job %s is not finished: %s of %s\n", id, plural.Of(tally.Items, "result", "results"), itemsOf(job))
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
	f := new(queueFlags)
	*f = newQueue()
	return newCommand("batch_"+name, cobra.MinimumNArgs(1), f, func(cmd *cobra.Command, ids []string) error {
		return f.withExisting(cmd.Context(), a, func(ctx context.Context, q *batch.Queue) error {
			for _, id := range ids {
				if err := do(q, ctx, id); err != nil {
					return fmt.Errorf("%s %s: %w", name, id, err)
				}
			}
			return nil
		})
	})
}

type batchWorkersFlags struct {
	queueFlags
	JSON bool `flag:"print one JSON object per process and line"`
}

func newBatchWorkers(a *app) *cobra.Command {
	f := &batchWorkersFlags{queueFlags: newQueue()}
	return newCommand("batch_workers", cobra.NoArgs, f, a.runE(func(ctx context.Context, a *app) error {
		return f.withExisting(ctx, a, func(ctx context.Context, q *batch.Queue) error { return f.run(ctx, a, q) })
	}))
}

func (f *batchWorkersFlags) run(ctx context.Context, a *app, q *batch.Queue) error {
	workers := q.Workers(ctx)
	if f.JSON {
		for _, w := range workers {
			if _, err := a.out.Write(batch.JSONLine(w)); err != nil {
				return err
			}
		}
		return nil
	}
	if len(workers) == 0 {
		fmt.Fprintln(a.out, "no workers")
		return nil
	}
	table := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, w := range workers {
		var at []string
		for _, t := range w.Tasks {
			at = append(at, fmt.Sprintf("%s puzzle %d (%v)", t.Job, t.Puzzle, time.Since(t.Since).Round(time.Second)))
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\n", w.Host, w.PID, w.Version, plural.Of(w.N, "worker", "workers"), cmp.Or(strings.Join(at, ", "), "idle"))
	}
	return table.Flush()
}
