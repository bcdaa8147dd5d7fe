package batch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonogram"
	"nonogram/certify"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/plural"
)

// Results are checked when they are collected. The sender stores every chunk a second time,
// in the input stream, which workers need not be allowed to write. The collector compares
// each result with it and writes its own encoding of what it has checked. A chunk whose
// result fails is done again, by another worker.
//
// A grid is compared with the clues. That it is the only one, or that there is none, cannot
// be seen from it: unless the job asks for certificates, which are checked too, the answer
// is marked as the word of a worker.

var (
	// errCheck reports a result that is not the answer to its item.
	errCheck = errors.New("the result does not fit the puzzle")
	// errAgain reports a chunk that is done again.
	errAgain = errors.New("done again")
)

// accept checks the result of a puzzle and returns the one to write. No other result of a
// puzzle is written.
func (k *Kind) accept(ctx context.Context, job *Job, item []byte, r Result) (Result, error) {
	it, err := ReadItem(item)
	if err != nil {
		return Result{}, err
	}
	if it.Puzzle == nil || r.Code == record.CodeFailed || r.Code == CodeAside {
		return acceptError(job, it, r)
	}
	answer := reflect.New(k.Answer).Interface().(operations.Answer)
	if err := readAnswer(r.Output, answer); err != nil {
		return Result{}, err
	}
	if named, ok := answer.(interface{ Called() string }); !ok || named.Called() != it.ID {
		return Result{}, fmt.Errorf("%w: it has another id than %q", errCheck, it.ID)
	}
	certified := false
	if solved, ok := answer.(*operations.SolveAnswer); ok {
		if certified, err = acceptSolve(ctx, job, it.Puzzle, solved, r.Proof); err != nil {
			return Result{}, fmt.Errorf("%w: puzzle %s: %w", errCheck, strconv.QuoteToASCII(it.ID), err)
		}
	}
	answer.From(record.Origin{File: job.file(it), ReadAs: it.Puzzle.ReadAs})
	return Result{Code: answer.Code(), Output: marked(answer, certified), word: !certified}, nil
}

// marked encodes an answer with one more member: whether a certificate of its verdict was
// checked, or it is the word of a worker.
func marked(answer operations.Answer, certified bool) []byte {
	line := JSONLine(answer)
	line = append(line[:len(line)-len("}\n")], `,"certified":`...)
	return append(strconv.AppendBool(line, certified), "}\n"...)
}

// acceptError checks the record of an item that has no answer.
func acceptError(job *Job, it *Item, r Result) (Result, error) {
	var rec record.Error
	if err := readLine(r.Output, &rec); err != nil {
		return Result{}, err
	}
	if it.Puzzle != nil {
		it.Problem = rec.Error // only the worker knows it
	}
	want := problem(job, it, r.Code)
	if !bytes.Equal(want.Output, r.Output) || r.Code != record.CodeFailed && r.Code != CodeAside {
		return Result{}, fmt.Errorf("%w: it is not the error of puzzle %s", errCheck, strconv.QuoteToASCII(it.ID))
	}
	return want, nil
}

// readLine reads a line of JSON that has only the members of a record.
func readLine(line []byte, rec any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(rec); err != nil {
		return fmt.Errorf("%w: it is not a record of the operation: %w", errCheck, err)
	}
	if rest := line[dec.InputOffset():]; string(rest) != "\n" {
		return fmt.Errorf("%w: it is not a line of JSON", errCheck)
	}
	return nil
}

// acceptSolve checks an answer of solve, and reports whether a certificate proves it.
func acceptSolve(ctx context.Context, job *Job, p *nonogram.Puzzle, a *operations.SolveAnswer, proof []byte) (certified bool, err error) {
	if a.Width != p.Width() || a.Height != p.Height() {
		return false, fmt.Errorf("found a size of %d×%d, expected %d×%d", a.Width, a.Height, p.Width(), p.Height())
	}
	grids := a.Grids
	if a.Grid != nil {
		grids = append(grids, a.Grid)
	}
	for _, rows := range grids {
		g, err := record.ParseGrid("grid", rows, p.Width(), p.Height(), p.Palette)
		if err == nil {
			err = nonogram.Check(p, g)
		}
		if err != nil {
			return false, err
		}
	}
	if least, most := solutionsOf(a.Status); a.Solutions < least || a.Solutions > most || (a.Solutions > 0) != (a.Grid != nil) {
		return false, fmt.Errorf("the status %s is reported with %s and %s", a.Status, plural.Of(a.Solutions, "solution", "solutions"), plural.Of(len(grids), "grid", "grids"))
	}
	if !job.Certify || a.Status == nonogram.Undecided {
		return false, nil
	}
	claim, err := certify.Verify(ctx, bytes.NewReader(proof), p)
	if err != nil {
		return false, fmt.Errorf("the certificate: %w", err)
	}
	if request, err := job.solveRequest(); err != nil || !proves(claim, a.Status, a.Solutions, request.Limit) {
		return false, fmt.Errorf("the certificate proves %s, not the status %s with %s", claim, a.Status, plural.Of(a.Solutions, "solution", "solutions"))
	}
	return true, nil
}

