package server

import (
	"slices"
	"sync"
	"time"
)

// Every resource of the server is shared by one rule. Whoever asks gets it while there is
// some left. When there is none, the client that has most of it loses its slowest part; and
// if that is the client that asks, a slower part is given up for a faster one, or the
// request is refused. So one client may use everything while nobody else is there, a
// newcomer always finds room, and slow ones make room for whoever waits.
//
//	resource               unit    lost by
//	slots                  one     cancelling the request (admission.go)
//	connections            one     closing it
//	bodies being read      byte    ending the reading, answer 429
//	pictures being decoded byte    cancelling the request, answer 429
//	answers being sent     byte    closing the connection
//
// A client is an address, see clientOf. docs/decisions/0009-http-server.md has the reasons.

// budget is an amount of a resource.
type budget struct {
	most int64
	// In a steady budget parts are not lost for being slow.
	steady bool
	now    func() time.Time

	mu    sync.Mutex
	used  int64
	parts []*part
}

// part is what one request or connection has of a budget. Its methods may be called from
// several goroutines.
type part struct {
	of     *budget
	client string
	lose   func() // called when it is lost; must not block
	begun  time.Time
	size   int64
	moved  int64 // bytes that have arrived or were sent
	waits  bool  // its client need not do anything now, so it is not slow
	lost   bool
}

func newBudget(most int64) *budget { return &budget{most: most, now: time.Now} }

// open returns a part of size 0.
func (b *budget) open(client string, lose func()) *part {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := &part{of: b, client: client, lose: lose, begun: b.now()}
	b.parts = append(b.parts, p)
	return p
}

// take enlarges a part, and reports whether the rule allows it.
func (p *part) take(n int64) bool {
	b := p.of
	b.mu.Lock()
	defer b.mu.Unlock()
	for !p.lost && b.used+n > b.most {
		other := b.loser(p, n)
		if other == nil {
			return false
		}
		other.lost = true
		b.remove(other)
		other.lose()
	}
	if !p.lost {
		p.size += n
		b.used += n
	}
	return !p.lost
}

// progress counts bytes that have arrived or were sent.
func (p *part) progress(n int) {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.moved += int64(n)
}

// wait says that the client has done its part.
func (p *part) wait() {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.waits = true
}

// isLost reports whether the part was given to others.
func (p *part) isLost() bool {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	return p.lost
}

// close returns the part.
func (p *part) close() {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	if !p.lost {
		p.lost = true
		p.of.remove(p)
	}
}

func (b *budget) remove(p *part) {
	if i := slices.Index(b.parts, p); i >= 0 {
		b.parts = slices.Delete(b.parts, i, i+1)
		b.used -= p.size
	}
}

// loser returns the part that makes room for n more in another one, or nil if that one has
// to do without.
func (b *budget) loser(p *part, n int64) *part {
	has := map[string]int64{p.client: n}
	most := p.client
	for _, other := range b.parts {
		has[other.client] += other.size
	}
	for _, other := range b.parts {
		if has[other.client] > has[most] {
			most = other.client
		}
	}
	var slowest *part
	now := b.now()
	for _, other := range b.parts {
		switch {
		case other == p || other.size == 0:
			continue
		case most != p.client:
			if other.client != most {
				continue
			}
		case b.steady || other.client != p.client && other.size <= headStart || other.pace(now) >= p.pace(now):
			continue
		}
		if slowest == nil || other.pace(now) < slowest.pace(now) {
			slowest = other
		}
	}
	return slowest
}

// headStart is the number of bytes that every part is credited with, so that young ones
// are not slow. Parts up to this size make room only if their own client has most.
const headStart = 64 << 10

// pace is the speed of a part in bytes a second.
func (p *part) pace(now time.Time) float64 {
	if p.waits {
		return maxPace
	}
	return float64(p.moved+headStart) / max(now.Sub(p.begun).Seconds(), leastAge)
}

const (
	maxPace  = 1e15
	leastAge = 1e-3 // seconds
)
