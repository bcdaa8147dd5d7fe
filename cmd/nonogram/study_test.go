package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonogram/internal/study"
)

// Interrupted before anything is measured, a study leaves nothing behind.
func TestStudyInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	var out, errs bytes.Buffer
	a := &app{in: strings.NewReader(""), out: newOutput(&out), err: &errs}
	root := newRoot(a)
	root.SetArgs([]string{"study", "--quick", "--out", filepath.Join(dir, "study.html")})
	err := root.ExecuteContext(ctx)
	var status exitStatus
	if !errors.As(err, &status) || status != exitUndecided || !strings.Contains(errs.String(), "interrupted") {
		t.Errorf("%v\n%s", err, &errs)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
}

// A file is replaced as a whole; what cannot be written leaves the old one.
func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "page.html")
	for _, content := range []string{"old", "new"} {
		if err := replaceFile(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != content {
			t.Errorf("%q, %v", got, err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(filepath.Join(dir, "folder"), []byte("x")); err == nil {
		t.Error("a folder was replaced by a file")
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("%v", left)
	}
}

func TestStudyTarget(t *testing.T) {
	for out, want := range map[string]string{"a.html": "a.html", "b.HTM": "b.HTM", "folder": filepath.Join("folder", study.PageName), "v1.2": filepath.Join("v1.2", study.PageName)} {
		if got := newStudyTarget(out).page(); got != want {
			t.Errorf("%s: %s, want %s", out, got, want)
		}
	}
}

func TestAboutHowLong(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Millisecond: "1 second", 20 * time.Second: "20 seconds", 92 * time.Second: "90 seconds", 30 * time.Minute: "30 minutes",
	} {
		if got := aboutHowLong(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
