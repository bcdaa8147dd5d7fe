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
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"nonogram/cmd/internal/operations"
)

// The way of a request through the limits of memory: its body is read within the budget of
// bodies, it works in a slot of the admission queue, and its answer is sent within the budget
// of answers.

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
		r, cancel := s.named(r)
		defer cancel(nil)
		held := s.bodies.open(s.proxies.clientOf(r), func() {
			cancel(errShare)
			_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // ends a pending read
		})
		defer held.close()
		body, fault := s.readBody(r, held)
		if fault != nil {
			w.Header().Set("Connection", "close") // the rest of the body is not read
			fail(w, fault)
			return
		}
		held.wait()
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		s.work(w, r, next)
	})
}

// owner is the client of a request, and how to cancel the request.
type owner struct {
	client string
	cancel context.CancelCauseFunc
}

type ownerKey struct{}

// named adds the owner to the context of a request.
func (s *Server) named(r *http.Request) (*http.Request, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(r.Context())
	return r.WithContext(context.WithValue(ctx, ownerKey{}, &owner{s.proxies.clientOf(r), cancel})), cancel
}

// reserve takes memory for a picture of a request, until release is called.
func (s *Server) reserve(ctx context.Context, bytes int64) (release func(), err error) {
	o, ok := ctx.Value(ownerKey{}).(*owner)
	if !ok {
		return func() {}, nil
	}
	held := s.pictures.open(o.client, func() { o.cancel(errShare) })
	if !held.take(bytes) {
		held.close()
		s.metrics.refused.Inc()
		return nil, operations.Errorf(operations.Busy, "", "too many large pictures are being read; try again")
	}
	return func() {
		held.close()
		if bytes > largePicture {
			debug.FreeOSMemory()
		}
	}, nil
}

// largePicture is the size from which the memory of a picture goes back to the system.
const largePicture = 32 << 20

// work answers a request in a slot of the admission queue.
func (s *Server) work(w http.ResponseWriter, r *http.Request, next http.Handler) {
	ctx, leave, err := s.admission.enter(r.Context(), s.proxies.clientOf(r), r.ContentLength)
	if errors.Is(context.Cause(r.Context()), errShare) {
		err = errShare
	}
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
	leave()
	s.send(w, r, answer)
}

// send sends an answer, as long as it has its part of the budget of answers.
func (s *Server) send(w http.ResponseWriter, r *http.Request, answer *buffered) {
	held := s.answers.open(s.proxies.clientOf(r), func() {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now()) // ends a pending write
	})
	defer held.close()
	if !held.take(min(int64(answer.body.Cap()), s.answers.most)) {
		s.refuse(w, errBusy)
		return
	}
	w.WriteHeader(answer.status)
	for body := range slices.Chunk(answer.body.Bytes(), piece) {
		n, err := w.Write(body)
		if err != nil {
			return // the client is gone, or too slow
		}
		held.progress(n)
	}
}

// piece is how much of an answer is sent at once.
const piece = 64 << 10

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

// readBody reads the body of a request into memory of the budget.
func (s *Server) readBody(r *http.Request, held *part) ([]byte, *operations.Error) {
	if r.ContentLength > s.cfg.Body {
		return nil, tooLong(s.cfg.Body)
	}
	var body []byte
	for {
		if len(body) == cap(body) {
			size := max(2*cap(body), firstBuffer)
			if !held.take(int64(size - cap(body))) {
				return nil, s.crowded()
			}
			body = append(make([]byte, 0, size), body...)
		}
		n, err := r.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		held.progress(n)
		switch {
		case int64(len(body)) > s.cfg.Body:
			return nil, tooLong(s.cfg.Body)
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil && held.isLost():
			return nil, s.crowded()
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, operations.Errorf(operations.TooSlow, "body", "the request did not arrive in %v", s.cfg.ReadTime)
		case err != nil:
			return nil, operations.Errorf(operations.BadRequest, "body", "the request could not be read: %v", err)
		}
	}
}

// crowded is the error of a request whose body found no memory, or lost it to faster ones.
func (s *Server) crowded() *operations.Error {
	s.metrics.refused.Inc()
	return operations.Errorf(operations.Busy, "", "too many large requests are being read; try again")
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
