package main

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonogram"
	"nonogram/cmd/internal/batch"
)

// serveQueue starts a server of the program, and returns its URL.
func serveQueue(t *testing.T, dir string, flags ...string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	server := startProgram(t, dir, nil, append([]string{"batch", "serve", "--dir", "server", "--listen", address}, flags...)...)
	url := regexp.MustCompile(`nats://\S+`)
	awaitThat(t, "the server says its URL", func() bool { return url.MatchString(server.out.String()) })
	return url.FindString(server.out.String())
}

// A run on a server that was stopped goes on with the same command, under the same name,
// and leaves nothing in the queue.
func TestBatchRunOnAServerGoesOn(t *testing.T) {
	dir := t.TempDir()
	url := serveQueue(t, dir)
	var puzzles strings.Builder
	for range 300 {
		puzzles.WriteString("$1\n1\n1\n2\n0\n")
	}
	if err := os.WriteFile(filepath.Join(dir, "p.txt"), []byte(puzzles.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	jobs := func() []string {
		look := startProgram(t, dir, nil, "batch", "status", "--nats", url)
		<-look.ended
		return strings.Split(strings.TrimSpace(look.out.String()), "\n")
	}
	args := []string{"batch", "run", "--nats", url, "--workers", "1", "--chunk", "1", "--out", "o.jsonl", "p.txt"}
	first := startProgram(t, dir, nil, args...)
	awaitThat(t, "some puzzles are done", func() bool { return regexp.MustCompile(`[1-9]\d* of`).MatchString(jobs()[0]) })
	_ = first.Process.Signal(syscall.SIGINT)
	<-first.ended
	if first.ProcessState.ExitCode() == 0 {
		t.Skip("it had ended before it was stopped")
	}
	if !strings.Contains(first.err.String(), "the same command goes on") {
		t.Errorf("says %s", &first.err)
	}
	left := jobs()
	if len(left) != 1 || !strings.Contains(left[0], "run-") {
		t.Fatalf("jobs %q, expected the one that was stopped", left)
	}
	name, _, _ := strings.Cut(left[0], " ")
	second := startProgram(t, dir, nil, args...)
	names := map[string]bool{}
	for ended := false; !ended; {
		select {
		case <-second.ended:
			ended = true
		default:
			for _, line := range jobs() {
				id, _, _ := strings.Cut(line, " ")
				names[id] = true
			}
		}
	}
	second.wait(t, time.Minute, 0, "")
	delete(names, "no")
	delete(names, "")
	if len(names) > 1 || len(names) == 1 && !names[name] {
		t.Errorf("the jobs %v were seen, expected %s alone", names, name)
	}
	data, err := os.ReadFile(filepath.Join(dir, "o.jsonl"))
	if n := strings.Count(string(data), "\n"); err != nil || n != 300 {
		t.Errorf("%d lines, %v", n, err)
	}
	if left := jobs(); left[0] != "no jobs" {
		t.Errorf("left behind: %q", left)
	}
}

// A server that is not there, or not named well, is reported in plain words.
func TestBatchServerErrors(t *testing.T) {
	dir := t.TempDir()
	for url, want := range map[string]string{
		"nats://127.0.0.1:1":             "no server of the queue answers",
		"nats://user:secret@127.0.0.1:x": "the address of the server is malformed",
	} {
		r := startProgram(t, dir, nil, "batch", "status", "--nats", url)
		r.wait(t, time.Minute, 1, want)
		if text := r.err.String(); strings.Contains(text, "secret") || strings.Contains(text, "nats: ") {
			t.Errorf("%s: %s", url, text)
		}
	}
}

// An endless puzzle does not hold a worker for ever: the usual limit of work ends it, unless
// another one is given.
func TestBatchUsualLimit(t *testing.T) {
	for line, want := range map[string]string{
		"":                          `{"conflicts":1000000}`,
		"--conflicts 5":             `{"conflicts":5}`,
		"--conflicts 0":             `{"conflicts":0}`,
		"--timeout 1s":              `{"timeout_ms":1000}`,
		"--do rate":                 `{"conflicts":1000000}`,
		`--do solve{"seed":3}`:      `{"conflicts":1000000,"seed":3}`,
		`--do solve{"limit":1}`:     `{"conflicts":1000000,"limit":1}`,
		`--do count{"conflicts":7}`: `{"conflicts":7}`,
	} {
		f := newJob()
		a := newApp()
		cmd := newCommand("batch_submit", nil, &f, f.runE(a, nil))
		f.flags = cmd.Flags()
		if err := cmd.ParseFlags(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
		f.Do = strings.Replace(f.Do, "{", " {", 1)
		if _, request, err := f.request(); err != nil || string(request) != want {
			t.Errorf("%q: request %s, %v, expected %s", line, request, err, want)
		}
	}
	defer func(usual int64) { usualConflicts = usual }(usualConflicts)
	usualConflicts = 20
	dir := t.TempDir()
	board, err := hardPuzzle(100)
	if err != nil {
		t.Fatal(err)
	}
	endless, out := filepath.Join(dir, "endless.non"), filepath.Join(dir, "o.jsonl")
	if err := os.WriteFile(endless, board, 0o600); err != nil {
		t.Fatal(err)
	}
	if status := run([]string{"batch", "run", "--workers", "1", "--out", out, endless, "@1"}); status != int(exitUndecided) {
		t.Errorf("status %d, expected %d", status, exitUndecided)
	}
	data, err := os.ReadFile(out)
	if lines := strings.Split(string(data), "\n"); err != nil || len(lines) != 3 || !strings.Contains(lines[0], `"reason":"conflicts"`) || !strings.Contains(lines[1], `"unique"`) {
		t.Errorf("%v: %.300s", err, data)
	}
}

// A server with --expire removes a job after its results were written, not before.
func TestBatchExpire(t *testing.T) {
	dir := t.TempDir()
	url := serveQueue(t, dir, "--expire", "1ms")
	if err := os.WriteFile(filepath.Join(dir, "p.txt"), []byte("$1\n1\n1\n2\n0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	does := func(args ...string) string {
		r := startProgram(t, dir, nil, append(args, "--nats", url)...)
		r.wait(t, time.Minute, 0, "")
		return r.out.String()
	}
	does("batch", "submit", "--name", "monday", "p.txt")
	does("batch", "work", "--drain")
	if got := does("batch", "status"); !strings.Contains(got, "finished") {
		t.Errorf("before its results were written: %s", got)
	}
	does("batch", "results", "monday")
	awaitThat(t, "the job is gone", func() bool { return strings.Contains(does("batch", "status"), "no jobs") })
	r := startProgram(t, dir, nil, "batch", "work", "--nats", url, "--expire", "-1s")
	r.wait(t, time.Minute, 1, "--expire: found -1s, expected a positive duration")
}

// The results of a job of another version are read, and the job is begun anew on request,
// which says what it costs.
func TestBatchAnew(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.txt"), []byte("$1\n1\n1\n2\n0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	q, err := batch.Open(t.Context(), batch.Config{Dir: filepath.Join(dir, "queue")})
	if err != nil {
		t.Fatal(err)
	}
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: []nonogram.Clue{{{Length: 1, Color: nonogram.Black}}}, Cols: []nonogram.Clue{{{Length: 1, Color: nonogram.Black}}}}
	items := func(yield func(batch.Sized) bool) {
		yield(batch.Sized{Item: batch.EncodeItem(&batch.Item{ID: "1", Puzzle: p}, false), Size: 1})
	}
	if err := q.Submit(t.Context(), &batch.Job{ID: "old", Kind: "solve", Version: "v0.0.1"}, items, 1, nil); err != nil {
		t.Fatal(err)
	}
	if err := (&batch.Workers{Queue: q, N: 1, Kinds: batch.Kinds(), Version: "v0.0.1", Drain: true}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	q.Close()
	does := func(status int, word string, args ...string) string {
		r := startProgram(t, dir, nil, append(args, "--dir", "queue")...)
		r.wait(t, time.Minute, status, word)
		return r.out.String()
	}
	const old = `{"id":"1","width":1,"height":1,"status":"unique","solutions":1,"grid":["#"],`
	if got := does(0, "", "batch", "results", "old"); !strings.HasPrefix(got, old) {
		t.Errorf("results %s", got)
	}
	does(1, "remove it with nonogram batch remove old", "batch", "submit", "--name", "old", "p.txt")
	does(0, "job old begins anew and drops 1 result of version v0.0.1", "batch", "submit", "--name", "old", "--anew", "p.txt")
	does(0, "", "batch", "work", "--drain")
	if got := does(0, "", "batch", "results", "old"); strings.HasPrefix(got, old) {
		t.Errorf("results %s", got)
	}
}
