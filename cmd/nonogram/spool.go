package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// spool holds output until it is known to be wanted: a small one in memory, otherwise in an
// unnamed file, which disappears with the process.
type spool struct {
	near string // destination; the spool is on the same disk
	size int64

	memory bytes.Buffer
	file   *os.File // after the part in memory
}

// spoolMemory is the part of a spool in memory.
const spoolMemory = 16 << 20

func (s *spool) Write(p []byte) (n int, err error) {
	if s.file == nil && s.memory.Len()+len(p) <= spoolMemory {
		s.size += int64(len(p))
		return s.memory.Write(p)
	}
	if s.file == nil {
		if s.file, err = openNameless(s.near); err != nil {
			return 0, err
		}
	}
	n, err = s.file.Write(p)
	s.size += int64(n)
	return n, nameError(s.file, err)
}

// copyTo copies a part.
func (s *spool) copyTo(w io.Writer, from, end int64) error {
	kept := int64(s.memory.Len())
	if from < kept {
		if _, err := w.Write(s.memory.Bytes()[from:min(end, kept)]); err != nil {
			return err
		}
	}
	if end <= kept {
		return nil
	}
	from = max(0, from-kept)
	_, err := io.Copy(w, io.NewSectionReader(s.file, from, end-kept-from))
	return err
}

// close releases the spool.
func (s *spool) close() {
	if s.file != nil {
		_ = s.file.Close()
		_ = os.Remove(s.file.Name()) // on systems where open files keep their names
	}
	*s = spool{}
}

// openNameless opens a temporary file in the destination's folder or, if that does not
// exist or the destination is standard output, in the folder for temporary files.
func openNameless(near string) (*os.File, error) {
	err := os.ErrNotExist
	var f *os.File
	if near != stdoutName {
		f, err = os.CreateTemp(filepath.Dir(near), ".nonogram-*.new")
	}
	if err != nil {
		f, err = os.CreateTemp("", "nonogram-*")
	}
	if err != nil {
		return nil, fmt.Errorf("cannot buffer the output: %w", err)
	}
	_ = os.Remove(f.Name())
	return f, nil
}

// nameError describes an error of the unnamed file.
func nameError(f *os.File, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot buffer the output in %s: %w", filepath.Dir(f.Name()), path.Err)
	}
	return err
}
