// Texts without marks of a format are read in all possible formats. A reading makes sense
// if it has no errors, its totals agree and it has a solution. A guess whose totals differ
// is an error, never a puzzle, unless the file's ending names the format. A puzzle and its transpose pass the same tests, so the usual
// order is chosen and the message mentions the other. If several readings are left, the error
// names them.
//
// A trial decodes a text, usually of a few hundred bytes, about a dozen times. It keeps
// hashes of the readings.

package format

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"path"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// outcome is the result of reading a file in a format.
type outcome struct {
	reading
	agrees bool   // there are puzzles, no errors, and their totals agree
	read   bool   // there are puzzles and no errors
	wrong  int    // number of problems of the puzzles
	misfit bool   // a clue does not fit its line
	first  string // the first problem
	size   string // of the first puzzle
	fault  *cursor.Fault
	// hash is of the clues, turned of the transposed puzzle.
	hash, turned uint64
	other        string // the format of the transposed reading
}

// maxTried is how many puzzles of a file are tried.
const maxTried = 100

// try reads the file in a format.
func (f *file) try(format *Format) (o outcome) {
	o.format = format
	n := 0
	format.decode(f.draftAgain(), func(p *nonogram.Puzzle, err error) bool {
		if err != nil {
			if !errors.As(err, &o.fault) {
				o.fault = &cursor.Fault{Offset: cursor.Nowhere, Message: err.Error()}
			}
			return false
		}
		if n++; n == 1 {
			o.size = fmt.Sprintf("%d × %d", p.Width(), p.Height())
		}
		var invalid *nonogram.InvalidError
		if errors.As(nonogram.Validate(p), &invalid) {
			if o.wrong == 0 {
				o.first = invalid.Problems[len(invalid.Problems)-1].String() // the totals come last
			}
			o.wrong += len(invalid.Problems)
			o.misfit = o.misfit || slices.ContainsFunc(invalid.Problems, func(p nonogram.Problem) bool { return p.Line != nil })
			return n < maxTried
		}
		o.hash = o.hash*31 + hashClues(p.Rows, p.Cols)
		o.turned = o.turned*31 + hashClues(p.Cols, p.Rows)
		return n < maxTried
	})
	o.read = n > 0 && o.fault == nil
	o.agrees = o.read && o.wrong == 0
	return o
}

// draftAgain returns a draft of the file from its beginning.
func (f *file) draftAgain() *cursor.Draft {
	return &cursor.Draft{Cursor: cursor.Cursor{Data: f.draft.Data}, Solvable: f.draft.Solvable}
}

func hashClues(first, second []nonogram.Clue) uint64 {
	h := fnv.New64a()
	var b []byte
	for _, clues := range [2][]nonogram.Clue{first, second} {
		for _, clue := range clues {
			for _, block := range clue {
				b = binary.AppendUvarint(b, uint64(block.Length))
				b = append(b, byte(block.Color))
			}
			b = append(b, 0, 0)
		}
		b = append(b, '/')
	}
	_, _ = h.Write(b) // a hash takes everything
	return h.Sum64()
}

// trial reads the file in all formats of the list and chooses one.
func (f *file) trial(list []reading) (reading, error) {
	slices.SortStableFunc(list, func(a, b reading) int {
		switch named := a.format.hasEnding(f.name); {
		case named == b.format.hasEnding(f.name):
			return cmp.Compare(b.confidence, a.confidence)
		case named:
			return -1
		}
		return 1
	})
	agreed, read, decided := f.tryAll(list)
	switch agreed = f.likelier(agreed); {
	case decided:
		return read.reading, nil
	case len(agreed) == 1:
		return f.guessed(agreed[0].reading, agreed[0].other), nil
	case len(agreed) > 1:
		return reading{}, f.ambiguous(agreed)
	case read != nil && (read.confidence == likely || read.confidence == certain && !read.misfit || f.named(read.format)):
		return f.guessed(read.reading, ""), nil
	case read != nil:
		return reading{}, f.disagrees(read)
	}
	if best := likeliest(list); len(best) == 1 && !best[0].format.bare {
		return reading{format: best[0].format, confidence: likely}, nil // its errors are the most helpful
	}
	if named, err := byEnding(formatsOf(list), f.name); err == nil {
		return reading{format: named, confidence: possible}, nil
	}
	return reading{}, f.doubt(nil)
}

// tryAll reads the file in all formats of the list. It returns the outcomes with equal totals, and the
// one with the fewest problems; decided reports that the ending of the file names its format, even if
// totals differ.
func (f *file) tryAll(list []reading) (agreed []outcome, read *outcome, decided bool) {
	for _, r := range list {
		o := f.try(r.format)
		o.reading = r
		if named, err := ByFilename(f.name); o.read && err == nil && named == r.format && f.named(named) {
			return nil, &o, true
		}
		if o.read && (read == nil || o.wrong < read.wrong) {
			read = &o
		}
		if o.agrees && !known(agreed, &o) {
			agreed = append(agreed, o)
		}
	}
	return agreed, read, false
}

