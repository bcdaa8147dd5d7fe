package filelock_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"nonogram/cmd/internal/filelock"
)

// Many hold a file, read it, and replace it: nothing is lost.
func TestHold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	const workers = 50
	var group sync.WaitGroup
	for i := range workers {
		group.Go(func() {
			release, err := filelock.Hold(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			defer release()
			before, err := os.ReadFile(path)
			beside := fmt.Sprintf("%s-%d", path, i)
			err = errors.Join(err, os.WriteFile(beside, append(before, '.'), 0o600), os.Rename(beside, path))
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got, err := os.ReadFile(path); err != nil || len(got) != workers {
		t.Errorf("%d of %d changes are kept, %v", len(got), workers, err)
	}
}

// Waiting ends with the context, and a link is not followed.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	release, err := filelock.Hold(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := filelock.Hold(over, path); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("a second holder: %v", err)
	}
	if err := os.Symlink(filepath.Join(dir, "other"), link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if _, err := filelock.Acquire(link); err == nil {
		t.Error("a link is followed")
	}
	if _, err := os.Stat(filepath.Join(dir, "other")); err == nil {
		t.Error("the target of a link is created")
	}
}
