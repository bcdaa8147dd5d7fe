package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonogram/internal/operations"
	"nonogram/internal/plural"
	"nonogram/internal/service/batch"
)

// jobFlags are the flags of a batch job.
type jobFlags struct {
	inputs
	operations.Budget
	do    string
	to    string
	first bool
	name  string
	chunk int
	whole bool // puzzles are sent with goals and texts
	flags *pflag.FlagSet
}

// puzzleKinds lists the kinds of work on puzzles.
var puzzleKinds = sync.OnceValue(func() (names []string) {
	for _, kind := range batch.PuzzleKinds() {
		names = append(names, kind.Name)
	}
	return names
})

func (f *jobFlags) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.flags = flags
	flags.StringVar(&f.do, "do", "solve", "what to do: `KIND` is "+strings.Join(puzzleKinds(), ", ")+"; more fields of the request may follow as a JSON object")
	flags.StringVar(&f.to, "to", "", "with --do convert: the format to write")
	flags.BoolVar(&f.first, "first", false, "with --do solve: stop at the first solution")
	flags.IntVar(&f.chunk, "chunk", 0, "put `N` puzzles into a chunk; 1 for very hard ones (default: by size)")
	requestFlags(cmd, &f.Budget)
	f.inputs.addFlags(cmd)
	completeFlag(cmd, "do", puzzleKinds()...)
}

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
	if f.chunk < 0 {
		return nil, usagef("--chunk: found %d, expected at least 1", f.chunk)
	}
	kind, request, err := f.request()
	if err != nil {
		return nil, err
	}
	job := &batch.Job{ID: f.name, Kind: kind.Name, Request: request, Files: len(f.files) > 1, Version: batchVersion(), Source: f.source()}
	if _, err := kind.Open(job); err != nil {
		if where := operations.AsError(err).Where; where == "" || f.flags.Lookup(flagOf(where)) == nil {
			return nil, usagef("--do %s: %w", f.do, err)
		}
		return nil, badFlag(err)
	}
	f.whole = kind.Whole
	return job, nil
}

// request returns the request of --do and the flags as JSON. Flags that have no meaning for
// the kind of work are rejected.
func (f *jobFlags) request() (*batch.Kind, json.RawMessage, error) {
	name, rest, _ := strings.Cut(strings.TrimSpace(f.do), " ")
	kind, err := batch.KindNamed(batch.PuzzleKinds(), name)
	if err != nil {
		return nil, nil, usagef("--do: %w", err)
	}
	members := map[string]any{}
	if rest = strings.TrimSpace(rest); rest != "" {
		if err := json.Unmarshal([]byte(rest), &members); err != nil || members == nil {
			return nil, nil, usagef("--do: found %q after the kind, expected a JSON object", rest)
		}
	}
	for _, m := range []struct {
		flag, member string
		value        any
	}{
		{"to", "to", f.to}, {"first", "limit", 1}, {"timeout", "timeout_ms", f.Timeout},
		{"conflicts", "conflicts", f.Conflicts}, {"memory", "memory_mb", f.MemoryMB}, {"seed", "seed", f.Seed},
	} {
		if !f.flags.Changed(m.flag) {
			continue
		}
		if !kind.Takes(m.member) {
			return nil, nil, usagef("--%s has no effect on --do %s", m.flag, name)
		}
		if _, twice := members[m.member]; twice {
			return nil, nil, usagef("--%s is also in --do, as %s", m.flag, m.member)
		}
		members[m.member] = m.value
	}
	request, err := json.Marshal(members)
	return kind, request, err
}

// source describes the origin of the puzzles, for lists of jobs.
func (f *jobFlags) source() string {
	switch n := len(f.files); n {
	case 0:
		return stdinName
	case 1:
		return f.files[0]
	default:
		return fmt.Sprintf("%s and %s", f.files[0], plural.Of(n-1, "more file"))
	}
}

type batchSubmitFlags struct {
	queueFlags
	jobFlags
}

func newBatchSubmit(a *app) *cobra.Command {
	f := &batchSubmitFlags{}
	cmd := newCommand("batch_submit")
	cmd.RunE = f.runE(a, f.run)
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
	return f.with(ctx, a, func(ctx context.Context, q *batch.Queue) error {
		if err := submitWithBar(ctx, a, q, job, &f.jobFlags); err != nil {
			return stopped(ctx, err, job)
		}
		fmt.Fprintln(a.out, job.ID)
		return nil
	})
}

// submitWithBar submits a job with a progress bar.
func submitWithBar(ctx context.Context, a *app, q *batch.Queue, job *batch.Job, f *jobFlags) error {
	bar := newProgress(a, "queuing", &f.inputs)
	defer bar.finish()
	last := 0
	return q.Submit(ctx, job, f.sizedItems(a, f.whole), f.chunk, func(sent int) {
		for ; last < sent; last++ {
			bar.step()
		}
	})
}

// stopped describes an interruption.
func stopped(ctx context.Context, err error, job *batch.Job) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopped; the same command with --name %s goes on", job.ID)
	}
	return err
}
