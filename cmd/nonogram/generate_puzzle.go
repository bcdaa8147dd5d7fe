package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"nonogram/generate"
	"nonogram/internal/operations"
	"nonogram/internal/operations/create"
	"nonogram/internal/plural"
	"nonogram/teach"
)

// makeFlags are what generate puzzle is asked for.
type makeFlags struct {
	puzzleOut
	size, difficulty string
	hardest          string
	request          create.GenerateRequest
	seed             uint64
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
	flags.StringVar(&f.size, "size", "15", "`N` for N×N cells, or WIDTHxHEIGHT")
	positiveVar(flags, &r.Count, "count", 1, "make `N` puzzles")
	addLevels(cmd, &f.difficulty, "make puzzles of")
	flags.StringVar(&f.hardest, "hardest", "", "make puzzles that need the technique `ID` and nothing harder, as glue: nonogram rate names them")
	flags.BoolVar(&f.unique, "unique", true, "puzzles have one solution; for others there is generate random")
	flags.Float64Var(&r.Density, "density", 0, fmt.Sprintf("fill the `SHARE` of the cells, to within %v (default: what suits the difficulty)", generate.DensityRange))
	positiveVar(flags, &r.Colors, "colors", 1, "use `N` inks")
	flags.TextVar(&r.Symmetry, "symmetry", r.Symmetry, "make pictures with the symmetry `NAME`: "+joined(generate.Symmetries()))
	flags.TextVar(&r.Texture, "texture", r.Texture, "begin with `NAME`: "+joined(generate.Textures()))
	flags.IntVar(&r.Blot, "blot", 0, "hide up to `N` numbers of each, as long as one solution and the difficulty stay; standard output is then JSON, since not every format has unknown lengths")
	flags.Uint64Var(&f.seed, "seed", 0, "make other puzzles with another seed `N`")
	positiveVar(flags, &f.workers, "workers", runtime.GOMAXPROCS(0), "work on `N` puzzles at a time; the result is the same")
	positiveVar(flags, &r.Attempts, "attempts", generate.DefaultAttempts, "give up after `N` attempts for every puzzle, on average")
	flags.StringArrayVar(&f.except, "except", nil, "make none that is in `FILE`")
	flags.StringVar(&f.splits, "splits", "", "write parts that share no puzzle, as `NAME=SHARE,…`, to NAME.jsonl in the folder --out")
	flags.BoolVar(&f.quiet, "quiet", false, "do not say what was made")
	f.puzzleOut.addFlags(cmd)
	_ = cmd.RegisterFlagCompletionFunc("symmetry", cobra.FixedCompletions(texts(generate.Symmetries()), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("texture", cobra.FixedCompletions(texts(generate.Textures()), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// texts are the names of things.
func texts[T fmt.Stringer](list []T) []string {
	var names []string
	for _, v := range list {
		names = append(names, v.String())
	}
	return names
}

func joined[T fmt.Stringer](list []T) string { return strings.Join(texts(list), ", ") }

// recipe is what the flags ask for, in the library's terms.
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
	r.Seed = operations.SeedOf(f.seed)
	recipe, err := create.OpenRecipe(a.service(), r)
	if err != nil {
		return nil, badFlag(err)
	}
	recipe.Workers = f.workers
	return recipe, f.readKnown(a, recipe.Known)
}

// readKnown hashes the puzzles that must not come again.
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

// blottedFormat is what goes to standard output if numbers are hidden.
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

// madeOut is where puzzles go as they are made.
type madeOut interface {
	add(m *generate.Made)
	finish() error
}

// target is a set in parts, or a file.
func (f *makeFlags) target(a *app) (madeOut, error) {
	if f.splits != "" {
		return newPuzzleSet(f)
	}
	out := cmp.Or(f.out, stdoutName)
	if f.request.Blot > 0 && out == stdoutName && f.to == "" {
		f.to = blottedFormat // the usual one has only numbers
	}
	c, err := f.converter(a, out)
	return madeFile{c, f.request.Count == 1}, err
}

// madeFile has all puzzles in one file.
type madeFile struct {
	*converter
	only bool
}

func (f madeFile) add(m *generate.Made) { f.converter.add(madeItem("puzzle", m.Puzzle, f.only)) }

// report says what came of it, on standard error, where it does not mix with puzzles.
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
