package operations

import (
	"context"
	"time"

	"nonogram"
	"nonogram/internal/operations/record"
)

// How a run is watched: its steps are recorded up to a number, and somebody who
// waits is told now and then how far it is.

// Progress is how far a run is.
type Progress struct {
	Elapsed record.Milliseconds `json:"elapsed_ms"`
	Steps   int64               `json:"steps"` // so far
	Depth   int                 `json:"depth"` // of the node it is at
}

// Watch listens to the runs under a context. Either function may be nil.
type Watch struct {
	// Progress is told a few times a second how far a run is, as often as the method
	// reports steps at all.
	Progress func(Progress)
	// Event is told every step of a solver.
	Event func(nonogram.Event)
}

type watchKey struct{}

// WithWatch has somebody listen to the runs under a context.
func WithWatch(ctx context.Context, w Watch) context.Context {
	return context.WithValue(ctx, watchKey{}, w)
}

const (
	// stepsPerLook is how many steps pass between two looks at the clock.
	stepsPerLook = 256
	// maxTrace bounds the memory of a trace, in characters of cells: some methods
	// tell the whole board with every step.
	maxTrace = 16 << 20
	// progressPause is the time between two reports: a display cannot use more.
	progressPause = 100 * time.Millisecond
)

// recorder listens to a run.
type recorder struct {
	keep   int // steps at most
	events []nonogram.Event
	size   int // of their cells
	seen   int64

	watch       Watch
	start, last time.Time
}

// recording says what is kept of runs: as many steps as are wanted, up to a limit, 0
// for none, and as far as maxTrace goes.
func recording(wanted, limit int) func(context.Context) *recorder {
	if limit > 0 {
		wanted = min(wanted, limit)
	}
	return func(ctx context.Context) *recorder {
		r := &recorder{keep: wanted, events: []nonogram.Event{}}
		r.watch, _ = ctx.Value(watchKey{}).(Watch)
		if r.watch.Progress != nil {
			r.start = time.Now()
			r.last = r.start
		}
		return r
	}
}

// watching keeps nothing.
var watching = recording(0, 0)

// listener is for Options.Trace; nil where nobody listens.
func (r *recorder) listener() func(nonogram.Event) {
	if r.keep == 0 && r.watch.Progress == nil && r.watch.Event == nil && !watched {
		return nil
	}
	return func(e nonogram.Event) {
		r.seen++
		if r.watch.Event != nil {
			r.watch.Event(e)
		}
		if len(r.events) < r.keep && r.size < maxTrace {
			r.events = append(r.events, e)
			r.size += len(e.Cells)
		}
		if r.seen%stepsPerLook == 0 {
			breathe()
			r.look(e.Depth)
		}
	}
}

// CountSteps returns a function that counts a step of work, lets timers run, and reports
// the progress to the watch of the context.
func CountSteps(ctx context.Context) func(depth int) {
	r := watching(ctx)
	return func(depth int) {
		r.seen++
		breathe()
		r.look(depth)
	}
}

func (r *recorder) look(depth int) {
	if r.watch.Progress == nil {
		return
	}
	now := time.Now()
	if now.Sub(r.last) < progressPause {
		return
	}
	r.last = now
	r.watch.Progress(Progress{Elapsed: record.InMilliseconds(now.Sub(r.start)), Steps: r.seen, Depth: depth})
}

func (r *recorder) trace() *Trace {
	if r.keep == 0 {
		return nil
	}
	return &Trace{Events: r.events, Seen: r.seen}
}