// likelier leaves the outcomes whose first puzzle is solvable, and then the only one that the ending
// of the file fits, if there are any.
func (f *file) likelier(agreed []outcome) []outcome {
	if len(agreed) > 1 {
		agreed = preferred(agreed, func(o outcome) (solvable bool) {
			o.format.decode(f.draftAgain(), func(p *nonogram.Puzzle, err error) bool {
				solvable = err == nil && f.draft.MaySolve(p)
				return false
			})
			return solvable
		})
	}
	if ended := preferred(agreed, func(o outcome) bool { return o.format.hasEnding(f.name) }); len(ended) == 1 {
		return ended
	}
	return agreed
}

// preferred returns the elements with a property, or all if none has it.
func preferred[T any](list []T, has func(T) bool) []T {
	if found := slices.DeleteFunc(slices.Clone(list), func(v T) bool { return !has(v) }); len(found) > 0 {
		return found
	}
	return list
}

// known reports whether some outcome is the same puzzle, or its transpose.
func known(agreed []outcome, o *outcome) bool {
	for i := range agreed {
		switch a := &agreed[i]; {
		case a.hash == o.hash:
			return true
		case a.hash == o.turned:
			if a.other == "" {
				a.other = o.format.Name
			}
			return true
		}
	}
	return false
}

// guessed adds the description of a guess, unless the format has marks or the usual
// extension.
func (f *file) guessed(r reading, other string) reading {
	if !r.format.bare && r.confidence >= likely || f.named(r.format) {
		return r
	}
	r.as = r.format.describe()
	if other != "" {
		r.as += "; " + other + " has them the other way round"
	}
	return r
}

// named reports whether the file has the usual extension of the format.
func (f *file) named(format *Format) bool {
	return strings.EqualFold(path.Ext(f.name), format.Extensions[0])
}

// disagrees is the error for a text without marks that has no reading with equal totals.
func (f *file) disagrees(o *outcome) error {
	return &Error{File: f.name, cause: ErrUnknownFormat, Message: fmt.Sprintf(
		"cannot read this: as %s, the nearest reading, %s; if that is meant, put the lines rows: and columns: before the clues",
		o.format.describe(), o.first)}
}

// describe is the name and the layout.
func (f *Format) describe() string {
	if f.shape == "" {
		return f.Name
	}
	return f.Name + " (" + f.shape + ")"
}

// maxNamed is how many formats a message names.
const maxNamed = 3

// ambiguous is the error that names the readings left.
func (f *file) ambiguous(agreed []outcome) error {
	var ways, formats []string
	for _, o := range agreed[:min(len(agreed), maxNamed)] {
		ways = append(ways, fmt.Sprintf("%s, %s cells", o.format.describe(), o.size))
		formats = append(formats, o.format.Name)
	}
	return &Error{File: f.name, formats: strings.Join(formats, " "), Message: fmt.Sprintf("this can be read in %d ways, each with a solution: as %s; name the format, one of %s",
		len(agreed), strings.Join(ways, ", or as "), strings.Join(formats, " or "))}
}

// doubt is the error for an unknown format. It says why the text is neither typed clues nor
// a picture of characters.
func (f *file) doubt(candidates []*Format) error {
	if len(candidates) > 1 {
		return &Error{File: f.name, Message: doubt(candidates)}
	}
	if what := photo(f.draft.Data); what != "" {
		return &Error{File: f.name, Message: ErrUnknownFormat.Error() + ": it is " + what + "; generate image makes a puzzle from it", cause: ErrUnknownFormat}
	}
	var near []string
	for _, format := range []*Format{&plainFormat, &gridFormat} {
		o := f.try(format)
		if o.fault == nil {
			continue
		}
		place := ""
		if o.fault.Offset != cursor.Nowhere {
			line, column := f.locate(o.fault.Offset)
			place = fmt.Sprintf("line %d, column %d: ", line, column)
		}
		near = append(near, fmt.Sprintf("%s (%s%s)", format.Name, place, o.fault.Message))
	}
	return &Error{File: f.name, Message: ErrUnknownFormat.Error() + "; nearest are " + strings.Join(near, ", "), cause: ErrUnknownFormat}
}

// photo describes pictures whose pixels are not cells.
func photo(data []byte) string {
	const head = 4 << 10 // drawing programs begin with long comments
	if begin := data[:min(len(data), head)]; bytes.Contains(begin, []byte("<svg")) && !bytes.Contains(begin, []byte("<html")) {
		return "an SVG drawing"
	}
	for _, p := range []struct {
		at         int
		mark, what string
	}{{0, "\xff\xd8\xff", "a JPEG picture"}, {8, "WEBP", "a WebP picture"}, {0, "II*\x00", "a TIFF picture"}, {0, "MM\x00*", "a TIFF picture"}} {
		if end := p.at + len(p.mark); len(data) >= end && string(data[p.at:end]) == p.mark {
			return p.what
		}
	}
	return ""
}
