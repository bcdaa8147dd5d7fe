package batch

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"strings"

	"nonogram/format"
	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
)

// Conversion. Workers encode each puzzle by itself, and the output is the concatenation
// of their files.

// convertRequest is the request of a conversion.
type convertRequest struct {
	To string `json:"to"`
}

var convertKind = Kind{
	Name:    "convert",
	Summary: "Write puzzles in another format",
	Request: reflect.TypeFor[convertRequest](),
	Whole:   true,
	Text:    true,
	Open: func(j *Job) (Work, error) {
		var r convertRequest
		if err := j.read(&r); err != nil {
			return nil, err
		}
		f, separator, err := joinable(r.To)
		if err != nil {
			return nil, err
		}
		return func(_ context.Context, item []byte) (Result, error) { return convert(f, separator, item) }, nil
	},
}

func convert(f *format.Format, separator string, item []byte) (Result, error) {
	it, err := ReadItem(item)
	if err != nil {
		return Result{}, err
	}
	if it.Puzzle == nil {
		return failure(it, it.Problem.Where+": "+it.Problem.Message), nil
	}
	p, err := format.Simplify(f, it.Puzzle)
	if err != nil {
		return failure(it, err.Error()), nil
	}
	var b bytes.Buffer
	if err := format.Encode(&b, f.Name, p); err != nil {
		return failure(it, err.Error()), nil
	}
	b.WriteString(separator)
	return Result{record.CodeOK, b.Bytes()}, nil
}

// failure is an error message as a line of text.
func failure(it *Item, message string) Result {
	return Result{record.CodeFailed, fmt.Appendf(nil, "%s: puzzle %s: %s\n", it.File, it.ID, message)}
}

// separators are what some formats need between two files for their concatenation to be
// a file of both. The others need nothing.
var separators = map[string]string{"non": "====\n", "grid": "\n", "rosetta": "\n"}

// counted is a format whose files begin with the number of their puzzles.
const counted = "spoj"

// joinable finds a format of many puzzles, and its separator.
func joinable(name string) (*format.Format, string, error) {
	var names []string
	for _, f := range format.All() {
		if !f.Writes() || !f.Many() || f.Name == counted {
			continue
		}
		if f.Name == name {
			return f, separators[name], nil
		}
		names = append(names, f.Name)
	}
	return nil, "", operations.Errorf(operations.UnknownName, "to", "cannot convert to %q puzzle by puzzle, expected one of %s", name, strings.Join(names, ", "))
}
