package main

import (
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/operations"
)

// limits are the flags that bound the work on each puzzle.
type limits struct {
	timeout   time.Duration
	conflicts int64
	memory    int64 // MB
	seed      uint64
}

func (l *limits) addFlags(cmd *cobra.Command) {
	addTimeout(cmd, &l.timeout, "give up on a puzzle")
	cmd.Flags().Int64Var(&l.conflicts, "conflicts", 0, "give up on a puzzle after `N` dead ends of the search (default: never)")
	cmd.Flags().Int64Var(&l.memory, "memory", 0, "give up on a puzzle that takes more than about `MB` megabytes (default: the method's limit)")
	cmd.Flags().Uint64Var(&l.seed, "seed", 0, "vary what the method leaves to chance by the seed `N`")
}

// addTimeout adds the flag that bounds the time of each answer.
func addTimeout(cmd *cobra.Command, timeout *time.Duration, what string) {
	cmd.Flags().DurationVar(timeout, "timeout", 0, what+" after `D`, as 500ms, 10s or 2m (default: never)")
}

// budget is the flags as a part of a request.
func (l *limits) budget() operations.Budget {
	return operations.Budget{Timeout: operations.Timeout(l.timeout), Conflicts: l.conflicts, MemoryMB: l.memory, Seed: operations.SeedOf(l.seed)}
}

// addWorkers adds the flag of a command that works on many puzzles at a time.
func (c *common) addWorkers(cmd *cobra.Command) {
	positiveVar(cmd.Flags(), &c.workers, "workers", runtime.GOMAXPROCS(0), "work on `N` puzzles at a time; 1 is single-threaded")
}
