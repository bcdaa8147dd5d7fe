package server

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// The admission queue decides which requests run, so that neither one client nor a few
// long searches keep all others out. It is a feedback queue of two levels (Corbató,
// Merwin-Daggett and Daley 1962), with a fair share per client in both:
//
//	        ┌ client a: ▪▪▪▪ ┐            ┌ slot ┐  slice is over,    ┌ overtime ┐
//	enter ─▶│ client b: ▪    ├─ fairest ─▶│ slot ├─ others wait ─────▶│ overtime │─▶ leave
//	        └ client c: ▪▪   ┘            └──────┘                    └──────────┘
//
// A request runs in a slot for a time slice, in which nearly all requests finish. A longer
// one keeps the slot while no other waits; then it moves to overtime, where it keeps
// running, and frees the slot. If overtime is full, the client with most requests in it
// loses one, which is answered 429. So a slot becomes free within a slice, and memory is
// bounded. Requests that do not stop at once when they are cancelled, such as drawing,
// stay in overtime, which holds at most twice its slots; if it is full, a client without a
// running request finds a reserve of as many slots again, and one more for a small request,
// which the large ones of many clients cannot fill. The slice is shorter if many clients
// wait, so that all of them have their turn in half of the patience.
//
// The next request is one of the client with the fewest running requests, among equals a
// small one, and among those one of the client that was served longest ago. Among newcomers it is
// the first to come, or the last while the first has waited for a quarter of the patience: then
// most will wait in vain, and the last ones need not. If the queue is full, the client with most
// requests in it loses its last one.

// admissionQueue bounds the number of running and of waiting requests.
type admissionQueue struct {
	slots    int // of running requests, and as many again in overtime
	most     int // waiting requests
	patience time.Duration
	slice    time.Duration

	mu       sync.Mutex
	active   []*entry // in a slot
	overtime []*entry // past their slice, including cancelled ones
	queue    []*entry // waiting, in order of arrival
	// served is when each present client was last admitted, as a counter.
	served   map[string]int
	admitted int
}

// entry is a request in the admission queue.
type entry struct {
	client string
	large  bool // it has a large body, and so probably much to do
	end    context.CancelCauseFunc
	timer  *time.Timer
	joined time.Time
	// admitted is closed when the request gets a slot, refused if it never will.
	admitted, refused chan struct{}
	sliceOver         bool
	ending            bool // it was cancelled
}

func newAdmissionQueue(running, waiting int, patience, slice time.Duration) *admissionQueue {
	return &admissionQueue{slots: running, most: waiting, patience: patience, slice: slice, served: map[string]int{}}
}

// errBusy refuses a request; errShare cancels a running one.
var (
	errBusy  = errors.New("too many requests are being worked on")
	errShare = errors.New("this request takes long, and others wait")
)

// enter waits for a slot. The context that it returns ends with errShare as its cause when
// others need the slot; leave frees the slot. The error is errBusy or that of ctx.
func (a *admissionQueue) enter(ctx context.Context, client string, size int64) (work context.Context, leave func(), err error) {
	v := &entry{client: client, large: size > headStart, admitted: make(chan struct{}), refused: make(chan struct{})}
	work, v.end = context.WithCancelCause(ctx)
	if err := a.wait(ctx, v); err != nil {
		v.end(err)
		return nil, nil, err
	}
	return work, sync.OnceFunc(func() { a.leave(v) }), nil
}

// wait returns when a request has a slot.
func (a *admissionQueue) wait(ctx context.Context, v *entry) error {
	if !a.join(v) {
		return errBusy
	}
	select {
	case <-v.admitted:
		return nil
	default:
	}
	timer := time.NewTimer(a.patience)
	defer timer.Stop()
	select {
	case <-v.admitted:
		return nil
	case <-v.refused:
		return errBusy
	case <-timer.C:
		return a.withdraw(v, errBusy)
	case <-ctx.Done():
		return a.withdraw(v, ctx.Err())
	}
}

// join adds a request to the queue; false means that it was refused.
func (a *admissionQueue) join(v *entry) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	v.joined = time.Now()
	a.queue = append(a.queue, v)
	a.dispatch()
	if len(a.queue) <= max(a.most, 0) {
		return true
	}
	last := longest(a.queue)
	a.queue = remove(a.queue, last)
	close(last.refused)
	return last != v
}

