package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/batch"
)

// jobFlags say what is to be done with the puzzles of a batch.
type jobFlags struct {
	inputs
	do        string
	to        string
	first     bool
	name      string
	chunk     int
	timeout   time.Duration
	conflicts int64
	memory    int64
	seed      uint64
}

// puzzleKinds are the kinds of work that take puzzles.
var puzzleKinds = []string{"solve", "count", "rate", "convert"}

func (f *jobFlags) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.do, "do", "solve", "what to do: `KIND` is "+strings.Join(puzzleKinds, ", "))
	flags.StringVar(&f.to, "to", "", "with --do convert: the format to write")
	flags.BoolVar(&f.first, "first", false, "with --do solve: be content with any solution")
	flags.IntVar(&f.chunk, "chunk", 0, "put `N` puzzles into a chunk; 1 for very hard ones (default: by size)")
	flags.DurationVar(&f.timeout, "timeout", 0, "give up on a puzzle after `D`, as 500ms, 10s or 2m (default: never)")
	flags.Int64Var(&f.conflicts, "conflicts", 0, "give up on a puzzle after `N` dead ends of the search (default: never)")
	flags.Int64Var(&f.memory, "memory", 0, "give up on a puzzle that takes more than about `MB` megabytes (default: the engine's limit)")
	flags.Uint64Var(&f.seed, "seed", 0, "vary what the engine leaves to chance by the seed `N`")
	f.inputs.addFlags(cmd)
	_ = cmd.RegisterFlagCompletionFunc("do", cobra.FixedCompletions(puzzleKinds, cobra.ShellCompDirectiveNoFileComp))
}

// job makes a job of the flags.
func (f *jobFlags) job() (*batch.Job, error) {
	l := limits{timeout: f.timeout, conflicts: f.conflicts, memory: f.memory}
	if err := errors.Join(f.inputs.check(), l.check()); err != nil {
		return nil, err
	}
	if f.chunk < 0 {
		return nil, usagef("--chunk is %d, expected at least 1", f.chunk)
	}
	kind, err := batch.KindNamed(batch.Kinds()[:len(puzzleKinds)], f.do)
	if err != nil {
		return nil, usagef("--do: %w", err)
	}
	o := batch.Options{
		Timeout: f.timeout, Conflicts: f.conflicts, Memory: f.memory << 20, Seed: f.seed,
		To: f.to, Files: len(f.files) > 1,
	}
	if kind.Name == "solve" {
		o.Limit = 2
		if f.first {
			o.Limit = 1
		}
	}
	if _, err := kind.Open(o); err != nil {
		return nil, usagef("--to: %w", err)
	}
	return &batch.Job{ID: f.name, Kind: kind.Name, Options: o, Version: batchVersion(), Source: f.source()}, nil
}

// source says where the puzzles are from, for people who see it in a list.
func (f *jobFlags) source() string {
	switch n := len(f.files); n {
	case 0:
		return stdinName
	case 1:
		return f.files[0]
	default:
		return fmt.Sprintf("%s and %s", f.files[0], plural(n-1, "more file"))
	}
}

func (f *jobFlags) whole() bool { return f.do == "convert" }

type batchSubmitFlags struct {
	queueFlags
	jobFlags
}

func newBatchSubmit(a *app) *cobra.Command {
	f := &batchSubmitFlags{}
	cmd := &cobra.Command{
		Use:   "submit [flags] [FILE…]",
		Short: "Queue puzzles, and print the job's id",
		Long: `Submit cuts its input, of any size, into chunks, queues them, and prints the id of
the job. It returns when everything is stored; workers may begin before. If it is
interrupted, the same command with the same --name goes on where it was.

Results are the records of solve --json, count --json or rate --json, with
elapsed_ms always 0, so that the output does not depend on who was fast. A puzzle
that --timeout ends is kept as it was found first. With --do convert they are the
puzzles in the format --to.`,
		Example: `  nonogram batch submit --dir jobs tournament.txt
  nonogram batch submit --dir jobs --name hard --do count --timeout 1m --chunk 1 cat.non`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args
			return f.run(cmd.Context(), a)
		},
	}
	f.queueFlags.addFlags(cmd)
	f.jobFlags.addFlags(cmd)
	cmd.Flags().StringVar(&f.name, "name", "", "call the job `NAME` (default: a random one)")
	return cmd
}

func (f *batchSubmitFlags) run(ctx context.Context, a *app) error {
	job, err := f.job()
	if err != nil {
		return err
	}
	q, err := f.open(ctx, a)
	if err != nil {
		return err
	}
	defer q.Close()
	if err := submitWithBar(ctx, a, q, job, &f.jobFlags); err != nil {
		return stopped(ctx, err, job)
	}
	fmt.Fprintln(a.out, job.ID)
	return nil
}

// submitWithBar sends a job and shows how far it is.
func submitWithBar(ctx context.Context, a *app, q *batch.Queue, job *batch.Job, f *jobFlags) error {
	bar := newProgress(a, "queuing", &f.inputs)
	defer bar.finish()
	last := 0
	return q.Submit(ctx, job, f.sizedItems(a, f.whole()), f.chunk, func(sent int) {
		for ; last < sent; last++ {
			bar.step()
		}
	})
}

// stopped puts an interruption into words.
func stopped(ctx context.Context, err error, job *batch.Job) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopped; the same command with --name %s goes on", job.ID)
	}
	return err
}
