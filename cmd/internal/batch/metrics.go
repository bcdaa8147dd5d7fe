package batch

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Monitor answers /metrics for Prometheus, /healthz while the process lives, and /readyz
// while it is connected to a server. Workers may be nil.
func (q *Queue) Monitor(w *Workers) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), jobMetrics{q})
	in := promauto.With(registry)
	in.NewGaugeFunc(prometheus.GaugeOpts{Name: "nonogram_batch_connected", Help: "1 while there is a connection to a server."}, func() float64 {
		if q.nc.IsConnected() {
			return 1
		}
		return 0
	})
	if w != nil {
		for _, c := range []struct {
			name, help string
			value      func() int64
		}{
			{"nonogram_batch_answered_total", "Puzzles that this process has answered.", w.answered.Load},
			{"nonogram_batch_retries_total", "Chunks that this process took after another delivery.", w.retries.Load},
			{"nonogram_batch_returned_total", "Chunks that this process gave back.", w.returned.Load},
		} {
			in.NewCounterFunc(prometheus.CounterOpts{Name: c.name, Help: c.help}, func() float64 { return float64(c.value()) })
		}
		in.NewGaugeFunc(prometheus.GaugeOpts{Name: "nonogram_batch_busy", Help: "Workers of this process that have a chunk."}, func() float64 { return float64(w.busy.Load()) })
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /readyz", func(answer http.ResponseWriter, _ *http.Request) {
		if !q.nc.IsConnected() {
			http.Error(answer, "not connected to a server of the queue", http.StatusServiceUnavailable)
		}
	})
	return mux
}

// jobMetrics reads the progress of unfinished jobs at every scrape. All processes of a
// queue report the same.
type jobMetrics struct{ queue *Queue }

var (
	chunksMetric = prometheus.NewDesc("nonogram_batch_chunks", "Chunks of an unfinished job by state: waiting, working, done, missing.", []string{"job", "state"}, nil)
	itemsMetric  = prometheus.NewDesc("nonogram_batch_puzzles_done", "Puzzles of an unfinished job that have a result.", []string{"job"}, nil)
	rateMetric   = prometheus.NewDesc("nonogram_batch_puzzles_per_second", "Puzzles per second in the last minute with results.", []string{"job"}, nil)
	longestTask  = prometheus.NewDesc("nonogram_batch_longest_seconds", "How long a worker has been at its present puzzle, the longest of a job.", []string{"job"}, nil)
	workerMetric = prometheus.NewDesc("nonogram_batch_job_workers", "Worker processes that take chunks of a job.", []string{"job"}, nil)
)

func (m jobMetrics) Describe(c chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{chunksMetric, itemsMetric, rateMetric, longestTask, workerMetric} {
		c <- d
	}
}

func (m jobMetrics) Collect(c chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*requestTimeout)
	defer cancel()
	jobs, err := m.queue.Jobs(ctx)
	if err != nil {
		return // nonogram_batch_connected tells
	}
	var workers []Worker
	for _, job := range jobs {
		if job.Cancelled || !job.Finished.IsZero() {
			continue
		}
		if workers == nil {
			workers = m.queue.Workers(ctx)
		}
		s, err := m.queue.status(ctx, job, workers)
		if err != nil {
			continue
		}
		gauge := func(d *prometheus.Desc, value float64, labels ...string) {
			c <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, append([]string{job.ID}, labels...)...)
		}
		for state, n := range map[string]int{"waiting": s.Waiting, "working": s.Working, "done": s.ChunksDone, "missing": s.Missing} {
			gauge(chunksMetric, float64(n), state)
		}
		gauge(itemsMetric, float64(s.Done.Items))
		gauge(rateMetric, s.Rate)
		gauge(workerMetric, float64(len(s.Workers)))
		if tasks := s.Tasks(); len(tasks) > 0 {
			gauge(longestTask, time.Since(tasks[0].Since).Seconds())
		}
	}
}
