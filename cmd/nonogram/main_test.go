package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/format"
)

// The command as a person runs it: scripts, examples of the help texts, exit codes.

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"nonogram": main})
}

// The scripts in testdata/script run the real command. Besides the commands of
// testscript they have:
//
//	exits N prog args…             run it; the exit status must be N
//	interrupt N FILE prog args…    run it, wait until FILE has content, or - for
//	                               standard output, send Ctrl-C; the exit status
//	                               must be N
//	cmpout FILE                    compare standard output with FILE; times and
//	                               counters may differ
//	hard FILE SIZE                 write a random puzzle that takes for ever
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"interrupt": interrupt,
			"cmpout":    cmpout,
			"hard":      hard,
		},
	})
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: exits N prog args…")
	}
	checkExit(ts, ts.Exec(args[1], args[2:]...), args[0])
}

func checkExit(ts *testscript.TestScript, err error, want string) {
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(got) != want {
		ts.Fatalf("exit status %d, want %s", got, want)
	}
}

func interrupt(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 3 {
		ts.Fatalf("usage: interrupt N FILE prog args…")
	}
	path, err := exec.LookPath(args[2])
	ts.Check(err)
	cmd := exec.Command(path, args[3:]...)
	cmd.Dir = ts.MkAbs(".")
	printed := &firstWrite{Writer: ts.Stdout(), first: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = printed, ts.Stderr()
	ts.Check(cmd.Start())
	ts.Defer(func() { _ = cmd.Process.Kill() })
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	if args[1] == "-" {
		select {
		case <-printed.first:
		case err := <-ended:
			ts.Fatalf("it has ended before it printed something: %v", err)
		}
	} else {
		waitForContent(ts, args[1])
	}
	ts.Check(cmd.Process.Signal(syscall.SIGINT))
	checkExit(ts, <-ended, args[0])
}

// firstWrite tells when something is written.
type firstWrite struct {
	io.Writer
	first chan struct{}
	once  sync.Once
}

func (w *firstWrite) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.once.Do(func() { close(w.first) })
	return n, err
}

func waitForContent(ts *testscript.TestScript, file string) {
	for range 1000 {
		if info, err := os.Stat(ts.MkAbs(file)); err == nil && info.Size() > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s stays empty", file)
}

// certified is only in results of batch.
var certified = regexp.MustCompile(`,"certified":(true|false)`)

// volatile are the parts of the output that differ from run to run, or with
// every improvement of the engine.
var volatile = regexp.MustCompile(`[0-9.]+ (ms|s)\b|"elapsed_ms":[0-9.e-]+|"stats":{[^}]*}`)

func cmpout(ts *testscript.TestScript, _ bool, args []string) {
	got := volatile.ReplaceAllString(certified.ReplaceAllString(ts.ReadFile("stdout"), ""), "…")
	want := volatile.ReplaceAllString(ts.ReadFile(args[0]), "…")
	if got != want {
		ts.Fatalf("got\n%s\nwant\n%s", got, want)
	}
}

// hard writes a random picture of which 40 % is filled. At 100 × 100 line solving
// hardly begins, and no method known finds the picture in a lifetime.
func hard(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	data, err := hardPuzzle(n)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o644))
}

func hardPuzzle(n int) ([]byte, error) {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	g := nonogram.NewGrid(n, n)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if random.IntN(100) < 40 {
			g.Cells[i] = nonogram.Black
		}
	}
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	p.Goal = nil
	var b bytes.Buffer
	err := format.Encode(&b, "non", p)
	return b.Bytes(), err
}

// TestHelpExamples runs every example of every --help, as a person would.
func TestHelpExamples(t *testing.T) {
	dir := exampleFiles(t)
	for _, cmd := range allCommands(newRoot(newApp())) {
		if cmd.Name() == "help" || cmd.Name() == "completion" || cmd.HasParent() && cmd.Parent().Name() == "completion" {
			continue // cobra's own
		}
		if cmd.Example == "" {
			t.Errorf("%s has no examples", cmd.CommandPath())
		}
		for line := range strings.Lines(cmd.Example) {
			run := (*exec.Cmd).CombinedOutput
			if cmd.Name() == "serve" {
				line, run = "exec "+line, untilReady
			}
			line = strings.ReplaceAll(line, "/usr/local/", dir+"/usr/local/") // the machine is not ours
			sh := exec.Command("sh", "-c", strings.TrimSpace(line))
			sh.Dir = dir
			if out, err := run(sh); err != nil {
				t.Errorf("%s: %v\n%s", line, err, out)
			}
		}
	}
}

