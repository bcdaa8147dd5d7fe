// Detecting the format of a file. The sniff function of each format looks at the first
// bytes, and the most confident one wins; the file name extension decides ties. This takes
// a few microseconds. If it leaves a guess, trial.go tries all possible formats.

package format

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// confidence is the result of a sniff function.
type confidence uint8

// The grades of confidence.
const (
	no       confidence = iota // it is something else
	possible                   // nothing speaks against it
	likely                     // it has the shape
	certain                    // it carries the format's own marks
)

// certainIf is the confidence in a format whose files carry marks.
func certainIf(marked bool) confidence {
	if marked {
		return certain
	}
	return no
}

// startsWith is the Sniff of a format whose files start with one of the marks.
func startsWith(marks ...string) func([]byte) confidence {
	return func(data []byte) confidence {
		data = bytes.TrimLeft(data, cursor.BlanksOrEOL)
		return certainIf(slices.ContainsFunc(marks, func(mark string) bool { return bytes.HasPrefix(data, []byte(mark)) }))
	}
}

// contains is the Sniff of a format whose files contain all the marks.
func contains(marks ...string) func([]byte) confidence {
	return func(data []byte) confidence {
		return certainIf(!slices.ContainsFunc(marks, func(mark string) bool { return !bytes.Contains(data, []byte(mark)) }))
	}
}

// containsAny is the Sniff of a format whose files contain one of the marks.
func containsAny(marks ...string) func([]byte) confidence {
	return func(data []byte) confidence {
		return certainIf(slices.ContainsFunc(marks, func(mark string) bool { return bytes.Contains(data, []byte(mark)) }))
	}
}

// firstLine is the Sniff of a format that recognizes the beginning of the first line of a
// file that is not blank.
func firstLine(sniff func([]byte) confidence) func([]byte) confidence {
	return func(data []byte) confidence {
		line, _, _ := bytes.Cut(bytes.TrimLeft(data, cursor.BlanksOrEOL), []byte("\n"))
		return sniff(line[:min(len(line), 1<<10)])
	}
}

// Detect finds the format of a file by its content, or by its extension if the content is
// ambiguous. The error names the candidates.
func (d Decoder) Detect(data []byte, filename string) (*Format, error) {
	f, err := d.open(data, filename)
	if err != nil {
		return nil, err
	}
	r, err := f.reading("")
	return r.format, err
}

// reading is a format in which a file can be read.
type reading struct {
	format     *Format
	confidence confidence
	as         string // description of a guess, for messages
	found      bool   // a puzzle
}

// noted sets ReadAs of puzzles. If the first puzzle fails, and the format was a guess or the file
// may be of another kind, the error becomes an ErrUnknownFormat.
func (r *reading) noted(yield func(*nonogram.Puzzle, error) bool) func(*nonogram.Puzzle, error) bool {
	sure := r.confidence == no || r.confidence == certain // it was named, or the file has its marks
	return func(p *nonogram.Puzzle, err error) bool {
		if p != nil {
			r.found = true
			if p.ReadAs == "" {
				p.ReadAs = r.as
			} else { // the words of its reader
				p.ReadAs = r.format.Name + " (" + p.ReadAs + ")"
			}
			sure = true
		}
		if e, ok := err.(*Error); ok && (!sure || e.foreign && !r.found) { //nolint:errorlint // it is our own, and not wrapped
			e.cause = ErrUnknownFormat
		}
		return yield(p, err)
	}
}

// reading returns the format of the file: the named one, or the one found by content,
// extension or trial.
func (f *file) reading(name string) (reading, error) {
	if name != "" {
		named, err := ByName(name)
		if err != nil {
			return reading{}, &Error{File: f.name, Message: err.Error()}
		}
		return reading{format: named}, nil
	}
	data := f.draft.Data
	if named := expected(data[:min(len(data), sniffWindow)], f.name); named != nil && (!named.bare || f.try(named).agrees) {
		return reading{format: named}, nil
	}
	list := readings(data)
	marked := func(r reading) bool { return !r.format.bare && r.confidence == certain }
	guess := func(r reading) bool { return r.format.bare || r.confidence < likely }
	if !slices.ContainsFunc(list, marked) && slices.ContainsFunc(list, guess) {
		return f.trial(list)
	}
	best := likeliest(list)
	if len(best) == 1 {
		return best[0], nil
	}
	if named, err := byEnding(formatsOf(best), f.name); err == nil {
		named := reading{format: named}
		if len(best) == 0 {
			named.confidence = possible
		}
		return named, nil
	}
	return reading{}, f.doubt(formatsOf(best))
}

// expected is the only format with the extension of the file that is certain of the
// content, or nil. It is the fast path for most files.
func expected(head []byte, filename string) *Format {
	var found *Format
	for _, f := range formats {
		if f.hasEnding(filename) && f.sniff(head) == certain {
			if found != nil {
				return nil
			}
			found = f
		}
	}
	return found
}

// readings lists the possible formats by content, in the order of the table. Bare formats
// are considered only if no other one is certain.
func readings(data []byte) []reading {
	head := data[:min(len(data), sniffWindow)]
	list := make([]reading, 0, len(formats))
	ask := func(f *Format) confidence {
		c := f.sniff(head)
		if c != no {
			list = append(list, reading{format: f, confidence: c})
		}
		return c
	}
	best := no
	for _, f := range formats {
		if !f.bare {
			best = max(best, ask(f))
		}
	}
	if best == certain {
		return list
	}
	numbers := false // the file holds only numbers, in any order
	for _, f := range formats {
		if f.bare && ask(f) == possible && f == &plainFormat {
			numbers = true
		}
	}
	if numbers {
		for _, v := range variants {
			if v.sniff(head) != no {
				list = append(list, reading{format: v, confidence: possible})
			}
		}
	}
	return list
}

// likeliest returns the readings with the highest confidence.
func likeliest(list []reading) []reading {
	best := no
	for _, r := range list {
		best = max(best, r.confidence)
	}
	return slices.DeleteFunc(slices.Clone(list), func(r reading) bool { return r.confidence < best })
}

func formatsOf(list []reading) (formats []*Format) {
	for _, r := range list {
		formats = append(formats, r.format)
	}
	return formats
}

// byEnding picks the only candidate, or the only format if there are no candidates, with
// the extension of the file.
func byEnding(candidates []*Format, filename string) (*Format, error) {
	if len(candidates) == 0 {
		candidates = formats
	}
	match := slices.DeleteFunc(slices.Clone(candidates), func(f *Format) bool { return !f.hasEnding(filename) })
	if len(match) == 1 {
		return match[0], nil
	}
	return nil, &Error{File: filename, Message: doubt(match)}
}

func (f *Format) hasEnding(filename string) bool {
	return slices.ContainsFunc(f.Extensions, func(e string) bool { return strings.EqualFold(e, path.Ext(filename)) })
}

func doubt(candidates []*Format) string {
	if len(candidates) > 1 {
		return fmt.Sprintf("cannot tell which format this is, it may be any of %s", names(candidates))
	}
	return fmt.Sprintf("cannot tell which format this is; known are %s", names(formats))
}

// ByFilename returns the format with the extension of a file name. It fails if no format or
// several have it.
func ByFilename(filename string) (*Format, error) { return byEnding(nil, filename) }
