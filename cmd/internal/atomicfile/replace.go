package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace is Write for files that users name. Links stay links. Devices, pipes and files in
// a folder that cannot be written are written directly and never removed.
func (f File) Replace(path string, write func(io.Writer) error) error {
	target := path
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		target = resolved
	}
	err := ErrCreate
	if info, statErr := os.Stat(target); statErr != nil || info.Mode().IsRegular() {
		err = f.Write(target, write)
	}
	if errors.Is(err, ErrCreate) {
		err = writeInPlace(path, write)
	}
	return cannotWrite(path, err)
}

// Open is os.Create for writing only. os.Create also opens for reading, so it does not
// wait for the reader of a pipe, and data written before is lost.
func Open(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}

func writeInPlace(path string, write func(io.Writer) error) error {
	f, err := Open(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	return errors.Join(write(w), w.Flush(), f.Close())
}

// Writable checks whether Replace can create a file, for programs that work long before
// they write.
func Writable(path string) error {
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
		if f, err = os.OpenFile(Beside(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
			return errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	return cannotWrite(path, err)
}

// cannotWrite names the requested file instead of the temporary one. Other errors, such as
// those of encoders, keep their text.
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
