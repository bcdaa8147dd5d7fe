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

// Files that commands write are there as a whole or not at all. What is no plain file, as
// a device or a pipe, is written to as it is and never removed.

// writeFile has a file written.
func writeFile(path string, write func(io.Writer) error) error {
	return writeBeside(path, atomicfile.File{Mode: 0o666, Unique: true}, write)
}

// writeAgain has a file written by a command that may be killed and run again many
// times: what was begun has a name that the next run finds and begins anew.
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
		// The folder may be closed and the file in it open. If it is not, the
		// error is about the file that was meant.
		return writeInPlace(path, write)
	case err != nil:
		return cannotWrite(path, err)
	}
	return nil
}

// writeInPlace writes to what is there.
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

// createFile is os.Create for writing alone. That one opens for reading too, and so does
// not wait for the reader of a pipe: what is written before he comes is lost.
func createFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}

func fill(f *os.File, write func(io.Writer) error) error {
	w := bufio.NewWriter(f)
	return errors.Join(write(w), w.Flush(), f.Close())
}

// writable tells whether writeFile would find a place for a file, for commands
// that work for long before they write.
func writable(path string) error {
	info, err := os.Stat(path)
	var f *os.File
	switch {
	case err == nil && !info.Mode().IsRegular() && !info.IsDir():
		return nil // to open a pipe may wait, or end its reader
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

// notInput refuses to write answers over the puzzles they are for: as they come, that
// would be before the puzzles are read, and at the end nothing would be left of them.
func notInput(flag, path string, files []string) error {
	out, err := os.Stat(path)
	if err != nil || !out.Mode().IsRegular() {
		return nil // nothing is there to be lost
	}
	for _, file := range files {
		if in, err := os.Stat(file); err == nil && os.SameFile(in, out) {
			return usagef("--%s %s would replace the puzzles in it, expected another file", flag, path)
		}
	}
	return nil
}

// cannotWrite names the file that was meant instead of the one beside it. Other
// errors, as those of an encoder, keep their words.
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
