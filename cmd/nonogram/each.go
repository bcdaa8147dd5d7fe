package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"nonogram/cmd/nonogram/internal/depth"
	"nonogram/internal/operations"
	"nonogram/internal/operations/all"
	"nonogram/internal/pipeline"
)

// What commands that answer for every puzzle of their input have in common. A command
// turns its flags into a request, says how people see an answer, and leaves the rest
// to each: the operation is opened, once to hear whether the request makes sense and
// then for every worker; the puzzles go through the pipeline; answers and errors come
// out in input order, as lines of JSON or as the command prints them; and the gravest
// code of all is the exit status.

// common are the flags of all these commands, and what they may add for each.
type common struct {
	inputs
	json    bool
	workers int
	// single names the flags that make sense only for a single puzzle, if any is
	// given.
	single string
}

// addFlags adds the flags; workers are up to the command.
func (c *common) addFlags(cmd *cobra.Command) {
	c.workers = 1
	c.inputs.addFlags(cmd)
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object per puzzle and line")
}

// service answers requests of the command line, which has no limits. What methods
// report goes to standard error.
func (a *app) service() *operations.Service {
	s := all.Service(operations.Limits{})
	s.Log = reports{a}
	return s
}

// opener opens an operation for a worker.
type opener[R any, A operations.Answer] func(*operations.Service, *R) (operations.Work[A], error)

// hooks are what a command adds. All but the verb may be missing.
type hooks[A operations.Answer] struct {
	verb string // what the progress line says
	// begin opens what the command writes to; until it is called nothing has
	// happened but that the request was found good.
	begin func() error
	watch func(ctx context.Context, it item) context.Context // about to work on it
	idle  func(n int)                                        // so many workers have nothing left to do
	// wanted tells which answers are shown and taken; the others only count.
	wanted func(answer A) bool
	take   func(it item, answer A) error
	print  func(it item, answer A) error // for people
	code   func(answer A) exitStatus     // in place of that of the answer
	// end closes what begin opened, whatever happened.
	end func(t tally) error
}

// tally is what came of all puzzles.
type tally struct {
	puzzles, failed int
	only            bool // there was no more than one
	interrupted     bool
	err             error // what ended it early, beside an interruption
}

// each answers for every puzzle of the input.
func each[R any, A operations.Answer](ctx context.Context, a *app, c *common, open opener[R, A], request *R, h hooks[A]) error {
	if err := c.inputs.check(); err != nil {
		return err
	}
	service := a.service()
	if _, err := open(service, request); err != nil {
		return badFlag(err)
	}
	if h.begin != nil {
		if err := h.begin(); err != nil {
			return err
		}
	}
	r := &round[A]{hooks: h, a: a, c: c, lines: newJSONLines(a), bar: newProgress(a, h.verb, &c.inputs)}
	newWork := func() pipeline.Work[item, result[A]] {
		depth.Grow()
		work, err := open(service, request)
		if err != nil {
			return func(context.Context, item) result[A] { return result[A]{err: err} }
		}
		return r.worker(work)
	}
	err := pipeline.Each(ctx, c.items(a), pipeline.Options[item]{Workers: c.workers, Weight: weight, Idle: h.idle}, newWork, r.emit)
	r.bar.finish()
	if ctx.Err() != nil {
		r.interrupted = true
		r.status.add(exitUndecided)
	}
	r.err = err
	if h.end != nil {
		err = errors.Join(err, h.end(r.tally))
	}
	if err != nil {
		return err
	}
	return r.status.err()
}

// result is what came of one item.
type result[A operations.Answer] struct {
	answer A
	err    error
}

// round is one call of each.
type round[A operations.Answer] struct {
	hooks[A]
	tally
	a      *app
	c      *common
	lines  *jsonLines
	bar    *progress
	status exitStatus
	reads  readings
}

func (r *round[A]) worker(work operations.Work[A]) pipeline.Work[item, result[A]] {
	return func(ctx context.Context, it item) (done result[A]) {
		if it.err != nil {
			return result[A]{err: it.err}
		}
		if r.watch != nil {
			ctx = r.watch(ctx, it)
		}
		done.answer, done.err = work(ctx, it.puzzle)
		return done
	}
}

// emit tells what came of an item.
func (r *round[A]) emit(it item, done result[A]) error {
	defer r.bar.step()
	r.puzzles++
	r.only = it.only
	switch {
	case r.c.single != "" && !it.only:
		return usagef("%s for a single puzzle, and there are more", r.c.single)
	case done.err != nil:
		r.failed++
		r.status.add(exitFailed)
		return r.fail(it, done.err)
	}
	code := exitStatus(done.answer.Code())
	if r.code != nil {
		code = r.code(done.answer)
	}
	r.status.add(code)
	if r.wanted != nil && !r.wanted(done.answer) {
		return nil
	}
	if !r.c.json {
		r.reads.tell(r.a, it)
	}
	done.answer.Name(it.id, r.c.originOf(it))
	var err error
	if r.take != nil {
		err = r.take(it, done.answer)
	}
	switch {
	case r.c.json:
		return errors.Join(err, r.lines.print(done.answer))
	case r.print != nil:
		return errors.Join(err, r.print(it, done.answer))
	}
	return err
}

// fail tells of an error in the place of the answer.
func (r *round[A]) fail(it item, err error) error {
	if r.c.json {
		return r.lines.printError(it, r.c.fileOf(it), err)
	}
	printError(r.a, it, err)
	return nil
}

// cellsPerPart is what a part of the pipeline's window stands for. So about a million
// cells are in flight, which with clues and two solutions each is some tens of
// megabytes.
const cellsPerPart = 1024

// weight is how much of the window an item takes.
func weight(it item) int {
	if it.puzzle == nil {
		return 1
	}
	return 1 + it.puzzle.Width()*it.puzzle.Height()/cellsPerPart
}
