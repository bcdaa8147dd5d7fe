package operations

import (
	"context"
	"runtime"
)

// In a browser Go has one thread and no preemption: a timer fires only when the running
// goroutine yields. So a call of the context's Err yields, and the recorder yields at every
// trace event.

type yielding struct{ context.Context }

func (y yielding) Err() error {
	runtime.Gosched()
	return y.Context.Err()
}

// LetTimersRun makes a context that runs due timers whenever its Err is called.
func LetTimersRun(ctx context.Context) context.Context { return yielding{ctx} }

// watched means that every search has a listener, which yields.
const watched = true

func breathe() { runtime.Gosched() }
