package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"

	"nonogram/internal/operations"
)

// How requests to the API are received: the body first, whole and counted, then a
// place to work, and the answer when the place is free again.

// firstBuffer is what is allocated before anything has been read: nobody gets more
// memory by claiming a long body.
const firstBuffer = 4 << 10

// received passes requests to the API through body and gate. Everything else goes
// through as it is: it costs nothing, or, like /healthz, must be answered above all
// when there is no place left.
func (s *Server) received(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch hasBody := r.Method == http.MethodPost || r.Method == http.MethodPut; {
		case strings.HasPrefix(r.URL.Path, apiPrefix) && hasBody:
		case r.URL.Path == progressPath:
			s.work(w, r, next)
			return
		default:
			next.ServeHTTP(w, r)
			return
		}
		body, fault := s.readBody(r)
		defer func() { s.bodies.give(int64(cap(body))) }()
		if fault != nil {
			w.Header().Set("Connection", "close") // the rest of the body is not wanted
			fail(w, fault)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.work(w, r, next)
	})
}

// work has a request answered when there is a place for it.
func (s *Server) work(w http.ResponseWriter, r *http.Request, next http.Handler) {
	ctx, leave, err := s.gate.enter(r.Context(), clientOf(r))
	if err != nil {
		s.refuse(w, err)
		return
	}
	defer leave()
	answer := &buffered{header: w.Header(), status: http.StatusOK}
	next.ServeHTTP(answer, r.WithContext(ctx))
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, errShare) {
		s.metrics.cancelled.Inc()
	}
	// Where too many answers wait for their readers already, this one is sent from
	// its place, and so holds up new work until it is gone.
	if n := int64(answer.body.Cap()); s.answers.take(n) {
		defer s.answers.give(n)
		leave()
	}
	w.WriteHeader(answer.status)
	_, _ = w.Write(answer.body.Bytes()) // a client that has gone is no fault
}

// refuse answers a request that has no place, or has it no longer.
func (s *Server) refuse(w http.ResponseWriter, err error) {
	if !errors.Is(err, errBusy) && !errors.Is(err, errShare) {
		fail(w, operations.AsError(err))
		return
	}
	s.metrics.refused.Inc()
	fail(w, operations.Errorf(operations.Busy, "", "%v; try again", err))
}

// forwardedHeader is where a proxy says for whom it asks, the last of a list.
const forwardedHeader = "X-Forwarded-For"

// clientOf tells clients apart, for their share: by address, or in IPv6 by network,
// since one machine there has as many addresses as it likes. A proxy on this machine
// is believed whom it asks for; nobody else is.
func clientOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if list := r.Header.Values(forwardedHeader); len(list) > 0 && addr.IsLoopback() {
		last := list[len(list)-1]
		if given, err := netip.ParseAddr(strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])); err == nil {
			addr = given
		}
	}
	if addr = addr.Unmap(); addr.Is4() {
		return addr.String()
	}
	network, _ := addr.WithZone("").Prefix(networkBits) // of an address with so many bits
	return network.String()
}

// networkBits is the length of the prefix that a customer gets in IPv6.
const networkBits = 64

// readBody reads the body of a request, counting the bytes. The caller gives as many
// back as the slice has room for, also after an error.
func (s *Server) readBody(r *http.Request) ([]byte, *operations.Error) {
	if r.ContentLength > s.cfg.Body {
		return nil, tooLong(s.cfg.Body)
	}
	var body []byte
	for {
		if len(body) == cap(body) {
			grown, ok := s.grow(body)
			if !ok {
				s.metrics.refused.Inc()
				return body, operations.Errorf(operations.Busy, "", "too many large requests are being read; try again")
			}
			body = grown
		}
		n, err := r.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case int64(len(body)) > s.cfg.Body:
			return body, tooLong(s.cfg.Body)
		case errors.Is(err, io.EOF):
			return body, nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			return body, operations.Errorf(operations.TooSlow, "body", "the request did not arrive in %v", s.cfg.ReadTime)
		case err != nil:
			return body, operations.Errorf(operations.BadRequest, "body", "the request could not be read: %v", err)
		}
	}
}

// grow doubles a buffer, if the budget has the bytes for that.
func (s *Server) grow(body []byte) ([]byte, bool) {
	size := max(2*cap(body), firstBuffer)
	if !s.bodies.take(int64(size - cap(body))) {
		return body, false
	}
	return append(make([]byte, 0, size), body...), true
}

func tooLong(limit int64) *operations.Error {
	return operations.Errorf(operations.TooLarge, "body", "the request is longer than %d bytes, which is the limit of this service", limit)
}

// buffered keeps an answer until it can be sent.
type buffered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (b *buffered) Header() http.Header         { return b.header }
func (b *buffered) WriteHeader(status int)      { b.status = status }
func (b *buffered) Write(p []byte) (int, error) { return b.body.Write(p) }
