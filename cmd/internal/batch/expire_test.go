//go:build unix

package batch

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
)

// Expire removes what was finished and written long enough ago, with all its streams, and
// nothing else: in a folder and on a server.
func TestExpire(t *testing.T) {
	port := freePorts(t, 1)[0]
	serverProcess(t, serverConfig(t, "expire", port, 0, nil))
	for name, q := range map[string]*Queue{
		"folder": open(t, t.TempDir()),
		"server": connect(t, Config{URL: fmt.Sprintf("nats://127.0.0.1:%d", port), Log: testLog(t)}),
	} {
		t.Run(name, func(t *testing.T) { testExpire(t, q) })
	}
}

func testExpire(t *testing.T, q *Queue) {
	submit := func(id string) *Job {
		job := &Job{ID: id, Kind: "solve", Version: testVersion}
		if err := q.Submit(t.Context(), job, boards(t, 4, 5), 2, nil); err != nil {
			t.Fatal(err)
		}
		return job
	}
	submit("waiting")
	drain(t, q, 1)
	collected, lacks := submit("collected"), submit("lacks")
	drain(t, q, 1)
	unfinished := submit("unfinished")
	for _, job := range []*Job{collected, lacks} {
		output(t, q, job.ID)
		q.Collected(t.Context(), job)
	}
	// A result of the second is lost, and it is sent again: it is not finished any more.
	s, err := q.js.Stream(t.Context(), lacks.doneStream())
	if err == nil {
		err = s.DeleteMsg(t.Context(), 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	submit(lacks.ID)
	const age = 200 * time.Millisecond
	go q.Expire(t.Context(), age)
	wait(t, "the job that was collected is gone", func() bool {
		_, err := q.Job(t.Context(), collected.ID)
		return errors.Is(err, ErrNoJob)
	})
	for _, stream := range []string{collected.workStream(), collected.doneStream(), collected.inputStream()} {
		if _, err := q.js.Stream(t.Context(), stream); err == nil {
			t.Errorf("the stream %s is left", stream)
		}
	}
	drain(t, q, 1)
	q.Collected(t.Context(), unfinished) // finished meanwhile: it is the last to go
	wait(t, "the next job that was collected is gone", func() bool {
		_, err := q.Job(t.Context(), unfinished.ID)
		return errors.Is(err, ErrNoJob)
	})
	var left []string
	jobs, err := q.Jobs(t.Context())
	for _, job := range jobs {
		left = append(left, job.ID)
	}
	if want := []string{"waiting", "lacks"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("left %q, %v, expected %q", left, err, want)
	}
}
