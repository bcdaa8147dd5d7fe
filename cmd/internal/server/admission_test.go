package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"nonogram/cmd/internal/operations"
)

// A full server refuses at once with Retry-After, and recovers.
func TestBusy(t *testing.T) {
	s := newTester(t, Config{Running: 1, Waiting: -1})
	_, leave, err := s.admission.enter(t.Context(), "other", 0)
	if err != nil {
		t.Fatal(err)
	}
	a := s.post("solve", `{"pack":"heart"}`)
	s.want(a, http.StatusTooManyRequests, "busy")
	if a.header.Get("Retry-After") != "1" {
		t.Errorf("Retry-After is %q", a.header.Get("Retry-After"))
	}
	if n := testutil.ToFloat64(s.metrics.refused); n != 1 {
		t.Errorf("%v are counted as refused", n)
	}
	// Cheap requests are still answered.
	for _, path := range []string{"/healthz", "/readyz", "/", "/docs", "/openapi.json", apiPrefix + "puzzles/17", apiPrefix + "methods"} {
		s.want(s.get(path), http.StatusOK, "")
	}
	leave()
	s.want(s.post("solve", `{"pack":"heart"}`), http.StatusOK, "")
}

// guest is a request in tests of the admission queue alone.
type guest struct {
	work  context.Context
	leave func()
	err   error
}

// comes enters the queue; its guest is sent when it is admitted or refused.
func comes(ctx context.Context, g *admissionQueue, client string) <-chan guest {
	in := make(chan guest, 1)
	go func() {
		var v guest
		v.work, v.leave, v.err = g.enter(ctx, client, sizeOf(client))
		in <- v
	}()
	return in
}

// sizeOf is the size of the requests of a client: all but one send the largest small ones.
func sizeOf(client string) int64 {
	if client == "large" {
		return headStart + 1
	}
	return headStart
}

// waits enters the queue and returns when the request waits.
func waits(t *testing.T, g *admissionQueue, client string) <-chan guest {
	t.Helper()
	before := g.waiting()
	in := comes(t.Context(), g, client)
	for g.waiting() == before {
		runtime.Gosched()
	}
	return in
}

// comesIn enters the queue, which must have a free slot.
func comesIn(t *testing.T, g *admissionQueue, client string) guest {
	t.Helper()
	v := <-comes(t.Context(), g, client)
	if v.err != nil {
		t.Fatal(v.err)
	}
	return v
}

// endSlices ends the time slices of all requests in slots, as their timers would.
func endSlices(g *admissionQueue) { endSlicesOf(g, "") }

// endSlicesOf ends those of one client.
func endSlicesOf(g *admissionQueue, client string) {
	g.mu.Lock()
	list := slices.Clone(g.active)
	g.mu.Unlock()
	for _, v := range list {
		if client == "" || v.client == client {
			g.over(v)
		}
	}
}

// quietQueue is a queue without timeouts.
func quietQueue(running, waiting int) *admissionQueue {
	return newAdmissionQueue(running, waiting, time.Hour, time.Hour)
}

// A waiting request gets the slot that becomes free.
func TestWaiting(t *testing.T) {
	g := quietQueue(1, 1)
	first := comesIn(t, g, "a")
	second := waits(t, g, "a")
	if third := <-comes(t.Context(), g, "a"); !errors.Is(third.err, errBusy) {
		t.Errorf("a third one: %v", third.err)
	}
	first.leave()
	if v := <-second; v.err != nil {
		t.Error(v.err)
	}
	// A client that leaves while waiting takes no slot.
	ctx, cancel := context.WithCancel(t.Context())
	gone := comes(ctx, g, "a")
	for g.waiting() == 0 {
		runtime.Gosched()
	}
	cancel()
	if v := <-gone; !errors.Is(v.err, context.Canceled) {
		t.Errorf("the cancelled one: %v", v.err)
	}
	if g.waiting() != 0 || g.running() != 1 {
		t.Errorf("%d wait and %d run", g.waiting(), g.running())
	}
	g.patience = time.Nanosecond
	if v := <-comes(t.Context(), g, "a"); !errors.Is(v.err, errBusy) {
		t.Errorf("out of patience: %v", v.err)
	}
}

