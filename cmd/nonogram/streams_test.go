package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// fullDisk fails every write.
type fullDisk struct{}

var errFull = errors.New("no space")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestOutputRemembersErrors loses a line: every Flush and Write after that reports it.
func TestOutputRemembersErrors(t *testing.T) {
	o := newOutput(fullDisk{})
	if _, err := io.WriteString(o, "a line\n"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := o.Flush(); !errors.Is(err, errFull) {
			t.Errorf("Flush: %v, want %v", err, errFull)
		}
	}
	if _, err := io.WriteString(o, "more\n"); !errors.Is(err, errFull) {
		t.Errorf("Write: %v, want %v", err, errFull)
	}
}

// The timer does not split a line that is written in two parts.
func TestOutputKeepsLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var file strings.Builder
		o := newOutput(&file)
		for _, part := range []string{"one\nhalf", " a line\n"} {
			if file.Len() > 0 {
				t.Errorf("%q is written before the end of the line", file.String())
			}
			if _, err := io.WriteString(o, part); err != nil {
				t.Fatal(err)
			}
			time.Sleep(3 * flushDelay)
			synctest.Wait()
		}
		if want := "one\nhalf a line\n"; file.String() != want {
			t.Errorf("%q, want %q", file.String(), want)
		}
	})
}

// TestFullStandardOutput runs commands whose answer cannot be written.
func TestFullStandardOutput(t *testing.T) {
	info, err := os.Stat("/dev/full")
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		t.Skip("needs the device /dev/full")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"version"}, {"--help"}, {"puzzles"}, {"solve", "@cat"}, {"count", "@cat"}, {"solve", "--json", "@all"}, {"prove", "--out", "-", "@cat"}} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		cmd := exec.Command(exe, args...)
		cmd.Args[0] = "nonogram" // testscript.Main then runs the command
		cmd.Stdout, cmd.Stderr = full, &said
		err = cmd.Run()
		full.Close()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != int(exitFailed) {
			t.Errorf("%v: %v, want exit status 1", args, err)
		}
		if strings.Count(said.String(), "no space left") != 1 || strings.Contains(said.String(), "See ") {
			t.Errorf("%v said %q", args, said.String())
		}
	}
}

// Terminals get the colors that they say they have.
func TestColorDepth(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want int
	}{
		{map[string]string{"COLORTERM": "truecolor", "TERM": "xterm-256color"}, 1 << 24},
		{map[string]string{"COLORTERM": "24bit"}, 1 << 24},
		{map[string]string{"TERM": "xterm-direct"}, 1 << 24},
		{map[string]string{"WT_SESSION": "1"}, 1 << 24},
		{map[string]string{"COLORTERM": "yes", "TERM": "screen-256color"}, 256},
		{map[string]string{"TERM": "xterm"}, 16},
		{map[string]string{"TERM": "linux"}, 16},
	} {
		if got := colorDepth(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %d, not %d", c.env, got, c.want)
		}
	}
}
