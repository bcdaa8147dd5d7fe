package batch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"syscall"

	"nonogram/internal/operations/record"
)

// Hands answer the items of a job: in this process or, for items that may kill it, in
// one of their own, which works on nothing else and is watched by the worker. If that
// process dies while the worker lives, it was the item: no other item is in its hands,
// and whoever switches a machine off, or kills a worker, takes both. A process that has
// lost its worker ends, since its standard input does.
//
//	worker ─▶ the job as JSON, then items   ─▶ hand     each a length and bytes
//	       ◀─ one result for each           ◀─

// hands are what answers the items of a job.
type hands struct {
	job  *Job
	kind *Kind
	work Work
	log  *slog.Logger
}

func newHands(job *Job, kind *Kind, log *slog.Logger) *hands {
	work, err := kind.Open(job)
	if err != nil {
		work = func(context.Context, []byte) (Result, error) { return Result{}, err }
	}
	return &hands{job, kind, work, log}
}

// answer answers item i of a chunk, whatever happens but the end of the process.
func (h *hands) answer(ctx context.Context, chunk, i int, item []byte) (r Result) {
	defer func() {
		if p := recover(); p != nil {
			h.log.Error("panic", "job", h.job.ID, "chunk", chunk, "item", i, "panic", p, "stack", string(debug.Stack()))
			r = broken(h.job, h.kind, chunk, item, record.CodeFailed, fmt.Sprintf("the program has an error: %v", p))
		}
	}()
	r, err := h.work(ctx, item)
	if err != nil {
		return broken(h.job, h.kind, chunk, item, record.CodeFailed, err.Error())
	}
	return r
}

// broken is the result of an item that the work has no answer to.
func broken(job *Job, kind *Kind, chunk int, item []byte, code record.Code, message string) Result {
	it, err := ReadItem(item)
	if err != nil { // no puzzle: its place is all that is known
		it = &Item{ID: fmt.Sprint(chunk)}
	}
	if kind.Text {
		r := failure(it, message)
		r.Code = code
		return r
	}
	it.Problem = record.Detail{Where: it.File, Message: message}
	return problem(job, it, code)
}

// errDied says that a process died with an item in its hands.
var errDied = errors.New("a process died of it")

// apart is a process that answers items, and is started again after it died.
type apart struct {
	job     *Job
	chunk   int
	command func() *exec.Cmd

	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// ask has one item answered. The error is errDied if that cost the process its life.
func (a *apart) ask(ctx context.Context, i int, item []byte) (Result, error) {
	if a.cmd == nil {
		if err := a.start(); err != nil {
			return Result{}, err
		}
	}
	process := a.cmd.Process
	defer context.AfterFunc(ctx, func() { _ = process.Kill() })()
	err := writeFrame(a.in, binary.AppendUvarint(nil, uint64(i)), item)
	var data []byte
	if err == nil {
		data, err = readFrame(a.out)
	}
	if err != nil {
		a.close()
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
		return Result{}, errDied
	}
	results, err := decodeResults(data)
	if err != nil || len(results) != 1 {
		return Result{}, errCodec
	}
	return results[0], nil
}

func (a *apart) start() (err error) {
	cmd := a.command()
	cmd.Stderr = os.Stderr
	if a.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	a.cmd, a.out = cmd, bufio.NewReader(out)
	job, err := json.Marshal(a.job)
	if err != nil {
		return err
	}
	return writeFrame(a.in, binary.AppendUvarint(nil, uint64(a.chunk)), job)
}

// close ends the process, if there is one.
func (a *apart) close() {
	if a.cmd != nil {
		a.in.Close()
		_ = a.cmd.Process.Kill()
		_ = a.cmd.Wait()
		a.cmd = nil
	}
}

// ServeHand is the other end: it answers what comes in until nothing does.
func ServeHand(in io.Reader, out io.Writer, kinds []Kind, log *slog.Logger) error {
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // the worker decides
	r := bufio.NewReader(in)
	chunk, data, err := readRequest(r)
	if err != nil {
		return ignore(err, io.EOF)
	}
	job := new(Job)
	if err := json.Unmarshal(data, job); err != nil {
		return err
	}
	kind, err := KindNamed(kinds, job.Kind)
	if err != nil {
		return err
	}
	h := newHands(job, kind, log)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	type request struct {
		i    int
		item []byte
	}
	requests := make(chan request)
	go func() {
		defer close(requests)
		defer cancel() // nobody waits for the item in hand
		for {
			i, item, err := readRequest(r)
			if err != nil {
				return
			}
			requests <- request{i, item}
		}
	}()
	for q := range requests {
		result := h.answer(ctx, chunk, q.i, q.item)
		if err := writeFrame(out, encodeResults([]Result{result})); err != nil {
			return err
		}
	}
	return nil
}

// readRequest reads a number and what belongs to it.
func readRequest(r *bufio.Reader) (n int, data []byte, err error) {
	frame, err := readFrame(r)
	if err != nil {
		return 0, nil, err
	}
	d := &decoder{b: frame}
	n = d.number()
	return n, d.b, d.err
}

func writeFrame(w io.Writer, parts ...[]byte) error {
	body := bytes.Join(parts, nil)
	_, err := w.Write(append(binary.AppendUvarint(nil, uint64(len(body))), body...))
	return err
}

func readFrame(r *bufio.Reader) ([]byte, error) {
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, err
	} else if n > math.MaxInt32 {
		return nil, errCodec
	}
	body := make([]byte, n)
	_, err = io.ReadFull(r, body)
	return body, err
}
