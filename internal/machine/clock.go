package machine

import (
	"context"
	"time"
)

// Clock measures time. It implements bench.Clock.
type Clock interface {
	Now() time.Duration
	WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc)
	// Name is "CPU time" or "wall time".
	Name() string
}

// Wall returns the wall clock.
func Wall() Clock { return wall{time.Now()} }

// CPU returns the clock of the process's CPU time, over all threads, which varies far less
// on a shared machine. On systems without such a clock it returns Wall.
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

// shortestWait is the minimum time between two readings of the CPU clock. On several cores
// that clock may advance faster than the wall clock.
const shortestWait = time.Millisecond

// WithTimeout sleeps for the remaining time and then reads the CPU clock again, until the
// time has passed.
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
