package batch

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// errLocked says that another process has the lock.
var errLocked = errors.New("another process runs the server")

// acquire takes the lock of a file without waiting. Windows gives it up when the
// process ends, however it ends.
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

// awaitLock takes the lock of an open file when nobody else has it.
func awaitLock(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, lockedByte())
}

// lockedByte is far behind what anybody reads or writes: Windows keeps others from
// the bytes that are locked.
func lockedByte() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: 1} }

func release(f *os.File) { f.Close() }
