package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nonogram/cmd/internal/atomicfile"
	"nonogram/cmd/internal/filelock"
)

// The folder of a queue:
//
//	DIR/nonogram-queue  the mark of a folder that this program made or was given empty
//	DIR/run             locked by the process that runs the job of the folder, if it has
//	                    only one; at the end it holds overMark
//
// and what host.go lists. A folder without the mark that has files is never used. Files
// with other names are never touched, and keep their folder.
//
// The folder of a run has one job, and is removed when the job is done. Other processes
// may use it: more workers, batch status. At the end the run writes overMark, publishes
// its end to all connected processes, closes the queue, renames the folder and removes
// it. A process that is just connecting finds the mark, or no folder (host.go). No process
// becomes the host of a folder that is being removed, because the rename is atomic. If a
// run is killed on the way, the next one completes it.

const (
	queueMark   = "nonogram-queue"
	markText    = "A queue of nonogram batch, see docs/scaling.md.\n"
	runFile     = "run"
	overSubject = prefix + ".over"
	// overSuffix is added to the name of a folder that is being removed.
	overSuffix = ".over"
	// overMark is the content of the run file of such a folder.
	overMark = "over"
)

// Errors about folders.
var (
	// ErrOver reports that the run of a folder has ended.
	ErrOver = errors.New("the run has ended, and its folder is removed")
	// ErrRunning reports that another process runs the job of a folder.
	ErrRunning = errors.New("another process runs it")
	// ErrNotQueue reports a folder with files of others.
	ErrNotQueue = errors.New("the folder is not empty and is not a queue of nonogram: name a new or an empty folder with --dir")
)

// claim makes a folder a queue. It marks a new or an empty folder, and one of an earlier
// version, whose files are all of a queue.
func claim(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	foreign, marked := foreignIn(entries)
	if marked {
		return nil
	}
	if a, err := readAddress(dir); foreign != "" || len(entries) > 0 && (err != nil || a.Token == "") {
		return fmt.Errorf("%s: %w", dir, ErrNotQueue)
	}
	mark, err := os.OpenFile(filepath.Join(dir, queueMark), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil // another process has marked it just now
	} else if err != nil {
		return err
	}
	_, err = mark.WriteString(markText)
	return errors.Join(err, mark.Close())
}

// foreignIn returns the name of a file in a folder that is not of a queue, if there is
// one, and whether the folder has the mark. Where a link has the name of a file of the
// queue, the mark does not count: the file would be written through the link.
func foreignIn(entries []fs.DirEntry) (foreign string, marked bool) {
	links := false
	for _, e := range entries {
		name, file := e.Name(), e.Type().IsRegular()
		switch {
		case name == storeFolder && e.IsDir(), isPassing(name) && file:
		case slices.Contains(fileNames, name) && file:
			marked = marked || name == queueMark
		default:
			foreign, links = name, links || name == storeFolder || slices.Contains(fileNames, name)
		}
	}
	return foreign, marked && !links
}

// fileNames are the files of a queue.
var fileNames = []string{queueMark, runFile, lockFile, addressFile}

// isPassing reports whether a name is one of the files that a queue has for a moment, and
// that a killed process leaves.
func isPassing(name string) bool {
	return strings.HasPrefix(name, roomPrefix) || atomicfile.Unfinished(name)
}

// isMarked reports whether a folder has the mark, and what else it has.
func isMarked(dir string) (foreign string, marked bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", false
	}
	return foreignIn(entries)
}

// discard removes the files of a marked folder, the mark last, and the folder if it is
// empty then.
func discard(dir string) error {
	if err := os.RemoveAll(filepath.Join(dir, storeFolder)); err != nil {
		return err
	}
	rooms, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range rooms {
		if isPassing(e.Name()) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
	for _, name := range slices.Backward(fileNames) {
		if err := ignore(os.Remove(filepath.Join(dir, name)), fs.ErrNotExist); err != nil {
			return err
		}
	}
	return os.Remove(dir)
}

// Run is the right to run the one job of a folder.
type Run struct {
	dir  string
	file *os.File
}

// BeginRun makes this process the run of a folder. It returns ErrRunning if another
// process is.
func BeginRun(dir string) (*Run, error) {
	dir = filepath.Clean(dir)
	for {
		if err := claim(dir); err != nil {
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
			if gone := dir + overSuffix; endedIn(gone) {
				_ = discard(gone) // of a run that was killed
			}
			return r, file.Truncate(0)
		}
		r.Release()
	}
}

// endedIn reports whether a folder is that of a run that was killed while it removed it.
func endedIn(dir string) bool {
	foreign, marked := isMarked(dir)
	if !marked || foreign != "" {
		return false
	}
	data, err := os.ReadFile(filepath.Join(dir, runFile))
	return string(data) == overMark || errors.Is(err, fs.ErrNotExist) && !isThere(filepath.Join(dir, storeFolder))
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
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
// asked to. A folder with files of others stays.
func (r *Run) End(q *Queue, remove bool) error {
	defer r.Release()
	reached(pointOutput)
	foreign, marked := isMarked(r.dir)
	if !remove || !marked || foreign != "" {
		if remove {
			q.config.Log.Warn("the folder of the queue is kept: it has a file of another program", "dir", r.dir, "file", foreign)
		}
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
	if isThere(gone) {
		gone = atomicfile.Beside(r.dir) // of another, or of a queue
	}
	if err := os.Rename(r.dir, gone); err != nil {
		gone = r.dir // some systems do not rename open files
	}
	reached(pointRenamed)
	return discard(gone)
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
