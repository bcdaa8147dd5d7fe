package server

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// The gate decides which requests are worked on, so that neither one client nor a
// few long searches keep all others out. It is a feedback queue of two levels
// (Corbató, Merwin-Daggett and Daley 1962), with a fair share per client in both:
//
//	        ┌ client a: ▪▪▪▪ ┐            ┌ place ┐  turn is over,     ┌ bench ┐
//	enter ─▶│ client b: ▪    ├─ fairest ─▶│ place ├─ others wait ─────▶│ bench │─▶ leave
//	        └ client c: ▪▪   ┘            └───────┘                    └───────┘
//
// A place is for a turn, in which nearly all requests are done. Who takes longer
// keeps the place as long as nobody wants it; then it goes on working from the bench,
// and the place is free. When the bench is full as well, the client with most of it
// gives one up: that request is told to come back later. So a place becomes free
// within a turn whatever is asked, and memory is bounded: what does not end at once
// when it is told to, as drawing does not, stays on the bench, which then holds at
// most twice as many.
//
// Of those who wait, the client with the fewest at work comes first, and among equals
// the one who has waited longest since its last turn. Where the queue is full, the
// client with the longest part of it gives way.

// gate lets a bounded number of requests work at once, and a bounded number wait.
type gate struct {
	places, seats int // at work in their turn, and beyond it
	most          int // that may wait
	patience      time.Duration
	turn          time.Duration

	mu      sync.Mutex
	placed  []*visit // in their turn, or beyond it without anybody minding
	benched []*visit // beyond it, those that have been told to end included
	queue   []*visit // waiting, in the order of coming
	// served is when each client that waits or works had its last turn, as a number
	// that only grows.
	served map[string]int
	turns  int
}

// visit is a request at the gate.
type visit struct {
	client string
	end    context.CancelCauseFunc
	timer  *time.Timer
	// opened is closed when the visit has a place; refused before that if it will
	// not have one.
	opened, refused chan struct{}
	overdue         bool // its turn is over
	ending          bool // it has been told to end
}

func newGate(running, waiting int, patience, turn time.Duration) *gate {
	return &gate{places: running, seats: running, most: waiting, patience: patience, turn: turn, served: map[string]int{}}
}

// errBusy says that there is no place, and will not be one soon; errShare that a
// request has had its share and others wait.
var (
	errBusy  = errors.New("too many requests are being worked on")
	errShare = errors.New("this request takes long, and others wait")
)

// enter takes a place for a client, or waits for one. The context that it gives ends
// with errShare as its cause when the place is needed for others; leave gives the
// place back. An error is errBusy or that of the context.
func (g *gate) enter(ctx context.Context, client string) (work context.Context, leave func(), err error) {
	v := &visit{client: client, opened: make(chan struct{}), refused: make(chan struct{})}
	work, v.end = context.WithCancelCause(ctx)
	if err := g.wait(ctx, v); err != nil {
		v.end(err)
		return nil, nil, err
	}
	return work, sync.OnceFunc(func() { g.leave(v) }), nil
}

// wait returns when a visit has a place.
func (g *gate) wait(ctx context.Context, v *visit) error {
	if !g.join(v) {
		return errBusy
	}
	select {
	case <-v.opened:
		return nil
	default:
	}
	timer := time.NewTimer(g.patience)
	defer timer.Stop()
	select {
	case <-v.opened:
		return nil
	case <-v.refused:
		return errBusy
	case <-timer.C:
		return g.giveUp(v, errBusy)
	case <-ctx.Done():
		return g.giveUp(v, ctx.Err())
	}
}

// join puts a visit into the queue; false means that there is no room.
func (g *gate) join(v *visit) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.queue = append(g.queue, v)
	g.settle()
	if len(g.queue) <= max(g.most, 0) {
		return true
	}
	last := longest(g.queue)
	g.queue = remove(g.queue, last)
	g.forget(last.client)
	close(last.refused)
	return last != v
}

// giveUp takes a visit out of the queue, unless it has got its place meanwhile.
func (g *gate) giveUp(v *visit, reason error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !slices.Contains(g.queue, v) {
		select {
		case <-v.opened:
			return nil
		default:
			return errBusy
		}
	}
	g.queue = remove(g.queue, v)
	g.forget(v.client)
	return reason
}

func (g *gate) leave(v *visit) {
	g.mu.Lock()
	defer g.mu.Unlock()
	v.timer.Stop()
	v.end(context.Canceled)
	g.placed, g.benched = remove(g.placed, v), remove(g.benched, v)
	g.forget(v.client)
	g.settle()
}

// over ends the turn of a visit.
func (g *gate) over(v *visit) {
	g.mu.Lock()
	defer g.mu.Unlock()
	v.overdue = true
	g.settle()
}

// settle gives places to those who wait, as long as there are places to give.
func (g *gate) settle() {
	for len(g.queue) > 0 && (len(g.placed) < g.places || g.makeRoom()) {
		v := g.fairest()
		g.queue = remove(g.queue, v)
		g.placed = append(g.placed, v)
		g.turns++
		g.served[v.client] = g.turns
		v.timer = time.AfterFunc(g.turn, func() { g.over(v) })
		close(v.opened)
	}
}

// makeRoom moves a visit whose turn is over to the bench. On a full bench the client
// that has most of it, this one included, gives one up: its latest, which has cost
// least.
func (g *gate) makeRoom() bool {
	i := slices.IndexFunc(g.placed, func(v *visit) bool { return v.overdue })
	if i < 0 || len(g.benched) == 2*g.seats {
		return false
	}
	g.benched = append(g.benched, g.placed[i])
	g.placed = slices.Delete(g.placed, i, i+1)
	staying := slices.DeleteFunc(slices.Clone(g.benched), func(v *visit) bool { return v.ending })
	if len(staying) > g.seats {
		out := longest(staying)
		out.ending = true
		out.end(errShare)
	}
	return true
}

// fairest is who of those that wait comes next.
func (g *gate) fairest() *visit {
	working := map[string]int{}
	for _, list := range [][]*visit{g.placed, g.benched} {
		for _, v := range list {
			working[v.client]++
		}
	}
	best := g.queue[0]
	for _, v := range g.queue[1:] {
		a, b := working[v.client], working[best.client]
		if a < b || a == b && g.served[v.client] < g.served[best.client] {
			best = v
		}
	}
	return best
}

// longest is the last visit of the client that has most of a list; among equals, of
// the one that came last.
func longest(list []*visit) *visit {
	has := map[string]int{}
	for _, v := range list {
		has[v.client]++
	}
	last := list[len(list)-1]
	for _, v := range slices.Backward(list) {
		if has[v.client] > has[last.client] {
			last = v
		}
	}
	return last
}

// forget drops what is known of a client that is not here any more.
func (g *gate) forget(client string) {
	here := func(v *visit) bool { return v.client == client }
	if !slices.ContainsFunc(g.queue, here) && !slices.ContainsFunc(g.placed, here) && !slices.ContainsFunc(g.benched, here) {
		delete(g.served, client)
	}
}

func remove(list []*visit, v *visit) []*visit {
	if i := slices.Index(list, v); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// running is how many are worked on, waiting how many wait.
func (g *gate) running() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.placed) + len(g.benched)
}

func (g *gate) waiting() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.queue)
}

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
