package main

import (
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// An interruption ends the wait for somebody who writes to a pipe, and for standard input.
func TestInterruptedStreams(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no pipes with names")
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Fatal(err)
	}
	open, held := io.Pipe()
	defer held.Close()
	done := make(chan struct{})
	close(done)
	a := &app{in: open, inputEnds: done}
	if _, err := a.open(pipe); !errors.Is(err, errInterrupted) {
		t.Errorf("a pipe without a writer: found the error %v", err)
	}
	s, err := a.open("-")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ReadByte(); !errors.Is(err, errInterrupted) {
		t.Errorf("standard input: found the error %v", err)
	}
}
