// Package filelock locks a file for one process at a time. The system releases the lock
// when the process ends, however it ends.
//
// Acquire keeps a lock for as long as a process uses a folder. Hold waits for the lock of a
// file that is about to be replaced.
package filelock

import (
	"context"
	"errors"
	"os"
	"time"
)

// ErrLocked reports that another process has the lock.
var ErrLocked = errors.New("another process has locked it")

// Acquire opens a file, creates it if it is missing, and locks it without waiting. A symbolic
// link is an error. Closing the file releases the lock.
func Acquire(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|noFollow, 0o600)
	if err != nil {
		return nil, err
	}
	if err := try(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// retry is the time between two attempts to lock a file.
const retry = 20 * time.Millisecond

// Hold waits until this process may read and replace a file. All processes that call Hold do
// so one after the other. The file is created empty if it is missing. Release ends the right.
func Hold(ctx context.Context, path string) (release func(), err error) {
	for {
		f, err := Acquire(lockOf(path))
		switch {
		case err == nil && current(f, lockOf(path)):
			return func() { f.Close() }, nil
		case err == nil: // it was replaced while this process waited
			f.Close()
			continue
		case !errors.Is(err, ErrLocked):
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(retry):
		}
	}
}

// current reports whether an open file still has its name.
func current(f *os.File, path string) bool {
	held, err := f.Stat()
	there, err2 := os.Stat(path)
	return err == nil && err2 == nil && os.SameFile(held, there)
}
