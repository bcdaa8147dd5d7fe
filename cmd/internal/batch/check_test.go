package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"nonogram/cmd/internal/operations/record"
)

// Results that do not fit their puzzles are refused, one by one.
func TestCheckRecord(t *testing.T) {
	p := sample("a", "##.", ".#.")
	item := EncodeItem(&Item{ID: "a", Puzzle: p}, false)
	for _, c := range []struct {
		line string
		word bool
		ok   bool
	}{
		{`{"id":"a","status":"unique","solutions":1,"grid":["##.",".#."]}`, true, true},
		{`{"id":"a","status":"multiple","solutions":2,"grid":["##.",".#."]}`, false, true},
		{`{"id":"a","status":"unsolvable","solutions":0}`, true, true},
		{`{"id":"a","status":"unique","solutions":1,"grid":["##.","#.."]}`, false, false},
		{`{"id":"a","status":"unique","solutions":1,"grid":["##."]}`, false, false},
		{`{"id":"a","status":"unique","solutions":1}`, false, false},
		{`{"id":"a","status":"solved by magic"}`, false, false},
		{`{"id":"b","status":"unsolvable"}`, false, false},
		{`{"id":"a","error":{"message":"no"}}`, false, false},
		{`{"id":"a","status":"unsolvable"` + "\n}", false, false},
		{"{\"id\":\"a\",\"status\":\"unsolvable\",\"reason\":\"\x1b]0;title\a\"}", false, false},
		{`not JSON`, false, false},
	} {
		word, err := checkRecord("solve", item, Result{record.CodeOK, []byte(c.line + "\n")})
		if (err == nil) != c.ok || word != c.word {
			t.Errorf("%s: worker's word %v, %v", c.line, word, err)
		}
	}
}

// A worker that lies about grids is found out when its results are collected: another
// worker does them again, and the log names the liar.
func TestLyingWorker(t *testing.T) {
	port := freePorts(t, 1)[0]
	serverProcess(t, serverConfig(t, "liar", port, 0, nil))
	var log bytes.Buffer
	q := connect(t, Config{URL: fmt.Sprintf("nats://127.0.0.1:%d", port), Log: slog.New(slog.NewTextHandler(&log, nil))})
	job := &Job{ID: "liar", Kind: "solve", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 6, 5), 2, nil); err != nil {
		t.Fatal(err)
	}
	lies := testKind("solve", func(_ context.Context, id string) any {
		return record.Solve{Subject: record.Subject{Named: record.Named{ID: id}}, Solutions: 1, Grid: []string{".....", ".....", ".....", ".....", "....."}, Status: 1}
	})
	if err := (&Workers{Queue: q, N: 1, Kinds: []Kind{lies}, Version: testVersion, Drain: true, name: "liar/1"}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = (&Workers{Queue: q, N: 1, Kinds: Kinds(), Version: testVersion, name: "honest/1"}).Run(ctx)
	}()
	var b bytes.Buffer
	tally, err := q.Output(t.Context(), &b, job, Kinds(), Order{Wait: true})
	stop()
	<-ended
	if want := direct(t, job, boards(t, 6, 5)); err != nil || !bytes.Equal(b.Bytes(), want) || tally.Items != 6 {
		t.Errorf("%v, %+v\n%s", err, tally, &b)
	}
	if strings.Count(log.String(), "done again") != 3 || !strings.Contains(log.String(), "liar/1") {
		t.Errorf("log %s", &log)
	}
}

// The configuration for users of deploy/ allows each command its own, and no more.
func TestPermissions(t *testing.T) {
	server := natsServer(t)
	port, dir := freePorts(t, 1)[0], t.TempDir()
	users, err := os.ReadFile("../../../deploy/nats-users.conf")
	if err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf("listen: 127.0.0.1:%d\njetstream { store_dir: %q }\n%s", port, dir, users)
	path := filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"SUBMIT", "WORK", "READ"} {
		t.Setenv("NONOGRAM_"+name+"_PASSWORD", "p"+strings.ToLower(name))
	}
	start(t, &process{name: server, args: []string{"-c", path}})
	as := func(user string) *Queue {
		return connect(t, Config{URL: fmt.Sprintf("nats://%s:p%s@127.0.0.1:%d", user, user, port), Log: testLog(t)})
	}
	sender := as("submit")
	job := &Job{ID: "permitted", Kind: "solve", Version: testVersion}
	if err := sender.Submit(t.Context(), job, boards(t, 6, 5), 2, nil); err != nil {
		t.Fatal(err)
	}
	worker := as("work")
	drain(t, worker, 1)
	reader := as("read")
	if got, want := output(t, reader, job.ID), direct(t, job, boards(t, 6, 5)); !bytes.Equal(got, want) {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
	if s, err := reader.Status(t.Context(), job.ID); err != nil || !s.Finished() {
		t.Errorf("%+v, %v", s, err)
	}
	// What a worker must not: puzzles, streams.
	denied := func(q *Queue, what string, do func(ctx context.Context) error) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), requestTimeout)
		defer cancel()
		if err := do(ctx); err == nil {
			t.Errorf("%s is permitted", what)
		}
	}
	denied(worker, "a worker that sends puzzles", func(ctx context.Context) error {
		_, err := worker.js.PublishMsg(ctx, &nats.Msg{Subject: job.inputSubject(9)})
		return err
	})
	denied(worker, "a worker that removes results", func(ctx context.Context) error { return worker.js.DeleteStream(ctx, job.doneStream()) })
	denied(worker, "a worker that removes puzzles", func(ctx context.Context) error {
		mine, err := worker.js.Stream(ctx, job.inputStream())
		if err != nil {
			return nil
		}
		return mine.Purge(ctx)
	})
	// A record that was changed does not switch checks off.
	if err := settle(t.Context(), func() error {
		now, err := worker.Job(t.Context(), job.ID)
		if err != nil {
			return err
		}
		now.Checked, now.Chunks, now.Items = false, 2, 4
		digest := newDigest()
		for i := range 2 {
			msg, err := worker.get(t.Context(), job.doneStream(), job.doneSubject(i))
			if err != nil {
				return err
			}
			digest.add(msg.Header.Get(headerKey))
		}
		now.Digest = digest.String()
		return worker.save(t.Context(), now)
	}); err != nil {
		t.Fatal(err)
	}
	changed, err := reader.Job(t.Context(), job.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Output(t.Context(), io.Discard, changed, Kinds(), Order{}); !errors.Is(err, ErrForeign) {
		t.Errorf("a record that a worker has cut: %v", err)
	}
	denied(reader, "a reader that stores results", func(ctx context.Context) error {
		_, err := reader.js.PublishMsg(ctx, &nats.Msg{Subject: job.doneSubject(9)})
		return err
	})
	denied(reader, "a reader that removes results", func(ctx context.Context) error { return reader.js.DeleteStream(ctx, job.doneStream()) })
}
