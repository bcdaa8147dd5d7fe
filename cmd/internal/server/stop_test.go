package server

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A stopping server cancels what does not end by itself, and still answers it.
func TestStopCancels(t *testing.T) {
	limits := DefaultLimits()
	limits.Time, limits.DefaultTime = time.Hour, time.Hour
	s, addr, stop := start(t, Config{Limits: limits, Drain: -1, Grace: 10 * time.Millisecond, StopTime: time.Minute})
	answered := ask(s, addr, endlessRequest(``))
	stopped := make(chan error)
	go func() { stopped <- stop() }()
	if body := <-answered; !strings.Contains(body, `"status":"undecided","reason":"cancelled"`) {
		t.Errorf("answered %s", body)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// ask sends a request for a solution and returns, once it is worked on, where its
// answer will come from.
func ask(s *Server, addr, request string) <-chan string {
	answered := make(chan string)
	go func() {
		response, err := http.Post("http://"+addr+apiPrefix+"solve", "application/json", strings.NewReader(request))
		if err != nil {
			answered <- err.Error()
			return
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		answered <- string(body)
	}()
	for s.admission.running() == 0 {
		time.Sleep(time.Millisecond)
	}
	return answered
}

// What ends in time is finished.
func TestStopFinishes(t *testing.T) {
	limits := DefaultLimits()
	s, addr, stop := start(t, Config{Limits: limits, Drain: -1, Grace: time.Minute, StopTime: time.Hour})
	answered := ask(s, addr, endlessRequest(`,"timeout_ms":300`))
	stopped := make(chan error)
	go func() { stopped <- stop() }()
	if body := <-answered; !strings.Contains(body, `"status":"undecided","reason":"time"`) {
		t.Errorf("answered %s", body)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if !s.closing.Load() {
		t.Error("the server does not know that it is stopping")
	}
}

// A stopping server reports so at /readyz and keeps answering during Drain. Then it closes
// its port.
func TestDrain(t *testing.T) {
	begun, over := make(chan time.Duration, 1), make(chan time.Time)
	s, addr, stop := start(t, Config{Drain: 7 * time.Second, after: func(d time.Duration) <-chan time.Time {
		begun <- d
		return over
	}})
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // a connection of its own each time
	ready := func() int {
		response, err := client.Get("http://" + addr + "/readyz")
		if err != nil {
			t.Fatalf("the port is closed: %v", err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	if got := ready(); got != http.StatusOK {
		t.Fatalf("readyz says %d before", got)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	if d := <-begun; d != s.cfg.Drain {
		t.Errorf("it drains for %v, expected %v", d, s.cfg.Drain)
	}
	if got := ready(); got != http.StatusServiceUnavailable {
		t.Errorf("readyz says %d while draining", got)
	}
	if err := solveAt(addr); err != nil {
		t.Errorf("a request while draining: %v", err)
	}
	close(over)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if _, err := client.Get("http://" + addr + "/readyz"); err == nil {
		t.Error("the port is open after the end")
	}
}

func TestReady(t *testing.T) {
	s := newTester(t, Config{})
	s.want(s.get("/healthz"), http.StatusOK, "")
	s.want(s.get("/readyz"), http.StatusOK, "")
	s.closing.Store(true)
	s.want(s.get("/healthz"), http.StatusOK, "")
	s.want(s.get("/readyz"), http.StatusServiceUnavailable, "")
}
