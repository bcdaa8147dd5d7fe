package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/create"
	"nonogram/generate"
	"nonogram/internal/plural"
	"nonogram/teach"
)

// generate puzzle and generate random: puzzles with one solution by a recipe, and boards of
// random cells.

// makeFlags are the flags of generate puzzle.
type makeFlags struct {
	puzzleOut
	request create.GenerateRequest
	Workers int      `flag:"work on <N> puzzles at a time; the result is the same"`
	Unique  bool     `flag:"puzzles have one solution; for others there is generate random"`
	Quiet   bool     `flag:"do not print a summary"`
	Except  []string `flag:"make none that is in <FILE>" file:"in"`

	seeded func() bool // there is a flag --seed
	chance bool        // the seed is random
}

func newGeneratePuzzle(a *app) *cobra.Command {
	f := &makeFlags{Workers: runtime.GOMAXPROCS(0), Unique: true}
	cmd := newCommand("generate_puzzle", cobra.NoArgs, f, a.runE(f.run))
	flags, r := cmd.Flags(), &f.request
	r.Count, r.Attempts = 1, 200
	requestFlags(cmd, r, "count", "symmetry", "texture", "seed", "attempts")
	triddlerVar(flags, &r.Triddler)
	flags.Lookup("seed").Usage = "start the random generator with the whole number `N` (default random)"
	f.seeded = func() bool { return flags.Changed("seed") }
	sizeVar(flags, &r.Width, &r.Height, "15", "`N` for N×N cells, or WIDTHxHEIGHT")
	levelsVar(cmd, &r.Levels, "make puzzles of")
	flags.Func("hardest", "make puzzles that need the technique `ID` and nothing harder, as glue: nonogram rate names them", func(name string) error {
		r.Hardest = new(teach.Technique)
		return r.Hardest.UnmarshalText([]byte(name))
	})
	flags.Float64Var(&r.Density, "density", 0, "fill the `SHARE` of the cells, to within 0.05 (default: what suits the difficulty)")
	positiveVar(flags, &r.Colors, "colors", 1, "use `N` inks")
	flags.IntVar(&r.Blot, "blot", 0, "hide up to `N` numbers of each, as long as one solution and the difficulty stay; standard output is then JSON, since not every format has unknown lengths")
	flags.IntVar(&r.HideLines, "hide-lines", 0, "hide the clues of up to `N` lines of each, as long as one solution and the difficulty asked for stay; standard output is then JSON")
	return cmd
}

// triddlerVar adds the flag for a board of triangles.
func triddlerVar(flags *pflag.FlagSet, sides *[]int) {
	flags.IntSliceVar(sides, "triddler", nil, "in place of a size, a board of triangles with `A,B,C,D,E,F` lines at its sides: upper left, lower left, bottom, lower right, upper right, top")
}

// recipe converts the flags to a recipe of the library.
func (f *makeFlags) recipe(a *app) (*generate.Recipe, error) {
	if !f.Unique {
		return nil, usagef("--unique=false: generate random makes boards that may have several solutions")
	}
	recipe, err := create.OpenRecipe(a.service(), &f.request)
	if err != nil {
		return nil, badFlag(err)
	}
	recipe.Workers = f.Workers
	return recipe, f.readKnown(a, recipe.Known)
}

// readKnown hashes the puzzles of --except.
func (f *makeFlags) readKnown(a *app, known map[generate.Hash]bool) error {
	if len(f.Except) == 0 {
		return nil
	}
	in := inputs{files: f.Except}
	for it := range in.items(a) {
		if it.err != nil {
			return it.err
		}
		known[generate.HashOf(it.puzzle)] = true
	}
	return nil
}

// blottedFormat is the default format for standard output if numbers or clues are hidden, and for triddlers.
const blottedFormat = "json"

func (f *makeFlags) run(ctx context.Context, a *app) error {
	if f.chance = !f.seeded(); f.chance { // a short one, since people type it again
		f.request.Seed = operations.SeedOf(uint64(1 + rand.Uint32N(999_999)))
	}
	recipe, err := f.recipe(a)
	if err != nil {
		return err
	}
	f.Out = cmp.Or(f.Out, stdoutName)
	if (f.request.Blot+f.request.HideLines > 0 || f.request.Triddler != nil) && f.Out == stdoutName && f.To == "" {
		f.To = blottedFormat // the usual format has only numbers
	}
	c, err := f.open(a, false)
	if err != nil {
		return err
	}
	bar := a.progress("making", func(func() bool) int64 { return int64(recipe.Count) })
	made, attempts := 0, 0
	recipe.Progress = func(m, n int) {
		attempts = n
		for ; made < m; made++ {
			bar.Step()
		}
	}
	puzzles, err := recipe.Puzzles(ctx)
	if err != nil {
		bar.Finish()
		return badFlag(err)
	}
	var levels counts
	var failed error
	for m, err := range puzzles {
		if err != nil {
			failed = err
			break
		}
		levels.add(m.Rating.Level.String())
		c.add(madeItem("puzzle", m.Puzzle, f.request.Count == 1))
	}
	bar.Finish()
	var status exitStatus
	if err := c.finish(); err != nil && !errors.As(err, &status) {
		return err
	}
	f.report(ctx, a, &levels, attempts, failed)
	if failed != nil {
		status.add(exitUndecided)
	}
	return status.err()
}

