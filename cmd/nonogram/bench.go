package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/bench"
	"nonogram/internal/machine"
	"nonogram/internal/plural"
)

// benchFlags are the flags of bench.
type benchFlags struct {
	inputs
	methods, sizes, density, shuffle, clock string
	count, rounds, limit                    int
	seed                                    uint64
	timeout, minTime                        time.Duration
	giveUp, json, runs                      bool
	chart, state                            string
}

// By default bench measures the methods that solve 5×5 boards quickly, on the boards of the
// source that most of them come from.
const (
	defaultMethods = "1,2,4,5,7,11,12,table_bfs,table_dfs,shift_bfs:visited,row_dfs_cutoff,perm_elim,engine"
	defaultDensity = "0.5-0.35"
	defaultSeed    = 12345
	defaultBoards  = 10
	// benchTimeout ends a run.
	benchTimeout = 10 * time.Second
	// benchMinTime is long compared with the microsecond resolution of CPU time.
	benchMinTime = 10 * time.Millisecond
)

func newBench(a *app) *cobra.Command {
	f := &benchFlags{}
	cmd := newCommand("bench")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.files = args
		if len(args) > 0 {
			if cmd.Flags().Changed("count") {
				f.most = f.count
			}
			for _, name := range []string{"size", "density", "shuffle"} {
				if cmd.Flags().Changed(name) {
					return usagef("--%s is for random boards, here are files", name)
				}
			}
		}
		return f.run(cmd.Context(), a)
	}
	f.addFlags(cmd)
	return cmd
}

func (f *benchFlags) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.methods, "method", defaultMethods, "measure these methods: a `LIST` with commas")
	flags.StringVar(&f.sizes, "size", "5", "random boards of these sizes: a `LIST` like 5,10,20x15")
	positiveVar(flags, &f.count, "count", defaultBoards, "`N` random boards of each size, or the first N puzzles of files")
	flags.StringVar(&f.density, "density", defaultDensity, "share of filled cells, `D` or from-to, from the first board to the last")
	flags.Uint64Var(&f.seed, "seed", defaultSeed, "seed `N` of the boards, and of what methods leave to chance")
	shuffleVar(cmd, &f.shuffle)
	positiveVar(flags, &f.rounds, "rounds", 1, "give every puzzle `N` times to every method, with seeds that count on")
	positiveVar(flags, &f.limit, "limit", 1, "look for `N` solutions; 2 asks whether there is only one")
	flags.DurationVar(&f.timeout, "timeout", benchTimeout, "end a run after `D`; 0 is never")
	flags.DurationVar(&f.minTime, "min-time", benchMinTime, "repeat short runs until `D` has passed")
	flags.BoolVar(&f.giveUp, "give-up", false, "leave out the rest when a method has met the limit on half of a size")
	flags.StringVar(&f.clock, "clock", "cpu", "`CLOCK` to measure with: cpu or wall")
	flags.BoolVar(&f.json, "json", false, "print a JSON object")
	flags.BoolVar(&f.runs, "runs", false, "print every single run: time, and whether the answer is right")
	flags.StringVar(&f.chart, "chart", "", "draw the times as well, to `FILE`.svg or FILE.html")
	flags.StringVar(&f.state, "state", "", "keep the runs in `FILE`, and continue from there after an interruption")
	f.inputs.addFlags(cmd)
	completeFlag(cmd, "clock", "cpu", "wall")
	completeFlag(cmd, "method", bench.Spellings()...)
}

func (f *benchFlags) check() error {
	switch {
	case f.timeout < 0:
		return usagef("--timeout: found %v, expected no negative time", f.timeout)
	case f.minTime < 0:
		return usagef("--min-time: found %v, expected no negative time", f.minTime)
	case f.chart != "" && !slices.Contains([]string{".svg", ".html", ".htm"}, strings.ToLower(filepath.Ext(f.chart))):
		return usagef("--chart: found %q, expected a name that ends in .svg or .html", f.chart)
	case !slices.Contains([]string{"cpu", "wall"}, f.clock):
		return usagef("--clock: found %q, expected cpu or wall", f.clock)
	}
	return f.inputs.check()
}

