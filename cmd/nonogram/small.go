//go:build small

package main

import "github.com/spf13/cobra"

// The build for pipelines and small containers, "make build-small": everything that
// answers and ends. What serves, queues or measures for an hour is left out, and with it
// the web app, the HTTP server and the message queue, two thirds of the program.

func newServe(*app) *cobra.Command { return leftOut("serve") }
func newMCP(*app) *cobra.Command   { return leftOut("mcp") }
func newBatch(*app) *cobra.Command { return leftOut("batch") }
func newStudy(*app) *cobra.Command { return leftOut("study") }

// leftOut is a command that only says why it is not here.
func leftOut(name string) *cobra.Command {
	return &cobra.Command{
		Use: name, Hidden: true, DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return usagef("%s is not in this program, which was built small; make build makes one with everything", name)
		},
	}
}
