package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Processes attached to the folder of a batch run: each of these tests runs the real
// program several times at once.

// atOnce bounds operations that should take less than a second, on a busy machine.
const atOnce = 30 * time.Second

// running is a process of a test.
type running struct {
	*exec.Cmd
	out, err processOutput
	ended    chan struct{}
	at       time.Time
}

// processOutput collects the output of a process.
type processOutput struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *processOutput) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *processOutput) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func startProgram(t *testing.T, dir string, stdin *os.File, args ...string) *running {
	t.Helper()
	path, err := exec.LookPath("nonogram")
	if err != nil {
		t.Fatal(err)
	}
	r := &running{Cmd: exec.Command(path, args...), ended: make(chan struct{})}
	r.Dir, r.Stdout, r.Stderr = dir, &r.out, &r.err
	if stdin != nil {
		r.Stdin = stdin
	}
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = r.Wait()
		r.at = time.Now()
		close(r.ended)
	}()
	t.Cleanup(func() {
		_ = r.Process.Kill()
		<-r.ended
	})
	return r
}

// wait waits for the end of a process, with an exit status and a word.
func (r *running) wait(t *testing.T, within time.Duration, status int, word string) {
	t.Helper()
	select {
	case <-r.ended:
	case <-time.After(within):
		t.Fatalf("%v: still there after %v\n%s", r.Args[1:], within, &r.err)
	}
	if got := r.ProcessState.ExitCode(); got != status || !strings.Contains(r.err.String(), word) {
		t.Fatalf("%v: exit status %d, want %d and %q\n%s", r.Args[1:], got, status, word, &r.err)
	}
}

func awaitThat(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in vain: %s", what)
		}
	}
}

// When a run ends, all processes that help or watch report it, whichever runs the server.
func TestRunEndsForAllProcesses(t *testing.T) {
	for _, host := range []string{"run", "worker"} {
		t.Run("server in the "+host, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			in, feed, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			served := func() bool {
				info, err := os.Stat(filepath.Join(dir, "out.batch", "server.json"))
				return err == nil && info.Size() > 0
			}
			var attached []*running
			attach := func(args ...string) *running {
				r := startProgram(t, dir, nil, append([]string{"batch"}, args...)...)
				attached = append(attached, r)
				return r
			}
			if host == "worker" {
				attach("work", "--dir", "out.batch", "--workers", "1")
				awaitThat(t, "the worker is the host", served)
			}
			run := startProgram(t, dir, in, "batch", "run", "--workers", "1", "--out", "out")
			in.Close()
			awaitThat(t, "there is a server", served)
			attach("work", "--dir", "out.batch", "--workers", "1")
			attach("work", "--dir", "out.batch", "--workers", "1", "--drain", "--job", "run")
			awaitThat(t, "the job is there", func() bool {
				look := startProgram(t, dir, nil, "batch", "status", "--dir", "out.batch")
				<-look.ended
				return strings.Contains(look.out.String(), "run  solve")
			})
			watching := attach("status", "--dir", "out.batch", "--watch")
			awaitThat(t, "the watcher sees the job", func() bool { return strings.Contains(watching.out.String(), "run  solve") })
			if _, err := feed.WriteString("$1\n1\n1\n2\n0\n"); err != nil {
				t.Fatal(err)
			}
			feed.Close()
			run.wait(t, time.Minute, 0, "")
			for _, r := range attached {
				// A job that is seen to be finished needs no other word.
				word := "the run has ended"
				if r == watching || strings.Contains(strings.Join(r.Args, " "), "--drain") {
					word = ""
				}
				r.wait(t, atOnce, 0, word)
				t.Logf("%v ended after %v", r.Args[2:], r.at.Sub(run.at).Round(time.Millisecond))
			}
			left, err := filepath.Glob(filepath.Join(dir, "*"))
			if err != nil || len(left) != 1 || left[0] != filepath.Join(dir, "out") {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// manyPuzzles writes a file that keeps a worker busy for some seconds.
func manyPuzzles(t *testing.T, dir string) {
	t.Helper()
	r := startProgram(t, dir, nil, "generate", "random", "--size", "20", "--count", "3000", "--p1", "0.5", "--p2", "0.5", "--out", "in.txt")
	r.wait(t, time.Minute, 0, "")
}

// The same run twice: the second is refused while the first runs, and completes its work
// if the first dies.
func TestRunTwice(t *testing.T) {
	dir := t.TempDir()
	manyPuzzles(t, dir)
	args := []string{"batch", "run", "--workers", "1", "--out", "out", "in.txt"}
	begun := func() bool {
		found, _ := filepath.Glob(filepath.Join(dir, "out.batch", "server.json"))
		return len(found) > 0
	}
	first := startProgram(t, dir, nil, args...)
	awaitThat(t, "the first has begun", begun)
	second := startProgram(t, dir, nil, args...)
	second.wait(t, atOnce, 1, "out.batch: another process runs it: nonogram batch status --dir out.batch shows its progress")
	first.wait(t, 5*time.Minute, 0, "")
	want, err := os.ReadFile(filepath.Join(dir, "out"))
	if err != nil || bytes.Count(want, []byte("\n")) != 3000 {
		t.Fatalf("%d lines, %v", bytes.Count(want, []byte("\n")), err)
	}
	first = startProgram(t, dir, nil, args...)
	awaitThat(t, "the first has begun", begun)
	_ = first.Process.Kill()
	<-first.ended
	second = startProgram(t, dir, nil, args...)
	second.wait(t, 5*time.Minute, 0, "")
	if got, err := os.ReadFile(filepath.Join(dir, "out")); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, want %d, %v", len(got), len(want), err)
	}
}
