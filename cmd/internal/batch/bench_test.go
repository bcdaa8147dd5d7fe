package batch

import (
	"bytes"
	"context"
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
