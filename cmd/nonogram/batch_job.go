package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonogram/cmd/internal/batch"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/cmd/internal/operations/schema"
	"nonogram/cmd/internal/terminal"
	"nonogram/internal/plural"
)

// batch submit and batch run: a job is made of flags and puzzles and sent; run also works on
// it and writes its results.

// jobFlags are the flags of a batch job.
type jobFlags struct {
	inputs
	operations.Budget
	firstFlag
	Do    string `flag:"what to do: <KIND> is %s; more fields of the request may follow as a JSON object" complete:"kinds"`
	Chunk int    `flag:"put <N> puzzles into a chunk; 1 for very hard ones (default: by size)"`
	// Name and Priority are members of a job.
	Name     string `flag:"call the job <NAME> (default: a random one; run: one that follows from the command)"`
	Certify  bool   `flag:"with --do solve: ask workers for certificates and check them; a verdict without one is undecided"`
	Anew     bool   `flag:"if a job of that name is of another version or request, drop it with its results, and begin anew"`
	Priority int    `flag:"workers prefer jobs of a higher priority <N>; those of equal priority share them"`
	whole    bool   // puzzles are sent with goals and texts
	flags    *pflag.FlagSet
}

// usualConflicts is the limit of work on a puzzle where none is given: about a minute for 40×40
// cells and an hour for 100×100, so that one endless puzzle does not hold a worker for ever.
var usualConflicts int64 = 1_000_000

func newJob() jobFlags {
	return jobFlags{Do: "solve", Budget: operations.Budget{Conflicts: usualConflicts}}
}

// puzzleKinds lists the kinds of work on puzzles.
var puzzleKinds = sync.OnceValue(func() (names []string) {
	for _, kind := range batch.PuzzleKinds() {
		names = append(names, kind.Name)
	}
	return names
})

// job makes a job from the flags.
func (f *jobFlags) job() (*batch.Job, error) {
	if err := f.inputs.check(); err != nil {
		return nil, err
	}
	for _, file := range f.files {
		if _, err := os.Stat(file); err != nil && file != "-" && !isPack(file) {
			return nil, fileError(file, err)
		}
	}
	kind, request, err := f.request()
	if err != nil {
		return nil, err
	}
	job := &batch.Job{ID: f.Name, Priority: f.Priority, Kind: kind.Name, Request: request, Certify: f.Certify, Files: len(f.files) > 1, Version: batchVersion(), Source: f.source()}
	if _, err := kind.Open(job); err != nil {
		if where := operations.AsError(err).Where; where == "" || f.flags.Lookup(flagOf(where)) == nil {
			return nil, usagef("--do %s: %w", f.Do, err)
		}
		return nil, badFlag(err)
	}
	f.whole = kind.Whole
	return job, nil
}

// request returns the request of --do and the flags as JSON. Flags that have no meaning for
// the kind of work are rejected.
func (f *jobFlags) request() (*batch.Kind, json.RawMessage, error) {
	name, rest, _ := strings.Cut(strings.TrimSpace(f.Do), " ")
	kind, err := batch.KindNamed(batch.PuzzleKinds(), name)
	if err != nil {
		return nil, nil, usagef("--do: %w", err)
	}
	members := map[string]any{}
	if rest = strings.TrimSpace(rest); rest != "" {
		dec := json.NewDecoder(strings.NewReader(rest))
		dec.UseNumber() // a seed has 64 bits
		err := dec.Decode(&members)
		if _, end := dec.Token(); err != nil || members == nil || end != io.EOF {
			return nil, nil, usagef("--do: found %q after the kind, expected a JSON object", rest)
		}
	}
	budget := reflect.ValueOf(f.Budget)
	for _, field := range schema.Fields(budget.Type()) {
		err = errors.Join(err, f.member(members, kind, flagOf(field.Name), field.Name, budget.FieldByIndex(field.Index).Interface()))
	}
	if err = errors.Join(err, f.member(members, kind, "first", "limit", 1)); err != nil {
		return nil, nil, err
	}
	if usual := !f.flags.Changed("conflicts") && !f.flags.Changed("timeout"); usual && kind.Takes("conflicts") && members["conflicts"] == nil && members["timeout_ms"] == nil {
		members["conflicts"] = f.Conflicts
	}
	if f.Certify && !kind.Certifies() {
		return nil, nil, usagef("--certify has no effect on --do %s", kind.Name)
	}
	request, err := json.Marshal(members)
	return kind, request, err
}

// member adds the value of a flag to the request, if the flag is given.
func (f *jobFlags) member(members map[string]any, kind *batch.Kind, flag, name string, value any) error {
	switch _, twice := members[name]; {
	case !f.flags.Changed(flag):
	case !kind.Takes(name):
		return usagef("--%s has no effect on --do %s", flag, kind.Name)
	case twice:
		return usagef("--%s is also in --do, as %s", flag, name)
	default:
		members[name] = value
	}
	return nil
}