// A waiting request gets the slot of one whose time slice ends.
func TestEndOfASlice(t *testing.T) {
	g := quietQueue(1, 1)
	comesIn(t, g, "a")
	second := waits(t, g, "b")
	endSlices(g)
	if g.waiting() != 0 {
		t.Fatal("the second request still waits")
	}
	if v := <-second; v.err != nil {
		t.Error(v.err)
	}
}

// Clients alternate, however many requests they have sent.
func TestClientsAlternate(t *testing.T) {
	g := quietQueue(1, 10)
	now := comesIn(t, g, "many")
	waiting := map[string][]<-chan guest{}
	for _, client := range []string{"many", "many", "many", "one", "two", "two"} {
		waiting[client] = append(waiting[client], waits(t, g, client))
	}
	for i, want := range []string{"one", "two", "many", "two", "many", "many"} {
		now.leave()
		now = <-waiting[want][0]
		waiting[want] = waiting[want][1:]
		if now.err != nil || g.waiting() != 5-i {
			t.Fatalf("%d: %s was not the next: %v", i, want, now.err)
		}
	}
	now.leave()
	if len(g.served) != 0 || g.running() != 0 {
		t.Errorf("the empty gate remembers %v", g.served)
	}
}

// A request whose slice is over keeps its slot while there are others.
func TestFreeSlotsFirst(t *testing.T) {
	g := quietQueue(2, 10)
	for _, overtime := range []int{0, 0, 1} {
		comesIn(t, g, "a")
		if endSlices(g); len(g.overtime) != overtime {
			t.Errorf("%d in overtime, expected %d", len(g.overtime), overtime)
		}
	}
}

// A client is remembered while it has a request in a slot or in overtime.
func TestPresentIsRemembered(t *testing.T) {
	g := quietQueue(2, 10)
	first, second := comesIn(t, g, "a"), comesIn(t, g, "a")
	first.leave()
	_, inSlot := g.served["a"]
	comesIn(t, g, "b")
	endSlicesOf(g, "a")
	third := comesIn(t, g, "a") // moves the second to overtime
	third.leave()
	if _, inOvertime := g.served["a"]; len(g.overtime) != 1 || !inSlot || !inOvertime {
		t.Errorf("%d in overtime; remembered with a request in a slot: %v, in overtime: %v", len(g.overtime), inSlot, inOvertime)
	}
	second.leave()
}

// A client whose last request goes before its turn is forgotten.
func TestWithdrawnIsForgotten(t *testing.T) {
	g := quietQueue(1, 10)
	first := comesIn(t, g, "a")
	second := waits(t, g, "b")
	ctx, cancel := context.WithCancel(t.Context())
	third := comes(ctx, g, "a")
	for g.waiting() < 2 {
		runtime.Gosched()
	}
	first.leave()
	<-second
	cancel()
	if v := <-third; !errors.Is(v.err, context.Canceled) {
		t.Error(v.err)
	}
	if _, known := g.served["a"]; known {
		t.Error("a client without requests is remembered")
	}
}

// Newcomers have their turn in the order in which they came; while the first has waited long,
// the last comes first.
func TestLateQueue(t *testing.T) {
	g := quietQueue(1, 10)
	now := comesIn(t, g, "slow")
	clients := []string{"a", "b", "c", "d"}
	waiting := map[string]<-chan guest{}
	for _, client := range clients {
		waiting[client] = waits(t, g, client)
	}
	next := func(want string) {
		t.Helper()
		now.leave()
		now = <-waiting[want]
	}
	firstWaits := func(since time.Duration) {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.queue[0].joined = time.Now().Add(-since)
	}
	firstWaits(g.patience/4 - time.Minute)
	next("a")
	firstWaits(g.patience/4 + time.Minute)
	next("d")
	waiting["d"] = waits(t, g, "d") // it was served, and comes after those that were not
	next("c")
	next("b")
	next("d")
	now.leave()
}

