//go:build unix

package batch

import (
	"errors"
	"os"
	"syscall"
)

// errLocked reports that another process has the lock.
var errLocked = errors.New("another process runs the server")

// acquire locks a file without waiting. The kernel releases the lock when the process
// ends.
func acquire(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = errLocked
		}
		return nil, err
	}
	return f, nil
}

// awaitLock waits for the lock of an open file.
func awaitLock(f *os.File) error {
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

func release(f *os.File) { f.Close() }
