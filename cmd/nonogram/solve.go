package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/internal/api"
	"nonogram/pipeline"
)

// solveFlags are what solve is asked to do.
type solveFlags struct {
	common
	limits
	trace               traceFlags
	first, quiet, ascii bool
	team                bool
	limit               int
	method              string
	out                 string
}

func newSolve(a *app) *cobra.Command {
	f := &solveFlags{}
	cmd := &cobra.Command{
		Use:   "solve [flags] [FILE…]",
		Short: "Solve puzzles and say whether the solution is the only one",
		Long: `Solve looks for two solutions of every puzzle, and so tells unique, multiple,
unsolvable and, where a budget ended the search, undecided. A single puzzle is
drawn; many get a line each and a summary. Of a puzzle with several solutions the
first is drawn, with the cells marked in which another one differs.

--out writes the first solution of every puzzle: as the rows of 0 and 1 of a
tournament solution file if FILE ends in .txt, otherwise as a puzzle with that
goal in the format of the ending.

--team puts cores to use that would have nothing to do: as soon as fewer puzzles
are left than workers, the others join those whose search has become long, each
with another seed. The verdicts stay what they are. But which solution is shown
of a puzzle that has several, and the counters of --json, may then be others from
run to run; without --team, and with --workers 1, they are always the same.

--trace writes the steps of the method, so that its search tree can be drawn and
its run replayed: a line of JSON each, between one that names the puzzle and one
with the result. The engine tells only its guesses, returns and solutions.

Exit status: 0 every puzzle has at least one solution; 1 bad usage or unreadable
input; 3 some puzzle is unsolvable; 4 some puzzle is undecided. Ctrl-C ends with
what is done so far, and status 4.`,
		Example: `  nonogram solve cat.non
  nonogram solve --first --workers 1 --out solution.txt tournament.txt
  nonogram solve --json --timeout 10s *.non | grep multiple
  nonogram solve --limit 10 ambiguous.non
  nonogram solve --method dfs_possiblecut --trace steps.jsonl ambiguous.non
  nonogram solve --team --timeout 1h ambiguous.non
  cat cat.non | nonogram solve --quiet && echo has a solution`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args
			return f.run(cmd.Context(), a)
		},
	}
	f.addFlags(cmd)
	return cmd
}

func (f *solveFlags) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.first, "first", false, "be content with any solution: --limit 1")
	flags.IntVar(&f.limit, "limit", 2, "look for `N` solutions and print them all")
	flags.BoolVar(&f.team, "team", false, "let workers that have run out of puzzles help with a hard one")
	flags.StringVar(&f.method, "method", "engine", "`NAME` or number of the method, with options as NAME:OPTION, see nonogram methods")
	flags.StringVar(&f.out, "out", "", "write the solutions to `FILE`")
	flags.BoolVar(&f.quiet, "quiet", false, "print nothing but errors")
	flags.BoolVar(&f.ascii, "ascii", false, "draw with ASCII characters only")
	f.common.addFlags(cmd)
	f.addWorkers(cmd)
	f.limits.addFlags(cmd)
	f.trace.addFlags(cmd)
	cmd.MarkFlagsMutuallyExclusive("first", "limit")
	cmd.MarkFlagsMutuallyExclusive("json", "quiet")
	_ = cmd.RegisterFlagCompletionFunc("method", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, m := range methodTable(newApp()) {
			names = append(names, m.Name+"\t"+m.Description)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
}

func (f *solveFlags) check() error {
	if f.first {
		f.limit = 1
	}
	if f.limit < 1 {
		return usagef("--limit is %d, expected at least 1", f.limit)
	}
	if f.trace.path != "" {
		f.workers = 1
	}
	return errors.Join(f.inputs.check(), f.limits.check(), f.trace.check(f.files))
}

func (f *solveFlags) run(ctx context.Context, a *app) error {
	if err := f.check(); err != nil {
		return err
	}
	m, err := methodNamed(a, f.method)
	if err != nil {
		return err
	}
	idle := func(int) {}
	if f.team {
		if m, idle, err = teamed(m); err != nil {
			return err
		}
	}
	saved, err := newSink(f.out, f.files)
	if err != nil {
		return err
	}
	steps, err := f.trace.open()
	if err != nil {
		return err
	}
	report := f.newReport(a, m)
	bar := newProgress(a, "solving", &f.inputs)
	newWork := func() work[outcome] { return f.worker(m, steps) }
	var status exitStatus
	options := pipeline.Options[item]{Workers: f.workers, Weight: weight, Idle: idle}
	err = pipeline.Each(ctx, f.items(a), options, newWork, func(it item, o outcome) error {
		defer bar.step()
		status.add(o.exit())
		return errors.Join(saved.add(it, o), report.add(it, o))
	})
	bar.finish()
	if ctx.Err() != nil {
		status.add(exitUndecided)
	}
	if err := errors.Join(err, saved.close(), steps.close(a), report.end(ctx.Err() != nil)); err != nil {
		return err
	}
	return status.err()
}

// outcome is what came of one item.
type outcome struct {
	result  *nonogram.Result
	reason  string // why it is unsolvable without a search, or undecided
	err     error  // why there is no result
	elapsed time.Duration
}

func (o *outcome) exit() exitStatus {
	switch {
	case o.err != nil:
		return exitFailed
	case o.result.Status == nonogram.Unsolvable:
		return exitUnsolvable
	case o.result.Status == nonogram.Undecided:
		return exitUndecided
	}
	return exitOK
}

// worker solves puzzles one after another.
func (f *solveFlags) worker(m *method, steps *traceWriter) work[outcome] {
	solver, options := m.New(), f.options(f.limit)
	return func(ctx context.Context, it item) (o outcome) {
		if it.err != nil {
			return outcome{err: it.err}
		}
		if o, done := validated(it.puzzle); done {
			return o
		}
		ctx, cancel := f.context(ctx)
		defer cancel()
		options.Trace = steps.begin(it, m.Name, f.seed)
		start := time.Now()
		o.result, o.err = solver(ctx, it.puzzle, options)
		o.elapsed = time.Since(start)
		if o.err == nil {
			o.reason = string(o.result.Stopped)
		}
		steps.end(it, o)
		return o
	}
}

// validated answers for puzzles that need no solver: those that are none, and
// those whose clues contradict each other on sight.
func validated(p *nonogram.Puzzle) (outcome, bool) {
	reason, err := api.Validated(p)
	switch {
	case err != nil:
		return outcome{err: err}, true
	case reason != "":
		return outcome{result: &nonogram.Result{Status: nonogram.Unsolvable, Exhausted: true}, reason: reason}, true
	}
	return outcome{}, false
}