// source describes the origin of the puzzles, for lists of jobs.
func (f *jobFlags) source() string {
	switch n := len(f.files); n {
	case 0:
		return stdinName
	case 1:
		return f.files[0]
	default:
		return fmt.Sprintf("%s and %s", f.files[0], plural.Of(n-1, "more file", "more files"))
	}
}

type batchSubmitFlags struct {
	queueFlags
	jobFlags
}

func newBatchSubmit(a *app) *cobra.Command {
	f := &batchSubmitFlags{queueFlags: newQueue(), jobFlags: newJob()}
	cmd := newCommand("batch_submit", nil, f, f.runE(a, f.run))
	f.flags = cmd.Flags()
	return cmd
}

func (f *batchSubmitFlags) run(ctx context.Context, a *app) error {
	job, err := f.job()
	if err != nil {
		return err
	}
	f.patience = batch.Forever
	return f.with(ctx, a, func(ctx context.Context, q *batch.Queue) error {
		if err := submitWithBar(ctx, a, q, job, &f.jobFlags); err != nil {
			return stopped(ctx, a, err, job)
		}
		fmt.Fprintln(a.out, job.ID)
		if f.URL != "" {
			fmt.Fprintf(a.err, "nonogram: batch results --digest %s refuses results of other puzzles\n", job.Digest)
		}
		return nil
	})
}

// begin creates or resumes a job. With --anew it removes one of another version or request.
func (f *jobFlags) begin(ctx context.Context, a *app, q *batch.Queue, job *batch.Job) error {
	err := q.Begin(ctx, job)
	if !f.Anew || !errors.Is(err, batch.ErrOther) {
		return err
	}
	s, err := q.Status(ctx, job.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.err, "nonogram: job %s begins anew and drops %s of version %s\n", job.ID, plural.Of(s.Done.Items, "result", "results"), s.Job.Version)
	if err := q.Remove(ctx, job.ID); err != nil {
		return err
	}
	return q.Begin(ctx, job)
}

// submitWithBar submits a job and shows the progress.
func submitWithBar(ctx context.Context, a *app, q *batch.Queue, job *batch.Job, f *jobFlags) error {
	if err := f.begin(ctx, a, q, job); err != nil {
		return err
	}
	bar := a.progress("queuing", f.inputs.count)
	defer bar.Finish()
	last := 0
	return q.Submit(ctx, job, f.sizedItems(a, f.whole), f.Chunk, func(sent int) {
		for ; last < sent; last++ {
			bar.Step()
		}
	})
}

// stopped says how an interrupted command goes on, or what to do about a name that is taken.
func stopped(ctx context.Context, a *app, err error, job *batch.Job) error {
	switch {
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintf(a.err, "nonogram: stopped; the same command with --name %s goes on\n", job.ID)
		return exitUndecided
	case errors.Is(err, batch.ErrOther):
		return otherJob(err, job)
	}
	return err
}

func otherJob(err error, job *batch.Job) error {
	return fmt.Errorf("%w: remove it with nonogram batch remove %s to begin anew, or give another --name", err, job.ID)
}

// sizedItems yields the puzzles of the input in the form of batch items.
func (in *inputs) sizedItems(a *app, whole bool) iter.Seq[batch.Sized] {
	return func(yield func(batch.Sized) bool) {
		for it := range in.items(a) {
			if !yield(sized(it, whole)) {
				return
			}
		}
	}
}

func sized(it item, whole bool) batch.Sized {
	b := batch.Item{ID: it.id, File: it.file, Puzzle: it.puzzle}
	if it.err != nil {
		b.Puzzle, b.Problem = nil, record.NewError(it.id, it.file, it.err).Error
		return batch.Sized{Item: batch.EncodeItem(&b, whole), Size: 1}
	}
	return batch.Sized{Item: batch.EncodeItem(&b, whole), Size: it.puzzle.Width() * it.puzzle.Height()}
}

type batchRunFlags struct {
	queueFlags
	jobFlags
	workFlags
	Out       string `flag:"write the results to the file <OUT>; - for standard output" file:"out"`
	Unordered bool   `flag:"write results as they come instead of in input order"`

	temporary bool // the folder is removed when the job is done
	made      bool // the folder was made by this command, and is always removed
	tally     batch.Tally
}

// runJob is the name of the only job in the folder of a run.
const runJob = "run"

func newBatchRun(a *app) *cobra.Command {
	f := &batchRunFlags{queueFlags: newQueue(), jobFlags: newJob(), workFlags: newWork()}
	cmd := newCommand("batch_run", nil, f, f.runE(a, f.run))
	f.flags = cmd.Flags()
	_ = cmd.MarkFlagRequired("out")
	return cmd
}

