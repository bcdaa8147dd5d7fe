package server

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"image/png"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"nonogram/cmd/internal/operations"
)

// The rule of shares, with a clock of the test: who makes room for whom.

// shares is a budget of 1,000 KB whose clock a test moves.
type shares struct {
	t    *testing.T
	b    *budget
	time time.Time
}

func newShares(t *testing.T) *shares {
	s := &shares{t: t, b: newBudget(1000 << 10), time: time.Unix(0, 0)}
	s.b.now = func() time.Time { return s.time }
	return s
}

// open gives a client a part of so many KB.
func (s *shares) open(client string, kilobytes int64) (p *part, lost *bool) {
	s.t.Helper()
	lost = new(bool)
	p = s.b.open(client, func() { *lost = true })
	if kilobytes > 0 && !p.take(kilobytes<<10) {
		s.t.Fatalf("%s gets none of %d KB", client, kilobytes)
	}
	return p, lost
}

// want compares what is used, in KB.
func (s *shares) want(kilobytes int64) {
	s.t.Helper()
	if s.b.used != kilobytes<<10 {
		s.t.Errorf("%d bytes are used, want %d KB", s.b.used, kilobytes)
	}
}

func TestBudgetIsUsedUp(t *testing.T) {
	s := newShares(t)
	a, lost := s.open("a", 600)
	b, _ := s.open("b", 400)
	s.want(1000)
	if *lost || a.isLost() || b.isLost() {
		t.Error("a part is lost while there is room")
	}
	b.close()
	b.close()
	s.want(600)
	if !b.isLost() || b.take(1) {
		t.Error("a part that is closed gets more")
	}
	s.want(600)
}

// A newcomer takes from the client that has most, and of its parts the slowest.
func TestBudgetOfNewcomers(t *testing.T) {
	s := newShares(t)
	small, smallLost := s.open("a", 100)
	fast, fastLost := s.open("b", 400)
	slow, slowLost := s.open("b", 500)
	s.time = s.time.Add(time.Second)
	fast.progress(400 << 10)
	slow.progress(100 << 10)
	if p, _ := s.open("c", 0); !p.take(1 << 10) {
		t.Fatal("a newcomer gets nothing")
	}
	if !*slowLost || *fastLost || *smallLost || !slow.isLost() || fast.isLost() || small.isLost() {
		t.Error("another part than the slowest of b is lost")
	}
	s.want(501)
	if slow.take(1000 << 10) {
		t.Error("a lost part gets more")
	}
	slow.close()
	s.want(501)
}

// Several parts make room for a large one, and a part that its client need not move is not slow.
func TestBudgetLosesAsManyAsNeeded(t *testing.T) {
	s := newShares(t)
	var lost [3]*bool
	var parts [3]*part
	for i := range parts {
		parts[i], lost[i] = s.open("a", 300)
	}
	s.time = s.time.Add(time.Second)
	parts[0].wait()
	parts[1].progress(1 << 20)
	if p, _ := s.open("b", 0); !p.take(500 << 10) {
		t.Fatal("a newcomer gets nothing")
	}
	if *lost[0] || !*lost[1] || !*lost[2] {
		t.Errorf("lost are %v %v %v, want the two that wait for their client", *lost[0], *lost[1], *lost[2])
	}
	s.want(800)
}

// The client with most gives up a slower part of its own, never a faster one.
func TestBudgetOfOneClient(t *testing.T) {
	for _, c := range []struct {
		name       string
		first, new int // bytes that the parts have moved
		given      bool
	}{
		{"slower", 0, 1 << 10, true},
		{"as fast", 1 << 10, 1 << 10, false},
		{"faster", 2 << 10, 1 << 10, false},
	} {
		s := newShares(t)
		first, lost := s.open("a", 1000)
		second, _ := s.open("a", 0)
		s.time = s.time.Add(time.Second)
		first.progress(c.first)
		second.progress(c.new)
		if got := second.take(1); got != c.given || *lost != c.given {
			t.Errorf("%s: given %t, lost %t, want %t", c.name, got, *lost, c.given)
		}
	}
}

// It gives up slower parts of others too if they are larger than the head start.
func TestBudgetOfSlowOthers(t *testing.T) {
	for _, c := range []struct {
		size  int64 // of the part of the other client, in KB
		given bool
	}{{headStart >> 10, false}, {headStart>>10 + 1, true}} {
		s := newShares(t)
		_, lost := s.open("b", c.size)
		first, own := s.open("a", 1000-c.size)
		second, _ := s.open("a", 0)
		s.time = s.time.Add(time.Second)
		first.progress(1 << 20)
		second.progress(1 << 10)
		if got := second.take(1); got != c.given || *lost != c.given || *own {
			t.Errorf("%d KB: given %t, lost %t, own %t, want %t", c.size, got, *lost, *own, c.given)
		}
	}
}

// Of its own parts it gives up small ones too.
func TestBudgetOfSmallParts(t *testing.T) {
	s := newShares(t)
	_, lost := s.open("a", 1)
	first, _ := s.open("a", 999)
	second, _ := s.open("a", 0)
	s.time = s.time.Add(time.Second)
	first.progress(1 << 20)
	second.progress(1 << 10)
	if !second.take(1<<10) || !*lost {
		t.Error("a slower part of its own is not given up")
	}
}

