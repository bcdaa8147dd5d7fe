package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"nonogram"
	"nonogram/format"
)

// puzzleFile is where solve --out and generate random write to: one puzzle after
// another in the two formats of tournaments, which any number of puzzles can be
// appended to; together at the end in all others, which are written in one piece. A nil
// one takes nothing.
type puzzleFile struct {
	format string
	path   string
	w      io.Writer // of a file that is written as the puzzles come
	file   *os.File  // the same, if it is to be closed
	kept   []*nonogram.Puzzle
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
	if f.Encode == nil {
		return nil, usagef("--out %s: format %s can only be read", path, f.Name)
	}
	return &puzzleFile{path: path, format: f.Name}, writable(path)
}

// openRows opens a file in a format of tournaments, whatever its ending.
func openRows(path, txt string) (*puzzleFile, error) {
	file, err := create(path)
	if err != nil {
		return nil, err
	}
	return &puzzleFile{format: txt, w: newOutput(file), file: file}, nil
}

// add takes a puzzle. What cannot be written is told at the end, so that the answers
// still come.
func (p *puzzleFile) add(puzzle *nonogram.Puzzle) {
	switch {
	case p == nil || p.err != nil:
	case p.w != nil:
		p.err = format.Encode(p.w, p.format, puzzle)
	default:
		p.kept = append(p.kept, puzzle)
	}
}

// failed tells those who have nothing else to do that they may stop.
func (p *puzzleFile) failed() bool { return p != nil && p.err != nil }

func (p *puzzleFile) close() error {
	switch {
	case p == nil:
		return nil
	case p.file != nil:
		lost := p.w.(*output).Flush() // what a write has told already, too
		return errors.Join(cmp.Or(p.err, lost), p.file.Close())
	case len(p.kept) > 0:
		return writeFile(p.path, func(w io.Writer) error { return format.Encode(w, p.format, p.kept...) })
	}
	return p.err
}
