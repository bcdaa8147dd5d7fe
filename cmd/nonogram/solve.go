package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/cmd/internal/bench"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/solve"
)

// solve finds the solutions of puzzles, prints or writes them, and records the steps of a
// method with --trace.

// solveFlags are the flags of solve.
type solveFlags struct {
	common
	request operations.SolveRequest
	firstFlag
	Unique bool   `flag:"end with status 5 if a puzzle has several solutions"`
	Team   bool   `flag:"let workers that have run out of puzzles help with a hard one"`
	Out    string `flag:"write the solutions to <FILE>" file:"out"`
	Count  int    `flag:"take the first <N> puzzles only"`
	Trace  string `flag:"write every step of the method to <FILE>, a JSON object per line; implies --workers 1" file:"out"`
	Quiet  bool   `flag:"print nothing but errors"`
	ASCII  bool   `flag:"draw with ASCII characters only"`
	trace  tracer
}

// firstFlag is the flag --first of solve and of batch jobs that solve.
type firstFlag struct {
	First bool `flag:"stop at the first solution: a limit of 1"`
}

func newSolve(a *app) *cobra.Command {
	f := &solveFlags{}
	cmd := newCommand("solve", nil, f, f.runE(a, f.run), &f.request)
	f.addWorkers(cmd)
	cmd.MarkFlagsMutuallyExclusive("first", "limit")
	cmd.MarkFlagsMutuallyExclusive("first", "unique")
	cmd.MarkFlagsMutuallyExclusive("json", "quiet")
	return cmd
}

func (f *solveFlags) run(ctx context.Context, a *app) error {
	f.most = f.Count
	if f.First {
		f.request.Limit = 1
	}
	if f.Unique {
		f.request.Limit = cmp.Or(f.request.Limit, 2)
	}
	if f.Unique && f.request.Limit == 1 {
		return usagef("--unique needs a second solution to look for, and --limit is 1")
	}
	if f.Trace != "" {
		f.workers = 1
	}
	if f.Trace == stdoutName {
		return usagef("--trace: found -, expected a file: standard output has the answers")
	}
	open := operations.OpenSolve
	f.silent = f.Quiet
	h := f.hooks(a)
	if f.Team {
		cores := new(solve.Cores)
		h.idle = cores.Add
		open = func(s *operations.Service, r *operations.SolveRequest) (operations.Work[*operations.SolveAnswer], error) {
			return operations.OpenSolveWith(s, r, cores)
		}
	}
	return each(ctx, a, &f.common, open, &f.request, h)
}

// hooks define where solutions and trace events go, and the text output.
func (f *solveFlags) hooks(a *app) hooks[*operations.SolveAnswer] {
	var saved *puzzleFile
	report := &textReport{a: a, ascii: f.ASCII, limit: cmp.Or(f.request.Limit, 2), start: time.Now(), labelWidth: f.labelWidth()}
	h := hooks[*operations.SolveAnswer]{
		verb: "solving",
		begin: func() (err error) {
			if f.Out != "" {
				if saved, err = openPuzzleFile(a, f.Out, answerFormat); err != nil {
					return err
				}
			}
			return f.trace.open(a, f.Trace, f.request.Method, f.request.Seed)
		},
		watch: f.trace.begin,
		take: func(it item, answer *operations.SolveAnswer) error {
			f.trace.finish(answer)
			if answer.Solutions > 0 {
				p := *it.puzzle
				p.Goal = answer.Result.Solutions[0]
				saved.add(&p)
			}
			return nil
		},
		end: func(tally) error { return errors.Join(saved.close(), f.trace.close()) },
	}
	if f.Unique {
		h.code = func(answer *operations.SolveAnswer) exitStatus {
			if answer.Solutions > 1 {
				return exitMultiple
			}
			return exitStatus(answer.Code())
		}
	}
	if !f.Quiet && !f.JSON {
		h.print = report.add
		closed := h.end
		h.end = func(t tally) error { return errors.Join(closed(t), report.end(t)) }
	}
	return h
}

// solve --trace writes a line of JSON for every trace event, between one that names the
// puzzle and one with the result.
//
//	{"kind":"puzzle","id":"1","width":5,"height":5,"method":"liao:dfs","seed":0}
//	{"kind":"place","node":1,"depth":1,"row":1,"cells":"#.#.."}
//	…
//	{"kind":"result","id":"1","status":"unique","solutions":1,"events":126,"stats":{…}}

// tracer writes the events of one puzzle after another.
type tracer struct {
	file  *output // nil without --trace
	buf   *bufio.Writer
	enc   *json.Encoder
	start traceStart
	end   traceEnd
	err   error // first error; the run continues without its trace
}

// traceStart is the line before the events of a puzzle.
type traceStart struct {
	Kind   string `json:"kind"` // "puzzle"
	ID     string `json:"id"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Method string `json:"method"`
	Seed   uint64 `json:"seed"`
}

// traceEnd is the line after them.
type traceEnd struct {
	Kind      string          `json:"kind"` // "result"
	ID        string          `json:"id"`
	Status    nonogram.Status `json:"status"`
	Reason    string          `json:"reason,omitempty"`
	Solutions int             `json:"solutions"`
	Events    int64           `json:"events"`
	Stats     record.Stats    `json:"stats"`
}

// open creates the file.
func (t *tracer) open(a *app, path, method string, seed operations.Seed) error {
	if path == "" {
		return nil
	}
	m, err := bench.Lookup(cmp.Or(method, "engine"), nil) // for the full label
	if err != nil {
		return badFlag(err)
	}
	if t.file, err = newOutput(a, path); err != nil {
		return err
	}
	t.start = traceStart{Kind: "puzzle", Method: m.Label}
	t.start.Seed, _ = seed.Word() // checked before
	t.buf = bufio.NewWriterSize(t.file, 64<<10)
	t.enc = json.NewEncoder(t.buf)
	t.enc.SetEscapeHTML(false)
	return nil
}

// begin names a puzzle and traces its events.
func (t *tracer) begin(ctx context.Context, it item) context.Context {
	if t.file == nil {
		return ctx
	}
	t.start.ID, t.start.Width, t.start.Height = it.id, it.puzzle.Width(), it.puzzle.Height()
	t.end = traceEnd{Kind: "result", ID: it.id}
	t.write(t.start)
	return operations.WithWatch(ctx, operations.Watch{Event: func(e nonogram.Event) {
		t.end.Events++
		t.write(e)
	}})
}

// finish writes the result of a puzzle.
func (t *tracer) finish(o *operations.SolveAnswer) {
	if t.file != nil {
		t.end.Status, t.end.Reason, t.end.Solutions, t.end.Stats = o.Status, o.Reason, o.Solutions, o.Stats
		t.write(t.end)
	}
}

func (t *tracer) write(line any) {
	if t.err == nil {
		t.err = t.enc.Encode(line)
	}
}

func (t *tracer) close() error {
	if t.file == nil {
		return nil
	}
	if err := errors.Join(t.err, t.buf.Flush()); err != nil {
		t.file.close()
		return fileError(t.file.path, err)
	}
	return t.file.commit()
}
