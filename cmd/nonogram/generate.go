package main

import "github.com/spf13/cobra"

func newGenerate(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "generate",
		Short:   "Make puzzles: from pictures, of a wanted difficulty, or at random",
		Example: "  nonogram generate puzzle --size 10 --count 5 --difficulty easy\n  nonogram generate image photo.png --out photo.non",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newGeneratePuzzle(a), newGenerateImage(a), newGenerateRepair(a), newGenerateRandom(a))
	return cmd
}
