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

// One hard puzzle on many machines. The puzzle is cut into cubes (cube.go), each is a
// chunk with a budget of conflicts. A worker whose budget does not suffice cuts its
// cube into smaller ones, with a larger budget each, and that is its result; the
// conductor sends them out. So nobody has to know beforehand where the hard parts
// are.
//
// The conductor goes through the done stream in the order in which results came in.
// That order is stored, so a conductor that was killed and starts again makes the
// same decisions: the chunk numbers of all later cubes come out the same.
//
// Cubes exclude each other, so their solutions add up: as soon as there are as many
// as were asked for the rest is dropped, and if all cubes are exhausted the count is
// exact. The verdict is the same in every run. Which solutions of an ambiguous puzzle
// are shown depends on which came first, and then the counters are left at 0.

const (
	// firstCubes is into how many cubes a puzzle is cut at first: enough for some
	// dozens of workers, since the easy ones end at once.
	firstCubes = 64
	// moreCubes is into how many a cube is cut that was too hard.
	moreCubes = 8
	// firstBudget is what a cube may cost at first, in conflicts: some seconds.
	// The cubes that it is cut into may cost twice as much.
	firstBudget = 20_000
)

// cubeResult is what a worker makes of a cube.
type cubeResult struct {
	Status    nonogram.Status `json:"status"`
	Reason    string          `json:"reason,omitempty"`
	Exhausted bool            `json:"exhausted"`
	Solutions [][]byte        `json:"solutions,omitempty"` // a byte per cell
	Stats     nonogram.Stats  `json:"stats"`
	Cubes     [][]byte        `json:"cubes,omitempty"` // what it was cut into
}

// cubeRequest is the request of all cubes of a puzzle.
type cubeRequest struct {
	Limit  int    `json:"limit"`  // how many solutions to look for
	Puzzle []byte `json:"puzzle"` // see AppendItem
}

var cubeKind = Kind{
	Name:    "cube",
	Request: reflect.TypeFor[cubeRequest](),
	Open:    openCube,
	Merge:   mergeCube,
}

// mergeCube writes the answer, which the conductor has found.
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

// cubeItem is the puzzle that a job cuts into cubes, and the limit of solutions.
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
		r.Solutions = nil // the parts will find them again
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

// NewSolveOne is the job of solving one puzzle in parts, for up to limit solutions.
func NewSolveOne(it *Item, limit int) (*Job, error) {
	job := &Job{Kind: "cube", Request: encoded(cubeRequest{max(limit, 1), AppendItem(nil, it, false)})}
	_, err := openCube(job)
	return job, err
}

// Verdict reads the answer of such a job into a struct of the caller.
func (j *Job) Verdict(into any) error {
	if j.Answer == nil {
		return ErrIncomplete
	}
	return json.Unmarshal(j.Answer, into)
}

// conductor follows a puzzle that is solved in parts.
type conductor struct {
	q    *Queue
	job  *Job
	it   *Item
	want int // solutions
	told func(done, known, solutions int)

	next, open int // cubes sent, and sent but not yet back
	solutions  []*nonogram.Grid
	stats      nonogram.Stats
	undecided  string // why the answer cannot be exact
}

// SolveOne sends out a job made by NewSolveOne and follows it until the question is
// answered. Workers are somebody else's business. Told is kept informed.
func (q *Queue) SolveOne(ctx context.Context, job *Job, told func(done, known, solutions int)) error {
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
	c := &conductor{q: q, job: job, it: it, want: limit, told: told}
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

func (c *conductor) send(ctx context.Context, item []byte) error {
	part := chunk{items: [][]byte{item}, bytes: len(item)}
	body := part.encode()
	if err := c.q.send(ctx, c.job, c.next, body, c.job.key(body), true); err != nil {
		return err
	}
	c.next++
	c.open++
	return nil
}

// follow takes results in the order of the stream.
func (c *conductor) follow(ctx context.Context) error {
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
		if c.told != nil {
			c.told(c.next-c.open, c.next, len(c.solutions))
		}
	}
	return nil
}

// at reads a message by its number; nil if it is not there yet.
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

func (c *conductor) take(ctx context.Context, msg *jetstream.RawStreamMsg) error {
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

func (c *conductor) add(r *cubeResult) {
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

// finish stores the answer, and drops what is still queued.
func (c *conductor) finish(ctx context.Context) error {
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
