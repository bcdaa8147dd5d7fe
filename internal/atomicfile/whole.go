// Package atomicfile puts files into their places as a whole or not at all: a file is written
// beside its place, under another name, and moved there when it is complete. An error, a
// full disk or a crash leaves what was there before.
//
//	Create ─▶ Fill ─▶ Sync ─▶ Move ─▶ SyncFolder
//
// Sync and SyncFolder are for those who ask, since they take milliseconds: without them a
// loss of power may take the file, but never leaves a part of it under its name.
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

// Step is a part of the work.
type Step string

// The steps in their order.
const (
	Create     Step = "create"
	Fill       Step = "fill"
	Sync       Step = "sync"
	Move       Step = "move"
	SyncFolder Step = "sync folder"
)

// NewEnding is what the name of a file being written has more than that of its place.
const NewEnding = ".new"

// ErrNoPlace is that nothing could be made beside the file: the folder may be closed.
var ErrNoPlace = errors.New("nothing can be made beside it")

// File says how a file is written. Its zero value is for a file that one process writes,
// which finds what it began when it is killed and run again, and begins anew.
type File struct {
	Mode   fs.FileMode // of one that was not there; others keep theirs
	Unique bool        // write under a name that nobody else uses
	Synced bool
	// Before is called before every step, whose failure it may be.
	Before func(Step) error
}

// Beside is a name that nobody else uses, in the same folder, because a file moves in one
// step only within a file system. It is short, since path may be as long as a name can be.
func Beside(path string) string {
	return filepath.Join(filepath.Dir(path), fmt.Sprintf(".nonogram-%08x%s", rand.Uint32(), NewEnding))
}

// Write has a file written and puts it in its place.
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
		return fmt.Errorf("%w: %w", ErrNoPlace, err)
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

// fill writes what is to be in the file.
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

// SyncNames makes sure of the names in a folder. Not all systems can, and then need not.
func SyncNames(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = f.Sync()
	return f.Close()
}
