//go:build unix

package batch

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonogram/cmd/internal/operations/record"
)

// The crash test. Sender, workers and server are killed at random while a job runs,
// and the output must be that of a quiet run, byte for byte. The sender sends the
// n-th part of the job only after the n-th kill, so that the job cannot be over
// before all have happened, however fast the machine is.
//
// NONOGRAM_CRASH_PUZZLES and NONOGRAM_CRASH_KILLS make it longer, see make crash.

func setting(t *testing.T, name string, normal int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return normal
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q, expected a number", name, text)
	}
	return n
}

func TestCrashEmbedded(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: takes half a minute")
	}
	t.Parallel() // waits for processes more than it computes
	crashes(t, t.TempDir())
}

func TestCrashNatsServer(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: takes half a minute")
	}
	t.Parallel() // waits for processes more than it computes
	server := natsServer(t)
	port := freePorts(t, 1)[0]
	config := serverConfig(t, "crash", port, 0, nil)
	crashes(t, fmt.Sprintf("nats://127.0.0.1:%d", port), start(t, &process{name: server, args: []string{"-c", config}}))
}

func TestCrashCluster(t *testing.T) {
	needsLong(t)
	nodes, where := startCluster(t, func(config string) *process { return startRole(t, "serve", config) })
	clusterQueue(t, where)
	crashes(t, where, nodes...)
}

