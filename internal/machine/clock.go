package machine

import (
	"context"
	"time"
)

// Clock is a way to tell time. It fits bench.Clock.
type Clock interface {
	Now() time.Duration
	WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc)
	// Name says what it measures: "CPU time" or "wall time".
	Name() string
}

// Wall is the time that passes on the wall.
func Wall() Clock { return wall{time.Now()} }

// CPU is the time that this process has used the processor, all threads together;
// where others use the machine too it is far steadier than the time on the wall.
// Where the system does not tell it, CPU is Wall.
func CPU() Clock {
	if _, ok := cpuTime(); !ok {
		return Wall()
	}
	return cpu{}
}

type wall struct{ start time.Time }

func (w wall) Now() time.Duration { return time.Since(w.start) }
func (w wall) Name() string       { return "wall time" }

func (w wall) WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(parent, d)
}

type cpu struct{}

func (cpu) Now() time.Duration {
	d, _ := cpuTime()
	return d
}

func (cpu) Name() string { return "CPU time" }

// shortestWait is the least time between two looks at the CPU clock: several cores
// can make it overtake the clock on the wall.
const shortestWait = time.Millisecond

// WithTimeout looks at the CPU clock whenever the rest would be up if one core did
// nothing else, and so seldom.
func (c cpu) WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	end := c.Now() + d
	var look func()
	look = func() {
		switch rest := end - c.Now(); {
		case rest <= 0:
			cancel()
		case ctx.Err() == nil:
			time.AfterFunc(max(rest, shortestWait), look)
		}
	}
	timer := time.AfterFunc(max(d, shortestWait), look)
	return ctx, func() {
		timer.Stop()
		cancel()
	}
}
