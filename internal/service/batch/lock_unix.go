//go:build unix

package batch

import (
	"errors"
	"os"
	"syscall"
)

// errLocked says that another process has the lock.
var errLocked = errors.New("another process runs the server")

// acquire takes the lock of a file without waiting. The kernel gives it up when the
// process ends, however it ends.
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

// awaitLock takes the lock of an open file when nobody else has it.
func awaitLock(f *os.File) error {
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

func release(f *os.File) { f.Close() }
