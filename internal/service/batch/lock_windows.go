package batch

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// errLocked reports that another process has the lock.
var errLocked = errors.New("another process runs the server")

// acquire locks a file without waiting. Windows releases the lock when the process ends.
func acquire(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	err = windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, lockedByte())
	if err != nil {
		f.Close()
		if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
			err = errLocked
		}
		return nil, err
	}
	return f, nil
}

// awaitLock waits for the lock of an open file.
func awaitLock(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, lockedByte())
}

// lockedByte is an offset past the end of any real file: Windows blocks access to locked
// bytes.
func lockedByte() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: 1} }

func release(f *os.File) { f.Close() }
