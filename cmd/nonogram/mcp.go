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
	cmd := newCommand("mcp")
	cmd.Args = cobra.NoArgs
	folder := cmd.Flags().String("files", "", "let tools read and write files in this `DIR`, and nowhere else")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s := mcp.New(programVersion(), all.Service(server.DefaultLimits()), all.Operations())
		if *folder != "" {
			root, err := os.OpenRoot(*folder)
			if err != nil {
				return err
			}
			defer root.Close()
			s.Files(root)
		}
		err := s.Serve(cmd.Context(), os.Stdin, os.Stdout)
		if errors.Is(err, context.Canceled) {
			return nil // interrupted
		}
		return err
	}
	return cmd
}
