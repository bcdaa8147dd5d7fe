package server

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"nonogram/cmd/internal/operations"
)

// What every request passes through: an id, the log, metrics, the recovery from panics, and
// headers for security.

// idHeader carries the id of a request. An id from a proxy is kept.
const idHeader = "X-Request-Id"

// goodID matches ids that cannot forge a line of the log.
var goodID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`) })

// observe gives every request an id, logs and counts it, and recovers from panics. Routes
// are the patterns of the mux, because every path would be a new counter.
func (s *Server) observe(mux *http.ServeMux, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(idHeader)
		if !goodID().MatchString(id) {
			id = rand.Text()
		}
		w.Header().Set(idHeader, id)
		seen := &watched{ResponseWriter: w}
		start := time.Now()
		_, route := mux.Handler(r)
		defer func() {
			if fault := recover(); fault != nil {
				s.cfg.Log.Error("panic", "id", id, "fault", fmt.Sprint(fault), "stack", string(debug.Stack()))
				if seen.status == 0 {
					fail(seen, operations.Errorf(operations.Internal, "", "internal error; the log has it under the id %s", id))
				}
			}
			s.account(r, seen, route, id, time.Since(start))
		}()
		next.ServeHTTP(seen, r)
	})
}

// account logs and counts a request.
func (s *Server) account(r *http.Request, w *watched, route, id string, took time.Duration) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	s.metrics.request(route, w.status, took)
	level := slog.LevelDebug
	if w.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	s.cfg.Log.Log(r.Context(), level, "request", "id", id, "method", r.Method, "path", r.URL.Path,
		"status", w.status, "bytes", w.bytes, "took", took.Round(time.Microsecond))
	s.cfg.answered(route, w.status)
}

// watched records the status and the size of an answer.
type watched struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (w *watched) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *watched) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (w *watched) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// contentPolicy allows the files of the web app, the modules and workers of the engine,
// pictures that it makes itself, and feeds, which are data from any host (docs/feeds.md). Inline
// scripts and styles are not used.
const contentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"font-src 'self'; connect-src 'self' https: http:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// secured adds security headers.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		if strings.HasPrefix(r.URL.Path, apiRoot) {
			h.Set("Cache-Control", "no-store") // puzzles and pictures are private
		}
		next.ServeHTTP(w, r)
	})
}
