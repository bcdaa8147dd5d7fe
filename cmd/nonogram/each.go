package main

import (
	"context"
	"errors"
	"runtime"

	"github.com/spf13/cobra"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
	"nonogram/cmd/internal/terminal"
	"nonogram/internal/pipeline"
)

// Commands that answer for every puzzle of their input turn their flags into a request,
// define how an answer is printed, and call each. It opens the operation once to check the
// request and once per worker, sends the puzzles through the pipeline, and prints answers
// and errors in input order, as JSON lines or text. The exit status is the most severe
// code.

// common are the flags of these commands.
type common struct {
	inputs
	JSON    bool `flag:"print one JSON object per puzzle and line"`
	workers int
	silent  bool // log nothing
	// single names flags that allow only a single puzzle, if one is set.
	single string
}

// addWorkers adds the flag --workers.
func (c *common) addWorkers(cmd *cobra.Command) {
	positiveVar(cmd.Flags(), &c.workers, "workers", runtime.GOMAXPROCS(0), "work on `N` puzzles at a time; 1 is single-threaded")
}

// service returns a service without limits that logs to standard error.
func (a *app) service() *operations.Service {
	s := all.Service(operations.Limits{})
	s.Log = a.reports()
	return s
}

// opener opens an operation for a worker.
type opener[R any, A operations.Answer] func(*operations.Service, *R) (operations.Work[A], error)

// hooks are the parts of a command that differ. All but verb are optional.
type hooks[A operations.Answer] struct {
	verb string // for the progress line
	// begin opens the output. It is called after the request has been checked.
	begin func() error
	watch func(ctx context.Context, it item) context.Context // before the work on an item
	idle  func(n int)                                        // n workers have run out of items
	// wanted selects the answers to print and take; the others only count.
	wanted func(answer A) bool
	take   func(it item, answer A) error
	print  func(it item, answer A) error // as text
	code   func(answer A) exitStatus     // instead of the answer's own
	// end closes the output, after errors too. It may return an exitStatus.
	end func(t tally) error
}

// tally summarizes a run.
type tally struct {
	puzzles, failed int
	only            bool // there was at most one puzzle
	interrupted     bool
	err             error // error that ended the run, other than an interruption
}

// each answers for every puzzle of the input.
func each[R any, A operations.Answer](ctx context.Context, a *app, c *common, open opener[R, A], request *R, h hooks[A]) error {
	if err := c.inputs.check(); err != nil {
		return err
	}
	service := a.service()
	if c.silent {
		service.Log = nil
	}
	works := make(chan operations.Work[A], max(1, c.workers)) // one for each worker
	for range cap(works) {
		work, err := open(service, request)
		if err != nil {
			return badFlag(err)
		}
		works <- work
	}
	if h.begin != nil {
		if err := h.begin(); err != nil {
			return err
		}
	}
	r := &round[A]{hooks: h, a: a, c: c, lines: newJSONLines(a), bar: a.progress(h.verb, c.inputs.count)}
	emit := func(it item, done result[A]) error {
		err := r.emit(it, done)
		if err != nil {
			a.stopInput() // the reader may wait for more
		}
		return err
	}
	newWork := func() pipeline.Work[item, result[A]] { return r.worker(<-works) }
	err := pipeline.Each(ctx, c.items(a), pipeline.Options[item]{Workers: cap(works), Weight: weight, Idle: h.idle}, newWork, emit)
	r.bar.Finish()
	if ctx.Err() != nil {
		r.interrupted = true
		r.status.add(exitUndecided)
	}
	r.err = err
	if h.end != nil {
		ended := h.end(r.tally)
		var status exitStatus
		if errors.As(ended, &status) {
			r.status.add(status)
			ended = nil
		}
		err = errors.Join(err, ended)
	}
	if err != nil {
		return err
	}
	return r.status.err()
}

// result is the answer or the error for an item.
type result[A operations.Answer] struct {
	answer A
	err    error
}

// round is a call of each.
type round[A operations.Answer] struct {
	hooks[A]
	tally
	a      *app
	c      *common
	lines  *jsonLines
	bar    *terminal.Progress
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

// emit prints the result for an item.
func (r *round[A]) emit(it item, done result[A]) error {
	defer r.bar.Step()
	r.puzzles++
	r.only = it.only
	switch {
	case r.c.single != "" && !it.only:
		return usagef("%s for a single puzzle, and there are more", r.c.single)
	case errors.Is(done.err, errInterrupted):
		return nil
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
	if !r.c.JSON {
		r.reads.tell(r.a, it)
	}
	done.answer.Name(it.id)
	done.answer.From(r.c.originOf(it))
	var err error
	if r.take != nil {
		err = r.take(it, done.answer)
	}
	switch {
	case r.c.JSON:
		return errors.Join(err, r.lines.print(done.answer))
	case r.print != nil:
		return errors.Join(err, r.print(it, done.answer))
	}
	return err
}

// fail prints an error in place of the answer.
func (r *round[A]) fail(it item, err error) error {
	if r.c.JSON {
		return r.lines.printError(it, r.c.fileOf(it), err)
	}
	printError(r.a, it, err)
	return nil
}

// cellsPerPart is the number of cells for a part of the pipeline's window, so that about a
// million cells are in memory, some tens of megabytes with clues and two solutions each.
const cellsPerPart = 1024

// weight returns the share of the window that an item takes.
func weight(it item) int {
	if it.puzzle == nil {
		return 1
	}
	return 1 + it.puzzle.Width()*it.puzzle.Height()/cellsPerPart
}