// report prints the result to standard error.
func (f *makeFlags) report(ctx context.Context, a *app, levels *counts, attempts int, failed error) {
	_ = a.out.Flush()
	if !f.Quiet {
		seed := ""
		if f.chance {
			seed = " · --seed " + string(f.request.Seed)
		}
		fmt.Fprintf(a.err, "%s made in %s: %s%s\n", plural.Of(levels.total, "puzzle", "puzzles"), plural.Of(attempts, "attempt", "attempts"), levels, seed)
	}
	if failed != nil && ctx.Err() == nil {
		fmt.Fprintf(a.err, "nonogram: %v\n", failed)
	}
}

// randomFlags are the flags of generate random.
type randomFlags struct {
	P1        float64 `flag:"<SHARE> of filled cells on the first board"`
	P2        float64 `flag:"<SHARE> of filled cells on the last board"`
	Density   float64 `flag:"<SHARE> of filled cells on all boards"`
	Out       string  `flag:"write the puzzles to <FILE>; - is standard output" file:"out"`
	Shuffle   string  `flag:"shuffle as the <PYTHON> that runs boardgen: %s" complete:"shuffles"`
	Solutions string  `flag:"write the boards to <FILE>; - is standard output" file:"out"`
	request   create.GenerateRequest
	shares    []string // fields and flags, for badFlag
}

func newGenerateRandom(a *app) *cobra.Command {
	f := &randomFlags{P1: 0.5, P2: 0.35, Shuffle: string(generate.Python3)}
	cmd := newCommand("generate_random", cobra.NoArgs, f, func(cmd *cobra.Command, _ []string) error {
		f.shares = []string{"density", "p1", "last_density", "p2"}
		if cmd.Flags().Changed("density") {
			f.P1, f.P2, f.shares = f.Density, f.Density, nil
		}
		return f.run(cmd.Context(), a)
	})
	flags, r := cmd.Flags(), &f.request
	sizeVar(flags, &r.Width, &r.Height, "25", "`N` for N×N cells, or WIDTHxHEIGHT")
	positiveVar(flags, &r.Count, "count", 1, "make `N` boards")
	flags.StringVar((*string)(&r.Seed), "seed", "0", "whole number `N` to start the random generator with, of up to a thousand digits")
	cmd.MarkFlagsMutuallyExclusive("density", "p1")
	cmd.MarkFlagsMutuallyExclusive("density", "p2")
	return cmd
}

// series returns the boards.
func (f *randomFlags) series(a *app) (iter.Seq[*nonogram.Puzzle], error) {
	f.request.Shuffle = generate.Shuffle(f.Shuffle)
	random, err := create.OpenRandom(a.service(), &f.request)
	if err != nil {
		return nil, badFlag(err)
	}
	random.First, random.Last = f.P1, f.P2 // a request cannot ask for 0
	puzzles, err := random.Puzzles()
	return puzzles, badFlag(err, f.shares...)
}

func (f *randomFlags) run(ctx context.Context, a *app) error {
	puzzles, err := f.series(a)
	if err != nil {
		return err
	}
	if f.Out == "" && f.Solutions == stdoutName {
		return usagef("--solutions - is where the puzzles go, expected --out or another place")
	}
	questions, boards := rowsTo(a.out, questionFormat), rowsTo(a.out, answerFormat)
	if f.Out != "" && f.Out != stdoutName {
		if questions, err = openPuzzleFile(a, f.Out, questionFormat); err != nil {
			return err
		}
	}
	switch f.Solutions {
	case "":
		boards = nil
	case stdoutName:
	default:
		if boards, err = openRows(a, f.Solutions, answerFormat); err != nil {
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

// The commands that make and sort puzzles share the flags for their output.

// puzzleOut are the flags for the output of puzzles.
type puzzleOut struct {
	Out   string `flag:"write the puzzles to <FILE>, in the format of its ending, or with --to to a folder, DIR/; - is standard output" file:"out"`
	To    string `flag:"write the format <NAME> instead of the one of --out's ending" complete:"formats"`
	Lossy bool   `flag:"write what the format can hold, and leave out the rest"`
}

// texts returns the stream for messages: standard error if the puzzles go to standard
// output.
func (o *puzzleOut) texts(a *app) io.Writer {
	if o.Out == stdoutName {
		return a.err
	}
	return a.out
}

// stdoutFormat is the default format for standard output.
const stdoutFormat = "non"

// open returns the converter for --out, or nil. Puzzles of several files are renumbered.
func (o *puzzleOut) open(a *app, renumber bool) (*converter, error) {
	if o.Out == "" {
		return nil, nil
	}
	to := o.To
	if to == "" && o.Out == stdoutName {
		to = stdoutFormat
	}
	return newConverter(a, o.Out, to, o.Lossy, renumber, false)
}

// madeItem returns a generated puzzle as an input item.
func madeItem(name string, p *nonogram.Puzzle, only bool) item {
	return item{id: p.ID, file: name, label: p.ID, only: only, puzzle: p}
}
