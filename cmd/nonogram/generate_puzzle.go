package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"nonogram/generate"
	"nonogram/internal/operations/create"
	"nonogram/internal/plural"
	"nonogram/teach"
)

// makeFlags are the flags of generate puzzle.
type makeFlags struct {
	puzzleOut
	size, difficulty string
	hardest          string
	request          create.GenerateRequest
	workers          int
	unique, quiet    bool
	except           []string
	splits           string
}

func newGeneratePuzzle(a *app) *cobra.Command {
	f := &makeFlags{}
	cmd := newCommand("generate_puzzle")
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), a) }
	flags, r := cmd.Flags(), &f.request
	r.Count, r.Attempts = 1, 200
	requestFlags(cmd, r, "count", "symmetry", "texture", "seed", "attempts")
	flags.StringVar(&f.size, "size", "15", "`N` for N×N cells, or WIDTHxHEIGHT")
	addLevels(cmd, &f.difficulty, "make puzzles of")
	flags.StringVar(&f.hardest, "hardest", "", "make puzzles that need the technique `ID` and nothing harder, as glue: nonogram rate names them")
	flags.BoolVar(&f.unique, "unique", true, "puzzles have one solution; for others there is generate random")
	flags.Float64Var(&r.Density, "density", 0, "fill the `SHARE` of the cells, to within 0.05 (default: what suits the difficulty)")
	positiveVar(flags, &r.Colors, "colors", 1, "use `N` inks")
	flags.IntVar(&r.Blot, "blot", 0, "hide up to `N` numbers of each, as long as one solution and the difficulty stay; standard output is then JSON, since not every format has unknown lengths")
	positiveVar(flags, &f.workers, "workers", runtime.GOMAXPROCS(0), "work on `N` puzzles at a time; the result is the same")
	flags.StringArrayVar(&f.except, "except", nil, "make none that is in `FILE`")
	flags.StringVar(&f.splits, "splits", "", "write parts that share no puzzle, as `NAME=SHARE,…`, to NAME.jsonl in the folder --out")
	flags.BoolVar(&f.quiet, "quiet", false, "do not print a summary")
	f.puzzleOut.addFlags(cmd)
	return cmd
}

// recipe converts the flags to a recipe of the library.
func (f *makeFlags) recipe(a *app) (*generate.Recipe, error) {
	if !f.unique {
		return nil, usagef("--unique=false: generate random makes boards that may have several solutions")
	}
	var err error
	r := &f.request
	if r.Width, r.Height, err = parseSize(f.size); err != nil {
		return nil, err
	}
	if r.Levels, err = parseLevels(f.difficulty); err != nil {
		return nil, err
	}
	if f.hardest != "" {
		r.Hardest = new(teach.Technique)
		if err := r.Hardest.UnmarshalText([]byte(f.hardest)); err != nil {
			return nil, usagef("--hardest: %v", err)
		}
	}
	recipe, err := create.OpenRecipe(a.service(), r)
	if err != nil {
		return nil, badFlag(err)
	}
	recipe.Workers = f.workers
	return recipe, f.readKnown(a, recipe.Known)
}

// readKnown hashes the puzzles of --except.
func (f *makeFlags) readKnown(a *app, known map[generate.Hash]bool) error {
	if len(f.except) == 0 {
		return nil
	}
	in := inputs{files: f.except}
	for it := range in.items(a) {
		if it.err != nil {
			return it.err
		}
		known[generate.HashOf(it.puzzle)] = true
	}
	return nil
}

// blottedFormat is the default format for standard output if numbers are hidden.
const blottedFormat = "json"

func (f *makeFlags) run(ctx context.Context, a *app) error {
	recipe, err := f.recipe(a)
	if err != nil {
		return err
	}
	target, err := f.target(a)
	if err != nil {
		return err
	}
	bar := newProgressOf(a, "making", func(func() bool) int64 { return int64(recipe.Count) })
	made, attempts := 0, 0
	recipe.Progress = func(m, n int) {
		attempts = n
		for ; made < m; made++ {
			bar.step()
		}
	}
	puzzles, err := recipe.Puzzles(ctx)
	if err != nil {
		bar.finish()
		return badFlag(err)
	}
	var levels levelCount
	var failed error
	for m, err := range puzzles {
		if err != nil {
			failed = err
			break
		}
		levels.add(m.Rating)
		target.add(m)
	}
	bar.finish()
	if err := target.finish(); err != nil {
		return err
	}
	return f.report(ctx, a, &levels, attempts, failed)
}

// madeOut receives puzzles as they are made.
type madeOut interface {
	add(m *generate.Made)
	finish() error
}

// target returns the output: a set in parts, or a file.
func (f *makeFlags) target(a *app) (madeOut, error) {
	if f.splits != "" {
		return newPuzzleSet(f)
	}
	out := cmp.Or(f.out, stdoutName)
	if f.request.Blot > 0 && out == stdoutName && f.to == "" {
		f.to = blottedFormat // the usual format has only numbers
	}
	c, err := f.converter(a, out)
	return madeFile{c, f.request.Count == 1}, err
}

// madeFile writes all puzzles to one file.
type madeFile struct {
	*converter
	only bool
}

func (f madeFile) add(m *generate.Made) { f.converter.add(madeItem("puzzle", m.Puzzle, f.only)) }

// report prints the result to standard error.
func (f *makeFlags) report(ctx context.Context, a *app, levels *levelCount, attempts int, failed error) error {
	_ = a.out.Flush()
	if !f.quiet {
		fmt.Fprintf(a.err, "%s made in %s: %s\n", plural.Of(levels.total, "puzzle"), plural.Of(attempts, "attempt"), levels)
	}
	if failed == nil {
		return nil
	}
	if ctx.Err() == nil {
		fmt.Fprintf(a.err, "nonogram: %v\n", failed)
	}
	return exitUndecided
}
