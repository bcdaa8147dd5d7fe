package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/internal/bench"
	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
	"nonogram/internal/plural"
)

// solve --trace writes a line of JSON for every trace event, between one that names the
// puzzle and one with the result.
//
//	{"kind":"puzzle","id":"1","width":5,"height":5,"method":"liao:dfs","seed":0}
//	{"kind":"place","node":1,"depth":1,"row":1,"cells":"#.#.."}
//	…
//	{"kind":"result","id":"1","status":"unique","solutions":1,"events":126,"stats":{…}}

// traceFlags are the flags for traces.
type traceFlags struct {
	path  string
	limit int64
}

// defaultTraceLimit keeps the file below about 100 MB. Brute force takes some hundred
// million steps on a board of 5×5.
const defaultTraceLimit = 1_000_000

func (f *traceFlags) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.path, "trace", "", "write every step of the method to `FILE`, a JSON object per line; implies --workers 1")
	cmd.Flags().Int64Var(&f.limit, "trace-limit", defaultTraceLimit, "write at most `N` steps, 0 for all")
}

func (f *traceFlags) check(inputs []string) error {
	switch {
	case f.limit < 0:
		return usagef("--trace-limit: found %d, expected a positive number or 0", f.limit)
	case f.path == stdoutName:
		return usagef("--trace: found -, expected a file: standard output has the answers")
	}
	return notInput("trace", f.path, inputs)
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
	Dropped   int64           `json:"dropped,omitempty"` // events beyond the limit
	Stats     record.Stats    `json:"stats"`
}

// traceWriter writes the events of one puzzle after another. A nil *traceWriter writes
// nothing.
type traceWriter struct {
	file    *os.File
	buf     *bufio.Writer
	enc     *json.Encoder
	method  string
	seed    uint64
	limit   int64 // 0: no limit
	begun   bool  // the current puzzle has been named
	written int64
	events  int64 // of the current puzzle
	dropped int64 // of these
	lost    int64 // dropped events of all puzzles
	err     error
}

// open creates the file; it returns nil without --trace.
func (f *traceFlags) open(method string, seed operations.Seed) (*traceWriter, error) {
	if f.path == "" {
		return nil, nil
	}
	m, err := bench.Lookup(method, nil) // for the full label
	if err != nil {
		return nil, badFlag(err)
	}
	file, err := createFile(f.path)
	if err != nil {
		return nil, err
	}
	t := &traceWriter{file: file, buf: bufio.NewWriterSize(file, 64<<10), method: m.Label, limit: f.limit}
	t.seed, _ = seed.Word() // checked before
	t.enc = json.NewEncoder(t.buf)
	t.enc.SetEscapeHTML(false)
	return t, nil
}

// begin traces the events of a puzzle.
func (t *traceWriter) begin(ctx context.Context, it item) context.Context {
	if t == nil {
		return ctx
	}
	t.begun, t.events, t.dropped = false, 0, 0
	return operations.WithWatch(ctx, operations.Watch{Event: func(e nonogram.Event) {
		t.name(it)
		t.events++
		if t.limit > 0 && t.written >= t.limit {
			t.dropped++
			return
		}
		t.written++
		t.write(e)
	}})
}

// name writes the line that names the puzzle, once.
func (t *traceWriter) name(it item) {
	if !t.begun {
		t.begun = true
		t.write(traceStart{"puzzle", it.id, it.puzzle.Width(), it.puzzle.Height(), t.method, t.seed})
	}
}

// end writes the result of a puzzle.
func (t *traceWriter) end(it item, o *operations.SolveResponse) {
	if t == nil {
		return
	}
	t.name(it)
	t.lost += t.dropped
	t.write(traceEnd{
		Kind: "result", ID: it.id, Status: o.Status, Reason: o.Reason, Solutions: o.Solutions,
		Events: t.events, Dropped: t.dropped, Stats: o.Stats,
	})
}

// write keeps the first error: the run continues without its trace.
func (t *traceWriter) write(line any) {
	if t.err == nil {
		t.err = t.enc.Encode(line)
	}
}

// close closes the file and reports dropped events.
func (t *traceWriter) close(a *app) error {
	if t == nil {
		return nil
	}
	if t.lost > 0 {
		fmt.Fprint(a.err, plural.Sprintf("nonogram: %s has the first %d steps, %d more were left out (--trace-limit)\n", t.file.Name(), t.written, t.lost))
	}
	if err := errors.Join(t.err, t.buf.Flush(), t.file.Close()); err != nil {
		return fmt.Errorf("%s: %w", t.file.Name(), err)
	}
	return nil
}
