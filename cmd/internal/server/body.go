package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"

	"nonogram/cmd/internal/operations"
)

// firstBuffer is the first allocation for a body, whatever its declared length.
const firstBuffer = 4 << 10

// received reads the bodies of requests to the API and passes them through the admission
// queue. Other requests are cheap, or, like /healthz, must be answered even if the queue
// is full.
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
		defer func() { s.bodies.Release(int64(cap(body))) }()
		if fault != nil {
			w.Header().Set("Connection", "close") // the rest of the body is not read
			fail(w, fault)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.work(w, r, next)
	})
}

// work answers a request in a slot of the admission queue.
func (s *Server) work(w http.ResponseWriter, r *http.Request, next http.Handler) {
	ctx, leave, err := s.admission.enter(r.Context(), s.proxies.clientOf(r))
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
	// If too many answers are being sent, this one keeps its slot until it is sent.
	if n := int64(answer.body.Cap()); s.answers.TryAcquire(n) {
		defer s.answers.Release(n)
		leave()
	}
	w.WriteHeader(answer.status)
	_, _ = w.Write(answer.body.Bytes()) // the client may be gone
}

// refuse answers a request that has no slot, or lost it.
func (s *Server) refuse(w http.ResponseWriter, err error) {
	if !errors.Is(err, errBusy) && !errors.Is(err, errShare) {
		fail(w, operations.AsError(err))
		return
	}
	s.metrics.refused.Inc()
	fail(w, operations.Errorf(operations.Busy, "", "%v; try again", err))
}

// forwardedHeader is the header in which a proxy appends the address of its client.
const forwardedHeader = "X-Forwarded-For"

// clientOf identifies a client for its fair share: by address, or in IPv6 by network,
// since one machine may have many addresses there. Only a proxy that the owner named may
// name another client.
func (p proxies) clientOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if list := r.Header.Values(forwardedHeader); len(list) > 0 && p.has(addr) {
		last := list[len(list)-1]
		if given, err := netip.ParseAddr(strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])); err == nil {
			addr = given
		}
	}
	if addr = addr.Unmap(); addr.Is4() {
		return addr.String()
	}
	network, _ := addr.WithZone("").Prefix(networkBits) // the address is long enough
	return network.String()
}

// proxies are the networks of the proxies whose forwarded addresses count.
type proxies []netip.Prefix

// newProxies reads addresses and networks.
func newProxies(list []string) (p proxies, err error) {
	for _, text := range list {
		network, err := netip.ParsePrefix(text)
		if addr, e := netip.ParseAddr(text); e == nil {
			network, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("--proxy %q: expected an address as 127.0.0.1 or a network as 10.0.0.0/8", text)
		}
		p = append(p, network)
	}
	return p, nil
}

func (p proxies) has(addr netip.Addr) bool {
	return slices.ContainsFunc(p, func(n netip.Prefix) bool { return n.Contains(addr.Unmap().WithZone("")) })
}

// networkBits is the usual prefix length of a customer in IPv6.
const networkBits = 64

// readBody reads the body of a request. The caller returns the capacity of the slice to
// the budget, also after an error.
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

// grow doubles a buffer, if the budget allows it.
func (s *Server) grow(body []byte) ([]byte, bool) {
	size := max(2*cap(body), firstBuffer)
	if !s.bodies.TryAcquire(int64(size - cap(body))) {
		return body, false
	}
	return append(make([]byte, 0, size), body...), true
}

func tooLong(limit int64) *operations.Error {
	return operations.Errorf(operations.TooLarge, "body", "the request is longer than %d bytes, which is the limit of this service", limit)
}

// buffered holds an answer until it is sent.
type buffered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (b *buffered) Header() http.Header         { return b.header }
func (b *buffered) WriteHeader(status int)      { b.status = status }
func (b *buffered) Write(p []byte) (int, error) { return b.body.Write(p) }