// proves reports whether a claim includes an answer of solve that looked for that many
// solutions.
func proves(c *certify.Claim, status nonogram.Status, solutions, limit int) bool {
	n := len(c.Solutions)
	switch {
	case status == nonogram.Solved:
		return n > 0
	case status == nonogram.Multiple && solutions >= limit:
		return n >= solutions
	}
	return c.Exact && n == solutions
}

// solutionsOf returns how many solutions an answer with a status has, at least and at most.
func solutionsOf(s nonogram.Status) (least, most int) {
	switch s {
	case nonogram.Unsolvable:
		return 0, 0
	case nonogram.Unique:
		return 1, 1
	case nonogram.Solved:
		return 1, math.MaxInt
	case nonogram.Multiple:
		return 2, math.MaxInt
	}
	return 0, math.MaxInt
}

// headers of results and of chunks that are done again.
const (
	headerWorker = "Nonogram-Worker" // who answered
	headerAvoid  = "Nonogram-Avoid"  // who must not answer
)

func (j *Job) inputStream() string { return prefix + "-" + j.name() + "-input" }
func (j *Job) inputSubject(chunk any) string {
	return fmt.Sprintf("%s.%s.input.%v", prefix, j.name(), chunk)
}

// checkResults compares the results of a chunk with its items and returns those to write.
// Where they do not fit, it queues the chunk again and returns errAgain.
func (q *Queue) checkResults(ctx context.Context, job *Job, kind *Kind, index int, msg *jetstream.RawStreamMsg) ([]Result, error) {
	input, err := q.get(ctx, job.inputStream(), job.inputSubject(index))
	if err == nil && input == nil { // on a replica that lags
		input, err = q.leaderGet(ctx, job.inputStream(), job.inputSubject(index))
	}
	if err != nil {
		return nil, err
	}
	if input == nil || kind.Answer == nil || input.Header.Get(headerKey) != job.key(input.Data) {
		return nil, ErrForeign
	}
	if err := job.sent.check(ctx, index, input.Header.Get(headerKey)); err != nil {
		return nil, err
	}
	results, err := kind.checkChunk(ctx, job, input, msg)
	if err == nil || ctx.Err() != nil {
		return results, cmp.Or(ctx.Err(), err)
	}
	worker := msg.Header.Get(headerWorker)
	q.config.Log.Warn("a result is done again by another worker", "job", job.ID, "chunk", index, "worker", strconv.QuoteToASCII(worker), "reason", err)
	if err := q.again(ctx, job, index, input, worker); err != nil {
		return nil, err
	}
	return nil, errAgain
}

// checkChunk checks the results of a chunk on all cores and returns those to write.
func (k *Kind) checkChunk(ctx context.Context, job *Job, input, msg *jetstream.RawStreamMsg) ([]Result, error) {
	results, err := decodeResults(msg.Data)
	if err != nil {
		return nil, err
	}
	var items [][]byte
	if err := decode(input.Data, &items); err != nil {
		return nil, err
	}
	if msg.Header.Get(headerKey) != input.Header.Get(headerKey) || len(items) != len(results) {
		return nil, fmt.Errorf("%w: they are of other puzzles", errCheck)
	}
	var next atomic.Int64
	errs := make([]error, runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() {
			for n := int(next.Add(1)) - 1; n < len(items) && errs[i] == nil; n = int(next.Add(1)) - 1 {
				results[n], errs[i] = k.accept(ctx, job, items[n], results[n])
			}
		})
	}
	group.Wait()
	return results, errors.Join(errs...)
}

// sent returns the number of chunks in the input stream of a job, or -1 if there is none.
func (q *Queue) sent(ctx context.Context, job *Job) (n int, err error) {
	err = q.retry(ctx, func(ctx context.Context) error {
		n = -1
		s, err := q.js.Stream(ctx, job.inputStream())
		if err == nil {
			n = int(s.CachedInfo().State.Msgs)
		}
		return ignore(err, jetstream.ErrStreamNotFound)
	})
	return n, err
}

// again removes the result of a chunk and queues the chunk for another worker. It stores the
// job's record even if nothing in it has changed: a process that has counted the removed
// result then fails to note the job as finished.
func (q *Queue) again(ctx context.Context, job *Job, index int, input *jetstream.RawStreamMsg, worker string) error {
	if err := q.requeue(ctx, job, index, input, job.doneStream(), job.doneSubject(index), worker); err != nil {
		return err
	}
	return q.change(ctx, job, func(now *Job) bool {
		unfinish(now)
		return true
	})
}

// requeue removes what a subject has, and queues a chunk from its copy in the input stream for
// workers other than one.
func (q *Queue) requeue(ctx context.Context, job *Job, index int, input *jetstream.RawStreamMsg, stream, subject, avoid string) error {
	err := q.retry(ctx, func(ctx context.Context) error {
		s, err := q.stream(ctx, stream)
		if err != nil {
			return err
		}
		return s.Purge(ctx, jetstream.WithPurgeSubject(subject))
	})
	if err == nil {
		header := nats.Header{headerKey: input.Header[headerKey], headerFirst: input.Header[headerFirst], headerAvoid: {avoid}}
		_, err = q.put(ctx, job, &nats.Msg{Subject: job.workSubject(index), Data: input.Data, Header: header})
	}
	return err
}
