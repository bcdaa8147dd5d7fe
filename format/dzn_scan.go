// The assignments of a MiniZinc data file: numbers, and arrays of numbers in the
// notations that models of nonograms use. All numbers of a file are kept in one
// slice, arrays are parts of it.

package format

import (
	"nonogram"
	"nonogram/format/internal/cursor"
)

// dznArray is an array of numbers, numbers[start:end] of the reader, in rows of
// the given width.
type dznArray struct {
	at         int // offset of the first element
	start, end int
	width      int // 0 if the array does not tell
	seen       bool
}

// dznReader holds the assignments of a file.
type dznReader struct {
	codeReader
	fill    func(*dznReader, *nonogram.Puzzle) error // makes the puzzle of them
	numbers []int32
	ints    map[string]int
	arrays  map[string]dznArray
}

func newDznReader(d *cursor.Draft, fill func(*dznReader, *nonogram.Puzzle) error) *dznReader {
	return &dznReader{codeReader: codeReader{d, dznRemark}, fill: fill, ints: map[string]int{}, arrays: map[string]dznArray{}}
}

// dznRemark starts a comment.
const dznRemark = "%"

// newDznCode is for looking at a text without reading it.
func newDznCode(data []byte, at int) codeReader {
	return codeReader{&cursor.Draft{Cursor: cursor.Cursor{Data: data, Pos: at}}, dznRemark}
}

// puzzle reads all assignments of a file and has the puzzle made of them.
func (r *dznReader) puzzle() (*nonogram.Puzzle, error) {
	r.SkipSpace()
	r.Begin(r.Pos)
	for {
		if err := r.skip(); err != nil {
			return nil, err
		}
		if r.EOF() || r.Literal("----------") {
			break
		}
		if err := r.assignment(); err != nil {
			return nil, err
		}
	}
	p := &nonogram.Puzzle{}
	if err := r.fill(r, p); err != nil {
		return nil, err
	}
	return r.Finished(p)
}

// maxAssignments is more than any model of nonograms has.
const maxAssignments = 64

// assignment reads "name = value;". A value that is neither a number nor an
// array of numbers is passed over.
func (r *dznReader) assignment() error {
	at := r.Pos
	name := r.word()
	if name == "" {
		return r.Expected(at, "the name of a parameter")
	}
	if len(r.ints)+len(r.arrays) == maxAssignments {
		return r.Fail(at, "found over %d parameters, which is the limit", maxAssignments)
	}
	if err := r.sign("="); err != nil {
		return err
	}
	if !r.EOF() && cursor.IsDigit(r.Data[r.Pos]) {
		n, err := r.Number()
		if err != nil {
			return err
		}
		r.ints[name] = n
		return r.sign(";")
	}
	if err := r.array(name); err != nil {
		return err
	}
	return r.sign(";")
}

// array reads "[1, 2]", "[| 1, 2 | 3, 4 |]" or "array2d(1..2, 1..3, [...])".
func (r *dznReader) array(name string) error {
	a := dznArray{start: len(r.numbers), seen: true}
	call := r.Literal("array2d")
	if call {
		if err := r.ranges(&a.width); err != nil {
			return err
		}
	}
	if err := r.sign("["); err != nil {
		return err
	}
	a.at = r.Pos
	err := r.elements(&a)
	if err == nil && call {
		err = r.sign(")")
	}
	a.end = len(r.numbers)
	r.arrays[name] = a
	return err
}

// ranges reads "(1..rows, 1..n," and gives what n is.
func (r *dznReader) ranges(width *int) error {
	if err := r.sign("("); err != nil {
		return err
	}
	for dimension := range 2 {
		if err := r.sign("1.."); err != nil {
			return err
		}
		at := r.Pos
		word := r.word()
		n, ok := plainNumber([]byte(word))
		if !ok {
			n, ok = r.ints[word]
		}
		if !ok && (dimension == 1 || word == "") { // the number of rows may come below
			return r.Expected(at, "a number or a parameter that has one")
		}
		*width = n
		if err := r.sign(","); err != nil {
			return err
		}
	}
	return nil
}

// elements reads the numbers of an array up to its "]". Rows between bars all
// have to be of one length.
func (r *dznReader) elements(a *dznArray) error {
	bars := r.Next('|')
	if bars {
		r.Pos++
	}
	row := len(r.numbers)
	for {
		if err := r.skip(); err != nil {
			return err
		}
		at := r.Pos
		switch {
		case r.Next(']'):
			r.Pos++
			return nil
		case bars && r.Next('|'):
			r.Pos++
			n := len(r.numbers) - row
			if a.width == 0 {
				a.width = n
			}
			if n != a.width {
				return r.Fail(at, "found a row of %d numbers, expected %d", n, a.width)
			}
			row = len(r.numbers)
			continue
		}
		if err := r.element(at); err != nil {
			return err
		}
	}
}

// element reads a number, which may be negative, and the comma behind it.
func (r *dznReader) element(at int) error {
	sign := int32(1)
	if r.Next('-') {
		sign = -1
		r.Pos++
	}
	n, err := r.Number()
	if err != nil {
		return err
	}
	if len(r.numbers) == 2*MaxBlocks {
		return r.Fail(at, "found over %d numbers, which is the limit", 2*MaxBlocks)
	}
	r.numbers = append(r.numbers, sign*int32(n))
	if err := r.skip(); err != nil {
		return err
	}
	if r.Next(',') {
		r.Pos++
		return nil
	}
	if !r.Next('|') && !r.Next(']') {
		return r.Expected(r.Pos, `"," or the end of the array`)
	}
	return nil
}

// place finds the offset of a number of an array, for an error.
func (r *dznReader) place(a dznArray, i int) int {
	s := newDznCode(r.Data, a.at)
	for n := a.start; ; s.Pos++ {
		if s.skip() != nil || s.EOF() {
			return a.at
		}
		if cursor.IsDigit(s.Data[s.Pos]) || s.Next('-') {
			if n == i {
				return s.Pos
			}
			n++
			for s.Has(s.Pos+1, '-') || s.Pos+1 < len(s.Data) && cursor.IsDigit(s.Data[s.Pos+1]) {
				s.Pos++
			}
		}
	}
}
