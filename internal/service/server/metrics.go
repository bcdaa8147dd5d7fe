package server

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// What /metrics shows, in the text format that Prometheus reads:
// https://prometheus.io/docs/instrumenting/exposition_formats/. Six families are few
// enough to be written by hand, and so are those of the process (process.go). Prometheus'
// own client is not used because it brings protocol buffers, which read the whole program
// whenever it starts, also to solve a small puzzle, and are a tenth of it.

// metrics are the counts of one server.
type metrics struct {
	refused   atomic.Int64 // answered 429
	cancelled atomic.Int64 // whose context ended before their answer was there
	gate      *gate        // nil until watched

	mu       sync.Mutex
	requests map[answered]int64
	seconds  map[string]*histogram // by route
}

// answered is what requests are counted by.
type answered struct {
	route  string
	status int
}

// histogram counts how long requests took.
type histogram struct {
	counts [len(buckets) + 1]int64 // each without those of the buckets before; the last is beyond all
	sum    float64
}

// buckets go from a file that is at hand to a search that uses all of its time.
var buckets = [...]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

func newMetrics() *metrics {
	return &metrics{requests: map[answered]int64{}, seconds: map[string]*histogram{}}
}

// watch shows how full the gate is.
func (m *metrics) watch(g *gate) { m.gate = g }

func (m *metrics) request(route string, status int, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[answered{route, status}]++
	h := m.seconds[route]
	if h == nil {
		h = &histogram{}
		m.seconds[route] = h
	}
	bucket, _ := slices.BinarySearch(buckets[:], took.Seconds()) // a bound belongs to its bucket
	h.counts[bucket]++
	h.sum += took.Seconds()
}

func (m *metrics) handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		b := bufio.NewWriter(w)
		m.write(b)
		writeProcess(b)
		_ = b.Flush() // a client that has gone is no fault
	})
}

func (m *metrics) write(w io.Writer) {
	m.writeRequests(w)
	scalar := func(kind, name, help string, value int64) {
		head(w, kind, name, help)
		fmt.Fprintf(w, "%s %d\n", name, value)
	}
	scalar("counter", "nonogram_refused_total", "Requests answered 429 because there was too much to do.", m.refused.Load())
	scalar("counter", "nonogram_cancelled_total", "Requests whose client went away, or that a stopping server cancelled.", m.cancelled.Load())
	if m.gate != nil {
		scalar("gauge", "nonogram_running", "Requests being worked on.", int64(m.gate.running()))
		scalar("gauge", "nonogram_waiting", "Requests waiting for their turn.", int64(m.gate.waiting()))
	}
}

// head begins a family.
func head(w io.Writer, kind, name, help string) {
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %[1]s %[3]s\n", name, help, kind)
}

// writeRequests writes what is counted by route. Routes are patterns of this program, in
// which there is nothing to escape but what %q does as well.
func (m *metrics) writeRequests(w io.Writer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	const total, seconds = "nonogram_requests_total", "nonogram_request_seconds"
	head(w, "counter", total, "Requests answered, by route and status.")
	for _, a := range slices.SortedFunc(maps.Keys(m.requests), answered.compare) {
		fmt.Fprintf(w, "%s{route=%q,status=\"%d\"} %d\n", total, a.route, a.status, m.requests[a])
	}
	head(w, "histogram", seconds, "Time from the header of a request to the end of its answer.")
	for _, route := range slices.Sorted(maps.Keys(m.seconds)) {
		m.seconds[route].write(w, seconds, route)
	}
}

func (a answered) compare(b answered) int {
	return cmp.Or(cmp.Compare(a.route, b.route), cmp.Compare(a.status, b.status))
}

// write writes the buckets as the format has them: each with all that is in those before.
func (h *histogram) write(w io.Writer, name, route string) {
	count := int64(0)
	for i, n := range h.counts {
		count += n
		bound := "+Inf"
		if i < len(buckets) {
			bound = strconv.FormatFloat(buckets[i], 'g', -1, 64)
		}
		fmt.Fprintf(w, "%s_bucket{route=%q,le=%q} %d\n", name, route, bound, count)
	}
	fmt.Fprintf(w, "%s_sum{route=%q} %g\n%[1]s_count{route=%[2]q} %[4]d\n", name, route, h.sum, count)
}
