package files

import (
	"bytes"
	"context"
	"errors"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/format"
	"nonogram/internal/object"
)

// ConvertRequest asks for puzzles in another format.
type ConvertRequest struct {
	operations.Input
	Puzzles []object.Puzzle `json:"puzzles,omitempty" doc:"Several puzzles as objects, in place of puzzle"`
	To      string          `json:"to" doc:"The name of the format to write" example:"non"`
	Lossy   bool            `json:"lossy,omitempty" doc:"Write the puzzle even if the format cannot hold all of it"`
}

// ConvertAnswer is a file.
type ConvertAnswer struct {
	Format    string   `json:"format"`
	Extension string   `json:"extension" doc:"The usual extension of such a file"`
	Text      string   `json:"text,omitempty" doc:"The file, if it is text"`
	Data      []byte   `json:"data,omitempty" doc:"The file in Base64, if it is not"`
	Losses    []string `json:"losses,omitempty" doc:"The data that was omitted"`
	ReadAs    string   `json:"read_as,omitempty" doc:"How the text was read, if it has several readings"`
}

// Convert writes puzzles in another format.
func Convert(_ context.Context, s *operations.Service, r *ConvertRequest) (*ConvertAnswer, error) {
	to, err := format.ByName(r.To)
	switch {
	case r.To == "":
		return nil, operations.Errorf(operations.BadRequest, "to", "found nothing, expected the name of a format")
	case err != nil:
		return nil, operations.Errorf(operations.UnknownName, "to", "%v", err)
	case !to.Writes():
		return nil, operations.Errorf(operations.Unsupported, "to", "format %s can only be read", to.Name)
	}
	list, losses, err := r.simplified(s, to)
	if err != nil {
		return nil, err
	}
	if len(losses) > 0 && !r.Lossy {
		return nil, &operations.Error{
			Code: operations.WouldLose, Where: "to", Details: losses,
			Message: "format " + to.Name + " cannot hold everything; lossy leaves out the rest",
		}
	}
	var b bytes.Buffer
	if err := format.Encode(&b, to.Name, list...); err != nil {
		return nil, refused(err)
	}
	response := &ConvertAnswer{Format: to.Name, Extension: to.Extensions[0], Losses: losses, ReadAs: list[0].ReadAs}
	if to.Binary {
		response.Data = b.Bytes()
	} else {
		response.Text = b.String()
	}
	return response, nil
}

// simplified returns the puzzles as the format can hold them, and lists the losses.
func (r *ConvertRequest) simplified(s *operations.Service, to *format.Format) (list []*nonogram.Puzzle, losses []string, err error) {
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

// refused adds a code to the error of a format.
func refused(err error) error {
	if errors.Is(err, format.ErrCannotHold) {
		return operations.Errorf(operations.Unsupported, "to", "%v", err)
	}
	return err
}
