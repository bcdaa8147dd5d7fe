package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan returns the command for makers of packages. It is not listed.
func newMan(_ *app) *cobra.Command {
	return &cobra.Command{
		Use:     "man FOLDER",
		Short:   "Write the manual pages of all commands to a folder",
		Example: "  nonogram man /usr/local/share/man/man1",
		Hidden:  true,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			day, _ := time.Parse(time.DateOnly, date) // the zero time if there is none
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Date: &day, Source: "nonogram " + programVersion()}, args[0])
		},
	}
}