// crashes runs a job with a sender, two workers and perhaps servers, all of which die
// again and again.
func crashes(t *testing.T, where string, servers ...*process) {
	count, parts := setting(t, "NONOGRAM_CRASH_PUZZLES", 20_000), setting(t, "NONOGRAM_CRASH_KILLS", 27)
	gate := filepath.Join(t.TempDir(), "kills")
	sender := startRole(t, "submit", where, gate, fmt.Sprint(count), fmt.Sprint(parts))
	all := append([]*process{startRole(t, "work", where), startRole(t, "work", where), sender}, servers...)
	random := rand.New(rand.NewPCG(10, 50))
	victims, hosts := make([]int, len(all)), 0
	for n := 1; n <= parts; n++ {
		// The kills are spread over the whole job: the n-th waits for the n-th part.
		wait(t, "the sender gets on", func() bool { return kills(gate+sentSuffix) >= min((n-1)*(count/parts+1), count) })
		time.Sleep(time.Duration(100+random.IntN(400)) * time.Millisecond)
		k := random.IntN(len(all))
		if a, err := readAddress(where); err == nil && a.PID == all[k].pid() {
			hosts++
		}
		all[k].kill()
		victims[k]++
		if err := os.WriteFile(gate, []byte(fmt.Sprint(n)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range victims[3:] {
		hosts += n
	}
	t.Logf("killed: workers %d and %d times, sender %d; servers %d times", victims[0], victims[1], victims[2], hosts)
	wait(t, "the sender has finished", sender.finished)
	check(t, where, "crash", direct(t, &Job{Kind: "solve"}, manyBoards(count)))
}

// patience is for tests that would otherwise hang.
const patience = 10 * time.Minute

func wait(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in vain: %s", what)
		}
	}
}

// check waits for a job and compares its output.
func check(t *testing.T, where, id string, want []byte) {
	t.Helper()
	c := Config{Dir: where, AckWait: testAckWait}
	if strings.Contains(where, "://") {
		c.Dir, c.URL = "", where
	}
	q, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	job, err := q.Job(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if _, err := q.Output(ctx, &got, job, testKinds(), Order{Wait: true}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the output differs: %d lines, want %d", bytes.Count(got.Bytes(), []byte("\n")), bytes.Count(want, []byte("\n")))
	}
	s, err := q.Status(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if s.ChunksDone != s.Job.Chunks || s.Missing != 0 || s.Done.Items != s.Job.Items {
		t.Errorf("%d results for %d chunks, %d for %d items, %d missing", s.ChunksDone, s.Job.Chunks, s.Done.Items, s.Job.Items, s.Missing)
	}
	t.Logf("%d items in %d chunks, %d bytes, identical: %v", s.Done.Items, s.ChunksDone, got.Len(), bytes.Equal(got.Bytes(), want))
}

// killerKind kills its whole process at two of its puzzles.
var killerKind = testKind("killer", func(_ context.Context, id string) any {
	if id == "13" || id == "17" {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {} // it takes a moment
	}
	return record.Check{Named: record.Named{ID: id}, Status: "ok"}
})

// groupKind kills the worker with its worker process, as a system does that limits the
// memory of both.
var groupKind = testKind("group", func(_ context.Context, id string) any {
	if id == "13" || id == "17" {
		_ = syscall.Kill(-syscall.Getpgrp(), syscall.SIGKILL)
		select {}
	}
	return record.Check{Named: record.Named{ID: id}, Status: "ok"}
})

// Puzzles that kill their worker are set aside, each of them, the others are answered,
// and each killer costs no more than one worker.
func TestKillers(t *testing.T) {
	if runs := killers(t, "killer", "work", MaxDeaths); runs > 3 {
		t.Errorf("%d workers died, expected one for each of 2 killers", runs-1)
	}
}

// The same with both killers at work in one process, beside innocents.
func TestKillersTogether(t *testing.T) {
	if runs := killers(t, "killer", "work2", MaxDeaths); runs > 3 {
		t.Errorf("%d workers died, expected at most one for each of 2 killers", runs-1)
	}
}

// Items that kill a worker with its worker process are found by delivery records.
func TestKillersOfGroups(t *testing.T) {
	if os.Getenv("NONOGRAM_CRASH_KILLS") == "" {
		t.Skip("left to make crash: takes half a minute")
	}
	if runs := killers(t, "group", "work", maxTogether); runs > 2*(recordsAt+maxTogether)+1 {
		t.Errorf("%d workers died, expected at most %d for each of 2 killers", runs-1, recordsAt+maxTogether)
	}
}

// killers runs a job with two killers and reports how many workers it took.
func killers(t *testing.T, kind, role string, deaths int) int {
	t.Helper()
	if testing.Short() {
		t.Skip("left out by -short: takes some seconds")
	}
	dir := t.TempDir()
	q, err := Open(t.Context(), Config{Dir: dir, AckWait: testAckWait})
	if err != nil {
		t.Fatal(err)
	}
	job := &Job{ID: "killer", Kind: kind, Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 30, 5), 15, nil); err != nil {
		t.Fatal(err)
	}
	q.Close()
	worker := startRole(t, role, dir)
	var want bytes.Buffer
	for i := range 30 {
		if id := fmt.Sprint(i + 1); id == "13" || id == "17" {
			fmt.Fprintf(&want, `{"id":"%s","error":{"where":"boards.txt","message":"set aside after %d processes died of it"}}`+"\n", id, deaths)
		} else {
			fmt.Fprintf(&want, `{"id":"%s","status":"ok"}`+"\n", id)
		}
	}
	check(t, dir, "killer", want.Bytes())
	worker.stop()
	return worker.runs
}

// patientKind answers item 7 when a file says so, and tells that it has begun.
var patientKind = testKind("patient", func(ctx context.Context, id string) any {
	if id == "7" {
		dir := os.Getenv(patientVariable)
		_ = os.WriteFile(filepath.Join(dir, fmt.Sprint(os.Getpid())), nil, 0o600)
		for pause(ctx, 5*time.Millisecond) {
			if _, err := os.Stat(filepath.Join(dir, "go")); err == nil {
				break
			}
		}
	}
	return record.Check{Named: record.Named{ID: id}, Status: "ok"}
})

// patientVariable names the folder where that file is.
const patientVariable = "NONOGRAM_BATCH_PATIENT"

// The death of a worker blames no item: a puzzle whose workers are killed more than
// MaxDeaths times while they answer it is answered in the end.
func TestInnocent(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: takes some seconds")
	}
	dir, begun := t.TempDir(), t.TempDir()
	t.Setenv(patientVariable, begun)
	t.Setenv(ackVariable, "500ms")
	q, err := Open(t.Context(), Config{Dir: dir, AckWait: 500 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	job := &Job{ID: "innocent", Kind: "patient", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 10, 5), 5, nil); err != nil {
		t.Fatal(err)
	}
	worker := startRole(t, "work", dir)
	for n := 1; n <= MaxDeaths+1; n++ {
		wait(t, "the puzzle is in hand", func() bool {
			files, err := os.ReadDir(begun)
			return err == nil && len(files) >= n
		})
		worker.kill()
	}
	if err := os.WriteFile(filepath.Join(begun, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	for i := range 10 {
		fmt.Fprintf(&want, `{"id":"%d","status":"ok"}`+"\n", i+1)
	}
	check(t, dir, "innocent", want.Bytes())
}

// A cluster of three servers loses one for good, and the job goes on.
func TestClusterLosesNodeEmbedded(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: takes some seconds")
	}
	t.Parallel() // waits for processes more than it computes
	cluster(t, func(config string) *process { return startRole(t, "serve", config) })
}

func TestClusterLosesNodeNatsServer(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: takes some seconds")
	}
	t.Parallel() // waits for processes more than it computes
	server := natsServer(t)
	cluster(t, func(config string) *process {
		return start(t, &process{name: server, args: []string{"-c", config}})
	})
}

func cluster(t *testing.T, node func(config string) *process) {
	const count, parts = 3000, 3
	nodes, where := startCluster(t, node)
	gate := filepath.Join(t.TempDir(), "kills")
	sender := startRole(t, "submit", where, gate, fmt.Sprint(count), fmt.Sprint(parts))
	startRole(t, "work", where)
	startRole(t, "work", where)
	q := clusterQueue(t, where)
	wait(t, "work has begun", func() bool {
		s, err := q.Status(t.Context(), "crash")
		return err == nil && s.Done.Items > 0
	})
	leader := leaderOf(t, q)
	nodes[leader].stop()
	t.Logf("node %d, the leader of the work stream, is gone", leader)
	if err := os.WriteFile(gate, []byte(fmt.Sprint(parts)), 0o600); err != nil {
		t.Fatal(err)
	}
	wait(t, "the sender has finished", sender.finished)
	check(t, where, "crash", direct(t, &Job{Kind: "solve"}, manyBoards(count)))
	wounded(t, q, count)
}

// startCluster starts three servers.
func startCluster(t *testing.T, node func(config string) *process) (nodes []*process, where string) {
	t.Helper()
	ports := freePorts(t, 6)
	var urls []string
	for i := range 3 {
		config := serverConfig(t, fmt.Sprintf("n%d", i), ports[i], ports[3+i], ports[3:])
		nodes = append(nodes, node(config))
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
	}
	return nodes, strings.Join(urls, ",")
}

// wounded does the rest of the business with two servers of three. The server gives
// what a question needs to any of the three, so it is asked several times.
func wounded(t *testing.T, q *Queue, count int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for range 6 {
		jobs, err := q.Jobs(ctx)
		if err != nil || len(jobs) != 1 || jobs[0].ID != "crash" {
			t.Fatalf("jobs %v, error %v, expected the one", jobs, err)
		}
		s, err := q.Status(ctx, "crash")
		if err != nil || s.Done.Items != count || !s.Finished() {
			t.Fatalf("status %+v, error %v, expected all to be done", s, err)
		}
	}
	if err := q.Remove(ctx, "crash"); err != nil {
		t.Fatal(err)
	}
	if jobs, err := q.Jobs(ctx); err != nil || len(jobs) != 0 {
		t.Errorf("jobs %v, error %v after removing the only one", jobs, err)
	}
}

func clusterQueue(t *testing.T, where string) *Queue {
	t.Helper()
	var q *Queue
	wait(t, "the cluster answers", func() bool {
		var err error
		q, err = Open(t.Context(), Config{URL: where, AckWait: testAckWait})
		return err == nil
	})
	t.Cleanup(q.Close)
	return q
}

// leaderOf is the node that leads the work stream, by the number in its name.
func leaderOf(t *testing.T, q *Queue) int {
	t.Helper()
	job, err := q.Job(t.Context(), "crash")
	if err != nil {
		t.Fatal(err)
	}
	s, err := q.js.Stream(t.Context(), job.workStream())
	if err != nil {
		t.Fatal(err)
	}
	info := s.CachedInfo()
	if info.Cluster == nil || len(info.Cluster.Replicas) != 2 {
		t.Fatalf("not replicated: %+v", info.Cluster)
	}
	return int(info.Cluster.Leader[1] - '0')
}
