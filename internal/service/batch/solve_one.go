package batch

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"reflect"

	"github.com/nats-io/nats.go/jetstream"

	"nonogram"
	"nonogram/internal/operations/record"
	"nonogram/solve"
)

// One hard puzzle on many machines. The puzzle is divided into cubes (cube.go). Each is a
// chunk with a budget of conflicts. If the budget does not suffice, the result of the
// chunk is a division into smaller cubes with larger budgets, which the coordinator
// sends.
//
// The coordinator reads the done stream in the order of its sequence numbers, so one that
// was killed and restarted makes the same decisions and numbers later cubes the same.
//
// Cubes are disjoint, so their solutions add up: when there are as many as wanted the
// rest is dropped, and if all cubes are exhausted the count is exact. The verdict is the
// same in every run. The solutions shown of an ambiguous puzzle depend on which came
// first, and its counters are 0.

const (
	// firstCubes is the first number of cubes: enough for some dozens of workers, since
	// easy cubes end at once.
	firstCubes = 64
	// moreCubes is into how many cubes a hard one is divided.
	moreCubes = 8
	// firstBudget is the first budget in conflicts, some seconds. It doubles with each
	// division.
	firstBudget = 20_000
)

// cubeResult is the result of a cube.
type cubeResult struct {
	Status    nonogram.Status `json:"status"`
	Reason    string          `json:"reason,omitempty"`
	Exhausted bool            `json:"exhausted"`
	Solutions [][]byte        `json:"solutions,omitempty"` // a byte per cell
	Stats     nonogram.Stats  `json:"stats"`
	Cubes     [][]byte        `json:"cubes,omitempty"` // its division
}

// cubeRequest is the request of all cubes of a puzzle.
type cubeRequest struct {
	Limit  int    `json:"limit"`  // of solutions
	Puzzle []byte `json:"puzzle"` // see AppendItem
}

var cubeKind = Kind{
	Name:    "cube",
	Request: reflect.TypeFor[cubeRequest](),
	Open:    openCube,
	Merge:   mergeCube,
}

// mergeCube writes the answer of the coordinator.
func mergeCube(w io.Writer, job *Job, _ iter.Seq2[Result, error]) error {
	if job.Answer == nil {
		return ErrIncomplete
	}
	_, err := w.Write(append(job.Answer, '\n'))
	return err
}

func appendCube(b []byte, budget int64, given *nonogram.Grid) []byte {
	return appendGrid(binary.AppendUvarint(b, uint64(budget)), given)
}

// cubeItem is the puzzle of a job, and the limit of solutions.
func (j *Job) cubeItem() (*Item, int, error) {
	var r cubeRequest
	if err := j.read(&r); err != nil {
		return nil, 0, err
	}
	it, err := ReadItem(r.Puzzle)
	if err == nil && it.Puzzle == nil {
		err = errors.New(it.Problem.Message)
	}
	return it, r.Limit, err
}

func openCube(j *Job) (Work, error) {
	it, limit, err := j.cubeItem()
	if err != nil {
		return nil, err
	}
	if err := nonogram.Validate(it.Puzzle); err != nil {
		return nil, err
	}
	engine, t := new(solve.Engine), newCutter(it.Puzzle)
	return func(ctx context.Context, item []byte) (Result, error) {
		d := &decoder{b: item}
		budget, given := int64(d.number()), d.grid()
		if err := d.end(); err != nil {
			return Result{}, err
		}
		r, err := solveCube(ctx, engine, t, limit, budget, given)
		if err != nil {
			return Result{}, err
		}
		return Result{record.CodeOf(r.Status), JSONLine(r)}, nil
	}, nil
}

func solveCube(ctx context.Context, engine *solve.Engine, t *cutter, limit int, budget int64, given *nonogram.Grid) (*cubeResult, error) {
	p := *t.p
	p.Given = given
	found, err := engine.Solve(ctx, &p, nonogram.Options{Limit: limit, Budget: nonogram.Budget{Conflicts: budget}})
	if err != nil {
		return nil, err
	}
	r := &cubeResult{Status: found.Status, Reason: string(found.Stopped), Exhausted: found.Exhausted, Stats: found.Stats}
	for _, g := range found.Solutions {
		r.Solutions = append(r.Solutions, cells(g))
	}
	if found.Stopped == nonogram.StopConflicts && len(found.Solutions) < limit {
		r.Solutions = nil // the smaller cubes find them again
		sub := newCutter(&p)
		for _, c := range sub.parts(moreCubes) {
			r.Cubes = append(r.Cubes, appendCube(nil, min(2*budget, math.MaxInt32), sub.given(c)))
		}
	}
	return r, nil
}

// parts are the cubes of the whole puzzle.
func (t *cutter) parts(n int) []cube {
	c, ok := t.root()
	if !ok {
		return nil
	}
	return t.cut(c, n)
}

func cells(g *nonogram.Grid) []byte {
	b := make([]byte, len(g.Cells))
	for i, c := range g.Cells {
		b[i] = byte(c)
	}
	return b
}

// NewSolveOne returns the job that solves one puzzle, for up to limit solutions.
func NewSolveOne(it *Item, limit int) (*Job, error) {
	job := &Job{Kind: "cube", Request: encoded(cubeRequest{max(limit, 1), AppendItem(nil, it, false)})}
	_, err := openCube(job)
	return job, err
}

// Verdict decodes the answer of such a job.
func (j *Job) Verdict(into any) error {
	if j.Answer == nil {
		return ErrIncomplete
	}
	return json.Unmarshal(j.Answer, into)
}

