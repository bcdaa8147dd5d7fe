package server

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// gate lets a bounded number of requests work at once, and a bounded number wait
// for it, in no particular order.
type gate struct {
	places   chan struct{} // one entry per request at work
	waiting  atomic.Int64
	most     int64 // that may wait
	patience time.Duration
}

func newGate(running, waiting int, patience time.Duration) *gate {
	return &gate{places: make(chan struct{}, running), most: int64(waiting), patience: patience}
}

// errBusy says that there is no place, and will not be one soon.
var errBusy = errors.New("too many requests are being worked on")

// enter takes a place, or waits for one. Its error is errBusy or that of the context.
func (g *gate) enter(ctx context.Context) error {
	select {
	case g.places <- struct{}{}:
		return nil
	default:
	}
	if g.waiting.Add(1) > g.most {
		g.waiting.Add(-1)
		return errBusy
	}
	defer g.waiting.Add(-1)
	timer := time.NewTimer(g.patience)
	defer timer.Stop()
	select {
	case g.places <- struct{}{}:
		return nil
	case <-timer.C:
		return errBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}

// leave gives the place back.
func (g *gate) leave() { <-g.places }

func (g *gate) running() int { return len(g.places) }

// budget counts bytes that are held for requests.
type budget struct {
	most int64
	held atomic.Int64
}

// take asks for bytes; false means that there are none left.
func (b *budget) take(n int64) bool {
	if b.held.Add(n) > b.most {
		b.held.Add(-n)
		return false
	}
	return true
}

func (b *budget) give(n int64) { b.held.Add(-n) }
