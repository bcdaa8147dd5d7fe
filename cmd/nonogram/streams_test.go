package main

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

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

// Names of files cannot imitate lines of output or turn them around, and passwords of addresses
// are not printed.
func TestErrorText(t *testing.T) {
	for _, c := range []struct {
		err  string
		args []string
		want string
	}{
		{"a\nnonogram: all is well: no such file", []string{"solve", "a\nnonogram: all is well"}, `a\nnonogram: all is well: no such file`},
		{"a\nb: taken", []string{"--out=a\nb"}, `a\nb: taken`},
		{"unknown command\n\nDid you mean this?\n\tsolve", []string{"sovle"}, "unknown command\n\nDid you mean this?\n\tsolve"},
		{"x\u202egnp.exe", nil, "x\ufffdgnp.exe"},
		{"x\u009b2J", nil, "x\ufffd2J"},
		{`parse "nats://me:pa:ss/wo@rd@host:x": invalid port`, nil, `parse "nats://…@host:x": invalid port`},
		{"tls://host:4222 and nats://token@a, nats://b@c", nil, "tls://host:4222 and nats://…@a, nats://…@c"},
	} {
		if got := errorText(errors.New(c.err), c.args); got != c.want {
			t.Errorf("%q: %q, want %q", c.err, got, c.want)
		}
	}
}
