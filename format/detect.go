// Finding out what format a file is in: every format's Sniff looks at the first
// bytes, the most confident one wins, and the file's ending only decides
// between equals or where the content says nothing. Costs a few microseconds.

package format

import (
	"fmt"
	"path"
	"strings"
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

// Detect finds the format of a file by its content and, where that does not
// decide, by the ending of its name. The error of an ambiguous case names the
// candidates.
func Detect(data []byte, filename string) (*Format, error) {
	f, err := open(data, filename)
	if err != nil {
		return nil, err
	}
	return detect(f.draft.Data, filename)
}

func detect(data []byte, filename string) (*Format, error) {
	if f := expected(data[:min(len(data), sniffWindow)], filename); f != nil {
		return f, nil
	}
	candidates := likeliest(readings(data))
	if len(candidates) == 1 {
		return candidates[0], nil
	}
	if f, err := byEnding(candidates, filename); err == nil {
		return f, nil
	}
	return nil, &Error{File: filename, Message: doubt(candidates)}
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

// reading is a format that a file may be in.
type reading struct {
	format     *Format
	confidence Confidence
}

// readings lists the formats that a file may be in by its content, in the order of
// the table.
func readings(data []byte) []reading {
	head := data[:min(len(data), sniffWindow)]
	list := make([]reading, 0, len(formats))
	for _, f := range formats {
		if c := f.Sniff(head); c != No {
			list = append(list, reading{f, c})
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
