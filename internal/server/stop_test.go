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
	s, addr, stop := start(t, Config{Limits: limits, Grace: 10 * time.Millisecond, StopTime: time.Minute})
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
	for s.gate.running() == 0 {
		time.Sleep(time.Millisecond)
	}
	return answered
}

// What ends in time is finished.
func TestStopFinishes(t *testing.T) {
	limits := DefaultLimits()
	s, addr, stop := start(t, Config{Limits: limits, Grace: time.Minute, StopTime: time.Hour})
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

func TestReady(t *testing.T) {
	s := newTester(t, Config{})
	s.want(s.get("/healthz"), http.StatusOK, "")
	s.want(s.get("/readyz"), http.StatusOK, "")
	s.closing.Store(true)
	s.want(s.get("/healthz"), http.StatusOK, "")
	s.want(s.get("/readyz"), http.StatusServiceUnavailable, "")
}
