package filelock

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// noFollow is nothing: only administrators create links.
const noFollow = 0

// lockOf returns the file to lock before a file is replaced. Windows does not replace open
// files, so it is one in the user's folder for temporary files.
func lockOf(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("nonogram-%x.lock", sha256.Sum256([]byte(path))))
}

// try locks a byte past the end of any real file, because Windows blocks access to locked
// bytes.
func try(f *os.File) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return err
}