// coordinator sends the cubes of a puzzle and collects their results.
type coordinator struct {
	q        *Queue
	job      *Job
	it       *Item
	want     int // solutions
	progress func(done, known, solutions int)

	next, open int // cubes sent, and those without a result
	solutions  []*nonogram.Grid
	stats      nonogram.Stats
	undecided  string // why the answer is not exact
}

// SolveOne coordinates a job of NewSolveOne until its answer is stored. Workers run
// separately. Progress is called after each result.
func (q *Queue) SolveOne(ctx context.Context, job *Job, progress func(done, known, solutions int)) error {
	it, limit, err := job.cubeItem()
	if err != nil {
		return err
	}
	if err := q.Begin(ctx, job); err != nil {
		return err
	}
	if job.Answer != nil {
		return nil
	}
	c := &coordinator{q: q, job: job, it: it, want: limit, progress: progress}
	t := newCutter(it.Puzzle)
	for _, cube := range t.parts(firstCubes) {
		if err := c.send(ctx, appendCube(nil, firstBudget, t.given(cube))); err != nil {
			return err
		}
	}
	if err := c.follow(ctx); err != nil {
		return err
	}
	return c.finish(ctx)
}

func (c *coordinator) send(ctx context.Context, item []byte) error {
	part := chunk{items: [][]byte{item}, bytes: len(item)}
	body := part.encode()
	if err := c.q.send(ctx, c.job, c.next, body, c.job.key(body), true); err != nil {
		return err
	}
	c.next++
	c.open++
	return nil
}

// follow processes results in the order of the stream.
func (c *coordinator) follow(ctx context.Context) error {
	wait := backoff{}
	for seq := uint64(1); c.open > 0 && len(c.solutions) < c.want; {
		msg, err := c.q.at(ctx, doneStream(c.job.ID), seq)
		if err != nil {
			return err
		}
		if msg == nil {
			if !wait.pause(ctx) {
				return ctx.Err()
			}
			continue
		}
		wait = backoff{}
		seq++
		c.open--
		if err := c.take(ctx, msg); err != nil {
			return err
		}
		if c.progress != nil {
			c.progress(c.next-c.open, c.next, len(c.solutions))
		}
	}
	return nil
}

// at reads a message by its sequence number; nil if it does not exist.
func (q *Queue) at(ctx context.Context, stream string, seq uint64) (msg *jetstream.RawStreamMsg, err error) {
	err = q.retry(ctx, manyTries, func(ctx context.Context) error {
		s, err := q.stream(ctx, stream)
		if err != nil {
			return err
		}
		msg, err = s.GetMsg(ctx, seq)
		return ignore(err, jetstream.ErrMsgNotFound)
	})
	return msg, err
}

func (c *coordinator) take(ctx context.Context, msg *jetstream.RawStreamMsg) error {
	results, err := decodeResults(msg.Data)
	if err != nil || len(results) != 1 {
		return fmt.Errorf("%s: %w", msg.Subject, errCodec)
	}
	var r cubeResult
	if code := results[0].Code; code == record.CodeFailed || code == CodeAside {
		c.undecided = "a part failed"
		return nil
	} else if err := json.Unmarshal(results[0].Output, &r); err != nil {
		return err
	}
	c.add(&r)
	for _, item := range r.Cubes {
		if err := c.send(ctx, item); err != nil {
			return err
		}
	}
	return nil
}

func (c *coordinator) add(r *cubeResult) {
	sum := &c.stats
	sum.LineSolves += r.Stats.LineSolves
	sum.Probes += r.Stats.Probes
	sum.Guesses += r.Stats.Guesses
	sum.Conflicts += r.Stats.Conflicts
	sum.Restarts += r.Stats.Restarts
	sum.Learned += r.Stats.Learned
	sum.Messages += r.Stats.Messages
	for _, b := range r.Solutions {
		g := nonogram.NewGrid(c.it.Puzzle.Width(), c.it.Puzzle.Height())
		for i := range min(len(b), len(g.Cells)) {
			g.Cells[i] = nonogram.Color(b[i])
		}
		if nonogram.Check(c.it.Puzzle, g) == nil {
			c.solutions = append(c.solutions, g)
		}
	}
	if !r.Exhausted && len(r.Cubes) == 0 && r.Reason != string(nonogram.StopConflicts) {
		c.undecided = r.Reason
	}
}

// finish stores the answer and drops queued cubes.
func (c *coordinator) finish(ctx context.Context) error {
	limit := c.want
	r := &nonogram.Result{Solutions: c.solutions[:min(len(c.solutions), limit)], Exhausted: c.open == 0 && c.undecided == "" && len(c.solutions) < limit}
	r.Status = nonogram.Verdict(len(r.Solutions), r.Exhausted, limit)
	if r.Exhausted {
		r.Stats = c.stats
	}
	rec := record.NewSolve(c.it.Puzzle, r, limit > 2)
	rec.ID, rec.Method = c.it.ID, "engine"
	if r.Status == nonogram.Undecided {
		rec.Reason = c.undecided
	}
	answer, err := json.Marshal(rec)
	if err != nil {
		return err
	}
	c.job.Answer = answer
	if err := c.q.seal(ctx, c.job, c.next, c.next, c.job.ID); err != nil {
		return err
	}
	reached(pointAnswered)
	return c.q.drop(ctx, workStream(c.job.ID))
}
