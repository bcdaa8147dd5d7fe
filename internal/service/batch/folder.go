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
)

// The folder of a run: a queue that belongs to one job, and goes when the job is done.
//
//	DIR/run   held by the process that runs the job, as long as it lives; in the end
//	          it says how the job came out
//
// Others may be attached to the folder: workers that help, somebody who watches, the
// same command given twice. When the job is done the run writes its outcome, calls
// everybody who is connected, closes the queue, renames the folder and removes it.
// Whoever is connected hears the call; whoever is just connecting, or lost the server
// in that moment, finds the outcome or no folder when it dials (host.go). Nobody can
// become the host of a folder that is being removed: it changes its name in one step.
// A run that is killed on the way is followed by the next, which does the rest.

const (
	runFile     = "run"
	overSubject = prefix + ".over"
	// overSuffix is the name of a folder that is being removed.
	overSuffix = ".over"
)

// ErrOver says that the run to which a folder belonged has ended.
var ErrOver = errors.New("the run is over, and its folder with it")

// Outcome is how a run has ended.
type Outcome struct {
	// Key and Digest tell which job it was, see [Digest].
	Key    string `json:"key"`
	Digest string `json:"digest"`
	Tally  Tally  `json:"tally"`
	// Removed says that the folder goes.
	Removed bool `json:"removed,omitempty"`
}

// Run is the right to run the one job of a folder.
type Run struct {
	dir  string
	file *os.File
}

// BeginRun makes this process the run of a folder. If another process is, told is
// called, and then that one's end awaited: either it had an outcome, which is then
// returned, or it failed, and this process is the run.
func BeginRun(ctx context.Context, dir string, told func() error) (*Run, *Outcome, error) {
	for waited := false; ; {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, nil, err
		}
		file, err := acquire(filepath.Join(dir, runFile))
		if errors.Is(err, fs.ErrNotExist) {
			continue // renamed just now
		} else if err == nil {
			r := &Run{dir, file}
			if !r.current() {
				r.Release()
				continue
			}
			_ = os.RemoveAll(dir + overSuffix) // of one that was killed
			return r, nil, file.Truncate(0)
		} else if !errors.Is(err, errLocked) {
			return nil, nil, err
		}
		// Opened before anything that takes time: its outcome can be read from it
		// when the folder is gone.
		if file, err = os.OpenFile(filepath.Join(dir, runFile), os.O_RDWR, 0o600); errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err == nil && !waited {
			waited, err = true, told()
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

// current reports whether the file that is held is still the one in the folder.
func (r *Run) current() bool {
	held, err := r.file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(filepath.Join(r.dir, runFile))
	return err == nil && os.SameFile(held, there)
}

// outcomeOf waits until nobody holds the file of a run, and reads what it says; nil if
// that is nothing.
func outcomeOf(ctx context.Context, file *os.File) (*Outcome, error) {
	ended := make(chan error, 1)
	go func() {
		ended <- awaitLock(file)
		close(ended)
	}()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		go func() { // the lock has no other way out of its wait
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

// Release gives the right to another process.
func (r *Run) Release() { release(r.file) }

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
	q.end(errClosed)                   // the call is for the others
	_ = q.nc.Publish(overSubject, nil) // closing flushes it
	reached(pointCalled)
	q.Close()
	reached(pointClosed)
	gone := r.dir + overSuffix
	_ = os.RemoveAll(gone)
	if err := os.Rename(r.dir, gone); err != nil {
		gone = r.dir // some systems do not rename what is open
	}
	reached(pointRenamed)
	return os.RemoveAll(gone)
}

// isOver reports whether the run of a folder has ended, and the folder goes or is gone.
func isOver(dir string) bool {
	data, err := os.ReadFile(filepath.Join(dir, runFile))
	if errors.Is(err, fs.ErrNotExist) {
		_, err := os.Stat(dir)
		return errors.Is(err, fs.ErrNotExist)
	}
	o := decodeOutcome(data)
	return o != nil && o.Removed
}
