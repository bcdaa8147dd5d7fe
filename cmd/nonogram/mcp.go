package main

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"nonogram/internal/operations/all"
	"nonogram/internal/service/mcp"
	"nonogram/internal/service/server"
)

func newMCP(_ *app) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Serve the operations as tools for assistants",
		Long: `Mcp lets an assistant solve, count, rate, explain, hint, check, make, repair, prove,
convert and draw puzzles: every operation of the HTTP API is a tool. It speaks the
Model Context Protocol over standard input and output, so programs start it, not
people; their configuration names the command:

  {"mcpServers": {"nonogram": {"command": "nonogram", "args": ["mcp"]}}}

Puzzles come with the calls, or from the pack; it opens no files, writes none and
connects to nothing. The limits of a call are those of nonogram serve. It ends when
its input does.`,
		Example: `  nonogram mcp < /dev/null`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s := mcp.New(programVersion(), all.Service(server.DefaultLimits()), all.Operations())
			err := s.Serve(cmd.Context(), os.Stdin, os.Stdout)
			if errors.Is(err, context.Canceled) {
				return nil // interrupted
			}
			return err
		},
	}
}