// TestHelpWidth keeps the lines of every --help short, but for a list that cannot be broken.
func TestHelpWidth(t *testing.T) {
	for _, cmd := range allCommands(newRoot(newApp())) {
		for line := range strings.Lines(cmd.Long + "\n" + cmd.UsageString()) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > helpWidth && !strings.Contains(line, defaultMethods) {
				t.Errorf("%s --help has a line of %d characters: %s", cmd.CommandPath(), n, line)
			}
		}
	}
}

// untilReady stops a server as Ctrl-C does, once it has said where it listens.
func untilReady(cmd *exec.Cmd) ([]byte, error) {
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err == nil && !strings.Contains(line, "127.0.0.1:") {
		err = fmt.Errorf("it says %q, expected an address", line)
	}
	err = errors.Join(err, cmd.Process.Signal(os.Interrupt), cmd.Wait())
	return messages.Bytes(), err
}

func allCommands(root *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{root}
	for _, cmd := range root.Commands() {
		if otherWords[cmd.Name()] == "" {
			all = append(all, allCommands(cmd)...)
		}
	}
	return all
}

// exampleFiles makes a folder with the files that the examples mention.
func exampleFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cat, err := os.ReadFile("../../internal/examples/cat.non")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"cat.non":        string(cat),
		"drawn.txt":      strings.Repeat(strings.Repeat("?", 20)+"\n", 20),
		"ambiguous.non":  "width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n",
		"photo.png":      photo(t),
		"strokes.png":    photo(t),
		"page.png":       drawnPage(),
		"pack.non":       "width 2\nheight 2\ngoal \"##.#\"\n",
		"more.non":       "width 2\nheight 2\ngoal \"###.\"\n",
		"tournament.txt": "$1\n1\n1\n2\n0\n$2\n2\n0\n1\n1\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// photo is a picture file: a ring.
func photo(t *testing.T) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 90, 90))
	for i := range img.Pix {
		if d := math.Hypot(float64(i%90)-45, float64(i/90)-45); d < 20 || d > 40 {
			img.Pix[i] = 255
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestBuiltInExamples checks that the example puzzles have one solution, found by line
// logic alone.
func TestBuiltInExamples(t *testing.T) {
	files, _ := filepath.Glob("../../internal/examples/*.non")
	if len(files) < 3 {
		t.Fatalf("found only %v", files)
	}
	solver, err := operations.OpenSolve(newApp().service(), &operations.SolveRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		in := inputs{files: []string{file}}
		for it := range in.items(newApp()) {
			if it.err != nil {
				t.Error(it.err)
				continue
			}
			o, err := solver(t.Context(), it.puzzle)
			if err != nil || o.Status != nonogram.Unique || o.Stats.LineOpen > 0 {
				t.Errorf("%s: %+v, %v", file, o, err)
			}
		}
	}
}

func TestExitStatusIsTheLowest(t *testing.T) {
	for _, c := range []struct {
		seen []exitStatus
		want exitStatus
	}{
		{nil, exitOK},
		{[]exitStatus{exitOK, exitUndecided, exitOK}, exitUndecided},
		{[]exitStatus{exitUndecided, exitUnsolvable}, exitUnsolvable},
		{[]exitStatus{exitUnsolvable, exitUndecided, exitFailed, exitOK}, exitFailed},
	} {
		var s exitStatus
		for _, t := range c.seen {
			s.add(t)
		}
		if s != c.want {
			t.Errorf("%v: %d, want %d", c.seen, s, c.want)
		}
	}
}

func TestShortDurations(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{short(3 * time.Microsecond), "0.003 ms"},
		{short(412 * time.Microsecond), "0.41 ms"},
		{short(12345 * time.Microsecond), "12 ms"},
		{short(2345 * time.Millisecond), "2.3 s"},
		{short(125 * time.Second), "2m5s"},
		{fmt.Sprint(record.InMilliseconds(412345 * time.Nanosecond)), "0.412"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
