package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/bench"
	"nonogram/internal/operations"
	"nonogram/solve"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	common
	operations.Budget
	trace               traceFlags
	first, quiet, ascii bool
	unique              bool
	team                bool
	limit               int
	method              string
	out                 string
}

func newSolve(a *app) *cobra.Command {
	f := &solveFlags{}
	cmd := newCommand("solve")
	cmd.RunE = f.runE(a, f.run)
	f.addFlags(cmd)
	return cmd
}

func (f *solveFlags) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.first, "first", false, "stop at the first solution: --limit 1")
	positiveVar(flags, &f.limit, "limit", 2, "look for `N` solutions and print them all")
	flags.BoolVar(&f.unique, "unique", false, "end with status 5 if a puzzle has several solutions")
	flags.BoolVar(&f.team, "team", false, "let workers that have run out of puzzles help with a hard one")
	flags.StringVar(&f.method, "method", "engine", "`NAME` or number of the method, with options as NAME:OPTION, see nonogram methods")
	flags.StringVar(&f.out, "out", "", "write the solutions to `FILE`")
	flags.Var((*positive)(&f.most), "count", "take the first `N` puzzles only")
	flags.Lookup("count").DefValue = "" // all
	flags.BoolVar(&f.quiet, "quiet", false, "print nothing but errors")
	flags.BoolVar(&f.ascii, "ascii", false, "draw with ASCII characters only")
	f.common.addFlags(cmd)
	f.addWorkers(cmd)
	requestFlags(cmd, &f.Budget)
	f.trace.addFlags(cmd)
	cmd.MarkFlagsMutuallyExclusive("first", "limit")
	cmd.MarkFlagsMutuallyExclusive("first", "unique")
	cmd.MarkFlagsMutuallyExclusive("json", "quiet")
	_ = cmd.RegisterFlagCompletionFunc("method", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, m := range bench.Methods() {
			names = append(names, m.Name+"\t"+m.Description)
		}
		return append(names, bench.Spellings()[len(names):]...), cobra.ShellCompDirectiveNoFileComp
	})
}

func (f *solveFlags) run(ctx context.Context, a *app) error {
	if f.first {
		f.limit = 1
	}
	if f.unique && f.limit == 1 {
		return usagef("--unique needs a second solution to look for, and --limit is 1")
	}
	if f.trace.path != "" {
		f.workers = 1
	}
	if err := f.trace.check(f.files); err != nil {
		return err
	}
	open := func(s *operations.Service, r *operations.SolveRequest) (operations.Work[*operations.SolveResponse], error) {
		if f.quiet {
			s.Log = nil
		}
		return operations.OpenSolve(s, r)
	}
	h := f.hooks(a)
	if f.team {
		cores := new(solve.Cores)
		h.idle = cores.Add
		open = func(s *operations.Service, r *operations.SolveRequest) (operations.Work[*operations.SolveResponse], error) {
			return operations.OpenTeam(s, r, cores)
		}
	}
	return each(ctx, a, &f.common, open, &operations.SolveRequest{Budget: f.Budget, Limit: f.limit, Method: f.method}, h)
}

// hooks define where solutions and trace events go, and the text output.
func (f *solveFlags) hooks(a *app) hooks[*operations.SolveResponse] {
	var saved *puzzleFile
	var steps *traceWriter
	report := &textReport{a: a, ascii: f.ascii, limit: f.limit, start: time.Now(), labelWidth: f.labelWidth()}
	h := hooks[*operations.SolveResponse]{
		verb: "solving",
		begin: func() (err error) {
			if f.out != "" {
				if saved, err = openPuzzleFile(f.out, answerFormat, f.files); err != nil {
					return err
				}
			}
			steps, err = f.trace.open(f.method, f.Seed)
			return err
		},
		watch: func(ctx context.Context, it item) context.Context { return steps.begin(ctx, it) },
		take: func(it item, answer *operations.SolveResponse) error {
			steps.end(it, answer)
			if answer.Solutions > 0 {
				p := *it.puzzle
				p.Goal = answer.Result.Solutions[0]
				saved.add(&p)
			}
			return nil
		},
		end: func(tally) error { return errors.Join(saved.close(), steps.close(a)) },
	}
	if f.unique {
		h.code = func(answer *operations.SolveResponse) exitStatus {
			if answer.Solutions > 1 {
				return exitMultiple
			}
			return exitStatus(answer.Code())
		}
	}
	if !f.quiet && !f.json {
		h.print = report.add
		closed := h.end
		h.end = func(t tally) error { return errors.Join(closed(t), report.end(t)) }
	}
	return h
}
