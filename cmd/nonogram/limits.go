package main

import (
	"runtime"

	"github.com/spf13/cobra"
)

// addWorkers adds the flag of a command that works on many puzzles at a time.
func (c *common) addWorkers(cmd *cobra.Command) {
	positiveVar(cmd.Flags(), &c.workers, "workers", runtime.GOMAXPROCS(0), "work on `N` puzzles at a time; 1 is single-threaded")
}
