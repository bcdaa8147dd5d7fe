//go:build unix

package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// A process is killed at every crash point and restarted. The output is that of a quiet
// run, and no files are left. One process is sender, worker, collector and, in a folder,
// server, so that no other process can complete its work.

// crashVariable is where a process of a test finds at which points it has to die, one
// in each of its lives, and the file in which it counts its lives.
const crashVariable = "NONOGRAM_BATCH_CRASH"

// plan is the story of a process: the point at which each life ends, at the n-th pass.
type plan struct {
	Points []point
	Pass   int
	Lives  string // a file of as many bytes as lives have ended
	Stop   bool   // the workers are stopped at their first item
	Whole  bool   // there is one chunk
}

// readPlan arms the crash points of this process.
func readPlan() *plan {
	p := new(plan)
	if json.Unmarshal([]byte(os.Getenv(crashVariable)), p) != nil {
		return nil
	}
	lives, _ := os.ReadFile(p.Lives)
	if len(lives) >= len(p.Points) {
		return p
	}
	var passes atomic.Int32
	crash = func(at point) {
		if at != p.Points[len(lives)] || int(passes.Add(1)) != p.Pass {
			return
		}
		_ = os.WriteFile(p.Lives, append(lives, '.'), 0o600)
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	return p
}

// playLife is a whole job in one process, as batch run does it.
func playLife(ctx context.Context, c Config, args []string) error {
	id, out, p := args[0], args[1], readPlan()
	var run *Run
	if c.URL == "" {
		var err error
		if run, err = BeginRun(c.Dir); err != nil {
			return err
		}
	}
	q, err := Open(ctx, c)
	if err != nil {
		return err
	}
	defer q.Close()
	job := lifeJob(id)
	if err := lifeOfMany(ctx, q, job, out, p); err != nil && !errors.Is(err, ErrCancelled) { // by the removal of an earlier life
		return err
	}
	if err := ignore(q.Remove(ctx, job.ID), ErrNoJob); err != nil || run == nil {
		return err
	}
	return run.End(q, true)
}

func lifeJob(id string) *Job { return &Job{ID: id, Kind: "solve", Version: testVersion} }

const lifeItems, lifeChunk = 12, 2

// lifePatience is for a job that cannot be done any more.
const lifePatience = 2 * time.Minute

func lifeOfMany(ctx context.Context, q *Queue, job *Job, out string, p *plan) error {
	every := lifeChunk
	if p != nil && p.Whole {
		every = lifeItems
	}
	if err := q.Submit(ctx, job, boards(panics{}, lifeItems, 5), every, nil); err != nil {
		return err
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		_ = (&Workers{Queue: q, N: 1, Kinds: p.kinds(stop), Version: testVersion, Only: job.ID, Process: testProcess}).Run(working)
	}()
	return lifeOutput(ctx, q, job, out)
}

func lifeOutput(ctx context.Context, q *Queue, job *Job, out string) error {
	var b bytes.Buffer
	if _, err := q.Output(ctx, &b, job, Kinds(), Order{Wait: true}); err != nil {
		return err
	}
	if err := os.WriteFile(out+".new", b.Bytes(), 0o600); err != nil {
		return err
	}
	return os.Rename(out+".new", out)
}

// lives are the stories: every crash point has one.
var lives = map[point]plan{
	pointStreams: {}, pointBegun: {}, pointSent: {}, pointAllSent: {}, pointSealed: {},
	pointTaken: {}, pointWorked: {}, pointStored: {}, pointAcked: {},
	pointReturned:  {Stop: true},
	pointRecorded:  {Points: []point{pointTaken, pointTaken, pointTaken}, Whole: true},
	pointCancelled: {}, pointNoWork: {}, pointNoResults: {}, pointNoRecords: {},
	pointLocked: {}, pointAddress: {}, pointServing: {},
	pointOutput: {}, pointMarked: {}, pointCalled: {}, pointClosed: {}, pointRenamed: {},
}

// inFolder are the points that only a folder has.
var inFolder = []point{pointLocked, pointAddress, pointServing, pointOutput, pointMarked, pointCalled, pointClosed, pointRenamed}

// firstLife are the points that only the first life gets to.
var firstLife = []point{pointBegun, pointReturned}

// once are the points that a life gets to no more than once.
var once = append([]point{pointStreams, pointBegun, pointAllSent, pointSealed, pointReturned, pointRecorded, pointCancelled, pointNoWork, pointNoResults, pointNoRecords}, inFolder...)

// live kills a process at a point, as often as it takes, and looks at what comes of it.
func live(t *testing.T, where string, at point, pass, deaths int) {
	t.Helper()
	folder := !strings.Contains(where, "://")
	p := newPlan(t, at, pass, deaths)
	out := filepath.Join(t.TempDir(), "out")
	p.finish(t, start(t, p.process(t, "life", where, NewID(), out)))
	want := direct(t, lifeJob(""), boards(t, lifeItems, 5))
	got, err := os.ReadFile(out)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("the output differs: %d bytes, want %d, %v", len(got), len(want), err)
	}
	if left, _ := filepath.Glob(where + "*"); folder && len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// newPlan is the plan of a process that dies at a point so many times.
func newPlan(t *testing.T, at point, pass, deaths int) *plan {
	t.Helper()
	p := lives[at]
	p.Points, p.Pass, p.Lives = slices.Clone(p.Points), pass, filepath.Join(t.TempDir(), "lives")
	if slices.Contains(firstLife, at) {
		deaths = 1
	}
	for range deaths {
		p.Points = append(p.Points, at)
	}
	return &p
}

// process is one that lives by the plan.
func (p *plan) process(t *testing.T, role string, args ...string) *process {
	t.Helper()
	script, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return &process{name: os.Args[0], args: args, env: []string{roleVariable + "=" + role, crashVariable + "=" + string(script), ackVariable + "=500ms"}}
}

// finish waits for the last life to end well.
func (p *plan) finish(t *testing.T, life *process) {
	t.Helper()
	select {
	case <-life.done:
	case <-time.After(lifePatience):
		t.Fatalf("not done after %v: something has been lost", lifePatience)
	}
	if died, _ := os.ReadFile(p.Lives); len(died) != len(p.Points) {
		t.Errorf("died %d times, want %d", len(died), len(p.Points))
	}
}

// kinds are those of the workers. In lives that end they are stopped, where the plan
// says so, when they are at a puzzle.
func (p *plan) kinds(stop context.CancelFunc) []Kind {
	kinds := Kinds()
	if p == nil || !p.Stop || crash == nil {
		return kinds
	}
	for i := range kinds {
		kinds[i].Open = func(*Job) (Work, error) {
			return func(ctx context.Context, _ []byte) (Result, error) {
				stop()
				<-ctx.Done()
				return Result{}, ctx.Err()
			}, nil
		}
	}
	return kinds
}

// ofWorkers are the points that workers get to.
var ofWorkers = []point{pointTaken, pointRecorded, pointWorked, pointStored, pointAcked, pointReturned}

// liveWorker kills a process that is nothing but a worker: sender and server live, and
// the job is sent only once, so that what a worker loses stays lost.
func liveWorker(t *testing.T, where string, at point, pass, deaths int) {
	t.Helper()
	c := Config{Dir: where, AckWait: 500 * time.Millisecond}
	if strings.Contains(where, "://") {
		c.Dir, c.URL = "", where
	}
	var q *Queue
	wait(t, "there is a queue", func() (ok bool) {
		var err error
		q, err = Open(t.Context(), c)
		return err == nil
	})
	defer q.Close()
	p := newPlan(t, at, pass, deaths)
	every := lifeChunk
	if p.Whole {
		every = lifeItems
	}
	job := lifeJob("")
	if err := q.Submit(t.Context(), job, boards(t, lifeItems, 5), every, nil); err != nil {
		t.Fatal(err)
	}
	worker := start(t, p.process(t, "worker", where, job.ID))
	p.finish(t, worker)
	s, err := q.Status(t.Context(), job.ID)
	if err != nil || !s.Finished() || s.Missing > 0 || s.Done.Aside > 0 {
		t.Fatalf("status %+v, %v", s, err)
	}
	if got, want := output(t, q, job.ID), direct(t, job, boards(t, lifeItems, 5)); !bytes.Equal(got, want) {
		t.Errorf("the output differs: %d bytes, want %d", len(got), len(want))
	}
}

// playWorker works on one job until it is over.
func playWorker(ctx context.Context, c Config, args []string) error {
	p := readPlan()
	q, err := Open(ctx, c)
	if err != nil {
		return err
	}
	defer q.Close()
	working, stop := context.WithCancel(ctx)
	defer stop()
	w := &Workers{Queue: q, N: 1, Kinds: p.kinds(stop), Version: testVersion, Only: args[0], Drain: true, Process: testProcess}
	return w.Run(working)
}

// everyPoint goes through all points that there are at a place.
func everyPoint(t *testing.T, where func(t *testing.T) string, folder bool) {
	passes, deaths := 1, 1
	if os.Getenv("NONOGRAM_CRASH_KILLS") != "" {
		passes, deaths = 3, 2
	}
	for at := range lives {
		if slices.Contains(inFolder, at) && !folder {
			continue
		}
		for pass := 1; pass <= passes && (pass == 1 || !slices.Contains(once, at)); pass++ {
			t.Run(fmt.Sprintf("%s, pass %d", at, pass), func(t *testing.T) {
				t.Parallel()
				live(t, where(t), at, pass, deaths)
			})
			if !slices.Contains(ofWorkers, at) {
				continue
			}
			t.Run(fmt.Sprintf("%s, pass %d, of a worker", at, pass), func(t *testing.T) {
				t.Parallel()
				liveWorker(t, where(t), at, pass, deaths)
			})
		}
	}
}

func TestPointsEmbedded(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: takes ten seconds")
	}
	everyPoint(t, func(t *testing.T) string { return filepath.Join(t.TempDir(), "queue") }, true)
}

func TestPointsNatsServer(t *testing.T) {
	needsLong(t)
	server, port := natsServer(t), freePorts(t, 1)[0]
	start(t, &process{name: server, args: []string{"-c", serverConfig(t, "points", port, 0, nil)}})
	everyPoint(t, func(*testing.T) string { return fmt.Sprintf("nats://127.0.0.1:%d", port) }, false)
}

func TestPointsCluster(t *testing.T) {
	needsLong(t)
	_, where := startCluster(t, func(config string) *process { return startRole(t, "serve", config) })
	clusterQueue(t, where)
	everyPoint(t, func(*testing.T) string { return where }, false)
}

// needsLong skips what takes longer than make test should.
func needsLong(t *testing.T) {
	t.Helper()
	if os.Getenv("NONOGRAM_CRASH_KILLS") == "" {
		t.Skip("left to make crash: takes a minute")
	}
}

// Every crash point of the package has a story.
func TestEveryPointIsTried(t *testing.T) {
	source, err := os.ReadFile("point.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(source, []byte(" point = \"")); n != len(lives) {
		t.Errorf("%d points, %d stories", n, len(lives))
	}
}
