package main

import "github.com/spf13/cobra"

func newGenerate(a *app) *cobra.Command {
	cmd := newCommand("generate")
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(newGeneratePuzzle(a), newGenerateImage(a), newGenerateRepair(a), newGenerateRandom(a))
	return cmd
}