func (f *batchRunFlags) run(ctx context.Context, a *app) error {
	job, err := f.job()
	if err := errors.Join(err, f.workFlags.check()); err != nil {
		return err
	}
	f.patience = batch.Forever
	if f.URL != "" {
		if job.ID == "" {
			job.ID = f.sameName(job)
		}
		return f.end(ctx, a, job, f.runThere(ctx, a, job))
	}
	job.ID = cmp.Or(job.ID, runJob)
	if err := f.folder(); err != nil {
		return err
	}
	return f.end(ctx, a, job, f.runHere(ctx, a, job))
}

// sameName is the name of a job on a server: the same for the same command in the same
// folder of the same machine, so that it goes on.
func (f *batchRunFlags) sameName(job *batch.Job) string {
	h := sha256.New()
	machine, _ := os.Hostname()
	folder, _ := os.Getwd()
	for _, part := range append([]string{machine, folder, fmt.Sprint(os.Getuid()), f.Out, job.Kind, string(job.Request), fmt.Sprint(f.Certify, f.Chunk)}, f.files...) {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return fmt.Sprintf("run-%x", h.Sum(nil)[:6])
}

// end describes how a run ended.
func (f *batchRunFlags) end(ctx context.Context, a *app, job *batch.Job, err error) error {
	switch {
	case ctx.Err() != nil && f.made:
		fmt.Fprintln(a.err, "nonogram: stopped; with --out - nothing is kept")
		return exitUndecided
	case ctx.Err() != nil:
		fmt.Fprintln(a.err, "nonogram: stopped; the same command goes on")
		return exitUndecided
	case errors.Is(err, batch.ErrOther) && f.URL != "":
		return otherJob(err, job)
	case errors.Is(err, batch.ErrOther):
		return fmt.Errorf("%w: remove %s to begin anew", err, f.Dir)
	case err != nil:
		return err
	}
	tellFailures(a, f.tally)
	f.tellWord(a, f.tally)
	return exitOfTally(f.tally).err()
}

// folder returns the folder of the queue. One that was not named is removed at the end.
func (f *batchRunFlags) folder() (err error) {
	f.temporary = f.Dir == ""
	switch {
	case f.Dir != "":
	case f.Out == "-":
		f.Dir, err = os.MkdirTemp("", "nonogram-batch-")
		f.made = err == nil
	default:
		f.Dir = f.Out + ".batch"
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
	run, err := batch.BeginRun(f.Dir)
	if errors.Is(err, batch.ErrRunning) {
		return fmt.Errorf("%s: %w: nonogram batch status --dir %s shows its progress", f.Dir, err, f.Dir)
	} else if err != nil {
		return err
	}
	defer run.Release()
	if f.made {
		defer os.RemoveAll(f.Dir) // after the queue is closed
	}
	return f.with(ctx, a, func(ctx context.Context, q *batch.Queue) error {
		if err := f.all(ctx, a, q, job); err != nil {
			return err
		}
		if !f.temporary {
			q.Collected(ctx, job)
		}
		return run.End(q, f.temporary)
	})
}

// all runs sender, workers and collector until the last result is written or one of them
// fails.
func (f *batchRunFlags) all(ctx context.Context, a *app, q *batch.Queue, job *batch.Job) error {
	if err := f.begin(ctx, a, q, job); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	var group sync.WaitGroup
	sent := *job
	group.Go(func() {
		if err := q.Submit(ctx, &sent, f.sizedItems(a, f.whole), f.Chunk, nil); err != nil {
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
	bar := a.progress(job.Kind, f.inputs.count)
	err := f.write(ctx, a, func(w io.Writer) (err error) {
		f.tally, err = q.Output(ctx, stepping{w, bar}, job, batch.Kinds(), batch.Order{Wait: true, Any: f.Unordered})
		return err
	})
	bar.Finish()
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
	if f.Out == "-" {
		return write(a.out)
	}
	err := writeSpooled(f.Out, write)
	if errors.Is(err, syscall.ENOSPC) {
		fmt.Fprintf(a.err, "nonogram: %v: waiting until there is room\n", err)
	}
	for errors.Is(err, syscall.ENOSPC) && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(roomPause):
		}
		err = writeSpooled(f.Out, write)
	}
	if err != nil {
		return err
	}
	out, err := os.Open(f.Out)
	if err != nil {
		return nil // a pipe without a reader, for example
	}
	defer out.Close()
	_ = out.Sync() // not every file can be synced
	return nil
}

// stepping advances the progress line with every result.
type stepping struct {
	w   io.Writer
	bar *terminal.Progress
}

func (s stepping) Write(b []byte) (int, error) {
	s.bar.Step()
	return s.w.Write(b)
}
