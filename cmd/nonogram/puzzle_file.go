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

// puzzleFile is where solve --out and generate random write to: at once, puzzle by
// puzzle, in the two formats of tournaments, which are of use unfinished; in all others
// when the last has come. A nil one takes nothing.
type puzzleFile struct {
	path   string
	writer *format.Writer // to one of the two
	w      *output        // of a file that is written as the puzzles come
	file   *os.File
	spool  spool // of one that is not
	taken  bool
	err    error // the first; nothing is written after it
}

// The formats of tournaments, for files that end in .txt.
const (
	questionFormat = "tournament"
	answerFormat   = "solution"
)

// openPuzzleFile opens a file of puzzles: in the format of tournaments that txt names
// if it ends in .txt, otherwise in that of its ending. A file that is written as the
// puzzles come must not be one of the inputs.
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

// openRows opens a file in a format of tournaments, whatever its ending.
func openRows(path, txt string) (*puzzleFile, error) {
	file, err := createFile(path)
	if err != nil {
		return nil, err
	}
	p := rowsTo(newOutput(file), txt)
	p.file = file
	return p, nil
}

// rowsTo writes a format of tournaments to what is open already.
func rowsTo(w *output, txt string) *puzzleFile {
	writer, err := format.NewWriter(w, txt)
	return &puzzleFile{writer: writer, w: w, err: err}
}

// add takes a puzzle. What cannot be written is told at the end, so that the answers
// still come.
func (p *puzzleFile) add(puzzle *nonogram.Puzzle) {
	if p != nil && p.err == nil {
		p.err = p.writer.Write(puzzle)
		p.taken = true
	}
}

// failed tells those who have nothing else to do that they may stop.
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
		lost := p.w.Flush() // what a write has told already, too
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
