//go:build unix

package batch

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"nonogram/cmd/internal/operations/record"
)

// story plays suspect deliveries of one chunk of n items whose worker processes die
// with their workers. Each delivery ends at the item where its worker dies, or (-1) with
// the return of the chunk before the first item. It returns the items set aside.
func story(n int, deliveries []int) []int {
	var stored deliveryRecord
	for _, dies := range deliveries[1:] { // the first is not suspect
		stored.deliver()
		r := stored
		for item := 0; item < n && dies >= 0; item++ {
			if r.isAside(item) {
				continue
			}
			if r.begin(item) {
				stored = r
			}
			if item == dies {
				break
			}
		}
		if dies < 0 {
			stored.giveBack()
		}
	}
	stored.deliver()
	return stored.Aside
}

func TestBlame(t *testing.T) {
	for _, c := range []struct {
		name       string
		deliveries []int
		want       []int
	}{
		{"one death", []int{4}, nil},
		{"deaths before there are records", []int{4, 4, 4}, nil},
		{"too few with records", []int{4, 4, 4, 4, 4, 4, 4}, nil},
		{"enough", []int{4, 4, 4, 4, 4, 4, 4, 4}, []int{4}},
		{"the first item", []int{0, 0, 0, 0, 0, 0, 0, 0}, []int{0}},
		{"at different items", []int{4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5}, nil},
		{"killed from outside before the suspect", []int{4, 4, 4, 4, 4, 4, 4, 2, 2, 2, 2}, nil},
		{"given back, again and again", []int{-1, -1, -1, -1, -1, -1, -1, -1, -1}, nil},
		{"given back between deaths", []int{4, -1, 4, -1, 4, -1, 4, -1, 4, -1, 4, 4}, nil},
		{"enough, given back between", []int{4, -1, 4, -1, 4, -1, 4, -1, 4, -1, 4, 4, 4}, []int{4}},
		{"a second killer needs deaths of its own", []int{4, 4, 4, 4, 4, 4, 4, 4, 7, 7, 7, 7}, []int{4}},
		{"and gets them", []int{4, 4, 4, 4, 4, 4, 4, 4, 7, 7, 7, 7, 7}, []int{4, 7}},
	} {
		if got := story(10, c.deliveries); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v set aside, want %v", c.name, got, c.want)
		}
	}
}

func TestDeadWorkersAreReplacedWithinHalfAMinute(t *testing.T) {
	if AckWait+2*pullHeartbeat+requestTimeout > 30*time.Second {
		t.Error("too long")
	}
	if Heartbeat > AckWait/3 {
		t.Error("a heartbeat may get lost")
	}
}

// A worker that is stopped gives its chunk back at once: another one has it although
// the wait for the dead is an hour.
func TestStopGivesBack(t *testing.T) {
	begun := make(chan struct{}, 1)
	var patient atomic.Bool
	kind := testKind("slow", func(ctx context.Context, id string) any {
		if !patient.Load() {
			begun <- struct{}{}
			<-ctx.Done()
		}
		return record.Check{Named: record.Named{ID: id}}
	})
	q, err := Open(t.Context(), Config{Dir: t.TempDir(), Log: testLog(t), AckWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	job := &Job{ID: "slow", Kind: "slow", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 6, 5), 3, nil); err != nil {
		t.Fatal(err)
	}
	newWorkers := func() *Workers {
		return &Workers{Queue: q, N: 1, Kinds: []Kind{kind}, Version: testVersion, Drain: true}
	}
	if s, err := q.Status(t.Context(), "slow"); err != nil || !s.NoWorkers() {
		t.Errorf("%+v, %v before any worker", s, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		<-begun
		if s, err := q.Status(ctx, "slow"); err != nil || s.NoWorkers() || s.Working == 0 {
			t.Errorf("%+v, %v with a worker", s, err)
		}
		stop()
	}()
	if err := newWorkers().Run(ctx); err != nil {
		t.Fatal(err)
	}
	if s, err := q.Status(t.Context(), "slow"); err != nil || !s.NoWorkers() {
		t.Errorf("%+v, %v after the worker has gone", s, err)
	}
	if r, err := q.readRecord(t.Context(), job, 0); err != nil || r.Suspect != 0 {
		t.Errorf("delivery record %+v, %v", r, err)
	}
	patient.Store(true)
	if err := newWorkers().Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s, err := q.Status(t.Context(), "slow"); err != nil || s.Done.Items != 6 || s.Done.Failed != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

// A chunk that takes longer than the wait for the dead stays with its worker.
func TestHeartbeat(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: takes ten seconds")
	}
	t.Parallel()
	const wait = 4 * time.Second
	var times atomic.Int32
	kind := testKind("long", func(ctx context.Context, id string) any {
		times.Add(1)
		pause(ctx, 5*wait/2)
		return record.Check{Named: record.Named{ID: id}}
	})
	q, err := Open(t.Context(), Config{Dir: t.TempDir(), Log: testLog(t), AckWait: wait})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	if err := q.Submit(t.Context(), &Job{ID: "long", Kind: "long", Version: testVersion}, boards(t, 1, 5), 0, nil); err != nil {
		t.Fatal(err)
	}
	w := &Workers{Queue: q, N: 2, Kinds: []Kind{kind}, Version: testVersion, Drain: true}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := times.Load(); n != 1 {
		t.Errorf("worked on %d times", n)
	}
}
