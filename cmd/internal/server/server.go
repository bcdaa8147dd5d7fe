// Package server is the HTTP server: the web app at /, the API below /api/v1, its
// description at /openapi.json and, for people, at /docs.
//
// A request to the API passes these stages:
//
//	id, log, metrics ─▶ headers ─▶ host, origin ─▶ body ─▶ admission ─▶ operation ─▶ answer
//
// The body is read completely first. Then the request waits for one of the slots of the
// admission queue, of which there are as many as processors; requests beyond the queue are
// answered 429. The answer is written after the slot is free. Slots, connections and the
// bytes of bodies, pictures and answers are shared by one rule, see budget.go.
//
// The context of a request ends when its client disconnects, when its time is over and
// when the server stops; the engine stops within a millisecond. docs/api.md lists the
// limits, docs/decisions/0009-http-server.md the reasons.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
)

// Server answers requests.
type Server struct {
	cfg       Config
	service   *operations.Service
	metrics   *metrics
	admission *admissionQueue
	// The budgets of bytes: of bodies, of answers being sent, of pictures being decoded; and
	// that of connections.
	bodies, answers, pictures, connections *budget

	handler http.Handler
	closing atomic.Bool
	proxies proxies
	// closeStore releases the folder of progress, if there is one.
	closeStore func() error
	// document describes the API.
	document *openAPI
}

// New returns a server.
func New(cfg Config) (*Server, error) {
	cfg = cfg.filled()
	s := &Server{
		cfg:       cfg,
		service:   all.Service(cfg.Limits),
		metrics:   newMetrics(),
		admission: newAdmissionQueue(cfg.Running, cfg.Waiting, cfg.Patience, cfg.Slice),
		bodies:    newBudget(cfg.Bodies), answers: newBudget(cfg.Bodies), pictures: newBudget(cfg.Pictures), connections: newBudget(maxConnections),
	}
	s.pictures.steady = true
	s.service.Reserve = s.reserve
	s.metrics.watch(s.admission)
	var err error
	s.handler, err = s.routes()
	return s, err
}

// Close releases the folder of --sync. Serve calls it at its end.
func (s *Server) Close() error {
	if s.closeStore == nil {
		return nil
	}
	return s.closeStore()
}

// Handler serves the site and the API.
func (s *Server) Handler() http.Handler { return s.handler }

func (s *Server) routes() (_ http.Handler, err error) {
	mux := http.NewServeMux()
	if s.proxies, err = newProxies(s.cfg.Proxies); err != nil {
		return nil, err
	}
	document, err := s.registerAPI(mux)
	if err != nil {
		return nil, err
	}
	mux.HandleFunc("GET /openapi.json", document)
	s.probes(mux)
	if s.cfg.Sync != "" {
		kept, err := newProgress(s.cfg.Sync, s.cfg.SyncBytes, s.proxies)
		if err != nil {
			return nil, fmt.Errorf("--sync: %w", err)
		}
		s.closeStore = kept.store.close
		kept.register(mux)
	}
	mux.HandleFunc(apiRoot, noSuchOperation(mux))
	site, err := newSite(s.cfg.Site)
	if err != nil {
		return nil, err
	}
	mux.Handle("/", site)
	names, err := newNames(s.cfg.Hosts)
	if err != nil {
		return nil, err
	}
	origins, err := newOrigins(s.cfg.Origins)
	if err != nil {
		return nil, err
	}
	return s.observe(mux, secured(names.guard(origins.guard(s.received(mux))))), nil
}

// probes registers what load balancers ask.
func (s *Server) probes(mux *http.ServeMux) {
	mux.HandleFunc("GET /healthz", s.healthz)
	mux.HandleFunc("GET /readyz", s.readyz)
}

// Monitor answers operators: /metrics, /healthz and /readyz. It is for an address of its own, since
// [Server.Handler] shows no metrics to the public.
func (s *Server) Monitor() http.Handler {
	mux := http.NewServeMux()
	s.probes(mux)
	mux.Handle("GET /metrics", s.metrics.handler())
	return mux
}

func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok\n") }

// readyz reports to load balancers whether to send requests.
func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	if s.closing.Load() {
		plain(w, http.StatusServiceUnavailable, "stopping\n")
		return
	}
	plain(w, http.StatusOK, "ready\n")
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text)) // the client may be gone
}

// Serve answers on a listener until the context ends, and then stops as described at
// Config.Drain. It returns nil after a regular stop.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	work, cancelWork := context.WithCancel(context.WithoutCancel(ctx))
	defer cancelWork()
	defer s.Close()
	server := s.limited(work)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.closing.Store(true)
	s.cfg.Log.Info("stopping", "drain", max(s.cfg.Drain, 0), "grace", s.cfg.Grace)
	err := s.stop(server, cancelWork)
	<-ended
	return err
}

// limited is the HTTP server with its limits. Writing comes after reading, waiting and work.
func (s *Server) limited(work context.Context) *http.Server {
	return &http.Server{
		Handler:           s.handler,
		BaseContext:       func(net.Listener) context.Context { return work },
		ReadHeaderTimeout: s.cfg.HeaderTime,
		ReadTimeout:       s.cfg.ReadTime,
		WriteTimeout:      s.cfg.ReadTime + s.cfg.Patience + s.cfg.Limits.Time + writeTime,
		IdleTimeout:       s.cfg.IdleTime,
		MaxHeaderBytes:    maxHeader,
		ConnState:         s.connected(),
		ErrorLog:          slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelDebug),
	}
}

// connected keeps the budget of connections.
func (s *Server) connected() func(net.Conn, http.ConnState) {
	var parts sync.Map // from a connection to its part
	return func(c net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			client, _, _ := net.SplitHostPort(c.RemoteAddr().String())
			held := s.connections.open(client, func() { _ = c.Close() })
			parts.Store(c, held)
			if !held.take(1) {
				_ = c.Close()
			}
		case http.StateActive:
			if held, ok := parts.Load(c); ok {
				held.(*part).progress(headStart)
			}
		case http.StateClosed, http.StateHijacked:
			if held, ok := parts.LoadAndDelete(c); ok {
				held.(*part).close()
			}
		}
	}
}

// stop drains a server, closes its port, cancels running requests and closes the
// connections.
func (s *Server) stop(server *http.Server, cancelWork context.CancelFunc) error {
	all, cancel := context.WithTimeout(context.Background(), s.cfg.StopTime)
	defer cancel()
	patient, cancel := context.WithTimeout(all, s.cfg.Grace)
	defer cancel()
	if s.cfg.Drain > 0 {
		<-s.cfg.after(s.cfg.Drain)
	}
	if err := server.Shutdown(patient); err == nil {
		return nil
	}
	cancelWork()
	if err := server.Shutdown(all); err == nil {
		return nil
	}
	return errors.Join(errors.New("some connections did not end in time and were closed"), server.Close())
}
