//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"nonogram/cmd/internal/terminal"
)

// child returns a command that runs this program.
func child(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, args...)
	cmd.Args[0] = "nonogram" // testscript.Main then runs the command
	return cmd
}

func exitOf(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		return -1
	}
	return 0
}

// endingSignals lists the signals that end a command: not SIGHUP if it is ignored, as below
// nohup, which children inherit.
func endingSignals(t *testing.T) []os.Signal {
	t.Helper()
	if signal.Ignored(syscall.SIGHUP) {
		t.Log("SIGHUP is ignored here, so it ends no command")
		return []os.Signal{syscall.SIGINT, syscall.SIGTERM}
	}
	return []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
}

// moreThanAPipe is more than the buffer of a pipe, so that writing it ends only when the
// reader has begun to read.
const moreThanAPipe = 300 << 10

// The first signal ends a command that waits for more input, with status 4 and a word.
func TestFirstSignal(t *testing.T) {
	for _, args := range [][]string{
		{"solve"}, {"count", "-"}, {"convert", "-", "json"}, {"dedupe"}, {"describe", "--json"}, {"prove", "--out", "-"}, {"show"},
		{"generate", "image", "-"}, {"check", "@cat", "-"}, {"hint", "@cat", "--state", "-"}, {"play", "--json"}, {"scan", "-"},
		{"rate"}, {"explain"}, {"table", "-"}, {"generate", "repair"},
		{"batch", "submit", "--dir", t.TempDir()}, {"batch", "run", "--out", "-"},
	} {
		for _, sig := range endingSignals(t) {
			cmd := child(t, args...)
			var said strings.Builder
			cmd.Stderr = &said
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(in, strings.Repeat(" \n", moreThanAPipe/2)); err != nil {
				t.Errorf("%v: %v, it said %s", args, err, &said)
			}
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			want := int(exitUndecided)
			if args[0] == "play" {
				want = 0 // the program has ended
			}
			if code := exitOf(cmd.Wait()); code != want {
				t.Errorf("%v, %v: status %d, said %s", args, sig, code, &said)
			}
			in.Close()
		}
	}
}

// A game is kept in the file of progress when the terminal is closed, or Ctrl-C pressed.
func TestGameIsKept(t *testing.T) {
	for _, sig := range endingSignals(t) {
		file := filepath.Join(t.TempDir(), "progress.json")
		cmd := child(t, "play", "@heart", "--lines", "--progress", file)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(in, "r1c1 #\n"); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for lines.Scan() && !strings.Contains(lines.Text(), "██") { // the move is drawn
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
		}
		code := exitOf(cmd.Wait())
		saved, err := os.ReadFile(file)
		if code != int(exitUndecided) || err != nil || !strings.Contains(string(saved), `"cells": "A24?"`) {
			t.Errorf("%v: status %d, %v, %s", sig, code, err, saved)
		}
		in.Close()
	}
}

// Bad usage is reported at once, also when the input is still open.
func TestUsageBeforeTheEndOfInput(t *testing.T) {
	cmd := child(t, "explain", "--workers", "2", "--html", filepath.Join(t.TempDir(), "page.html"), "@sketches", "-")
	var said strings.Builder
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if code := exitOf(cmd.Run()); code != int(exitFailed) || !strings.Contains(said.String(), "for a single puzzle") {
		t.Errorf("status %d, said %s", code, &said)
	}
}

// A check that is interrupted calls no answer loose, whose puzzle may come later.
func TestCheckInterrupted(t *testing.T) {
	in := pairedInputs(t)
	var printed, said bytes.Buffer
	a := &app{in: strings.NewReader(""), out: terminal.NewOutput(&printed), err: &said}
	root := newRoot(a)
	root.SetArgs([]string{"check", filepath.Join(in, "mixed.json"), filepath.Join(in, "answers.json")})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := root.ExecuteContext(ctx)
	_ = a.out.Flush()
	var status exitStatus
	if !errors.As(err, &status) || status != exitUndecided || !strings.Contains(printed.String(), " 0 loose") {
		t.Errorf("%v\n%s%s", err, &printed, &said)
	}
}
