//go:build unix

package batch

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"log/slog"
	"math/big"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
	"nonogram/generate"
)

// What the tests of this package share: puzzles, kinds of work, queues and logs.

const testVersion = "test"

// boards are random puzzles in the form of items, with an unreadable one in between
// now and then.
func boards(t testing.TB, n, side int) iter.Seq[Sized] {
	t.Helper()
	puzzles, err := generate.Random{Width: side, Height: side, Count: n, First: 0.3, Last: 0.7, Seed: big.NewInt(7)}.Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(Sized) bool) {
		i := 0
		for p := range puzzles {
			i++
			it := &Item{ID: p.ID, File: "boards.txt", Puzzle: p}
			if i%97 == 0 {
				it.Puzzle, it.Problem = nil, record.Detail{Where: fmt.Sprintf("boards.txt:%d", i), Message: "nonsense"}
			}
			if !yield(Sized{EncodeItem(it, false), side * side}) {
				return
			}
		}
	}
}

// direct is what a job gives, without any queue.
func direct(t testing.TB, job *Job, items iter.Seq[Sized]) []byte {
	t.Helper()
	kind, err := KindNamed(Kinds(), job.Kind)
	if err != nil {
		t.Fatal(err)
	}
	work, err := kind.Open(job)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for it := range items {
		r, err := work(t.Context(), it.Item)
		if err != nil {
			t.Fatal(err)
		}
		if kind.Answer != nil {
			if r, err = kind.accept(t.Context(), job, it.Item, r); err != nil {
				t.Fatal(err)
			}
		}
		b.Write(r.Output)
	}
	return b.Bytes()
}

// testKind is a kind of work that knows no more of a puzzle than its id.
func testKind(name string, answer func(ctx context.Context, id string) any) Kind {
	return Kind{Name: name, Open: func(*Job) (Work, error) {
		return func(ctx context.Context, item []byte) (Result, error) {
			it, err := ReadItem(item)
			if err != nil {
				return Result{}, err
			}
			return Result{Code: record.CodeOK, Output: JSONLine(answer(ctx, it.ID))}, nil
		}, nil
	}}
}

// testLog shows what the package reports, if a test fails.
func testLog(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(testWriter{t}, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

type testWriter struct{ t testing.TB }

func (w testWriter) Write(b []byte) (int, error) {
	w.t.Helper()
	if w.t.Context().Err() == nil { // the server may have last words
		w.t.Log(strings.TrimSpace(string(b)))
	}
	return len(b), nil
}

func open(t testing.TB, dir string) *Queue {
	t.Helper()
	q, err := Open(t.Context(), Config{Dir: dir, Log: testLog(t), AckWait: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

func drain(t testing.TB, q *Queue, n int) {
	t.Helper()
	w := &Workers{Queue: q, N: n, Kinds: Kinds(), Version: testVersion, Drain: true}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func output(t testing.TB, q *Queue, id string) []byte {
	t.Helper()
	job, err := q.Job(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := q.Output(t.Context(), &b, job, Kinds(), Order{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// listener is a log that waits for a message, from when it is armed.
type listener struct {
	slog.Handler
	message      string
	armed, heard atomic.Bool
	warnings     atomic.Int64 // while armed
	told         chan struct{}
}

func listenFor(message string) *listener {
	return &listener{Handler: slog.DiscardHandler, message: message, told: make(chan struct{})}
}

func (l *listener) Enabled(context.Context, slog.Level) bool { return true }

func (l *listener) Handle(_ context.Context, rec slog.Record) error {
	if l.armed.Load() && rec.Level >= slog.LevelWarn {
		l.warnings.Add(1)
	}
	if l.armed.Load() && rec.Message == l.message && !l.heard.Swap(true) {
		close(l.told)
	}
	return nil
}

func sample(id string, rows ...string) *nonogram.Puzzle {
	g := nonogram.NewGrid(len(rows[0]), len(rows))
	for y, row := range rows {
		for x, c := range row {
			g.Set(y, x, nonogram.Empty)
			if c == '#' {
				g.Set(y, x, nonogram.Black)
			}
		}
	}
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	p.ID = id
	return p
}
