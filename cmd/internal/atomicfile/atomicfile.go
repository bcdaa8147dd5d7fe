// Package atomicfile writes files atomically: to a temporary file in the same folder, which
// replaces the target when it is complete. An error, a full disk or a crash leaves the old
// file.
//
//	Create ─▶ Fill ─▶ Sync ─▶ Move ─▶ SyncFolder
//
// Sync and SyncFolder are optional, since they take milliseconds. Without them a power
// failure may lose the new file, but never leaves a part of it under its name.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Step is a step of writing a file.
type Step string

// The steps in their order.
const (
	Create     Step = "create"
	Fill       Step = "fill"
	Sync       Step = "sync"
	Move       Step = "move"
	SyncFolder Step = "sync folder"
)

// NewEnding ends the names of temporary files.
const NewEnding = ".new"

// ErrCreate reports that the temporary file could not be created: the folder may be
// read-only.
var ErrCreate = errors.New("cannot create a file in the same folder")

// File configures how a file is written. The zero value is for a file that one process
// writes: the temporary file has a fixed name, so that a restart replaces it.
type File struct {
	Mode   fs.FileMode // of a new file; existing files keep theirs
	Unique bool        // use a unique name for the temporary file
	Synced bool
	// Before is called before every step. Its error makes the step fail.
	Before func(Step) error
}

// Beside returns a unique name in the folder of path: a rename is atomic only within a file
// system. It is short because the name of path may have the greatest possible length.
func Beside(path string) string {
	return filepath.Join(filepath.Dir(path), fmt.Sprintf(".nonogram-%08x%s", rand.Uint32(), NewEnding))
}

// Write calls write to fill the temporary file, and moves it to path.
func (f File) Write(path string, write func(io.Writer) error) error {
	name, how := path+NewEnding, os.O_TRUNC
	if f.Unique {
		name, how = Beside(path), os.O_EXCL
	}
	if err := f.before(Create); err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|how, f.Mode)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCreate, err)
	}
	if info, err := os.Stat(path); err == nil {
		_ = file.Chmod(info.Mode().Perm()) // not all file systems have modes
	}
	err = errors.Join(f.fill(file, write), file.Close())
	if err == nil {
		err = f.before(Move)
	}
	if err == nil {
		err = os.Rename(name, path)
	}
	if err != nil {
		_ = os.Remove(name)
		return err
	}
	if !f.Synced {
		return nil
	}
	if err := f.before(SyncFolder); err != nil {
		return err
	}
	return SyncNames(filepath.Dir(path))
}

// fill writes and syncs the temporary file.
func (f File) fill(file *os.File, write func(io.Writer) error) error {
	if err := f.before(Fill); err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	if err := errors.Join(write(w), w.Flush()); err != nil || !f.Synced {
		return err
	}
	if err := f.before(Sync); err != nil {
		return err
	}
	return file.Sync()
}

func (f File) before(s Step) error {
	if f.Before == nil {
		return nil
	}
	return f.Before(s)
}

// SyncNames syncs a folder, on systems that support it.
func SyncNames(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = f.Sync()
	return f.Close()
}
