// Package files has the operations of the API on file formats and on the pack:
// reading puzzles in any format, converting them, and listing what there is.
package files

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strings"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/object"
	"nonogram/internal/operations"
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

// Puzzles reads what a request brings.
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
	if format.IsArchive(data) {
		return unpacked(data, in)
	}
	return decoder.Decode(data, in.Filename, in.Format)
}

// unpacked reads the files of an archive. A puzzle is then called as its file and,
// behind a colon, as in there; what is in no known format is passed over, unless there
// is nothing else.
func unpacked(data []byte, in *operations.Input) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) {
		var strange error
		found := false
		for m, err := range format.Members(data, in.Filename) {
			if err != nil {
				if found = true; !yield(nil, err) {
					return
				}
				continue
			}
			for p, err := range decoder.Decode(m.Data, m.Name, in.Format) {
				if errors.Is(err, format.ErrUnknownFormat) || errors.Is(err, format.ErrEmpty) {
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

// decoder asks the engine where a text can be read in several ways.
var decoder = format.Decoder{Solvable: Solvable}

func failing(err error) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) { yield(nil, err) }
}

// fromPack gives puzzles of the pack as they are in a file: with title and goal.
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

// DecodeRequest brings a file.
type DecodeRequest struct {
	operations.Input
}

// DecodeResponse is what was in it.
type DecodeResponse struct {
	Format  string             `json:"format,omitempty" doc:"The format of the file"`
	ReadAs  string             `json:"read_as,omitempty" doc:"How the text was read, where it could have been read in another way"`
	Puzzles []*object.Nonogram `json:"puzzles" doc:"The puzzles that could be read, in their order"`
	Errors  []operations.Error `json:"errors,omitempty" doc:"Why others could not"`
	Skipped []Skipped          `json:"skipped,omitempty" doc:"The files of an archive that are in no known format"`
}

// Skipped is a file of an archive that was passed over.
type Skipped struct {
	Name   string `json:"name" doc:"The name of the file"`
	Reason string `json:"reason" doc:"What it looks like, and what was missing"`
}

// maxSkipped is how many files an answer names.
const maxSkipped = 100

// skipped names what unpacked passes over.
func skipped(in *operations.Input) []Skipped {
	if in.Pack != "" || !format.IsArchive(in.Data) {
		return nil
	}
	var list []Skipped
	for m, err := range format.Members(in.Data, in.Filename) {
		if err != nil || len(list) == maxSkipped {
			break
		}
		if _, err := decoder.Detect(m.Data, m.Name); errors.Is(err, format.ErrUnknownFormat) || errors.Is(err, format.ErrEmpty) {
			list = append(list, Skipped{m.Name, err.Error()})
		}
	}
	return list
}

// maxErrors is how many errors an answer lists: more help nobody.
const maxErrors = 100

// Decode reads puzzles in any format. It fails only if there is none to be read.
func Decode(_ context.Context, s *operations.Service, r *DecodeRequest) (*DecodeResponse, error) {
	response := &DecodeResponse{Format: r.format(), Puzzles: []*object.Nonogram{}}
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

// format is the name of the format of what was sent, where it is a file.
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

// FormatsResponse is the table of formats.
type FormatsResponse struct {
	Formats []Format `json:"formats"`
}

// Format is a file format.
type Format struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Extensions []string `json:"extensions"`
	Writes     bool     `json:"writes" doc:"Puzzles can be written in it, not only read"`
	Many       bool     `json:"many" doc:"A file can hold several puzzles"`
	Colors     bool     `json:"colors" doc:"It can hold more than one ink"`
	Picture    bool     `json:"picture" doc:"It holds the finished picture and no clues"`
	Binary     bool     `json:"binary" doc:"A file is no text"`
}

// Formats lists the file formats.
func Formats(context.Context, *operations.Service, *operations.Nothing) (*FormatsResponse, error) {
	r := &FormatsResponse{}
	for _, f := range format.All() {
		r.Formats = append(r.Formats, Format{
			Name: f.Name, Title: f.Title, Extensions: f.Extensions, Writes: f.Writes(),
			Many: f.Many(), Colors: f.Colored(), Picture: f.Picture, Binary: f.Binary,
		})
	}
	return r, nil
}
