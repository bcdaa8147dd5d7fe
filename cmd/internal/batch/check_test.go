//go:build unix

package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonogram"
	"nonogram/certify"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/solve"
)

// Wrong results are found when they are collected, from a server and from a folder: another
// worker does those puzzles again, and the log names the worker that sent them. Without
// certificates, a wrong verdict that no grid contradicts is marked as the word of a worker.
func TestLyingWorker(t *testing.T) {
	const boardsOf = 6
	empty := []string{".....", ".....", ".....", ".....", "....."}
	unsolvable := operations.SolveAnswer{Solve: record.Solve{Status: nonogram.Unsolvable}}
	grid := operations.SolveAnswer{Solve: record.Solve{Status: nonogram.Unique, Solutions: 1, Grid: empty}}
	certificate := func(p *nonogram.Puzzle) []byte {
		var b bytes.Buffer
		if _, err := new(solve.Engine).Prove(t.Context(), p, nonogram.Options{}, certify.NewWriter(&b, p)); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	claimNothing := func(p *nonogram.Puzzle) []byte {
		var b bytes.Buffer
		if err := certify.NewWriter(&b, p).End(false); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	contradiction := sample("", ".....", ".....", ".....", ".....", ".....")
	contradiction.Rows[0] = nonogram.Clue{{Length: 5, Color: nonogram.Black}}
	for _, c := range []struct {
		name    string
		certify bool
		lie     operations.SolveAnswer
		proof   func(*nonogram.Puzzle) []byte
		passes  bool
	}{
		{"a wrong grid", false, grid, nil, false},
		{"a verdict", false, unsolvable, nil, true},
		{"a verdict without a certificate", true, unsolvable, nil, false},
		{"a verdict with the certificate of another puzzle", true, unsolvable, func(*nonogram.Puzzle) []byte { return certificate(contradiction) }, false},
		{"a verdict with a certificate that claims nothing", true, unsolvable, claimNothing, false},
		{"a verdict with the certificate of another verdict", true, unsolvable, certificate, false},
	} {
		for _, server := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, server %v", c.name, server), func(t *testing.T) {
				t.Parallel() // they wait most of the time
				var log bytes.Buffer
				config := Config{Log: slog.New(slog.NewTextHandler(&log, nil))}
				if server {
					port := freePorts(t, 1)[0]
					serverProcess(t, serverConfig(t, "liar", port, 0, nil))
					config.URL = fmt.Sprintf("nats://127.0.0.1:%d", port)
				} else {
					config.Dir = t.TempDir()
				}
				q := connect(t, config)
				job := &Job{ID: "liar", Kind: "solve", Version: testVersion, Certify: c.certify}
				if err := q.Submit(t.Context(), job, boards(t, boardsOf, 5), boardsOf, nil); err != nil {
					t.Fatal(err)
				}
				lies := Kind{Name: "solve", Open: func(*Job) (Work, error) {
					return func(_ context.Context, item []byte) (Result, error) {
						it, err := ReadItem(item)
						lie := c.lie
						lie.ID, lie.Width, lie.Height = it.ID, 5, 5
						r := Result{Code: lie.Code(), Output: JSONLine(lie)}
						if c.proof != nil {
							r.Proof = c.proof(it.Puzzle)
						}
						return r, err
					}, nil
				}}
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
				if err != nil || tally.Items != boardsOf {
					t.Fatalf("%v, %+v", err, tally)
				}
				again := strings.Count(log.String(), "done again")
				if c.passes {
					if n := strings.Count(b.String(), `"certified":false`); again > 0 || n != boardsOf || tally.Word != boardsOf {
						t.Errorf("%d done again, %d marked, %d counted\n%s", again, n, tally.Word, &b)
					}
					return
				}
				if want := direct(t, job, boards(t, boardsOf, 5)); !bytes.Equal(b.Bytes(), want) {
					t.Errorf("got\n%swant\n%s", &b, want)
				}
				if n := strings.Count(b.String(), `"certified":true`); c.certify && n != boardsOf {
					t.Errorf("%d certified", n)
				}
				if again != 1 || !strings.Contains(log.String(), "liar/1") {
					t.Errorf("log %s", &log)
				}
			})
		}
	}
}

