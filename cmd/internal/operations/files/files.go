// Package files holds the operations on file formats and on the pack of puzzles: decode,
// convert, and the lists of formats and puzzles.
package files

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strings"

	"nonogram"
	"nonogram/cmd/internal/archive"
	"nonogram/cmd/internal/operations"
	"nonogram/format"
	"nonogram/internal/object"
	"nonogram/puzzles"
)

// Operations lists the operations of this package.
func Operations() []operations.Operation {
	return []operations.Operation{
		operations.Once("decode", "Read puzzles in any format", Decode),
		operations.Once("convert", "Write puzzles in another format", Convert),
		operations.Once("formats", "List the file formats", Formats),
		operations.Once("puzzles", "List the puzzles that come with the program", Puzzles),
		operations.Once("puzzle", "Give one of the puzzles that come with the program", Puzzle),
	}
}

// Reader reads texts, pictures and puzzles of the pack.
type Reader struct{}

// Puzzles reads the puzzles of a request.
func (Reader) Puzzles(in *operations.Input) iter.Seq2[*nonogram.Puzzle, error] {
	if in.Pack != "" {
		return fromPack(in.Pack)
	}
	data := in.Data
	if in.Text != "" {
		data = []byte(in.Text)
	}
	if in.Format != "" {
		if _, err := format.ByName(in.Format); err != nil {
			return failing(operations.Errorf(operations.UnknownName, "format", "%v", err))
		}
	}
	if archive.Is(data) {
		return unpacked(data, in)
	}
	return decoder.Decode(data, in.Filename, in.Format)
}

// unpacked reads the files of an archive. A puzzle is named by its file, a colon and its
// own id. Files in no known format are skipped, unless there are no others.
func unpacked(data []byte, in *operations.Input) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) {
		var strange error
		found := false
		for m, err := range archive.Members(data, in.Filename) {
			if err != nil {
				if found = true; !yield(nil, err) {
					return
				}
				continue
			}
			for p, err := range decoder.Decode(m.Data, m.Name, in.Format) {
				if errors.Is(err, format.ErrUnknownFormat) {
					strange = cmp.Or(strange, err)
					continue
				}
				if p != nil {
					p.ID = strings.TrimPrefix(strings.TrimPrefix(m.Name, in.Filename), "/") + ":" + p.ID
				}
				if found = true; !yield(p, err) {
					return
				}
			}
		}
		if !found {
			yield(nil, cmp.Or(strange, error(operations.Errorf(operations.Unreadable, "data", "found an archive without puzzles"))))
		}
	}
}

// decoder decides by the clues if a text can be read in several ways.
var decoder = format.Decoder{Solvable: Solvable}

func failing(err error) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) { yield(nil, err) }
}

// fromPack returns puzzles of the pack with title and goal.
func fromPack(word string) iter.Seq2[*nonogram.Puzzle, error] {
	entries, err := puzzles.Select(word)
	if err != nil {
		return failing(operations.Errorf(operations.UnknownName, "pack", "%v", err))
	}
	return func(yield func(*nonogram.Puzzle, error) bool) {
		for _, e := range entries {
			if !yield(e.Puzzle(), nil) {
				return
			}
		}
	}
}

// DecodeRequest contains a file.
type DecodeRequest struct {
	operations.Input
}

// DecodeAnswer holds the puzzles of a file.
type DecodeAnswer struct {
	Format  string             `json:"format,omitempty" doc:"The format of the file"`
	ReadAs  string             `json:"read_as,omitempty" doc:"How the text was read, if it has several readings"`
	Puzzles []*object.Nonogram `json:"puzzles" doc:"The readable puzzles, in order"`
	Errors  []operations.Error `json:"errors,omitempty" doc:"The errors of puzzles that could not be read"`
	Skipped []Skipped          `json:"skipped,omitempty" doc:"The files of an archive that are in no known format"`
}

// Skipped is a skipped file of an archive.
type Skipped struct {
	Name   string `json:"name" doc:"The name of the file"`
	Reason string `json:"reason" doc:"Why the format was not recognized"`
}

// maxSkipped is the largest number of files in an answer.
const maxSkipped = 100

// skipped lists the files that unpacked skips.
func skipped(in *operations.Input) []Skipped {
	if in.Pack != "" || !archive.Is(in.Data) {
		return nil
	}
	var list []Skipped
	for m, err := range archive.Members(in.Data, in.Filename) {
		if err != nil || len(list) == maxSkipped {
			break
		}
		if _, err := decoder.Detect(m.Data, m.Name); errors.Is(err, format.ErrUnknownFormat) {
			list = append(list, Skipped{m.Name, err.Error()})
		}
	}
	return list
}

// maxErrors is the largest number of errors in an answer.
const maxErrors = 100

// Decode reads puzzles in any format. It fails only if none can be read.
func Decode(_ context.Context, s *operations.Service, r *DecodeRequest) (*DecodeAnswer, error) {
	response := &DecodeAnswer{Format: r.format(), Puzzles: []*object.Nonogram{}}
	for p, err := range s.All(&r.Input) {
		switch {
		case err == nil:
			response.ReadAs = p.ReadAs
			response.Puzzles = append(response.Puzzles, object.New(p))
		case len(response.Errors) < maxErrors:
			response.Errors = append(response.Errors, *operations.AsError(err))
		}
	}
	if len(response.Puzzles) == 0 && len(response.Errors) > 0 {
		return nil, &response.Errors[0]
	}
	response.Skipped = skipped(&r.Input)
	return response, nil
}

// format returns the name of the format of a file in a request.
func (r *DecodeRequest) format() string {
	switch {
	case len(r.Puzzle) > 0:
		return "json"
	case r.Pack != "":
		return "non"
	case r.Format != "":
		return r.Format
	}
	data := r.Data
	if r.Text != "" {
		data = []byte(r.Text)
	}
	if f, err := decoder.Detect(data, r.Filename); err == nil {
		return f.Name
	}
	return ""
}

// FormatsAnswer is the table of formats.
type FormatsAnswer struct {
	Formats []Format `json:"formats"`
}

// Format is a file format.
type Format struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Extensions []string `json:"extensions"`
	Writes     bool     `json:"writes" doc:"Puzzles can be written in it, not only read"`
	Many       bool     `json:"many" doc:"A file may hold several puzzles"`
	Colors     bool     `json:"colors" doc:"It can hold more than one ink"`
	Picture    bool     `json:"picture" doc:"It holds the finished picture and no clues"`
	Binary     bool     `json:"binary" doc:"The file is binary"`
}

// Formats lists the file formats.
func Formats(context.Context, *operations.Service, *operations.Nothing) (*FormatsAnswer, error) {
	r := &FormatsAnswer{}
	for _, f := range format.All() {
		r.Formats = append(r.Formats, Format{
			Name: f.Name, Title: f.Title, Extensions: f.Extensions, Writes: f.Writes(),
			Many: f.Many(), Colors: f.Colored(), Picture: f.Picture, Binary: f.Binary,
		})
	}
	return r, nil
}
