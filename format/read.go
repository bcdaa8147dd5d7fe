// Reading files of any length. A file that is longer than a slab, in a format whose
// puzzles are told apart by a line, is read slab by slab, each up to the last such line
// in it. Puzzle numbers and the lines of errors go on from slab to slab, so that nobody
// can tell.

package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"nonogram"
	"nonogram/format/internal/cursor"
)

// boundary is what the first line of a puzzle starts with, behind the end of the line
// before, or, if it ends one, what the last line of the puzzle before does.
type boundary struct {
	mark   string
	behind bool // the line with the mark belongs to the puzzle before
	start  byte // what a file begins with that has boundaries; 0 if any
}

// Decode reads every puzzle of a file in the named format, or in the one that
// [Detect] finds if the name is empty. Each step gives a puzzle or an
// [*Error]; after an error in one puzzle the others still come.
//
// The name of the file is for errors and, where the content does not decide, for Detect;
// nothing is opened. Names of formats are those of [All].
//
// Every puzzle has an ID: its own, or its number in the file from "1".
func Decode(data []byte, filename, formatName string) iter.Seq2[*nonogram.Puzzle, error] {
	return Decoder{}.Decode(data, filename, formatName)
}

// Decoder decodes files with somebody to ask where a text can be read in several ways.
// The zero value has nobody, and takes every puzzle whose totals agree for one that
// somebody may have meant.
type Decoder struct {
	// Solvable reports whether a puzzle has a solution. It may be wrong only in
	// saying yes.
	Solvable func(*nonogram.Puzzle) bool
}

// Decode is as the function of that name.
func (d Decoder) Decode(data []byte, filename, formatName string) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) {
		s := slabs{data: data, whole: true, Decoder: d}
		s.decode(filename, formatName, yield)
	}
}

// Read is as the function of that name.
func (d Decoder) Read(r io.Reader, filename, formatName string) iter.Seq2[*nonogram.Puzzle, error] {
	return d.read(r, filename, formatName, slabSize)
}

func (d Decoder) open(data []byte, filename string) (*file, error) {
	f, err := open(data, filename)
	if err == nil {
		f.draft.Solvable = d.Solvable
	}
	return f, err
}

// Read is [Decode] for a file that need not fit into memory: in the formats of
// tournaments, our JSON as lines, and non, it may be of any length. Files of other
// formats are read whole, up to MaxFileSize. An error of the reader comes as it is, and
// is the last.
func Read(r io.Reader, filename, formatName string) iter.Seq2[*nonogram.Puzzle, error] {
	return Decoder{}.Read(r, filename, formatName)
}

func (d Decoder) read(r io.Reader, filename, formatName string, size int) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) {
		s := slabs{r: r, size: size, Decoder: d}
		s.decode(filename, formatName, yield)
	}
}

// slabs is a file on its way through memory.
type slabs struct {
	Decoder
	r     io.Reader
	size  int
	data  []byte // read and not yet decoded
	whole bool   // there is no more
}

// decode passes on the puzzles of the file.
func (s *slabs) decode(filename, formatName string, yield func(*nonogram.Puzzle, error) bool) {
	file, way, err := s.open(filename, formatName)
	if err != nil {
		yield(nil, err)
		return
	}
	f := way.format
	found, more := false, true
	take := limited(file, way.noted(yield), &found)
	for start := f.boundary.start; more; start = 0 {
		cut, err := s.cut(f.boundary, start, filename)
		if err != nil {
			yield(nil, err)
			return
		}
		file.turnTo(s.data[:cut])
		f.decode(&file.draft, func(p *nonogram.Puzzle, err error) bool {
			more = take(p, err)
			return more
		})
		if s.whole && cut == len(s.data) {
			break
		}
		file.pass()
		s.data = append(s.data[:0], s.data[cut:]...)
		if err := s.fill(s.size); more && err != nil {
			yield(nil, err)
			return
		}
		if s.whole && isBlank(s.data) {
			break
		}
	}
	if !found {
		yield(nil, &Error{File: filename, Message: fmt.Sprintf("no puzzle found in this %s file", f.Name)})
	}
}

// open reads the beginning, up to something that can be recognised.
func (s *slabs) open(filename, formatName string) (*file, reading, error) {
	err := s.fill(s.size)
	if err == nil && isBlank(s.data) {
		err = s.fill(MaxFileSize + 1)
	}
	if err != nil {
		return nil, reading{}, err
	}
	file, err := s.Decoder.open(s.data, filename)
	if err != nil {
		return nil, reading{}, err
	}
	s.data = file.draft.Data // without a byte order mark
	way, err := file.reading(formatName)
	if (err != nil || way.format.Bare) && !s.whole { // a part does not tell
		if err := s.fill(MaxFileSize + 1); err != nil {
			return nil, reading{}, err
		}
		file.turnTo(s.data)
		way, err = file.reading(formatName)
	}
	return file, way, err
}

// fill reads until there are n bytes, or all.
func (s *slabs) fill(n int) error {
	if s.whole {
		return nil
	}
	b := bytes.NewBuffer(s.data)
	_, err := io.CopyN(b, s.r, int64(max(0, n-len(s.data))))
	s.data = b.Bytes()
	if errors.Is(err, io.EOF) {
		s.whole = true
		return nil
	}
	return err
}

// cut is where the part to decode ends: where the last puzzle of the slab begins. If
// nobody can tell, because a puzzle takes all of it or the format has no boundaries, the
// rest of the file is read. A file has boundaries only if it starts as it should.
func (s *slabs) cut(b boundary, start byte, filename string) (int, error) {
	if s.whole {
		return len(s.data), nil
	}
	if at := s.last(b); at > 0 && (start == 0 || bytes.TrimLeft(s.data, cursor.BlanksOrEOL)[0] == start) {
		return at, nil
	}
	if err := s.fill(MaxFileSize + 1); err != nil {
		return 0, err
	}
	if len(s.data) > MaxFileSize {
		return 0, tooLarge(filename, MaxFileSize)
	}
	return len(s.data), nil
}

// last is the offset behind the last boundary, 0 if there is none.
func (s *slabs) last(b boundary) int {
	if b.mark == "" {
		return 0
	}
	at := bytes.LastIndex(s.data, []byte(b.mark))
	if at < 0 || !b.behind {
		return at + 1
	}
	end := bytes.IndexByte(s.data[at+1:], '\n')
	if end < 0 { // the line is not complete: the one before
		if at = bytes.LastIndex(s.data[:at], []byte(b.mark)); at < 0 {
			return 0
		}
		end = bytes.IndexByte(s.data[at+1:], '\n')
	}
	return at + 1 + end + 1
}
