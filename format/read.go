// Reading files of any length. A file that is longer than a slab, in a format that
// separates puzzles by a line, is read slab by slab, each up to its last separator.
// Puzzle numbers and line numbers continue from slab to slab.

package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// boundary is the start of the line between puzzles, with the line end before it.
type boundary struct {
	mark  string
	after bool // the next puzzle starts after this line, not with it
	start byte // first byte of a file with boundaries; 0 for any
}

// Decode iterates over the puzzles of a file in the named format, or in the format that
// [Decoder.Detect] finds if the name is empty. Each step yields a puzzle or an [*Error]; after an
// error, iteration continues with the next puzzle.
//
// The file name is used in errors and by Detect; no file is opened. Each puzzle has an ID:
// its own, or its number in the file, from "1".
func Decode(data []byte, filename, formatName string) iter.Seq2[*nonogram.Puzzle, error] {
	return Decoder{}.Decode(data, filename, formatName)
}

// Decoder decodes files. Its option decides between several readings of an ambiguous text.
type Decoder struct {
	// Solvable reports whether a puzzle may have a solution. Without it all readings
	// whose totals agree are possible.
	Solvable func(*nonogram.Puzzle) bool
}

// Decode is like the function [Decode].
func (d Decoder) Decode(data []byte, filename, formatName string) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) {
		s := slabs{data: data, whole: true, Decoder: d}
		s.decode(filename, formatName, yield)
	}
}

// Read is like the function [Read].
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

// Read is [Decode] for a stream. Files in the formats of tournaments, in non, and in JSON
// lines are read in constant memory; others are read whole, up to 256 MB. An error of the
// reader is yielded unchanged and ends the iteration.
func Read(r io.Reader, filename, formatName string) iter.Seq2[*nonogram.Puzzle, error] {
	return Decoder{}.Read(r, filename, formatName)
}

func (d Decoder) read(r io.Reader, filename, formatName string, size int) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) {
		s := slabs{r: r, size: size, Decoder: d}
		s.decode(filename, formatName, yield)
	}
}

// slabs reads a file in parts.
type slabs struct {
	Decoder
	r     io.Reader
	size  int
	data  []byte // read and not yet decoded
	whole bool   // the rest of the file is in data
}

// decode yields the puzzles of the file.
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
		file.first, _ = file.locate(cut) // of the bytes that are kept
		file.counted = place{0, file.first, 1}
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

// open reads the beginning of the file and finds its format.
func (s *slabs) open(filename, formatName string) (*file, reading, error) {
	err := s.fill(s.size)
	if err == nil && (isBlank(s.data) || utf16Order(s.data) != nil) {
		err = s.fill(maxFileSize + 1)
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
	if (err != nil || way.format.bare) && !s.whole { // a part is not enough
		if err := s.fill(maxFileSize + 1); err != nil {
			return nil, reading{}, err
		}
		file.turnTo(s.data)
		way, err = file.reading(formatName)
	}
	return file, way, err
}

// fill reads until data has n bytes or the file ends.
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

// cut returns the end of the part to decode: the last boundary. If there is none, it reads
// the rest of the file.
func (s *slabs) cut(b boundary, start byte, filename string) (int, error) {
	if s.whole {
		return len(s.data), nil
	}
	if at := s.last(b); at > 0 && (start == 0 || bytes.TrimLeft(s.data, cursor.BlanksOrEOL)[0] == start) {
		return at, nil
	}
	if err := s.fill(maxFileSize + 1); err != nil {
		return 0, err
	}
	if len(s.data) > maxFileSize {
		return 0, tooLarge(filename, maxFileSize)
	}
	return len(s.data), nil
}

// last returns the offset after the last boundary, 0 if there is none.
func (s *slabs) last(b boundary) int {
	if b.mark == "" {
		return 0
	}
	at := bytes.LastIndex(s.data, []byte(b.mark))
	if at < 0 || !b.after {
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
