package batch

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
)

// Conversion of any number of puzzles. Workers encode each puzzle alone and the
// output is their files end to end, so only formats will do in which that is a file
// of all the puzzles, perhaps with a separator behind each. Which ones those are is
// not written down anywhere but tried.

// convertRequest is the request of a conversion: the name of a format.
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

// failure is a line for people.
func failure(it *Item, message string) Result {
	return Result{record.CodeFailed, fmt.Appendf(nil, "%s: puzzle %s: %s\n", it.File, it.ID, message)}
}

// separators that formats have between puzzles, the ones without first.
var separators = []string{"", "====\n", "\n"}

// joinable finds a format whose files may be laid end to end, and what goes behind
// each.
func joinable(name string) (*format.Format, string, error) {
	var names []string
	for _, f := range format.All() {
		if !f.Writes() || !f.Holds.Has(format.Many) {
			continue
		}
		for _, separator := range separators {
			if !joins(f, separator) {
				continue
			}
			if f.Name == name {
				return f, separator, nil
			}
			names = append(names, f.Name)
			break
		}
	}
	return nil, "", operations.Errorf(operations.UnknownName, "to", "cannot convert to %q puzzle by puzzle, expected one of %s", name, strings.Join(names, ", "))
}

// joins tries it on two puzzles.
func joins(f *format.Format, separator string) bool {
	want := []*nonogram.Puzzle{sample("1", "#.#", "##.", "#.#"), sample("2", ".#", "##", "#.", "#.")}
	var b bytes.Buffer
	for _, p := range want {
		if format.Encode(&b, f.Name, p) != nil {
			return false
		}
		b.WriteString(separator)
	}
	var got []*nonogram.Puzzle
	for p, err := range format.Decode(b.Bytes(), "", f.Name) {
		if err != nil {
			return false
		}
		got = append(got, p)
	}
	return slices.EqualFunc(got, want, func(p, q *nonogram.Puzzle) bool {
		return slices.EqualFunc(p.Rows, q.Rows, nonogram.Clue.Equal) && slices.EqualFunc(p.Cols, q.Cols, nonogram.Clue.Equal)
	})
}

func sample(id string, rows ...string) *nonogram.Puzzle {
	g := nonogram.NewGrid(len(rows[0]), len(rows))
	for y, row := range rows {
		for x, c := range row {
			g.Set(y, x, nonogram.Empty)
			if c == '#' {
				g.Set(y, x, nonogram.Black)
			}
		}
	}
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	p.ID = id
	return p
}
