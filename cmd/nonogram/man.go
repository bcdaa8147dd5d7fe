package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan returns the command for makers of packages. It is not listed.
func newMan(_ *app) *cobra.Command {
	cmd := newCommand("man")
	cmd.Hidden = true
	cmd.Args = cobra.ExactArgs(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := os.MkdirAll(args[0], 0o755); err != nil {
			return err
		}
		root := cmd.Root()
		root.DisableAutoGenTag = true
		day, _ := time.Parse(time.DateOnly, date) // the zero time if there is none
		return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Date: &day, Source: "nonogram " + programVersion()}, args[0])
	}
	return cmd
}
