package main

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
	"strconv"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/api/files"
	"nonogram/internal/batch"
	"nonogram/internal/record"
)

// The input of a batch: files of any size. Other commands read a file whole, up to
// the limit of package format; here one that is longer than a slab, in a format whose
// puzzles are told apart by a line, is read slab by slab, each up to the last such
// line in it. Puzzle numbers and the lines of errors go on from slab to slab.

// slabBytes is how much is read at a time: many puzzles, and little memory.
const slabBytes = 16 << 20

// A boundary is what the first line of a puzzle starts with or, if it ends one, what
// the line before does.
var boundaries = map[string]struct {
	mark   string
	behind bool // the line with the mark belongs to the puzzle before
	id     string
}{
	"tournament": {mark: "\n$"},
	"json":       {mark: "\n{", id: `"id"`},
	"non":        {mark: "\n====", behind: true, id: "\nid"},
}

// sizedItems are the puzzles of the input in the form in which a batch sends them.
func (in *inputs) sizedItems(a *app, whole bool) iter.Seq[batch.Sized] {
	files := in.files
	if len(files) == 0 {
		files = []string{"-"}
	}
	return func(yield func(batch.Sized) bool) {
		for _, file := range files {
			for it := range in.slabItems(a.in, file, slabBytes) {
				if !yield(sized(it, whole)) {
					return
				}
			}
		}
	}
}

func sized(it item, whole bool) batch.Sized {
	b := batch.Item{ID: it.id, File: it.file, Puzzle: it.puzzle}
	if it.err != nil {
		b.Puzzle, b.Problem = nil, record.NewError(it.id, it.file, it.err).Error
		return batch.Sized{Item: batch.AppendItem(nil, &b, whole), Size: 1}
	}
	return batch.Sized{Item: batch.AppendItem(nil, &b, whole), Size: it.puzzle.Width() * it.puzzle.Height()}
}

// slabItems reads one file.
func (in *inputs) slabItems(stdin io.Reader, file string, slab int) iter.Seq[item] {
	if isPack(file) || file != "-" && (isFolder(file) || isArchive(file)) {
		return in.fileItems(stdin, file)
	}
	return func(yield func(item) bool) {
		r, name := stdin, stdinName
		if file != "-" {
			f, err := os.Open(file)
			if err != nil {
				yield(item{file: file, err: fileError(file, err)})
				return
			}
			defer f.Close()
			r, name = f, file
		}
		s := &slabs{r: r, name: name, format: in.format, size: slab}
		if err := s.each(yield); err != nil {
			yield(item{file: name, err: fileError(name, err)})
		}
	}
}

// slabs is a file on its way through memory.
type slabs struct {
	r      io.Reader
	name   string
	format string
	size   int

	data           []byte // read and not yet decoded
	puzzles, lines int    // before data
	numbered       bool   // puzzles have no more than a number for a name
}

// each decodes the file. An error is about reading it.
func (s *slabs) each(yield func(item) bool) error {
	for {
		whole, err := s.fill(s.size)
		if err != nil {
			return err
		}
		cut := len(s.data)
		if !whole {
			if cut = s.cut(); cut == 0 {
				// One puzzle for the whole slab, or a format without
				// boundaries: as the other commands read it.
				if _, err := s.fill(format.MaxFileSize + 1); err != nil {
					return err
				}
				cut, whole = len(s.data), true
			}
		}
		if len(s.data) == 0 && s.puzzles > 0 || !s.decode(s.data[:cut], yield) || whole {
			return nil
		}
		s.lines += bytes.Count(s.data[:cut], []byte("\n"))
		s.data = append(s.data[:0], s.data[cut:]...)
	}
}

// fill reads until there are n bytes, and reports whether that is all there is.
func (s *slabs) fill(n int) (whole bool, err error) {
	b := bytes.NewBuffer(s.data)
	_, err = io.CopyN(b, s.r, int64(n-len(s.data)))
	s.data = b.Bytes()
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	return false, err
}

// cut is where the last puzzle in the slab begins, 0 if nobody can tell.
func (s *slabs) cut() int {
	if s.format == "" {
		f, err := format.Detect(s.data, s.name)
		if err != nil {
			return 0
		}
		s.format = f.Name
	}
	b, ok := boundaries[s.format]
	if !ok || s.format == "json" && s.puzzles == 0 && !bytes.HasPrefix(bytes.TrimLeft(s.data, "\ufeff \t\r\n"), []byte("{")) {
		return 0
	}
	at := bytes.LastIndex(s.data, []byte(b.mark))
	if at < 0 {
		return 0
	}
	if b.behind {
		end := bytes.IndexByte(s.data[at+1:], '\n')
		if end < 0 { // the line is not complete: the one before
			if at = bytes.LastIndex(s.data[:at], []byte(b.mark)); at < 0 {
				return 0
			}
			end = bytes.IndexByte(s.data[at+1:], '\n')
		}
		at += 1 + end
	}
	if s.puzzles == 0 {
		s.numbered = b.id != "" && !bytes.Contains(s.data, []byte(b.id))
	}
	return at + 1
}

// decode passes on the puzzles of a part of the file.
func (s *slabs) decode(data []byte, yield func(item) bool) bool {
	before := s.puzzles
	for p, err := range (format.Decoder{Solvable: files.Solvable}).Decode(data, s.name, s.format) {
		s.puzzles++
		if !yield(s.item(p, err, before)) {
			return false
		}
	}
	return true
}

func (s *slabs) item(p *nonogram.Puzzle, err error, before int) item {
	it := item{file: s.name, puzzle: p, err: err}
	var where *format.Error
	switch {
	case err == nil:
		it.id = s.number(p.ID, before)
	case errors.As(err, &where):
		moved := *where
		if moved.Line > 0 {
			moved.Line += s.lines
		}
		moved.Puzzle = s.number(moved.Puzzle, before)
		it.id, it.err = moved.Puzzle, &moved
	}
	return it
}

// number makes the number of a puzzle in its slab one in its file.
func (s *slabs) number(id string, before int) string {
	if n, err := strconv.Atoi(id); s.numbered && err == nil {
		return strconv.Itoa(before + n)
	}
	return id
}