// In a full queue the client with most of it gives way.
func TestGateFullQueue(t *testing.T) {
	g := quietQueue(1, 3)
	comesIn(t, g, "many")
	waits(t, g, "many")
	waits(t, g, "many")
	last := waits(t, g, "many")
	other := comes(t.Context(), g, "other")
	if v := <-last; !errors.Is(v.err, errBusy) {
		t.Errorf("the last of many: %v", v.err)
	}
	if v := <-comes(t.Context(), g, "many"); !errors.Is(v.err, errBusy) {
		t.Errorf("one more of many: %v", v.err)
	}
	if len(other) > 0 || g.waiting() != 3 {
		t.Errorf("the other does not wait: %v", <-other)
	}
}

// All clients that wait have a turn in half of the patience, but none a shorter one than most
// small requests take.
func TestTurn(t *testing.T) {
	g := newAdmissionQueue(2, 1000, time.Second, time.Minute)
	for clients, want := range map[int]time.Duration{0: time.Minute, 10: 100 * time.Millisecond, 500: leastTurn} {
		g.queue = nil
		for i := range 2 * clients {
			g.queue = append(g.queue, &entry{client: strconv.Itoa(i / 2)})
		}
		if got := g.turn(); got != want {
			t.Errorf("with %d clients a turn is %v, expected %v", clients, got, want)
		}
	}
}

// A request past its slice keeps its slot until another needs it, and then runs in
// overtime. If overtime is full, the client with most requests in it loses one.
func TestGateBench(t *testing.T) {
	g := quietQueue(2, 10)
	long := []guest{comesIn(t, g, "slow"), comesIn(t, g, "slow")}
	endSlices(g)
	if g.running() != 2 || len(g.overtime) != 0 {
		t.Fatalf("%d of %d are in overtime, though none waits", len(g.overtime), g.running())
	}
	third := comesIn(t, g, "third") // a long one too, of another client
	fourth := comesIn(t, g, "fourth")
	endSlices(g)
	fifth := comesIn(t, g, "fifth")
	if context.Cause(long[0].work) != nil || !errors.Is(context.Cause(long[1].work), errShare) || context.Cause(third.work) != nil {
		t.Errorf("the client with two in overtime keeps both: %v, %v", context.Cause(long[0].work), context.Cause(third.work))
	}
	// The cancelled request has not ended, so there is room for one more.
	sixth := comesIn(t, g, "sixth")
	if !errors.Is(context.Cause(fourth.work), errShare) {
		t.Error("three requests in overtime keep running")
	}
	endSlices(g)
	more := waits(t, g, "slow")   // which still runs two
	again := waits(t, g, "third") // and this one
	seventh, eighth := comesIn(t, g, "seventh"), comesIn(t, g, "eighth")
	large := waits(t, g, "large")
	small := comesIn(t, g, "small") // for which the large ones of others leave a slot
	ninth := waits(t, g, "ninth")
	if len(g.overtime) != 4 || g.running() != 9 {
		t.Errorf("%d in overtime, %d running", len(g.overtime), g.running())
	}
	long[1].leave()
	if v := <-ninth; v.err != nil {
		t.Error(v.err)
	}
	long[0].leave()
	if v := <-more; v.err != nil {
		t.Error(v.err)
	} else {
		v.leave()
	}
	for _, v := range []guest{third, fourth, fifth, sixth, seventh, eighth, small} {
		v.leave()
	}
	for _, in := range []<-chan guest{again, large} {
		if v := <-in; v.err != nil {
			t.Error(v.err)
		} else {
			v.leave()
		}
	}
	if g.running() != 1 {
		t.Errorf("%d are left", g.running())
	}
}

// clientAt is a request that a proxy on this machine forwards for a client.
func clientAt(s *tester, client, request string) *http.Request {
	r, _ := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+apiPrefix+"solve", strings.NewReader(request))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(forwardedHeader, client)
	return r
}

