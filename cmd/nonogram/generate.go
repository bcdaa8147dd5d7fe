package main

import "github.com/spf13/cobra"

func newGenerate(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "generate",
		Short:   "Make puzzles",
		Example: "  nonogram generate random --size 10 --count 5 --seed 1",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newGenerateRandom(a))
	return cmd
}
