// Package filelock locks a file for one process at a time. The system releases the lock
// when the process ends, however it ends.
package filelock

import (
	"errors"
	"os"
)

// ErrLocked reports that another process has the lock.
var ErrLocked = errors.New("another process has locked it")

// Acquire opens a file, creates it if it is missing, and locks it without waiting. Closing
// the file releases the lock.
func Acquire(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := try(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