// withdraw removes a request from the queue, unless it has a slot.
func (a *admissionQueue) withdraw(v *entry, reason error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !slices.Contains(a.queue, v) {
		select {
		case <-v.admitted:
			return nil
		default:
			return errBusy
		}
	}
	a.queue = remove(a.queue, v)
	a.forget(v.client)
	return reason
}

func (a *admissionQueue) leave(v *entry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	v.timer.Stop()
	v.end(context.Canceled)
	a.active, a.overtime = remove(a.active, v), remove(a.overtime, v)
	a.forget(v.client)
	a.dispatch()
}

// over ends the time slice of a request.
func (a *admissionQueue) over(v *entry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	v.sliceOver = true
	a.dispatch()
}

// dispatch admits waiting requests while there are free slots.
func (a *admissionQueue) dispatch() {
	for len(a.queue) > 0 {
		v, runs := a.fairest()
		if len(a.active) >= a.slots {
			a.preempt()
		}
		if len(a.active) >= a.room(v, runs) {
			return
		}
		a.queue = remove(a.queue, v)
		a.active = append(a.active, v)
		a.admitted++
		a.served[v.client] = a.admitted
		v.timer = time.AfterFunc(a.turn(), func() { a.over(v) })
		close(v.admitted)
	}
}

// room is the number of slots for a request of a client with so many running requests: more
// than usual if overtime is full and it has none.
func (a *admissionQueue) room(v *entry, runs int) int {
	switch {
	case runs > 0 || len(a.overtime) < 2*a.slots:
		return a.slots
	case v.large:
		return 2 * a.slots
	}
	return 2*a.slots + 1
}

// turn is the time slice of the next request.
func (a *admissionQueue) turn() time.Duration {
	clients := map[string]bool{}
	for _, v := range a.queue {
		clients[v.client] = true
	}
	if len(clients) == 0 {
		return a.slice
	}
	return min(a.slice, max(leastTurn, a.patience/2*time.Duration(a.slots)/time.Duration(len(clients))))
}

// leastTurn is the shortest time slice, in which most small requests end.
const leastTurn = 5 * time.Millisecond

// preempt moves a request whose slice is over to overtime. If overtime is full, the last
// request of the client with most requests in it is cancelled.
func (a *admissionQueue) preempt() {
	i := slices.IndexFunc(a.active, func(v *entry) bool { return v.sliceOver })
	if i < 0 || len(a.overtime) == 2*a.slots {
		return
	}
	a.overtime = append(a.overtime, a.active[i])
	a.active = slices.Delete(a.active, i, i+1)
	staying := slices.DeleteFunc(slices.Clone(a.overtime), func(v *entry) bool { return v.ending })
	if len(staying) > a.slots {
		out := longest(staying)
		out.ending = true
		out.end(errShare)
	}
}

// fairest returns the next request to admit, and how many of its client are running.
func (a *admissionQueue) fairest() (next *entry, running int) {
	working := map[string]int{}
	for _, list := range [][]*entry{a.active, a.overtime} {
		for _, v := range list {
			working[v.client]++
		}
	}
	best := a.queue[0]
	late := time.Since(best.joined) > a.patience/4
	for _, v := range a.queue[1:] {
		order := cmp.Or(cmp.Compare(working[v.client], working[best.client]), compareBools(v.large, best.large), cmp.Compare(a.served[v.client], a.served[best.client]))
		if order < 0 || order == 0 && late {
			best = v
		}
	}
	return best, working[best.client]
}

// compareBools orders false before true.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// longest returns the last request of the client with most requests in a list, among
// equals the last.
func longest(list []*entry) *entry {
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

// forget removes a client without requests.
func (a *admissionQueue) forget(client string) {
	here := func(v *entry) bool { return v.client == client }
	if !slices.ContainsFunc(a.queue, here) && !slices.ContainsFunc(a.active, here) && !slices.ContainsFunc(a.overtime, here) {
		delete(a.served, client)
	}
}

func remove(list []*entry, v *entry) []*entry {
	if i := slices.Index(list, v); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// running returns the number of running requests, waiting that of waiting ones.
func (a *admissionQueue) running() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.active) + len(a.overtime)
}

func (a *admissionQueue) waiting() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.queue)
}
