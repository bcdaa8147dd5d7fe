//go:build unix

package batch

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"nonogram/cmd/internal/operations/record"
)

// damages are ways to damage a file.
var damages = map[string]func(data []byte) []byte{
	"a byte changed": func(data []byte) []byte {
		data = slices.Clone(data)
		if len(data) > 0 {
			data[len(data)/2] ^= 0x55
		}
		return data
	},
	"the second half lost": func(data []byte) []byte { return data[:len(data)/2] },
	"all zeros":            func(data []byte) []byte { return make([]byte, len(data)) },
}

// TestCorruptedStore damages every file of the store in turn, half way through a job. The
// job is then sent and worked on again, with the same output, or refused as damaged until
// it is removed.
func TestCorruptedStore(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: takes a minute")
	}
	var names []string
	dir := half(t)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			names = append(names, path[len(dir):])
		}
		return err
	})
	if err != nil || len(names) < 15 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	want := direct(t, lifeJob("half"), boards(t, 20, 5))
	run := regexp.MustCompile("=[a-z0-9]+-") // of the job, in names of streams
	var tried atomic.Int64
	t.Cleanup(func() {
		if n := int(tried.Load()); n < len(names) {
			t.Errorf("%d files damaged, of %d in %d ways", n, len(names), len(damages))
		}
	})
	for _, name := range names {
		for way, damage := range damages {
			t.Run(way+" in "+filepath.Base(filepath.Dir(name))+" "+filepath.Base(name), func(t *testing.T) {
				t.Parallel()
				dir := half(t)
				paths, err := filepath.Glob(dir + run.ReplaceAllString(name, "=*-"))
				if err != nil || len(paths) != 1 {
					t.Skip(paths, err) // the names of some files vary
				}
				tried.Add(1)
				data, err := os.ReadFile(paths[0])
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(paths[0], damage(data), 0o600); err != nil {
					t.Fatal(err)
				}
				repair(t, dir, want)
			})
		}
	}
}

// TestCorruptedConsumer changes every byte of the state of a job's consumer, which has no
// checksum. Some changes hide chunks from the workers, or postpone them for years.
func TestCorruptedConsumer(t *testing.T) {
	want := direct(t, lifeJob("half"), boards(t, 20, 5))
	for i := range 16 {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			dir := half(t)
			files, err := filepath.Glob(filepath.Join(dir, "*", "jetstream", "*", "streams", "*", "obs", consumer, "o.dat"))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			data, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			data[i%len(data)] ^= 0x55 // shorter without a chunk in work
			if err := os.WriteFile(files[0], data, 0o600); err != nil {
				t.Fatal(err)
			}
			repair(t, dir, want)
		})
	}
}

// repair sends and completes the job of a damaged folder, after its removal if it is
// refused as damaged, and compares its output.
func repair(t *testing.T, dir string, want []byte) {
	t.Helper()
	got, err := resume(t, dir, false)
	if errors.Is(err, ErrDamaged) {
		t.Logf("refused: %v", err)
		got, err = resume(t, dir, true)
	}
	if err != nil {
		t.Error(err)
	} else if !bytes.Equal(got, want) {
		t.Errorf("the output differs: %d bytes, want %d", len(got), len(want))
	}
}

// half makes a folder with a job of which half of the chunks are done.
func half(t *testing.T) string {
	dir := t.TempDir()
	q := open(t, dir)
	defer q.Close()
	job := lifeJob("half")
	if err := q.Submit(t.Context(), job, boards(t, 20, 5), 1, nil); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	worked := make(chan error)
	go func() {
		worked <- (&Workers{Queue: q, N: 1, Kinds: Kinds(), Version: testVersion, Drain: true}).Run(ctx)
	}()
	for done := 0; done < 10; {
		p, err := q.progress(ctx, job)
		if err != nil {
			t.Fatal(err)
		}
		done = p.Chunks
	}
	stop()
	if err := <-worked; err != nil {
		t.Fatal(err)
	}
	return dir
}

