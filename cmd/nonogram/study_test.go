package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonogram/cmd/internal/terminal"
)

// A study that is interrupted before it measures anything leaves no files.
func TestStudyInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	var out, errs bytes.Buffer
	a := &app{in: strings.NewReader(""), out: terminal.NewOutput(&out), err: &errs}
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

func TestStudyPage(t *testing.T) {
	for out, want := range map[string]string{"a.html": "a.html", "b.HTM": "b.HTM", "folder": filepath.Join("folder", pageName), "v1.2": filepath.Join("v1.2", pageName)} {
		if got := (&studyFlags{Out: out}).page(); got != want {
			t.Errorf("%s: %s, want %s", out, got, want)
		}
	}
}
