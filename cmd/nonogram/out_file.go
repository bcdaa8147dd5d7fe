package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"nonogram/internal/atomicfile"
)

// Commands write files atomically. Devices and pipes are written directly and never
// removed.

// writeFile writes a file atomically.
func writeFile(path string, write func(io.Writer) error) error {
	return writeBeside(path, atomicfile.File{Mode: 0o666, Unique: true}, write)
}

// writeAgain is writeFile for commands that may be killed and run again: an unfinished file
// has a name that the next run reuses.
func writeAgain(path string, write func(io.Writer) error) error {
	return writeBeside(path, atomicfile.File{Mode: 0o666}, write)
}

func writeBeside(path string, how atomicfile.File, write func(io.Writer) error) error {
	target := path
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		target = resolved // the link stays a link
	}
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		return writeInPlace(path, write)
	}
	err := how.Write(target, write)
	switch {
	case errors.Is(err, atomicfile.ErrCreate):
		// A closed folder may contain an open file. If not, the error is about the file itself.
		return writeInPlace(path, write)
	case err != nil:
		return cannotWrite(path, err)
	}
	return nil
}

// writeInPlace writes to an existing file.
func writeInPlace(path string, write func(io.Writer) error) error {
	f, err := createFile(path)
	if err == nil {
		err = fill(f, write)
	}
	if err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

// createFile is os.Create for writing only. os.Create also opens for reading, so it does
// not wait for the reader of a pipe, and data written before is lost.
func createFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}

func fill(f *os.File, write func(io.Writer) error) error {
	w := bufio.NewWriter(f)
	return errors.Join(write(w), w.Flush(), f.Close())
}

// writable checks whether writeFile can create a file, for commands that work long before
// they write.
func writable(path string) error {
	info, err := os.Stat(path)
	var f *os.File
	switch {
	case err == nil && !info.Mode().IsRegular() && !info.IsDir():
		return nil // opening a pipe may wait or end its reader
	case err == nil:
		if f, err = os.OpenFile(path, os.O_WRONLY, 0); err == nil {
			return f.Close()
		}
	default:
		if f, err = os.OpenFile(atomicfile.Beside(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
			return errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	return cannotWrite(path, err)
}

// notInput rejects an output file that is also an input: it would be overwritten before or
// after reading.
func notInput(flag, path string, files []string) error {
	out, err := os.Stat(path)
	if err != nil || !out.Mode().IsRegular() {
		return nil // it does not exist
	}
	for _, file := range files {
		if in, err := os.Stat(file); err == nil && os.SameFile(in, out) {
			return usagef("--%s %s would replace the puzzles in it, expected another file", flag, path)
		}
	}
	return nil
}

// cannotWrite names the requested file instead of the temporary one. Other errors, such as
// those of encoders, are unchanged.
func cannotWrite(path string, err error) error {
	var link *os.LinkError
	var file *fs.PathError
	switch {
	case errors.As(err, &link):
		return fmt.Errorf("cannot write %s: %w", path, link.Err)
	case errors.As(err, &file):
		return fmt.Errorf("cannot write %s: %w", path, file.Err)
	}
	return fmt.Errorf("%s: %w", path, err)
}
