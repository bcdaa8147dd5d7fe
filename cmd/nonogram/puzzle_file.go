package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"nonogram"
	"nonogram/format"
)

// puzzleFile is the output of solve --out and generate random. The two tournament formats
// are written puzzle by puzzle, since they are useful unfinished; other formats at the end.
// A nil puzzleFile does nothing.
type puzzleFile struct {
	path   string
	writer *format.Writer // for a tournament format
	w      *output        // file that is written immediately
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
	return p, writable(path)
}

// openRows opens a file in a tournament format, whatever its extension.
func openRows(path, txt string) (*puzzleFile, error) {
	file, err := createFile(path)
	if err != nil {
		return nil, err
	}
	p := rowsTo(newOutput(file), txt)
	p.file = file
	return p, nil
}

// rowsTo writes a tournament format to an open writer.
func rowsTo(w *output, txt string) *puzzleFile {
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
		return writeFile(p.path, func(w io.Writer) error { return p.spool.copyTo(w, 0, p.spool.size) })
	}
	return nil
}
