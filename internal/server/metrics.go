package server

import (
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what /metrics shows, in a registry of their own so that a program can
// have several servers.
type metrics struct {
	registry  *prometheus.Registry
	requests  *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	refused   atomic.Int64 // answered 429
	cancelled atomic.Int64 // whose context ended before their answer was there
}

// buckets go from a file that is at hand to a search that uses all of its time.
var buckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "nonogram_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "nonogram_request_seconds", Help: "Time from the header of a request to the end of its answer.", Buckets: buckets,
		}, []string{"route"}),
	}
	m.registry.MustRegister(m.requests, m.seconds,
		counter("nonogram_refused_total", "Requests answered 429 because there was too much to do.", &m.refused),
		counter("nonogram_cancelled_total", "Requests whose client went away, or that a stopping server cancelled.", &m.cancelled),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func counter(name, help string, n *atomic.Int64) prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return float64(n.Load()) })
}

// watch shows how full the gate is.
func (m *metrics) watch(g *gate) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "nonogram_running", Help: "Requests being worked on.",
		}, func() float64 { return float64(g.running()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "nonogram_waiting", Help: "Requests waiting for their turn.",
		}, func() float64 { return float64(g.waiting()) }),
	)
}

func (m *metrics) request(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
