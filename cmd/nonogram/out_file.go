package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"nonogram"
	"nonogram/cmd/internal/atomicfile"
	"nonogram/cmd/internal/terminal"
	"nonogram/format"
)

// writeFile writes a file atomically.
func writeFile(path string, write func(io.Writer) error) error {
	return atomicfile.File{Mode: 0o666, Unique: true}.Replace(path, write)
}

// writeTo writes a file, or standard output for "-".
func (a *app) writeTo(path string, write func(io.Writer) error) error {
	if path == stdoutName {
		return write(a.out)
	}
	return writeFile(path, write)
}

// writeSpooled is writeFile for output that takes hours: what is unfinished has no name, so
// that a kill leaves nothing behind.
func writeSpooled(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeFile(path, write) // a pipe, whose reader waits
	}
	if err := atomicfile.Writable(path); err != nil {
		return err
	}
	s := spool{near: path}
	defer s.close()
	w := bufio.NewWriter(&s)
	if err := errors.Join(write(w), w.Flush()); err != nil {
		return err
	}
	return writeFile(path, s.copyTo)
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

// puzzleFile is the output of solve --out and generate random. The two tournament formats
// are written puzzle by puzzle, since they are useful unfinished; other formats at the end.
// A nil puzzleFile does nothing.
type puzzleFile struct {
	path   string
	writer *format.Writer   // for a tournament format
	w      *terminal.Output // file that is written immediately
	file   *os.File
	spool  spool // for the other formats
	taken  bool
	err    error // first error; nothing is written after it
}

// The formats of tournaments, for files that end in .txt.
const (
	questionFormat = "tournament"
	answerFormat   = "solution"
)

// openPuzzleFile opens a file of puzzles: in the tournament format txt if it ends in .txt,
// otherwise in the format of its extension. A file that is written immediately must not be
// an input.
func openPuzzleFile(path, txt string, inputs []string) (*puzzleFile, error) {
	if strings.EqualFold(filepath.Ext(path), ".txt") {
		if err := notInput("out", path, inputs); err != nil {
			return nil, err
		}
		return openRows(path, txt)
	}
	f, err := format.ByFilename(path)
	if err != nil {
		return nil, usageError{err}
	}
	if !f.Writes() {
		return nil, usagef("--out %s: format %s can only be read", path, f.Name)
	}
	p := &puzzleFile{path: path, spool: spool{near: path}}
	if p.writer, err = format.NewWriter(&p.spool, f.Name); err != nil {
		return nil, err
	}
	return p, atomicfile.Writable(path)
}

// openRows opens a file in a tournament format, whatever its extension.
func openRows(path, txt string) (*puzzleFile, error) {
	file, err := atomicfile.Open(path)
	if err != nil {
		return nil, err
	}
	p := rowsTo(terminal.NewOutput(file), txt)
	p.file = file
	return p, nil
}

// rowsTo writes a tournament format to an open writer.
func rowsTo(w *terminal.Output, txt string) *puzzleFile {
	writer, err := format.NewWriter(w, txt)
	return &puzzleFile{writer: writer, w: w, err: err}
}

// add writes a puzzle. Errors are reported at the end.
func (p *puzzleFile) add(puzzle *nonogram.Puzzle) {
	if p != nil && p.err == nil {
		p.err = p.writer.Write(puzzle)
		p.taken = true
	}
}

// failed reports whether an error has occurred.
func (p *puzzleFile) failed() bool { return p != nil && p.err != nil }

func (p *puzzleFile) close() error {
	if p == nil {
		return nil
	}
	defer p.spool.close()
	if p.taken && p.err == nil {
		p.err = p.writer.Close()
	}
	switch {
	case p.file != nil:
		lost := p.w.Flush() // including earlier write errors
		return errors.Join(cmp.Or(p.err, lost), p.file.Close())
	case p.w != nil:
		return p.err
	case p.err != nil:
		return fmt.Errorf("%s: %w", p.path, p.err)
	case p.taken:
		return writeFile(p.path, func(w io.Writer) error { return p.spool.copyTo(w) })
	}
	return nil
}

// spool holds output in a temporary file until it is known to be wanted. The file is on
// the disk of the destination, or in the folder for temporary files, and has no name where
// the system allows it, so that it disappears with the process.
type spool struct {
	near string // destination
	file *os.File
}

func (s *spool) Write(p []byte) (n int, err error) {
	if s.file == nil {
		err = os.ErrNotExist
		if s.near != stdoutName {
			s.file, err = os.CreateTemp(filepath.Dir(s.near), ".nonogram-*.new")
		}
		if err != nil {
			s.file, err = os.CreateTemp("", "nonogram-*")
		}
		if err != nil {
			return 0, fmt.Errorf("cannot buffer the output: %w", err)
		}
		_ = os.Remove(s.file.Name())
	}
	return s.file.Write(p)
}

// copyTo copies the content.
func (s *spool) copyTo(w io.Writer) error {
	if s.file == nil {
		return nil
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, s.file)
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
