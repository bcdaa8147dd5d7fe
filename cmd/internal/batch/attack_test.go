//go:build unix

package batch

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"nonogram"
	"nonogram/certify"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/solve"
)

// A hostile worker, with the one token of a built-in queue, answers every chunk before any other
// worker does, and puts what it can where the program keeps its records. The sender still gets
// the right answers, all of them proved, and the names of the liars; the list of jobs and the
// workers go on. "make attack" sends a thousand forgeries.
func TestAttacks(t *testing.T) {
	forgeries := 20
	if os.Getenv("NONOGRAM_ATTACK") != "" {
		forgeries = 1000
	}
	q := open(t, t.TempDir())
	var log bytes.Buffer
	q.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	evil := connect(t, Config{URL: q.URL(), Log: testLog(t)})
	job := &Job{ID: "attacked", Kind: "solve", Version: testVersion, Certify: true}
	if err := q.Submit(t.Context(), job, boards(t, forgeries, 5), 1, nil); err != nil {
		t.Fatal(err)
	}
	var other bytes.Buffer // a proof that another puzzle has no solution
	contradiction := sample("", ".....", ".....", ".....", ".....", ".....")
	contradiction.Rows[0] = nonogram.Clue{{Length: 5, Color: nonogram.Black}}
	if _, err := new(solve.Engine).Prove(t.Context(), contradiction, nonogram.Options{}, certify.NewWriter(&other, contradiction)); err != nil {
		t.Fatal(err)
	}
	answer := func(id string, status nonogram.Status, grid []string) Result {
		a := operations.SolveAnswer{Solve: record.Solve{Status: status, Grid: grid}}
		a.ID, a.Width, a.Height = id, 5, 5
		if grid != nil {
			a.Solutions = 1
		}
		return Result{Code: a.Code(), Output: JSONLine(a)}
	}
	const escape = "\x1b]0;owned\a\x1b[2J"
	forge := []func(id string, m *nats.Msg){
		func(id string, m *nats.Msg) {
			m.Data = encode([]Result{answer(id, nonogram.Unique, []string{".....", "#.#.#", ".....", "#.#.#", "....."})})
		},
		func(id string, m *nats.Msg) { m.Data = encode([]Result{answer(id, nonogram.Unsolvable, nil)}) },
		func(id string, m *nats.Msg) {
			r := answer(id, nonogram.Unsolvable, nil)
			r.Proof = other.Bytes()
			m.Data = encode([]Result{r})
		},
		func(id string, m *nats.Msg) {
			m.Data = encode([]Result{{Output: []byte(`{"id":"` + id + escape + `"}` + "\n")}})
		},
		func(_ string, m *nats.Msg) { m.Data = encode([]Result{{Output: []byte(escape + "\n")}}) },
		func(id string, m *nats.Msg) {
			m.Data = encode([]Result{answer(id, nonogram.Undecided, nil), answer(id, nonogram.Undecided, nil)})
		},
		func(_ string, m *nats.Msg) { m.Data = []byte(escape) },
		func(_ string, m *nats.Msg) { m.Data, m.Header = nil, nil },
		func(_ string, m *nats.Msg) { m.Header[headerKey] = []string{escape} },
		func(_ string, m *nats.Msg) {
			m.Data, m.Header[headerTally] = encode([]Result{}), []string{"-1 99999999999999999999 x"}
		},
	}
	for i := range forgeries {
		input, err := evil.leaderGet(t.Context(), job.inputStream(), job.inputSubject(i))
		if err != nil {
			t.Fatal(err)
		}
		m := &nats.Msg{Subject: job.doneSubject(i), Header: nats.Header{
			headerKey: input.Header[headerKey], headerWorker: {fmt.Sprintf("evil/%d%s", i%len(forge), "\t")}, headerTally: {Tally{Items: 1}.String()},
		}}
		forge[i%len(forge)](fmt.Sprint(i+1), m)
		if _, err := evil.js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	for _, subject := range []string{job.doneSubject("x"), job.doneSubject(forgeries + 5), job.doneSubject("-1"), job.doneSubject("99999999999999999999")} {
		if _, err := evil.js.PublishMsg(t.Context(), &nats.Msg{Subject: subject, Data: []byte(escape)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, subject := range []string{"evil", "a.b", "=", job.name() + ".x", job.name() + ".1"} {
		for _, bucket := range []string{jobsBucket, recordsBucket} {
			if _, err := evil.js.PublishMsg(t.Context(), &nats.Msg{Subject: bucketSubject(bucket, subject), Data: []byte(escape)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	began := time.Now()
	if all, err := q.Statuses(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("%d jobs are listed: %v", len(all), err)
	}
	if err := q.Remove(t.Context(), "evil"); err != nil {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- (&Workers{Queue: q, N: 1, Kinds: Kinds(), Version: testVersion, name: "honest/1"}).Run(ctx)
	}()
	var got bytes.Buffer
	tally, err := q.Output(t.Context(), &got, job, Kinds(), Order{Wait: true})
	stop()
	<-ended
	if want := direct(t, job, boards(t, forgeries, 5)); err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Fatalf("%v\ngot\n%s\nwant\n%s", err, got.Bytes(), want)
	}
	said := log.String()
	again, removed := strings.Count(said, "done again"), strings.Count(said, "and is removed")
	if again+removed < forgeries || strings.ContainsAny(said+got.String(), "\x1b\a") {
		t.Errorf("%d of %d forgeries were found, or a message has control characters", again+removed, forgeries)
	}
	t.Logf("%d forged results in %v: %d done again, %d removed by workers; %d of %d verdicts proved, and the output is that of solve",
		forgeries, time.Since(began).Round(time.Millisecond), again, removed, strings.Count(got.String(), `"certified":true`), tally.Items-tally.Failed)
}
