// Package files has the operations of the API on file formats and on the pack:
// reading puzzles in any format, converting them, and listing what there is.
package files

import (
	"bytes"
	"context"
	"errors"
	"iter"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/api"
	"nonogram/internal/record"
	"nonogram/puzzles"
)

// Operations lists the operations of this package.
func Operations() []api.Operation {
	return []api.Operation{
		api.NewOperation("decode", "Read puzzles in any format", Decode),
		api.NewOperation("convert", "Write puzzles in another format", Convert),
		api.Asking(api.NewOperation("formats", "List the file formats", Formats)),
		api.Asking(api.NewOperation("puzzles", "List the puzzles that come with the program", Puzzles)),
		api.Asking(api.NewOperation("puzzle", "Give one of the puzzles that come with the program", Puzzle)),
	}
}

// Reader reads texts, pictures and puzzles of the pack.
type Reader struct{}

// Puzzles reads what a request brings.
func (Reader) Puzzles(in *api.Input) iter.Seq2[*nonogram.Puzzle, error] {
	if in.Pack != "" {
		return fromPack(in.Pack)
	}
	data := in.Data
	if in.Text != "" {
		data = []byte(in.Text)
	}
	if in.Format != "" {
		if _, err := format.ByName(in.Format); err != nil {
			return failing(api.Errorf(api.UnknownName, "format", "%v", err))
		}
	}
	return format.Decode(data, in.Filename, in.Format)
}

func failing(err error) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) { yield(nil, err) }
}

// fromPack gives puzzles of the pack as they are in a file: with title and goal.
func fromPack(word string) iter.Seq2[*nonogram.Puzzle, error] {
	entries, err := puzzles.Select(word)
	if err != nil {
		return failing(api.Errorf(api.UnknownName, "pack", "%v", err))
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
	api.Input
}

// DecodeResponse is what was in it.
type DecodeResponse struct {
	Format  string             `json:"format,omitempty" doc:"The format of the file"`
	Puzzles []*record.Nonogram `json:"puzzles" doc:"The puzzles that could be read, in their order"`
	Errors  []api.Error        `json:"errors,omitempty" doc:"Why others could not"`
}

// maxErrors is how many errors an answer lists: more help nobody.
const maxErrors = 100

// Decode reads puzzles in any format. It fails only if there is none to be read.
func Decode(_ context.Context, s *api.Service, r *DecodeRequest) (*DecodeResponse, error) {
	response := &DecodeResponse{Format: r.format(), Puzzles: []*record.Nonogram{}}
	for p, err := range s.All(&r.Input) {
		switch {
		case err == nil:
			response.Puzzles = append(response.Puzzles, record.NewNonogram(p))
		case len(response.Errors) < maxErrors:
			response.Errors = append(response.Errors, *api.AsError(err))
		}
	}
	if len(response.Puzzles) == 0 && len(response.Errors) > 0 {
		return nil, &response.Errors[0]
	}
	return response, nil
}

// format is the name of the format of what was sent, where it is a file.
func (r *DecodeRequest) format() string {
	switch {
	case r.Puzzle != nil:
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
	if f, err := format.Detect(data, r.Filename); err == nil {
		return f.Name
	}
	return ""
}

// ConvertRequest asks for puzzles in another format.
type ConvertRequest struct {
	api.Input
	Puzzles []*record.Nonogram `json:"puzzles,omitempty" doc:"Several puzzles as objects, in place of puzzle"`
	To      string             `json:"to" doc:"The name of the format to write" example:"non"`
	Lossy   bool               `json:"lossy,omitempty" doc:"Write what the format can hold, and leave out the rest"`
}

// ConvertResponse is a file.
type ConvertResponse struct {
	Format    string   `json:"format"`
	Extension string   `json:"extension" doc:"The usual ending of such a file"`
	Text      string   `json:"text,omitempty" doc:"The file, if it is text"`
	Data      []byte   `json:"data,omitempty" doc:"The file in Base64, if it is not"`
	Losses    []string `json:"losses,omitempty" doc:"What was left out"`
}

// Convert writes puzzles in another format.
func Convert(_ context.Context, s *api.Service, r *ConvertRequest) (*ConvertResponse, error) {
	to, err := format.ByName(r.To)
	switch {
	case err != nil:
		return nil, api.Errorf(api.UnknownName, "to", "%v", err)
	case to.Encode == nil:
		return nil, api.Errorf(api.Unsupported, "to", "format %s can only be read", to.Name)
	}
	list, losses, err := r.simplified(s, to)
	if err != nil {
		return nil, err
	}
	if len(losses) > 0 && !r.Lossy {
		return nil, &api.Error{
			Code: api.WouldLose, Where: "to", Details: losses,
			Message: "format " + to.Name + " cannot hold everything; lossy leaves out the rest",
		}
	}
	var b bytes.Buffer
	if err := format.Encode(&b, to.Name, list...); err != nil {
		return nil, refused(err)
	}
	response := &ConvertResponse{Format: to.Name, Extension: to.Extensions[0], Losses: losses}
	if to.Binary {
		response.Data = b.Bytes()
	} else {
		response.Text = b.String()
	}
	return response, nil
}

// simplified reads the puzzles in the form in which they will be written, and lists
// what they lose by it.
func (r *ConvertRequest) simplified(s *api.Service, to *format.Format) (list []*nonogram.Puzzle, losses []string, err error) {
	known := map[string]bool{}
	for p, err := range s.Several(&r.Input, r.Puzzles) {
		if err != nil {
			return nil, nil, err
		}
		simple, err := format.Simplify(to, p)
		if err != nil {
			return nil, nil, refused(err)
		}
		for _, loss := range format.Losses(to, p) {
			if !known[loss] {
				known[loss] = true
				losses = append(losses, loss)
			}
		}
		list = append(list, simple)
	}
	return list, losses, nil
}

// refused gives the refusal of a format its code.
func refused(err error) error {
	if errors.Is(err, format.ErrCannotHold) {
		return api.Errorf(api.Unsupported, "to", "%v", err)
	}
	return err
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
func Formats(context.Context, *api.Service, *api.Nothing) (*FormatsResponse, error) {
	r := &FormatsResponse{}
	for _, f := range format.All() {
		r.Formats = append(r.Formats, Format{
			Name: f.Name, Title: f.Title, Extensions: f.Extensions, Writes: f.Encode != nil,
			Many: f.Holds.Has(format.Many), Colors: f.Holds.Has(format.Colors), Picture: f.Picture, Binary: f.Binary,
		})
	}
	return r, nil
}