// One client with many endless searches does not block the small requests of 119 others,
// which end within their slices.
func TestSlowSearchesStarveNoClient(t *testing.T) {
	s := newTester(t, Config{Limits: endlessLimits(), Running: 2, Patience: time.Hour, Slice: time.Hour, Proxies: []string{"127.0.0.1"}})
	ctx, cancel := context.WithCancel(t.Context())
	var slow, small sync.WaitGroup
	for range 50 {
		slow.Go(func() {
			for ctx.Err() == nil {
				s.askEndlessly(ctx, "192.0.2.1")
			}
		})
	}
	for s.admission.running() < 2 || s.admission.waiting() < 20 {
		runtime.Gosched()
	}
	slow.Go(func() {
		for ctx.Err() == nil {
			endSlicesOf(s.admission, "192.0.2.1")
			time.Sleep(10 * time.Millisecond)
		}
	})
	for i := range 119 {
		client := "198.51.100." + strconv.Itoa(i)
		small.Go(func() { s.want(s.do(clientAt(s, client, `{"pack":"heart"}`)), http.StatusOK, "") })
	}
	small.Wait()
	cancel()
	slow.Wait()
}

// A few slow searches do not block other requests of the same address.
func TestSlowSearchesOfOneAddress(t *testing.T) {
	s := newTester(t, Config{Limits: endlessLimits(), Running: 1, Patience: time.Hour, Slice: time.Hour, Proxies: []string{"127.0.0.1"}})
	ctx, cancel := context.WithCancel(t.Context())
	var slow sync.WaitGroup
	for range 2 {
		slow.Go(func() { s.askEndlessly(ctx, "192.0.2.1") })
	}
	for s.admission.running() < 2 {
		endSlices(s.admission)
		runtime.Gosched()
	}
	endSlices(s.admission)
	s.want(s.do(clientAt(s, "192.0.2.1", `{"pack":"heart"}`)), http.StatusOK, "")
	cancel()
	slow.Wait()
}

// endlessLimits let a search go on for longer than any test.
func endlessLimits() operations.Limits {
	limits := DefaultLimits()
	limits.Time, limits.DefaultTime = time.Hour, time.Hour
	return limits
}

// askEndlessly asks for a search that does not end, and returns when it is ended.
func (s *tester) askEndlessly(ctx context.Context, client string) {
	response, err := s.client.Do(clientAt(s, client, endlessRequest(``)).WithContext(ctx))
	if err == nil {
		_, _ = io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
}

// A search that is ended for the sake of others is no answer.
func TestShareIsTold(t *testing.T) {
	s := newTester(t, Config{Limits: endlessLimits(), Running: 1, Patience: time.Hour, Slice: time.Hour, Proxies: []string{"127.0.0.1"}})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.askEndlessly(ctx, "192.0.2.1")
	}()
	for s.admission.running() == 0 {
		runtime.Gosched()
	}
	second := make(chan *answer)
	go func() { second <- s.do(clientAt(s, "192.0.2.1", endlessRequest(``))) }()
	for s.admission.running() < 2 {
		endSlices(s.admission)
		runtime.Gosched()
	}
	endSlices(s.admission)
	s.want(s.do(clientAt(s, "192.0.2.2", `{"pack":"heart"}`)), http.StatusOK, "")
	s.want(<-second, http.StatusTooManyRequests, "busy")
	cancel()
	<-ended
}

// A client that goes away ends its search. The limits would let it go on for an
// hour, so that the request ends at all shows it.
func TestDisconnectCancels(t *testing.T) {
	limits := DefaultLimits()
	limits.Time, limits.DefaultTime = time.Hour, time.Hour
	ended := make(chan int, 1)
	s := newTester(t, Config{Limits: limits, answered: func(_ string, status int) { ended <- status }})
	for _, request := range []string{endlessRequest(``), strings.Replace(endlessRequest(``), `"method":"liao:dfs",`, `"method":"table_bfs",`, 1)} {
		before := testutil.ToFloat64(s.metrics.cancelled)
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
		for s.admission.running() == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("the client got %v", err)
		}
		<-ended
		if n := testutil.ToFloat64(s.metrics.cancelled) - before; n != 1 || s.admission.running() != 0 {
			t.Errorf("%v are counted as cancelled, %d still run", n, s.admission.running())
		}
	}
}

// A request is refused after Patience.
func TestOutOfPatience(t *testing.T) {
	s := newTester(t, Config{Running: 1, Patience: time.Millisecond, Slice: time.Hour})
	if _, _, err := s.admission.enter(t.Context(), "other", 0); err != nil {
		t.Fatal(err)
	}
	s.want(s.post("solve", `{"pack":"heart"}`), http.StatusTooManyRequests, "busy")
}
