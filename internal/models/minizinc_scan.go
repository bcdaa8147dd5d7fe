// The assignments of a MiniZinc data file: numbers and arrays of numbers. All numbers of a
// file are in one slice; arrays are parts of it.

package models

import (
	"nonogram"
	"nonogram/internal/object/cursor"
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
	fill    func(*dznReader, *nonogram.Puzzle) // makes the puzzle of them
	numbers []int32
	ints    map[string]int
	arrays  map[string]dznArray
}

func newDznReader(d *cursor.Draft, fill func(*dznReader, *nonogram.Puzzle)) *dznReader {
	return &dznReader{codeReader: codeReader{d, dznRemark}, fill: fill, ints: map[string]int{}, arrays: map[string]dznArray{}}
}

// dznRemark starts a comment.
const dznRemark = "%"

// newDznCode returns a reader for a part of a text.
func newDznCode(data []byte, at int) codeReader {
	return codeReader{&cursor.Draft{Cursor: cursor.Cursor{Data: data, Pos: at}}, dznRemark}
}

// puzzle reads all assignments of a file and makes the puzzle.
func (r *dznReader) puzzle() *nonogram.Puzzle {
	r.SkipSpace()
	r.Begin(r.Pos)
	for {
		r.skip()
		if r.EOF() || r.Literal("----------") {
			break
		}
		r.assignment()
	}
	p := &nonogram.Puzzle{}
	r.fill(r, p)
	return r.Finished(p)
}

// maxAssignments is more than any model of nonograms has.
const maxAssignments = 64

// assignment reads "name = value;".
func (r *dznReader) assignment() {
	at := r.Pos
	name := r.word()
	if name == "" {
		panic(r.Expected(at, "the name of a parameter"))
	}
	if len(r.ints)+len(r.arrays) == maxAssignments {
		panic(r.Fail(at, "found over %d parameters, which is the limit", maxAssignments))
	}
	r.sign("=")
	if !r.EOF() && cursor.IsDigit(r.Data[r.Pos]) {
		n := r.Number()
		r.ints[name] = n
		r.sign(";")
		return
	}
	r.array(name)
	r.sign(";")
}

// array reads "[1, 2]", "[| 1, 2 | 3, 4 |]" or "array2d(1..2, 1..3, [...])".
func (r *dznReader) array(name string) {
	a := dznArray{start: len(r.numbers), seen: true}
	call := r.Literal("array2d")
	if call {
		r.ranges(&a.width)
	}
	r.sign("[")
	a.at = r.Pos
	r.elements(&a)
	if call {
		r.sign(")")
	}
	a.end = len(r.numbers)
	r.arrays[name] = a
}

// ranges reads "(1..rows, 1..n," and sets width to n.
func (r *dznReader) ranges(width *int) {
	r.sign("(")
	for dimension := range 2 {
		r.sign("1..")
		at := r.Pos
		word := r.word()
		n, ok := cursor.ParseNumber([]byte(word))
		if !ok {
			n, ok = r.ints[word]
		}
		if !ok && (dimension == 1 || word == "") { // the number of rows may come below
			panic(r.Expected(at, "a number or a parameter that has one"))
		}
		*width = n
		r.sign(",")
	}
}

// elements reads the numbers of an array up to its "]". Rows between bars must have equal
// lengths.
func (r *dznReader) elements(a *dznArray) {
	bars := r.Next('|')
	if bars {
		r.Pos++
	}
	row := len(r.numbers)
	for {
		r.skip()
		at := r.Pos
		switch {
		case r.Next(']'):
			r.Pos++
			return
		case bars && r.Next('|'):
			r.Pos++
			n := len(r.numbers) - row
			if a.width == 0 {
				a.width = n
			}
			if n != a.width {
				panic(r.Fail(at, "found a row of %d numbers, expected %d", n, a.width))
			}
			row = len(r.numbers)
			continue
		}
		r.element(at)
	}
}

// element reads a number, which may be negative, and a comma.
func (r *dznReader) element(at int) {
	sign := int32(1)
	if r.Next('-') {
		sign = -1
		r.Pos++
	}
	n := r.Number()
	if len(r.numbers) == 2*cursor.MaxBlocks {
		panic(r.Fail(at, "found over %d numbers, which is the limit", 2*cursor.MaxBlocks))
	}
	r.numbers = append(r.numbers, sign*int32(n))
	r.skip()
	if r.Next(',') {
		r.Pos++
		return
	}
	if !r.Next('|') && !r.Next(']') {
		panic(r.Expected(r.Pos, `"," or the end of the array`))
	}
}

// place finds the offset of a number of an array, for an error.
func (r *dznReader) place(a dznArray, i int) int {
	s := newDznCode(r.Data, a.at)
	for n := a.start; ; s.Pos++ {
		if cursor.Catch(s.skip) != nil || s.EOF() {
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
