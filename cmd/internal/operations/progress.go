package operations

import (
	"context"
	"time"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
)

// Trace events of a run are recorded up to a limit, and its progress is reported a few
// times a second.

// Progress is the progress of a run.
type Progress struct {
	Elapsed record.Milliseconds `json:"elapsed_ms"`
	Steps   int64               `json:"steps"`           // so far
	Depth   int                 `json:"depth"`           // of the node it is at
	Stage   string              `json:"stage,omitempty"` // that has ended, of work in named stages
}

// Watch receives trace events and progress of the runs under a context. Either function may
// be nil.
type Watch struct {
	// Progress is called a few times a second, if the method reports events that often.
	Progress func(Progress)
	// Event is called for every trace event.
	Event func(nonogram.Event)
}

type watchKey struct{}

// WithWatch attaches a watch to a context.
func WithWatch(ctx context.Context, w Watch) context.Context {
	return context.WithValue(ctx, watchKey{}, w)
}

const (
	// stepsPerLook is the number of events between two readings of the clock.
	stepsPerLook = 256
	// maxTrace bounds the memory of a trace, in characters of cells: some methods report the
	// whole board with every event.
	maxTrace = 16 << 20
	// progressPause is the time between two reports.
	progressPause = 100 * time.Millisecond
)

// recorder records a run.
type recorder struct {
	keep   int // most events to keep
	events []nonogram.Event
	size   int // of their cells
	seen   int64

	watch       Watch
	start, last time.Time
}

// recording returns a function that makes recorders, which keep the wanted number of events
// up to the limit, 0 for none, and up to maxTrace.
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

// watching makes recorders that keep no events.
var watching = recording(0, 0)

// listener returns the function for Options.Trace, or nil if it is not needed.
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

// CountStages returns a function that reports the end of a stage to the watch of the context.
func CountStages(ctx context.Context) func(stage string) {
	r := watching(ctx)
	return func(stage string) {
		r.seen++
		if r.watch.Progress != nil {
			r.watch.Progress(Progress{Elapsed: record.InMilliseconds(time.Since(r.start)), Steps: r.seen, Stage: stage})
		}
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