func (f *benchFlags) run(ctx context.Context, a *app) error {
	if err := f.check(); err != nil {
		return err
	}
	var status exitStatus
	plan, err := f.plan(a, &status)
	if err != nil {
		return err
	}
	clock := machine.CPU()
	if f.clock == "wall" {
		clock = machine.Wall()
	}
	r := &benchReport{f: f, machine: machine.This(), clock: clock.Name()}
	state, err := r.readState()
	if err != nil {
		return err
	}
	plan.Known = state.Runs
	bar := newProgressOf(a, "measuring", func(func() bool) int64 { return int64(plan.Runs()) })
	r.cells, err = bench.Measure(ctx, clock, plan, func(run bench.Run) {
		bar.step()
		state.add(f.state, run)
	})
	bar.finish()
	switch {
	case errors.Is(err, context.Canceled):
		status.add(exitUndecided)
	case err != nil:
		return usageError{err}
	}
	r.interrupted = err != nil
	if err := errors.Join(state.write(f.state), r.print(a)); err != nil {
		return err
	}
	if f.chart != "" {
		if err := r.draw(); err != nil {
			return err
		}
	}
	if r.faults(a) > 0 {
		status.add(exitFailed)
	}
	return status.err()
}

// plan collects methods and puzzles. Read errors are reported and set the exit status.
func (f *benchFlags) plan(a *app, status *exitStatus) (bench.Plan, error) {
	methods, err := bench.LookupAll(f.methods)
	if err != nil {
		return bench.Plan{}, usageError{err}
	}
	sets, err := f.sets(a, status)
	return bench.Plan{
		Methods: methods, Sets: sets, Rounds: f.rounds, Seed: f.seed, Limit: f.limit,
		Timeout: f.timeout, MinTime: f.minTime, GiveUp: f.giveUp,
	}, err
}

func (f *benchFlags) sets(a *app, status *exitStatus) ([]bench.Set, error) {
	if len(f.files) == 0 {
		return f.randomSets()
	}
	var puzzles []*nonogram.Puzzle
	for it := range f.items(a) {
		if it.err != nil {
			status.add(exitFailed)
			printError(a, it, it.err)
			continue
		}
		p := *it.puzzle
		p.ID = it.label // ids may repeat across files
		puzzles = append(puzzles, &p)
	}
	return bench.BySize(puzzles), nil
}

func (f *benchFlags) randomSets() ([]bench.Set, error) {
	first, last, err := parseDensity(f.density)
	if err != nil {
		return nil, err
	}
	var sets []bench.Set
	for text := range strings.SplitSeq(f.sizes, ",") {
		width, height, err := parseSize(strings.TrimSpace(text))
		if err != nil {
			return nil, usagef("--size: %w", err)
		}
		set, err := bench.Boards(generate.Random{
			Width: width, Height: height, Count: f.count, First: first, Last: last, Seed: new(big.Int).SetUint64(f.seed), Shuffle: generate.Shuffle(f.shuffle),
		})
		if err != nil {
			return nil, badFlag(err)
		}
		sets = append(sets, set)
	}
	return sets, nil
}

// parseDensity reads "0.4", or two shares as in "0.5-0.35".
func parseDensity(text string) (first, last float64, err error) {
	from, to, both := strings.Cut(text, "-")
	if !both {
		to = from
	}
	first, err1 := strconv.ParseFloat(from, 64)
	last, err2 := strconv.ParseFloat(to, 64)
	if err := errors.Join(err1, err2); err != nil {
		return 0, 0, usagef("--density: found %q, expected a share like 0.4, or two like 0.5-0.35", text)
	}
	return first, last, nil
}

// boards describes the puzzles.
func (f *benchFlags) boards() string {
	if len(f.files) > 0 {
		return "puzzles from " + strings.Join(f.files, ", ")
	}
	return fmt.Sprintf("%s a size, density %s, seed %d, shuffled by %s", plural.Of(f.count, "random board"), f.density, f.seed, f.shuffle)
}
