package main

import (
	"context"
	"math"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
)

// limits are the flags that bound the work on each puzzle.
type limits struct {
	timeout   time.Duration
	conflicts int64
	memory    int64 // MB
	seed      uint64
	workers   int
}

// addFlags adds those of a command that works on many puzzles at a time.
func (l *limits) addFlags(cmd *cobra.Command) {
	l.addPuzzleFlags(cmd)
	cmd.Flags().IntVar(&l.workers, "workers", runtime.GOMAXPROCS(0), "work on `N` puzzles at a time; 1 is single-threaded")
}

// addPuzzleFlags adds those that bound the work on one puzzle.
func (l *limits) addPuzzleFlags(cmd *cobra.Command) {
	l.workers = 1
	cmd.Flags().DurationVar(&l.timeout, "timeout", 0, "give up on a puzzle after `D`, as 500ms, 10s or 2m (default: never)")
	cmd.Flags().Int64Var(&l.conflicts, "conflicts", 0, "give up on a puzzle after `N` dead ends of the search (default: never)")
	cmd.Flags().Int64Var(&l.memory, "memory", 0, "give up on a puzzle that takes more than about `MB` megabytes (default: the method's limit)")
	cmd.Flags().Uint64Var(&l.seed, "seed", 0, "vary what the method leaves to chance by the seed `N`")
}

// maxMemory is the most megabytes of which the bytes can be counted.
const maxMemory = math.MaxInt64 >> 20

func (l *limits) check() error {
	switch {
	case l.timeout < 0:
		return usagef("--timeout is %v, expected a positive duration", l.timeout)
	case l.conflicts < 0:
		return usagef("--conflicts is %d, expected a positive number", l.conflicts)
	case l.memory < 0 || l.memory > maxMemory:
		return usagef("--memory is %d, expected a positive number of megabytes, up to %d", l.memory, int64(maxMemory))
	case l.workers < 1:
		return usagef("--workers is %d, expected at least 1", l.workers)
	}
	return nil
}

func (l *limits) options(limit int) nonogram.Options {
	return nonogram.Options{Limit: limit, Seed: l.seed, Budget: nonogram.Budget{Conflicts: l.conflicts, Memory: l.memory << 20}}
}

// context is the time that one puzzle may take.
func (l *limits) context(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.timeout == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, l.timeout)
}
