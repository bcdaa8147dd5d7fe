package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A full house refuses at once, says when to come back, and recovers.
func TestBusy(t *testing.T) {
	s := newTester(t, Config{Running: 1, Waiting: -1})
	if err := s.gate.enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	a := s.post("solve", `{"pack":"heart"}`)
	s.want(a, http.StatusTooManyRequests, "busy")
	if a.header.Get("Retry-After") != "1" {
		t.Errorf("Retry-After is %q", a.header.Get("Retry-After"))
	}
	if n := s.metrics.refused.Load(); n != 1 {
		t.Errorf("%v are counted as refused", n)
	}
	// What costs nothing is still answered.
	for _, path := range []string{"/healthz", "/readyz", "/", "/docs", "/openapi.json", "/metrics", apiPrefix + "puzzles/17", apiPrefix + "methods"} {
		s.want(s.get(path), http.StatusOK, "")
	}
	s.gate.leave()
	s.want(s.post("solve", `{"pack":"heart"}`), http.StatusOK, "")
}

// Those who wait get the place that becomes free.
func TestWaiting(t *testing.T) {
	g := newGate(1, 1, time.Hour)
	if err := g.enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	entered := make(chan error)
	go func() { entered <- g.enter(context.Background()) }()
	for g.waiting.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	if err := g.enter(t.Context()); !errors.Is(err, errBusy) {
		t.Errorf("a third one: %v", err)
	}
	g.leave()
	if err := <-entered; err != nil {
		t.Error(err)
	}
	// Who goes away while waiting takes no place.
	ctx, cancel := context.WithCancel(t.Context())
	go func() { entered <- g.enter(ctx) }()
	for g.waiting.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-entered; !errors.Is(err, context.Canceled) {
		t.Errorf("the cancelled one: %v", err)
	}
	if g.waiting.Load() != 0 || g.running() != 1 {
		t.Errorf("%d wait and %d run", g.waiting.Load(), g.running())
	}
	g.patience = time.Nanosecond
	if err := g.enter(t.Context()); !errors.Is(err, errBusy) {
		t.Errorf("out of patience: %v", err)
	}
}

// A client that goes away ends its search. The limits would let it go on for an
// hour, so that the request ends at all shows it.
func TestDisconnectCancels(t *testing.T) {
	limits := DefaultLimits()
	limits.Time, limits.DefaultTime = time.Hour, time.Hour
	ended := make(chan int, 1)
	s := newTester(t, Config{Limits: limits, answered: func(_ string, status int) { ended <- status }})
	for _, request := range []string{endlessRequest(``), strings.Replace(endlessRequest(``), `"method":"dfs",`, `"method":"table_bfs",`, 1)} {
		before := s.metrics.cancelled.Load()
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error)
		go func() {
			r, _ := http.NewRequestWithContext(ctx, http.MethodPost, s.url+apiPrefix+"solve", strings.NewReader(request))
			r.Header.Set("Content-Type", "application/json")
			response, err := s.client.Do(r)
			if err == nil {
				response.Body.Close()
			}
			failed <- err
		}()
		for s.gate.running() == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("the client got %v", err)
		}
		<-ended
		if n := s.metrics.cancelled.Load() - before; n != 1 || s.gate.running() != 0 {
			t.Errorf("%v are counted as cancelled, %d still run", n, s.gate.running())
		}
	}
}

// Patience is over before there is a place.
func TestOutOfPatience(t *testing.T) {
	s := newTester(t, Config{Running: 1, Patience: time.Millisecond})
	if err := s.gate.enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.want(s.post("solve", `{"pack":"heart"}`), http.StatusTooManyRequests, "busy")
}