// The certificates of all verdicts are accepted, and each proves only its own.
func TestCertify(t *testing.T) {
	kind, err := KindNamed(Kinds(), "solve")
	if err != nil {
		t.Fatal(err)
	}
	none := sample("none", "##.", ".#.")
	none.Rows[1] = nonogram.Clue{{Length: 3, Color: nonogram.Black}}
	puzzles := []*nonogram.Puzzle{sample("one", "##.", ".#."), sample("two", "#.", ".#"), sample("six", "#..", ".#.", "..#"), none}
	for _, c := range []struct {
		request string
		want    [4]string
	}{
		{``, [4]string{"unique", "multiple", "multiple", "unsolvable"}},
		{`{"limit":1}`, [4]string{"unique", "solved", "solved", "unsolvable"}},
		{`{"limit":4}`, [4]string{"unique", "multiple", "multiple", "unsolvable"}},
		{`{"limit":9}`, [4]string{"unique", "multiple", "multiple", "unsolvable"}},
		{`{"method":"7"}`, [4]string{"unique", "multiple", "multiple", "unsolvable"}},
	} {
		job := &Job{Kind: "solve", Request: json.RawMessage(c.request), Certify: true}
		work, err := kind.Open(job)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range puzzles {
			item := EncodeItem(&Item{ID: p.ID, Puzzle: p}, false)
			r, err := work(t.Context(), item)
			if err != nil {
				t.Fatal(err)
			}
			got, err := kind.accept(t.Context(), job, item, r)
			if err != nil || !strings.Contains(string(got.Output), `"status":"`+c.want[i]+`"`) || !strings.Contains(string(got.Output), `"certified":true`) {
				t.Errorf("%s of %s: %v\n%s", c.request, p.ID, err, got.Output)
			}
			r.Proof = bytes.Replace(r.Proof, []byte("exactly"), []byte("at least"), 1)
			if _, err := kind.accept(t.Context(), job, item, r); err == nil && c.want[i] != "solved" && (c.request == `{"limit":9}` || c.want[i] != "multiple") {
				t.Errorf("%s of %s: accepted with a weaker certificate\n%s", c.request, p.ID, r.Proof)
			}
		}
	}
}

// Where there is no certificate, the verdict is undecided and the line says why: the search
// for it ends, the puzzle is over the limits of certificates, or a server is too small.
func TestUncertified(t *testing.T) {
	kind, err := KindNamed(Kinds(), "solve")
	if err != nil {
		t.Fatal(err)
	}
	job := &Job{Kind: "solve", Certify: true}
	work, err := kind.Open(job)
	if err != nil {
		t.Fatal(err)
	}
	long := sample("long", "##.", ".#.")
	long.Rows[0] = nonogram.Clue{{Length: 10_001, Color: nonogram.Black}}
	item := EncodeItem(&Item{ID: "long", Puzzle: long}, false)
	r, err := work(t.Context(), item)
	if err != nil {
		t.Fatal(err)
	}
	r, err = kind.accept(t.Context(), job, item, r)
	if err != nil || r.Code != record.CodeUndecided || !bytes.Contains(r.Output, []byte(`"status":"undecided","reason":"unsolvable, without a certificate: `)) || !bytes.Contains(r.Output, []byte(`"certified":false`)) {
		t.Errorf("%v, %d, %.300s", err, r.Code, r.Output)
	}
	// Of two results that are too large together, the one with the longer certificate loses it.
	small := EncodeItem(&Item{ID: "small", Puzzle: sample("small", "##.", ".#.")}, false)
	first, err := work(t.Context(), small)
	if err != nil {
		t.Fatal(err)
	}
	second := first
	second.Proof = append(bytes.Repeat([]byte("x"), 1000), first.Proof...)
	results := []Result{first, second}
	fitProofs(results, len(encode([]Result{first, first}))+500)
	if len(results[0].Proof) == 0 || len(results[1].Proof) > 0 || results[1].Code != record.CodeUndecided {
		t.Errorf("%+v", results)
	}
	if r, err := kind.accept(t.Context(), job, small, results[1]); err != nil || !bytes.Contains(r.Output, []byte("without a certificate: it has")) {
		t.Errorf("%v, %s", err, r.Output)
	}
}

