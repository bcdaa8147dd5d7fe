package server

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	runtimemetrics "runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"nonogram/puzzles"
)

// How the server bears load. These are benchmarks: they measure, and fail only if an
// answer is wrong. "make load" runs them as docs/api.md reports them; client and
// server share the processors of the machine.

// perSecond is how many requests a second BenchmarkSteady sends.
const perSecond = 200

// smallRequests are solves of the pack up to 15 × 15, by their numbers.
func smallRequests() []string {
	var list []string
	for _, e := range puzzles.All() {
		if p := e.Puzzle(); p.Width()*p.Height() <= 15*15 {
			list = append(list, `{"pack":"`+strconv.Itoa(e.Number)+`"}`)
		}
	}
	return list
}

// loader sends requests and notes how long each answer takes.
type loader struct {
	addr   string
	client *http.Client
	mu     sync.Mutex
	took   []time.Duration
	status map[int]int
	wrong  atomic.Pointer[string]
}

func newLoader(addr string) *loader {
	transport := &http.Transport{MaxIdleConns: 1000, MaxIdleConnsPerHost: 1000}
	return &loader{addr: addr, client: &http.Client{Transport: transport}, status: map[int]int{}}
}

// send makes one request. Time counts from when it was due, so that a server that
// holds up the sender does not look fast.
func (l *loader) send(request string, due time.Time) int {
	var response *http.Response
	var err error
	if request == nothing {
		response, err = l.client.Get("http://" + l.addr + "/healthz")
	} else {
		response, err = l.client.Post("http://"+l.addr+apiPrefix+"solve", "application/json", strings.NewReader(request))
	}
	if err != nil {
		l.fail(err.Error())
		return 0
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	took := time.Since(due)
	if err != nil || response.StatusCode == http.StatusOK && request != nothing && !strings.Contains(string(body), `"status":"`) {
		l.fail(fmt.Sprintf("%v %s", err, body))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took = append(l.took, took)
	l.status[response.StatusCode]++
	return response.StatusCode
}

func (l *loader) fail(message string) { l.wrong.CompareAndSwap(nil, &message) }

// report writes the measurements.
func (l *loader) report(b *testing.B) {
	b.Helper()
	if wrong := l.wrong.Load(); wrong != nil {
		b.Fatal(*wrong)
	}
	slices.Sort(l.took)
	at := func(share float64) float64 {
		return l.took[min(int(share*float64(len(l.took))), len(l.took)-1)].Seconds() * 1e3
	}
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
	b.ReportMetric(at(1), "max-ms")
	for status, n := range l.status {
		b.ReportMetric(float64(n), "status-"+strconv.Itoa(status))
	}
	b.ReportMetric(0, "ns/op")
}

// nothing is a request that needs no work.
const nothing = ""

// steady sends b.N requests at the rate, whether or not the earlier ones are answered.
func steady(b *testing.B, addr string, requests []string) {
	b.Helper()
	l := newLoader(addr)
	random := rand.New(rand.NewPCG(1, 2))
	var group sync.WaitGroup
	start := time.Now()
	for i := range b.N {
		due := start.Add(time.Duration(i) * time.Second / perSecond)
		time.Sleep(time.Until(due))
		request := requests[random.IntN(len(requests))]
		group.Go(func() { l.send(request, due) })
	}
	group.Wait()
	l.report(b)
	b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "requests/s")
}

// begin runs a server for a benchmark.
func begin(b *testing.B, cfg Config) (*Server, string) {
	b.Helper()
	s, addr, stop := start(b, cfg)
	b.Cleanup(func() { _ = stop() })
	return s, addr
}

func BenchmarkSteady(b *testing.B) {
	_, addr := begin(b, Config{})
	steady(b, addr, smallRequests())
}

// BenchmarkNothing is the same without any work: what the machine itself takes.
func BenchmarkNothing(b *testing.B) {
	_, addr := begin(b, Config{})
	steady(b, addr, []string{nothing})
}

// BenchmarkSlow is the same beside a thousand connections that send the beginning of
// a request and then nothing.
func BenchmarkSlow(b *testing.B) {
	_, addr := begin(b, Config{HeaderTime: time.Hour, ReadTime: time.Hour, Drain: -1, Grace: time.Millisecond, StopTime: 2 * time.Millisecond})
	slowConnections(b, addr, 1000)
	b.ResetTimer()
	steady(b, addr, smallRequests())
}

// clients is how many BenchmarkOverload has, each with the next request ready as soon
// as the last is answered.
const clients = 500

// BenchmarkOverload asks for far more than the machine can do: searches that use all
// of their time, from hundreds of clients at once. What matters is that most are
// refused quickly and that memory stays where it is.
func BenchmarkOverload(b *testing.B) {
	s, addr := begin(b, Config{Patience: 200 * time.Millisecond})
	l := newLoader(addr)
	hard := endlessRequest(`,"timeout_ms":500`)
	var left atomic.Int64
	left.Store(int64(b.N))
	before := memory()
	peak := before
	done := make(chan struct{})
	var watch, group sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
				peak = max(peak, memory())
			}
		}
	})
	for range clients {
		group.Go(func() {
			for left.Add(-1) >= 0 {
				if l.send(hard, time.Now()) == http.StatusTooManyRequests {
					time.Sleep(100 * time.Millisecond) // a tenth of Retry-After
				}
			}
		})
	}
	group.Wait()
	close(done)
	watch.Wait()
	l.report(b)
	b.ReportMetric(float64(before)/1e6, "MB-before")
	b.ReportMetric(float64(peak)/1e6, "MB-peak")
	if n := testutil.ToFloat64(s.metrics.refused); n != float64(l.status[http.StatusTooManyRequests]) {
		b.Errorf("%v are counted as refused, %d were", n, l.status[http.StatusTooManyRequests])
	}
}

// memory is what the program has from the system, clients and server together.
func memory() uint64 {
	sample := []runtimemetrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	runtimemetrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}
