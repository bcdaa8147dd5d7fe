package main

import (
	"cmp"
	"context"
	"errors"
	"iter"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/operations"
	"nonogram/internal/operations/create"
)

// randomFlags are the flags of generate random.
type randomFlags struct {
	size      string
	count     int
	p1, p2    float64
	density   float64
	shares    []string // fields and flags, for badFlag
	seed      string
	shuffle   string
	out       string
	solutions string
}

func newGenerateRandom(a *app) *cobra.Command {
	f := &randomFlags{}
	cmd := newCommand("generate_random")
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		f.shares = []string{"density", "p1", "last_density", "p2"}
		if cmd.Flags().Changed("density") {
			f.p1, f.p2, f.shares = f.density, f.density, nil
		}
		return f.run(cmd.Context(), a)
	}
	flags := cmd.Flags()
	flags.StringVar(&f.size, "size", "25", "`N` for N×N cells, or WIDTHxHEIGHT")
	positiveVar(flags, &f.count, "count", 1, "make `N` boards")
	flags.Float64Var(&f.p1, "p1", 0.5, "`SHARE` of filled cells on the first board")
	flags.Float64Var(&f.p2, "p2", 0.35, "`SHARE` of filled cells on the last board")
	flags.Float64Var(&f.density, "density", 0, "`SHARE` of filled cells on all boards")
	flags.StringVar(&f.seed, "seed", "0", "whole number `N` to start the random generator with, of up to a thousand digits")
	shuffleVar(cmd, &f.shuffle)
	flags.StringVar(&f.out, "out", "", "write the puzzles to `FILE`; - is standard output")
	flags.StringVar(&f.solutions, "solutions", "", "write the boards to `FILE`; - is standard output")
	cmd.MarkFlagsMutuallyExclusive("density", "p1")
	cmd.MarkFlagsMutuallyExclusive("density", "p2")
	return cmd
}

// shuffleVar adds --shuffle.
func shuffleVar(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "shuffle", string(generate.Python3), "shuffle as the `PYTHON` that runs boardgen: python2 or python3")
	completeFlag(cmd, "shuffle", string(generate.Python2), string(generate.Python3))
}

// series returns the boards.
func (f *randomFlags) series(a *app) (iter.Seq[*nonogram.Puzzle], error) {
	width, height, err := parseSize(f.size)
	if err != nil {
		return nil, err
	}
	random, err := create.OpenRandom(a.service(), &create.GenerateRequest{Width: width, Height: height, Count: f.count, Seed: operations.Seed(f.seed), RandomOptions: create.RandomOptions{Shuffle: generate.Shuffle(f.shuffle)}})
	if err != nil {
		return nil, badFlag(err)
	}
	random.First, random.Last = f.p1, f.p2 // a request cannot ask for 0
	puzzles, err := random.Puzzles()
	return puzzles, badFlag(err, f.shares...)
}

func (f *randomFlags) run(ctx context.Context, a *app) error {
	puzzles, err := f.series(a)
	if err != nil {
		return err
	}
	if out := cmp.Or(f.out, stdoutName); out == f.solutions {
		return usagef("--out and --solutions are both %s, expected two places", out)
	}
	questions, boards := rowsTo(a.out, questionFormat), rowsTo(a.out, answerFormat)
	if f.out != "" && f.out != stdoutName {
		if questions, err = openPuzzleFile(f.out, questionFormat, nil); err != nil {
			return err
		}
	}
	switch f.solutions {
	case "":
		boards = nil
	case stdoutName:
	default:
		if boards, err = openRows(f.solutions, answerFormat); err != nil {
			return err
		}
	}
	for p := range puzzles {
		if ctx.Err() != nil || questions.failed() || boards.failed() {
			break
		}
		questions.add(p)
		boards.add(p)
	}
	if err := errors.Join(questions.close(), boards.close()); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return exitUndecided // interrupted
	}
	return nil
}