// Whoever may write to a queue can put other puzzles in place of those that were sent, with keys
// and a record that fit. The process that has sent them finds out, and so does one that knows
// their digest.
func TestForgedPuzzles(t *testing.T) {
	others := func(seed int) (body []byte) {
		var items [][]byte
		for it := range boards(t, 2*seed+2, 6) {
			items = append(items, it.Item)
		}
		return encode(items[2*seed:])
	}
	for name, c := range map[string]struct {
		forge func(q *Queue, job *Job) // changes the job as the record of the queue has it
		want  string
	}{
		"nothing": {func(*Queue, *Job) {}, ""},
		"puzzles": {func(q *Queue, job *Job) {
			body := others(1)
			header := nats.Header{headerKey: {job.key(body)}, headerFirst: {"2"}}
			for stream, subject := range map[string]string{job.inputStream(): job.inputSubject(1), job.workStream(): job.workSubject(1)} {
				s, err := q.js.Stream(t.Context(), stream)
				if err == nil {
					err = s.Purge(t.Context(), jetstream.WithPurgeSubject(subject))
				}
				if err == nil {
					_, err = q.js.PublishMsg(t.Context(), &nats.Msg{Subject: subject, Data: body, Header: header})
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}, "somebody has changed puzzles 3 to 4"},
		"fewer": {func(q *Queue, job *Job) {
			job.Chunks, job.Items = 2, 4
			for stream, subject := range map[string]string{job.inputStream(): job.inputSubject(2), job.workStream(): job.workSubject(2)} {
				s, err := q.js.Stream(t.Context(), stream)
				if err == nil {
					err = s.Purge(t.Context(), jetstream.WithPurgeSubject(subject))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}, "somebody has changed puzzles 5 to 6"},
	} {
		t.Run(name, func(t *testing.T) {
			q := open(t, t.TempDir())
			job := &Job{ID: "forged", Kind: "solve", Version: testVersion}
			if err := q.Submit(t.Context(), job, boards(t, 6, 5), 2, nil); err != nil {
				t.Fatal(err)
			}
			digest := job.Digest
			record, err := q.Job(t.Context(), job.ID)
			if err != nil {
				t.Fatal(err)
			}
			c.forge(q, record)
			d := newDigest()
			for i := range record.Chunks {
				msg, err := q.leaderGet(t.Context(), record.inputStream(), record.inputSubject(i))
				if err != nil {
					t.Fatal(err)
				}
				d.add(msg.Header.Get(headerKey))
			}
			record.Digest = d.String()
			if err := q.save(t.Context(), record); err != nil {
				t.Fatal(err)
			}
			drain(t, q, 1)
			var written bytes.Buffer
			for _, order := range []Order{{Wait: true}, {Wait: true, Any: true}} {
				written.Reset()
				mine := *job
				mine.Sealed, mine.Digest = false, "" // the record of the queue says when all is sent
				_, err = q.Output(t.Context(), &written, &mine, Kinds(), order)
				if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), c.want)) {
					t.Errorf("the sender: %v, expected %q", err, c.want)
				}
			}
			// Another process that knows no digest cannot tell.
			for known, refused := range map[string]bool{"": false, digest: c.want != ""} {
				if record, err = q.Job(t.Context(), job.ID); err != nil {
					t.Fatal(err)
				}
				if _, err := q.Output(t.Context(), io.Discard, record, Kinds(), Order{Digest: known}); (err != nil) != refused || err != nil && !errors.Is(err, ErrForeign) {
					t.Errorf("with the digest %q: %v", known, err)
				}
			}
		})
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
