package operations

import (
	"context"
	"runtime"
)

// In a browser Go has one thread and nothing interrupts it: a timer fires only when
// the goroutine at work lets go of it. So whoever asks the context whether to go on
// lets it go for a moment, and the recorder does so wherever a search reports a step.

type yielding struct{ context.Context }

func (y yielding) Err() error {
	runtime.Gosched()
	return y.Context.Err()
}

// LetTimersRun makes a context that runs due timers whenever its Err is called.
func LetTimersRun(ctx context.Context) context.Context { return yielding{ctx} }

// watched says that every search is listened to, so that it lets timers run.
const watched = true

func breathe() { runtime.Gosched() }
