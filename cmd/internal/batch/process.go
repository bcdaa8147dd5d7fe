package batch

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"syscall"

	"nonogram/cmd/internal/operations/record"
)

// Items are answered in the process of the worker or, if one of them may be deadly, in
// a worker process, which answers nothing else. If it dies while the worker lives, its
// item is the cause: a machine that is switched off takes both. A worker process whose
// worker died ends too, because its standard input does.
//
//	worker ─▶ task, then requests  ─▶ worker process
//	       ◀─ a result for each    ◀─

// answerer answers the items of a job in this process.
type answerer struct {
	job  *Job
	work Work
	log  *slog.Logger
}

func newAnswerer(job *Job, kind *Kind, log *slog.Logger) *answerer {
	work, err := kind.Open(job)
	if err != nil {
		work = func(context.Context, []byte) (Result, error) { return Result{}, err }
	}
	return &answerer{job, work, log}
}

// answer answers item i of a chunk. Panics and errors become results.
func (a *answerer) answer(ctx context.Context, chunk, i int, item []byte) (r Result) {
	defer func() {
		if p := recover(); p != nil {
			a.log.Error("panic", "job", a.job.ID, "chunk", chunk, "item", i, "panic", p, "stack", string(debug.Stack()))
			r = broken(a.job, chunk, item, record.CodeFailed, fmt.Sprintf("the program has an error: %v", p))
		}
	}()
	r, err := a.work(ctx, item)
	if err != nil {
		return broken(a.job, chunk, item, record.CodeFailed, err.Error())
	}
	return r
}

// broken is the result of an item without an answer.
func broken(job *Job, chunk int, item []byte, code record.Code, message string) Result {
	it, err := ReadItem(item)
	if err != nil { // not a puzzle
		it = &Item{ID: fmt.Sprint(chunk)}
	}
	it.Problem = record.Detail{Where: it.File, Message: message}
	return problem(job, it, code)
}

// errDied reports that a worker process died while it answered an item.
var errDied = errors.New("a worker process died")

// What a worker process receives: a task, and then requests.
type (
	task struct {
		Job   Job
		Chunk int
	}
	request struct {
		I    int
		Item []byte
	}
)

// workerProcess answers the items of a chunk. It is started again after it died.
type workerProcess struct {
	task    task
	command func() *exec.Cmd

	cmd *exec.Cmd
	in  io.WriteCloser
	enc *gob.Encoder
	dec *gob.Decoder
}

// answer answers one item. The error is errDied if the process died.
func (p *workerProcess) answer(ctx context.Context, i int, item []byte) (r Result, err error) {
	if p.cmd == nil {
		if err := p.start(); err != nil {
			return Result{}, err
		}
	}
	process := p.cmd.Process
	defer context.AfterFunc(ctx, func() { _ = process.Kill() })()
	if p.enc.Encode(request{i, item}) == nil && p.dec.Decode(&r) == nil {
		return r, nil
	}
	p.close()
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	return Result{}, errDied
}

func (p *workerProcess) start() (err error) {
	cmd := p.command()
	cmd.Stderr = os.Stderr
	if p.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd, p.enc, p.dec = cmd, gob.NewEncoder(p.in), gob.NewDecoder(out)
	return p.enc.Encode(p.task)
}

// close ends the process, if it runs.
func (p *workerProcess) close() {
	if p.cmd != nil {
		p.in.Close()
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		p.cmd = nil
	}
}

// ServeProcess is the main function of a worker process: it answers requests until in
// ends.
func ServeProcess(in io.Reader, out io.Writer, kinds []Kind, log *slog.Logger) error {
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // the worker stops this process
	dec, enc := gob.NewDecoder(in), gob.NewEncoder(out)
	var t task
	if err := dec.Decode(&t); err != nil {
		return ignore(err, io.EOF)
	}
	kind, err := KindNamed(kinds, t.Job.Kind)
	if err != nil {
		return err
	}
	a := newAnswerer(&t.Job, kind, log)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	requests := make(chan request)
	go func() {
		defer close(requests)
		defer cancel() // the worker is gone
		for {
			var r request
			if dec.Decode(&r) != nil {
				return
			}
			requests <- r
		}
	}()
	for r := range requests {
		if err := enc.Encode(a.answer(ctx, t.Chunk, r.I, r.Item)); err != nil {
			return err
		}
	}
	return nil
}