// resume sends the job again, after its removal or not, completes it and returns its
// output.
func resume(t *testing.T, dir string, remove bool) ([]byte, error) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	q, err := Open(ctx, Config{Dir: dir, AckWait: testAckWait, Log: testLog(t)})
	if err != nil {
		return nil, err
	}
	defer q.Close()
	job := lifeJob("half")
	if remove {
		if err := q.Remove(ctx, job.ID); err != nil {
			return nil, err
		}
	}
	if err := q.Submit(ctx, job, boards(t, 20, 5), 1, nil); err != nil {
		return nil, err
	}
	if err := (&Workers{Queue: q, N: 1, Kinds: Kinds(), Version: testVersion, Drain: true}).Run(ctx); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = q.Output(ctx, &b, job, Kinds(), Order{})
	return b.Bytes(), err
}

// TestTwoSenders sends one job from two processes at a time. Both succeed, and every
// item is answered once.
func TestTwoSenders(t *testing.T) {
	dir := t.TempDir()
	first, second := open(t, dir), open(t, dir)
	var group sync.WaitGroup
	for _, q := range []*Queue{first, second, first} {
		group.Go(func() {
			if err := q.Submit(t.Context(), lifeJob("twice"), boards(panics{}, 60, 5), 2, nil); err != nil {
				t.Error(err)
			}
		})
	}
	group.Go(func() { drain(t, second, 2) })
	group.Wait()
	drain(t, first, 1)
	if got, want := output(t, second, "twice"), direct(t, lifeJob("twice"), boards(t, 60, 5)); !bytes.Equal(got, want) {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
	if err := second.Submit(t.Context(), lifeJob("twice"), boards(t, 61, 5), 2, nil); !errors.Is(err, ErrOther) {
		t.Errorf("other items under the same name: %v", err)
	}
}

// TestClockJump lets the time for an acknowledgement pass while a chunk is worked on, as
// it does when the clock of the server jumps ahead. A second worker gets the chunk, and
// one result stays.
func TestClockJump(t *testing.T) {
	begun, proceed := make(chan struct{}, 8), make(chan struct{})
	kind := testKind("gate", func(_ context.Context, id string) any {
		begun <- struct{}{}
		<-proceed
		return record.Check{Named: record.Named{ID: id}, Status: "ok"}
	})
	q, err := Open(t.Context(), Config{Dir: t.TempDir(), Log: testLog(t), AckWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	job := &Job{ID: "jump", Kind: "gate", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 1, 5), 1, nil); err != nil {
		t.Fatal(err)
	}
	worked := make(chan error, 1)
	go func() {
		worked <- (&Workers{Queue: q, N: 2, Kinds: []Kind{kind}, Version: testVersion, Drain: true}).Run(t.Context())
	}()
	<-begun
	if _, err := q.js.UpdateConsumer(t.Context(), job.workStream(), jetstream.ConsumerConfig{
		Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Millisecond, MaxDeliver: -1, MaxAckPending: maxPending,
	}); err != nil {
		t.Fatal(err)
	}
	<-begun // again, by the other worker
	close(proceed)
	if err := <-worked; err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if tally, err := q.Output(t.Context(), &b, job, []Kind{kind}, Order{}); err != nil || tally.Items != 1 {
		t.Errorf("%+v, %v\n%s", tally, err, &b)
	}
}

// TestRateAfterClockJump checks that times of results that jump in either direction give
// no negative rate.
func TestRateAfterClockJump(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, jump := range []time.Duration{-24 * time.Hour, -time.Second, 0, time.Second, 24 * time.Hour} {
		var results []stored
		for i := range 10 {
			at := start.Add(time.Duration(i) * time.Second)
			if i >= 5 {
				at = at.Add(jump)
			}
			results = append(results, stored{at, 3})
			if got := rate(results); got < 0 || got > 100 {
				t.Errorf("%v: %g items per second after %d results", jump, got, i+1)
			}
		}
		if got := rate(results); got < 1 || got > 10 {
			t.Errorf("%v: %g items per second, want about 3", jump, got)
		}
	}
}