// Parts that have nothing, and parts that have just begun, are not the slowest.
func TestBudgetOfYoungParts(t *testing.T) {
	s := newShares(t)
	_, emptyLost := s.open("a", 0)
	old, oldLost := s.open("a", 500)
	s.time = s.time.Add(1000 * time.Second)
	old.progress(10 << 10)
	_, youngLost := s.open("a", 500)
	if p, _ := s.open("b", 0); !p.take(1) || !*oldLost || *emptyLost || *youngLost {
		t.Errorf("lost: empty %t, old %t, young %t, want the old one", *emptyLost, *oldLost, *youngLost)
	}
}

// In a steady budget a client with most is refused, and a newcomer still finds room.
func TestSteadyBudget(t *testing.T) {
	s := newShares(t)
	s.b.steady = true
	_, lost := s.open("a", 1000)
	second, _ := s.open("a", 0)
	s.time = s.time.Add(time.Second)
	second.progress(1 << 20)
	if second.take(1) || *lost {
		t.Error("a part is lost for being slow")
	}
	if p, _ := s.open("b", 0); !p.take(1) || !*lost {
		t.Error("a newcomer finds no room")
	}
}

// Pictures of a request take their part and give it back. A client with most is refused, and
// loses its request to a newcomer.
func TestReserve(t *testing.T) {
	s, err := New(Config{Pictures: 1000})
	if err != nil {
		t.Fatal(err)
	}
	client := func(addr string) context.Context {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", http.NoBody)
		r.RemoteAddr = addr + ":1"
		r, cancel := s.named(r)
		t.Cleanup(func() { cancel(nil) })
		return r.Context()
	}
	clock := time.Unix(0, 0) // so that older parts are slower
	s.pictures.now = func() time.Time {
		clock = clock.Add(time.Second)
		return clock
	}
	old, parts := client("192.0.2.1"), func() int { return len(s.pictures.parts) }
	if _, err := s.reserve(old, 900); err != nil {
		t.Fatal(err)
	}
	var refused *operations.Error
	if _, err := s.reserve(old, 200); !errors.As(err, &refused) || refused.Code != operations.Busy || testutil.ToFloat64(s.metrics.refused) != 1 || parts() != 1 {
		t.Errorf("too much is answered %v, with %d parts left", err, parts())
	}
	if old.Err() != nil {
		t.Error("a refusal ends another request of the client")
	}
	release, err := s.reserve(client("192.0.2.2"), 200)
	if err != nil || !errors.Is(context.Cause(old), errShare) || parts() != 1 {
		t.Fatalf("a newcomer is answered %v, the old request %v, with %d parts", err, context.Cause(old), parts())
	}
	if release(); parts() != 0 || s.pictures.used != 0 {
		t.Errorf("%d parts are left, %d bytes", parts(), s.pictures.used)
	}
	if release, err = s.reserve(t.Context(), 1<<40); err != nil {
		t.Errorf("without a request: %v", err)
	}
	release()
}

// The bytes of a picture are reserved before it is decoded.
func TestPicturesAreReserved(t *testing.T) {
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 100, 100))); err != nil {
		t.Fatal(err)
	}
	s := newTester(t, Config{Pictures: 100})
	s.want(s.post("scan", `{"image_file":"`+base64.StdEncoding.EncodeToString(file.Bytes())+`"}`), http.StatusTooManyRequests, "busy")
}

// A client with most connections loses the one that sends least, to a newcomer or to a faster
// one of its own; closed ones make room.
func TestConnectionsAreShared(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	clock := time.Unix(0, 0)
	s.connections = newBudget(2)
	s.connections.now = func() time.Time {
		clock = clock.Add(time.Second)
		return clock
	}
	note := s.connected()
	connect := func(addr string) *connection {
		c := &connection{addr: addr}
		note(c, http.StateNew)
		return c
	}
	idle, active := connect("192.0.2.1"), connect("192.0.2.1")
	note(idle, http.StateIdle)
	note(active, http.StateActive)
	newcomer := connect("192.0.2.2")
	if !idle.closed || active.closed || newcomer.closed {
		t.Fatalf("closed: idle %t, active %t, newcomer %t", idle.closed, active.closed, newcomer.closed)
	}
	note(idle, http.StateClosed)
	note(newcomer, http.StateActive)
	third := connect("192.0.2.1")
	if third.closed || !active.closed || newcomer.closed {
		t.Errorf("closed: its own third %t, the older %t, another's %t", third.closed, active.closed, newcomer.closed)
	}
	note(third, http.StateClosed)
	note(active, http.StateClosed)
	if other := connect("192.0.2.3"); other.closed || newcomer.closed || s.connections.used != 2 || len(s.connections.parts) != 2 {
		t.Errorf("there is no room after one was closed: %d used, %d parts", s.connections.used, len(s.connections.parts))
	}
}

// connection is a connection that knows whether it was closed.
type connection struct {
	net.Conn
	addr   string
	closed bool
}

func (c *connection) Close() error         { c.closed = true; return nil }
func (c *connection) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(c.addr), Port: 1} }

// A part without anything makes no room, also if its client has most by what it asks for.
func TestBudgetOfTooMuch(t *testing.T) {
	s := newShares(t)
	a, lost := s.open("a", 0)
	b, _ := s.open("b", 0)
	s.time = s.time.Add(time.Second)
	b.progress(1)
	if b.take(1000<<10+1) || *lost || a.isLost() {
		t.Error("more than there is was given")
	}
	if !b.take(1000 << 10) {
		t.Error("all of it was refused")
	}
}
