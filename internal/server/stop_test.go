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
	answered := make(chan string)
	go func() {
		response, err := http.Post("http://"+addr+apiPrefix+"solve", "application/json", strings.NewReader(endlessRequest(``)))
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
	stopped := make(chan error)
	go func() { stopped <- stop() }()
	if body := <-answered; !strings.Contains(body, `"status":"undecided","reason":"cancelled"`) {
		t.Errorf("answered %s", body)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// What ends in time is finished.
func TestStopFinishes(t *testing.T) {
	limits := DefaultLimits()
	s, addr, stop := start(t, Config{Limits: limits, Grace: time.Minute, StopTime: time.Hour})
	answered := make(chan string)
	go func() {
		response, err := http.Post("http://"+addr+apiPrefix+"solve", "application/json", strings.NewReader(endlessRequest(`,"timeout_ms":300`)))
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
