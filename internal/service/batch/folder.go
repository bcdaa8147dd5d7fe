package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"nonogram/internal/filelock"
)

// The folder of a run: a queue with one job, removed when the job is done.
//
//	DIR/run   locked by the process that runs the job; at the end it holds the outcome
//
// Other processes may use the folder: more workers, batch status, the same command given
// twice. At the end the run writes its outcome, publishes its end to all connected
// processes, closes the queue, renames the folder and removes it. A process that is just
// connecting finds the outcome, or no folder (host.go). No process becomes the host of a
// folder that is being removed, because the rename is atomic. If a run is killed on the
// way, the next one completes it.

const (
	runFile     = "run"
	overSubject = prefix + ".over"
	// overSuffix is added to the name of a folder that is being removed.
	overSuffix = ".over"
)

// ErrOver reports that the run of a folder has ended.
var ErrOver = errors.New("the run is over, and its folder with it")

// Outcome is the end of a run.
type Outcome struct {
	// Key and Digest identify the job, see [Digest].
	Key    string `json:"key"`
	Digest string `json:"digest"`
	Tally  Tally  `json:"tally"`
	// Removed reports that the folder is removed.
	Removed bool `json:"removed,omitempty"`
}

// Run is the right to run the one job of a folder.
type Run struct {
	dir  string
	file *os.File
}

// BeginRun makes this process the run of a folder. If another process is, BeginRun calls
// waiting and waits for its end. It returns the outcome of the other process, or, if that
// failed, makes this process the run.
func BeginRun(ctx context.Context, dir string, waiting func() error) (*Run, *Outcome, error) {
	for waited := false; ; {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, nil, err
		}
		file, err := filelock.Acquire(filepath.Join(dir, runFile))
		if errors.Is(err, fs.ErrNotExist) {
			continue // renamed just now
		} else if err == nil {
			r := &Run{dir, file}
			if !r.current() {
				r.Release()
				continue
			}
			_ = os.RemoveAll(dir + overSuffix) // of a run that was killed
			return r, nil, file.Truncate(0)
		} else if !errors.Is(err, filelock.ErrLocked) {
			return nil, nil, err
		}
		// An open file can be read after the folder is removed.
		if file, err = os.OpenFile(filepath.Join(dir, runFile), os.O_RDWR, 0o600); errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err == nil && !waited {
			waited, err = true, waiting()
		}
		if err != nil {
			return nil, nil, err
		}
		outcome, err := outcomeOf(ctx, file)
		if outcome != nil || err != nil {
			return nil, outcome, err
		}
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

// outcomeOf waits until the file of a run is unlocked, and reads its outcome; nil if it
// is empty.
func outcomeOf(ctx context.Context, file *os.File) (*Outcome, error) {
	ended := make(chan error, 1)
	go func() {
		ended <- filelock.Await(file)
		close(ended)
	}()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		go func() { // waiting for a lock cannot be cancelled
			<-ended
			file.Close()
		}()
		return nil, ctx.Err()
	}
	defer file.Close()
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	return decodeOutcome(data), nil
}

func decodeOutcome(data []byte) *Outcome {
	o := new(Outcome)
	if len(data) == 0 || json.Unmarshal(data, o) != nil {
		return nil
	}
	return o
}

// Release unlocks the folder for another run.
func (r *Run) Release() { r.file.Close() }

// End ends a run whose output is written, and closes the queue.
func (r *Run) End(q *Queue, o Outcome) error {
	defer r.Release()
	reached(pointOutput)
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if _, err := r.file.WriteAt(data, 0); err != nil {
		return fmt.Errorf("cannot write %s: %w", r.file.Name(), err)
	}
	if !o.Removed {
		q.Close()
		return nil
	}
	reached(pointOutcome)
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
	o := decodeOutcome(data)
	return o != nil && o.Removed
}
