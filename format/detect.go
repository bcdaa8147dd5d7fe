// Finding out what format a file is in: every format's Sniff looks at the first
// bytes, the most confident one wins, and the file's ending only decides
// between equals or where the content says nothing. That costs a few microseconds.
// Where it leaves a guess, trial.go reads the file in every way that is possible.

package format

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"nonogram"
	"nonogram/format/internal/cursor"
)

// Confidence is how sure a Sniff function is.
type Confidence uint8

// The grades of confidence.
const (
	No       Confidence = iota // it is something else
	Possible                   // nothing speaks against it
	Likely                     // it has the shape
	Certain                    // it carries the format's own marks
)

// certainIf is the confidence in a format whose files carry marks.
func certainIf(marked bool) Confidence {
	if marked {
		return Certain
	}
	return No
}

// startsWith is the Sniff of a format whose files start with one of the marks.
func startsWith(marks ...string) func([]byte) Confidence {
	return func(data []byte) Confidence {
		data = bytes.TrimLeft(data, cursor.BlanksOrEOL)
		return certainIf(slices.ContainsFunc(marks, func(mark string) bool { return bytes.HasPrefix(data, []byte(mark)) }))
	}
}

// contains is the Sniff of a format whose files contain all the marks.
func contains(marks ...string) func([]byte) Confidence {
	return func(data []byte) Confidence {
		return certainIf(!slices.ContainsFunc(marks, func(mark string) bool { return !bytes.Contains(data, []byte(mark)) }))
	}
}

// Detect finds the format of a file by its content and, where that does not
// decide, by the ending of its name. The error of an ambiguous case names the
// candidates.
func Detect(data []byte, filename string) (*Format, error) { return Decoder{}.Detect(data, filename) }

// Detect is as the function of that name.
func (d Decoder) Detect(data []byte, filename string) (*Format, error) {
	f, err := d.open(data, filename)
	if err != nil {
		return nil, err
	}
	r, err := f.reading("")
	return r.format, err
}

// reading is a way to read a file.
type reading struct {
	format     *Format
	confidence Confidence
	as         string // what people are told of it, where it is a guess
}

// noted adds to puzzles how they were read, and to an error in the place of the first
// one that the format may be another.
func (r *reading) noted(yield func(*nonogram.Puzzle, error) bool) func(*nonogram.Puzzle, error) bool {
	sure := r.sure()
	if r.as == "" && sure {
		return yield
	}
	return func(p *nonogram.Puzzle, err error) bool {
		if p != nil {
			p.ReadAs = r.as
			sure = true
		}
		if e, ok := err.(*Error); ok && !sure { //nolint:errorlint // it is our own, and not wrapped
			e.cause = ErrUnknownFormat
		}
		return yield(p, err)
	}
}

// sure reports that the format was named, or that the file carries its marks.
func (r *reading) sure() bool { return r.confidence == No || r.confidence == Certain }

// reading is the way to read the file: in the named format, or in the one that its
// content, its ending or a trial of all that are possible decide for.
func (f *file) reading(name string) (reading, error) {
	if name != "" {
		named, err := ByName(name)
		if err != nil {
			return reading{}, &Error{File: f.name, Message: err.Error()}
		}
		return reading{format: named}, nil
	}
	data := f.draft.Data
	if named := expected(data[:min(len(data), sniffWindow)], f.name); named != nil && (!named.Bare || f.try(named).agrees) {
		return reading{format: named}, nil
	}
	list := readings(data)
	candidates := likeliest(list)
	marked := func(r reading) bool { return !r.format.Bare && r.confidence == Certain }
	guess := func(r reading) bool { return r.format.Bare || r.confidence < Likely }
	if !slices.ContainsFunc(list, marked) && slices.ContainsFunc(list, guess) {
		return f.trial(list)
	}
	if len(candidates) == 1 {
		return list[slices.IndexFunc(list, func(r reading) bool { return r.format == candidates[0] })], nil
	}
	if named, err := byEnding(candidates, f.name); err == nil {
		return reading{format: named}, nil
	}
	return reading{}, f.doubt(candidates)
}

// expected is the one format that uses the file's ending and is certain of the
// content; nil if there is none or more than one. No other format could do better,
// so that the usual file, which is what its name says, is not held against them all.
func expected(head []byte, filename string) *Format {
	var found *Format
	for _, f := range formats {
		if f.hasEnding(filename) && f.Sniff(head) == Certain {
			if found != nil {
				return nil
			}
			found = f
		}
	}
	return found
}

// readings lists the formats that a file may be in by its content, in the order of
// the table. Those without marks are asked only where no other is certain.
func readings(data []byte) []reading {
	head := data[:min(len(data), sniffWindow)]
	list := make([]reading, 0, len(formats))
	ask := func(f *Format) Confidence {
		c := f.Sniff(head)
		if c != No {
			list = append(list, reading{format: f, confidence: c})
		}
		return c
	}
	best := No
	for _, f := range formats {
		if !f.Bare {
			best = max(best, ask(f))
		}
	}
	if best == Certain {
		return list
	}
	numbers := false // and nothing else, so that they may be in any order
	for _, f := range formats {
		if f.Bare && ask(f) == Possible && f == &plainFormat {
			numbers = true
		}
	}
	if numbers {
		for _, v := range variants {
			list = append(list, reading{format: v, confidence: Possible})
		}
	}
	return list
}

// likeliest are the formats of the readings that nothing is more likely than.
func likeliest(list []reading) (candidates []*Format) {
	best := No
	for _, r := range list {
		best = max(best, r.confidence)
	}
	for _, r := range list {
		if r.confidence == best {
			candidates = append(candidates, r.format)
		}
	}
	return candidates
}

// byEnding picks the one format among the candidates, or among all if there are
// none, that uses the file's ending.
func byEnding(candidates []*Format, filename string) (*Format, error) {
	if len(candidates) == 0 {
		candidates = formats
	}
	var match []*Format
	for _, f := range candidates {
		if f.hasEnding(filename) {
			match = append(match, f)
		}
	}
	if len(match) == 1 {
		return match[0], nil
	}
	return nil, &Error{File: filename, Message: doubt(match)}
}

func (f *Format) hasEnding(filename string) bool {
	ending := path.Ext(filename)
	for _, e := range f.Extensions {
		if strings.EqualFold(e, ending) {
			return true
		}
	}
	return false
}

func doubt(candidates []*Format) string {
	if len(candidates) > 1 {
		return fmt.Sprintf("cannot tell which format this is, it may be any of %s", names(candidates))
	}
	return fmt.Sprintf("cannot tell which format this is; known are %s", names(formats))
}

// ByFilename finds the format to write a file in by its ending alone. An ending
// that several formats share, or none has, is an error that names them.
func ByFilename(filename string) (*Format, error) { return byEnding(nil, filename) }
