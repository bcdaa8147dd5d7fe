package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are the counters of one server, which /metrics shows.
type metrics struct {
	registry  *prometheus.Registry
	requests  *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	refused   prometheus.Counter
	cancelled prometheus.Counter
}

// buckets range from a cached file to a search that uses all of its time, in seconds.
var buckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

func newMetrics() *metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	in := promauto.With(registry)
	return &metrics{
		registry: registry,
		requests: in.NewCounterVec(prometheus.CounterOpts{
			Name: "nonogram_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		seconds: in.NewHistogramVec(prometheus.HistogramOpts{
			Name: "nonogram_request_seconds", Help: "Time from the header of a request to the end of its answer.", Buckets: buckets,
		}, []string{"route"}),
		refused: in.NewCounter(prometheus.CounterOpts{
			Name: "nonogram_refused_total", Help: "Requests answered 429 because the server was busy.",
		}),
		cancelled: in.NewCounter(prometheus.CounterOpts{
			Name: "nonogram_cancelled_total", Help: "Requests whose client went away, or that a stopping server cancelled.",
		}),
	}
}

// watch exports the length of the admission queue and the number of running requests.
func (m *metrics) watch(g *admissionQueue) {
	gauge := func(name, help string, value func() int) {
		promauto.With(m.registry).NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(value()) })
	}
	gauge("nonogram_running", "Requests being worked on.", g.running)
	gauge("nonogram_waiting", "Requests waiting for a slot.", g.waiting)
}

// request counts an answered request. A route is a pattern of the mux.
func (m *metrics) request(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
