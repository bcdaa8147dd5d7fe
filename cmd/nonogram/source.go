package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"nonogram/cmd/internal/archive"
	"nonogram/format"
)

// Files, standard input and pipes as sources of bytes. Waiting for one ends with the first
// signal; an error names its file.

// source is an open file, or a stream that can be read only once.
type source struct {
	name string
	*bufio.Reader
	io.Closer
}

// archiveHead is the number of bytes that identify an archive.
const archiveHead = 512

// archived looks at the first bytes.
func (s *source) archived() bool {
	start, _ := s.Peek(archiveHead) // a shorter file is not an archive
	return archive.Is(start)
}

// open opens a file, standard input for "-", or puzzles of the pack. Without a file it returns a
// source with nothing but the name. An interruption ends the wait for a pipe.
func (a *app) open(file string) (*source, error) {
	s := &source{name: file, Closer: io.NopCloser(nil)}
	switch word, pack := strings.CutPrefix(file, packMark); {
	case file == "-":
		s.name = stdinName
		s.Reader = bufio.NewReader(a.stdin())
	case pack:
		data, err := packFile(word)
		if err != nil {
			return s, err
		}
		s.Reader = bufio.NewReader(bytes.NewReader(data))
	case isStream(file):
		f, err := await(a.inputEnds, func() (*os.File, error) { return os.Open(file) })
		if err != nil {
			return s, err
		}
		s.Reader, s.Closer = bufio.NewReader(&patient{r: f, done: a.inputEnds}), f
	default:
		f, err := os.Open(file)
		if err != nil {
			return s, err
		}
		s.Reader, s.Closer = bufio.NewReader(f), f
	}
	return s, nil
}

// isStream reports whether a file can be read only once: standard input, a pipe or a device.
func isStream(file string) bool {
	if file == "-" {
		return true
	}
	info, err := os.Stat(file)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// stdin returns standard input, whose reading an interruption ends.
func (a *app) stdin() io.Reader { return &patient{r: a.in, done: a.inputEnds} }

// patient is a reader of a stream that may wait for ever: an interruption ends the wait. What
// comes after it is lost, so the reader must not be used again.
type patient struct {
	r    io.Reader
	done <-chan struct{}
	buf  []byte
}

func (p *patient) Read(b []byte) (int, error) {
	if p.done == nil {
		return p.r.Read(b)
	}
	if p.buf == nil {
		p.buf = make([]byte, 64<<10)
	}
	n, err := await(p.done, func() (int, error) { return p.r.Read(p.buf[:min(len(b), len(p.buf))]) })
	return copy(b, p.buf[:n]), err
}

// errInterrupted ends the wait for a stream.
var errInterrupted = errors.New("interrupted")

// await returns the result of a call that may wait for ever, or errInterrupted.
func await[T any](done <-chan struct{}, call func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	ready := make(chan result, 1)
	go func() {
		value, err := call()
		ready <- result{value, err}
	}()
	select {
	case r := <-ready:
		return r.value, r.err
	case <-done:
		var none T
		return none, errInterrupted
	}
}

// readFile reads a file, up to the size that package format accepts.
func (a *app) readFile(file string) (name string, data []byte, err error) {
	s, err := a.open(file)
	if err != nil {
		return s.name, nil, fileError(s.name, err)
	}
	defer s.Close()
	data, err = archive.ReadAll(s, s.name)
	return s.name, data, fileError(s.name, err)
}

// fileError gives file system errors the form of errors in files.
func fileError(name string, err error) error {
	if err == nil {
		return nil
	}
	var placed *format.Error
	var path *fs.PathError
	switch {
	case errors.Is(err, errInterrupted), errors.As(err, &placed):
		return err
	case errors.As(err, &path):
		err = path.Err
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
		if _, number := strconv.Atoi(name); number == nil {
			err = fmt.Errorf("%w; a file has the size of its puzzle, leave the number out", err)
		}
		if ending := endingOf(name); pictureWriters[ending] != nil || bookWriters[ending] != nil {
			err = fmt.Errorf("%w; show --out writes such files", err)
		}
	}
	return &format.Error{File: name, Message: err.Error()}
}

// flagged adds the flag that chooses between several readings.
func flagged(err *format.Error) error {
	if len(err.Formats()) == 0 {
		return err
	}
	here := *err
	here.Message += ", with --format"
	return &here
}
