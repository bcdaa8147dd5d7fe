//go:build unix

package batch

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"
)

// What the queue costs: the same boards without and with it. Compare the times per
// board; the answers are checked.

const benchBoards, benchSide = 3000, 15

func BenchmarkDirect(b *testing.B) {
	for b.Loop() {
		if len(direct(b, &Job{Kind: "solve"}, boards(b, benchBoards, benchSide))) == 0 {
			b.Fatal("no output")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/benchBoards, "µs/board")
}

func BenchmarkQueue(b *testing.B) {
	want := direct(b, &Job{Kind: "solve"}, boards(b, benchBoards, benchSide))
	q, err := Open(b.Context(), Config{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer q.Close()
	for b.Loop() {
		if got := throughQueue(b, q); !bytes.Equal(got, want) {
			b.Fatal("wrong output")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/benchBoards, "µs/board")
}

func throughQueue(b *testing.B, q *Queue) []byte {
	ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
	defer cancel()
	job := &Job{Kind: "solve", Version: testVersion}
	if err := q.Begin(ctx, job); err != nil {
		b.Fatal(err)
	}
	working, stop := context.WithCancel(ctx)
	ended := make(chan error)
	go func() {
		w := &Workers{Queue: q, N: 1, Kinds: Kinds(), Version: testVersion, Only: job.ID}
		ended <- w.Run(working)
	}()
	sent := *job
	if err := q.Submit(ctx, &sent, boards(b, benchBoards, benchSide), 0, nil); err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := q.Output(ctx, &out, job, Kinds(), Order{Wait: true}); err != nil {
		b.Fatal(err)
	}
	stop()
	if err := <-ended; err != nil {
		b.Fatal(err)
	}
	if err := q.Remove(ctx, job.ID); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

// What the check of a result costs, and that of a certificate.
func BenchmarkAccept(b *testing.B) {
	for _, certify := range []bool{false, true} {
		b.Run(fmt.Sprint("certify=", certify), func(b *testing.B) {
			job := &Job{Kind: "solve", Certify: certify}
			kind, err := KindNamed(Kinds(), job.Kind)
			if err != nil {
				b.Fatal(err)
			}
			work, err := kind.Open(job)
			if err != nil {
				b.Fatal(err)
			}
			var items [][]byte
			var results []Result
			for it := range boards(b, 90, 10) {
				r, err := work(b.Context(), it.Item)
				if err != nil {
					b.Fatal(err)
				}
				items, results = append(items, it.Item), append(results, r)
			}
			i := 0
			for b.Loop() {
				i = (i + 1) % len(items)
				if _, err := kind.accept(b.Context(), job, items[i], results[i]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
