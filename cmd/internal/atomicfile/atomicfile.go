// Package atomicfile replaces files as a whole: it writes a new file in the same folder and
// renames it when it is complete. Whatever fails, the old file stays as it was.
//
//	Create ─▶ Fill ─▶ Sync ─▶ Move ─▶ SyncFolder
//
// The name of the new file cannot be guessed, and a file or link that has it is never opened.
// Sync and SyncFolder are optional, since they take milliseconds. Without them a power
// failure may lose the new file, but never leaves a part of it under its name.
package atomicfile

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

// File configures how a file is written.
type File struct {
	Mode   fs.FileMode // of a new file; existing files keep theirs
	Synced bool
	// Before is called before every step. Its error makes the step fail.
	Before func(Step) error
}

// The name of a new file is newPrefix, the random text of crypto/rand.Text, and newEnding. It
// is short because the name of the target may have the greatest possible length.
const (
	newPrefix, newEnding = ".nonogram-", ".new"
	newRandom            = 26
)

// Beside returns a name for a new file in the folder of path: a rename is atomic only within
// a file system.
func Beside(path string) string {
	return filepath.Join(filepath.Dir(path), newPrefix+rand.Text()+newEnding)
}

// Unfinished reports whether a name is one of Beside. In a folder that a program has to
// itself, such a file is left from a process that was killed.
func Unfinished(name string) bool {
	return strings.HasPrefix(name, newPrefix) && strings.HasSuffix(name, newEnding) && len(name) == len(newPrefix)+newRandom+len(newEnding)
}

// Write calls write to fill the new file, and moves it to path.
func (f File) Write(path string, write func(io.Writer) error) error {
	if err := f.before(Create); err != nil {
		return err
	}
	name := Beside(path)
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.Mode)
	if err != nil {
		return err
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

// fill writes and syncs the new file.
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

// Replace is Write for files that users name. Links stay links, also those to a file that
// does not exist yet. Devices and pipes are written directly and never removed.
func (f File) Replace(path string, write func(io.Writer) error) error {
	target, err := Target(path)
	if err != nil {
		return cannotWrite(path, err)
	}
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return cannotWrite(path, writeDirectly(target, write))
	}
	return cannotWrite(path, f.Write(target, write))
}

// maxLinks is the number of links that Target follows, as many as Linux.
const maxLinks = 40

// Target returns the file that a path means: the path itself or, if it is a symbolic link,
// what it points to, which may not exist.
func Target(path string) (string, error) {
	for range maxLinks {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // opening it tells what is wrong
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", &fs.PathError{Op: "open", Path: path, Err: errors.New("too many links")}
}

// writeDirectly writes to a device or pipe. os.Create also opens for reading, so it would not
// wait for the reader of a pipe, and data written before would be lost.
func writeDirectly(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	return errors.Join(write(w), w.Flush(), f.Close())
}

// Writable checks whether Replace can create a file, for programs that work long before
// they write.
func Writable(path string) error {
	target, err := Target(path)
	if err != nil {
		return cannotWrite(path, err)
	}
	info, err := os.Stat(target)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // opening a pipe may wait or end its reader
	}
	var f *os.File
	if err == nil { // a file that must not be changed, or a folder
		if f, err = os.OpenFile(target, os.O_WRONLY, 0); err == nil {
			err = f.Close()
		}
		if err != nil {
			return cannotWrite(path, err)
		}
	}
	if f, err = os.OpenFile(Beside(target), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	return cannotWrite(path, err)
}

// cannotWrite names the requested file instead of the new one. Other errors, such as those
// of encoders, keep their text.
func cannotWrite(path string, err error) error {
	var link *os.LinkError
	var file *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &link):
		return fmt.Errorf("cannot write %s: %w", path, link.Err)
	case errors.As(err, &file):
		return fmt.Errorf("cannot write %s: %w", path, file.Err)
	}
	return fmt.Errorf("%s: %w", path, err)
}
