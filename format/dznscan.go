// The assignments of a MiniZinc data file: numbers, and arrays of numbers in the
// notations that models of nonograms use. All numbers of a file are kept in one
// slice, arrays are parts of it.

package format

import "nonogram"

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
	*Source
	numbers []int32
	ints    map[string]int
	arrays  map[string]dznArray
}

// dzn reads all assignments of a file and has the puzzle made of them.
func (s *Source) dzn(fill func(*dznReader, *nonogram.Puzzle) error) (*nonogram.Puzzle, error) {
	s.skipSpace()
	s.begin(s.pos)
	r := &dznReader{Source: s, ints: map[string]int{}, arrays: map[string]dznArray{}}
	for {
		if err := s.skipRemarks("%"); err != nil {
			return nil, err
		}
		if s.eof() || s.literal("----------") {
			break
		}
		if err := r.assignment(); err != nil {
			return nil, err
		}
	}
	p := &nonogram.Puzzle{}
	if err := fill(r, p); err != nil {
		return nil, err
	}
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

// maxAssignments is more than any model of nonograms has.
const maxAssignments = 64

// assignment reads "name = value;". A value that is neither a number nor an
// array of numbers is passed over.
func (r *dznReader) assignment() error {
	at := r.pos
	name := r.glpkWord()
	if name == "" {
		return r.expected(at, "the name of a parameter")
	}
	if len(r.ints)+len(r.arrays) == maxAssignments {
		return r.fail(at, "found over %d parameters, which is the limit", maxAssignments)
	}
	if err := r.sign("=", "%"); err != nil {
		return err
	}
	if !r.eof() && isDigit(r.data[r.pos]) {
		n, err := r.number()
		if err != nil {
			return err
		}
		r.ints[name] = n
		return r.sign(";", "%")
	}
	if err := r.array(name); err != nil {
		return err
	}
	return r.sign(";", "%")
}

// array reads "[1, 2]", "[| 1, 2 | 3, 4 |]" or "array2d(1..2, 1..3, [...])".
func (r *dznReader) array(name string) error {
	a := dznArray{start: len(r.numbers), seen: true}
	call := r.literal("array2d")
	if call {
		if err := r.ranges(&a.width); err != nil {
			return err
		}
	}
	if err := r.sign("[", "%"); err != nil {
		return err
	}
	a.at = r.pos
	err := r.elements(&a)
	if err == nil && call {
		err = r.sign(")", "%")
	}
	a.end = len(r.numbers)
	r.arrays[name] = a
	return err
}

// ranges reads "(1..rows, 1..n," and gives what n is.
func (r *dznReader) ranges(width *int) error {
	if err := r.sign("(", "%"); err != nil {
		return err
	}
	for range 2 {
		if err := r.sign("1..", "%"); err != nil {
			return err
		}
		at := r.pos
		word := r.glpkWord()
		n, ok := plainNumber([]byte(word))
		if !ok {
			n, ok = r.ints[word]
		}
		if !ok {
			return r.expected(at, "a number or a parameter that has one")
		}
		*width = n
		if err := r.sign(",", "%"); err != nil {
			return err
		}
	}
	return nil
}

// elements reads the numbers of an array up to its "]". Rows between bars all
// have to be of one length.
func (r *dznReader) elements(a *dznArray) error {
	bars := r.next('|')
	if bars {
		r.pos++
	}
	row := len(r.numbers)
	for {
		if err := r.skipRemarks("%"); err != nil {
			return err
		}
		at := r.pos
		switch {
		case r.next(']'):
			r.pos++
			return nil
		case bars && r.next('|'):
			r.pos++
			n := len(r.numbers) - row
			if a.width == 0 {
				a.width = n
			}
			if n != a.width {
				return r.fail(at, "found a row of %d numbers, expected %d", n, a.width)
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
	if r.next('-') {
		sign = -1
		r.pos++
	}
	n, err := r.number()
	if err != nil {
		return err
	}
	if len(r.numbers) == 2*MaxBlocks {
		return r.fail(at, "found over %d numbers, which is the limit", 2*MaxBlocks)
	}
	r.numbers = append(r.numbers, sign*int32(n))
	if err := r.skipRemarks("%"); err != nil {
		return err
	}
	if r.next(',') {
		r.pos++
		return nil
	}
	if !r.next('|') && !r.next(']') {
		return r.expected(r.pos, `"," or the end of the array`)
	}
	return nil
}

// place finds the offset of a number of an array, for an error.
func (r *dznReader) place(a dznArray, i int) int {
	s := Source{data: r.data, pos: a.at}
	for n := a.start; ; s.pos++ {
		if s.skipRemarks("%") != nil || s.eof() {
			return a.at
		}
		if isDigit(s.data[s.pos]) || s.next('-') {
			if n == i {
				return s.pos
			}
			n++
			for s.has(s.pos+1, '-') || s.pos+1 < len(s.data) && isDigit(s.data[s.pos+1]) {
				s.pos++
			}
		}
	}
}
