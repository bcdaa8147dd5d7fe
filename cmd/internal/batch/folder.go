package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"nonogram/cmd/internal/filelock"
)

// The folder of a run: a queue with one job, removed when the job is done.
//
//	DIR/run   locked by the process that runs the job; at the end it holds overMark
//
// Other processes may use the folder: more workers, batch status. At the end the run
// writes the mark, publishes its end to all connected processes, closes the queue, renames
// the folder and removes it. A process that is just connecting finds the mark, or no
// folder (host.go). No process becomes the host of a folder that is being removed, because
// the rename is atomic. If a run is killed on the way, the next one completes it.

const (
	runFile     = "run"
	overSubject = prefix + ".over"
	// overSuffix is added to the name of a folder that is being removed.
	overSuffix = ".over"
	// overMark is the content of the run file of such a folder.
	overMark = "over"
)

// ErrOver reports that the run of a folder has ended.
var ErrOver = errors.New("the run has ended, and its folder is removed")

// ErrRunning reports that another process runs the job of a folder.
var ErrRunning = errors.New("another process runs it")

// Run is the right to run the one job of a folder.
type Run struct {
	dir  string
	file *os.File
}

// BeginRun makes this process the run of a folder. It returns ErrRunning if another
// process is.
func BeginRun(dir string) (*Run, error) {
	for {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
		file, err := filelock.Acquire(filepath.Join(dir, runFile))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue // renamed just now
		case errors.Is(err, filelock.ErrLocked):
			return nil, ErrRunning
		case err != nil:
			return nil, err
		}
		r := &Run{dir, file}
		if r.current() {
			_ = os.RemoveAll(dir + overSuffix) // of a run that was killed
			return r, file.Truncate(0)
		}
		r.Release()
	}
}

// current reports whether the locked file is still in the folder.
func (r *Run) current() bool {
	held, err := r.file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(filepath.Join(r.dir, runFile))
	return err == nil && os.SameFile(held, there)
}

// Release unlocks the folder for another run.
func (r *Run) Release() { r.file.Close() }

// End ends a run whose output is written, closes the queue, and removes the folder if
// asked to.
func (r *Run) End(q *Queue, remove bool) error {
	defer r.Release()
	reached(pointOutput)
	if !remove {
		q.Close()
		return nil
	}
	if _, err := r.file.WriteAt([]byte(overMark), 0); err != nil {
		return fmt.Errorf("cannot write %s: %w", r.file.Name(), err)
	}
	reached(pointMarked)
	q.end(errClosed)                   // this process does not need the message
	_ = q.nc.Publish(overSubject, nil) // closing flushes it
	reached(pointCalled)
	q.Close()
	reached(pointClosed)
	gone := r.dir + overSuffix
	_ = os.RemoveAll(gone)
	if err := os.Rename(r.dir, gone); err != nil {
		gone = r.dir // some systems do not rename open files
	}
	reached(pointRenamed)
	return os.RemoveAll(gone)
}

// isOver reports whether the run of a folder has ended and the folder is being removed.
func isOver(dir string) bool {
	data, err := os.ReadFile(filepath.Join(dir, runFile))
	if errors.Is(err, fs.ErrNotExist) {
		_, err := os.Stat(dir)
		return errors.Is(err, fs.ErrNotExist)
	}
	return string(data) == overMark
}
