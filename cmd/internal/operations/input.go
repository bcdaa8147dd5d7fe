package operations

import (
	"iter"
	"strconv"

	"nonogram"
	"nonogram/internal/object"
)

// Input is the part of a request that contains a puzzle: as an object, as the text or the
// bytes of a file in any format, or by its name in the pack.
type Input struct {
	Puzzle   object.Puzzle `json:"puzzle,omitempty" doc:"The puzzle as an object" flag:"-"`
	Text     string        `json:"text,omitempty" doc:"The puzzle as the text of a file, in any format" flag:"-"`
	Data     []byte        `json:"data,omitempty" doc:"The puzzle as the bytes of a file in Base64, for pictures" flag:"-"`
	Format   string        `json:"format,omitempty" doc:"The format of the text or the data; recognized if missing" example:"non" flag:"-"`
	Filename string        `json:"filename,omitempty" doc:"The name of the file, for its extension and for errors" flag:"-"`
	Pack     string        `json:"pack,omitempty" doc:"A puzzle that comes with the program, by its number or its name" example:"17" flag:"-"`
}

// Reader reads inputs that are not objects.
type Reader interface {
	// Puzzles yields the puzzles of the text, the data or the pack, and an error for each that
	// cannot be read. One of the three must be set.
	Puzzles(in *Input) iter.Seq2[*nonogram.Puzzle, error]
}

// One returns the puzzle of a request for a single puzzle.
func (s *Service) One(in *Input) (*nonogram.Puzzle, error) {
	var found *nonogram.Puzzle
	for p, err := range s.All(in) {
		switch {
		case err != nil:
			return nil, err
		case found != nil:
			return nil, Errorf(ManyPuzzles, in.field(), "found more than one puzzle, expected one; the operation decode lists the puzzles of a file")
		}
		found = p
	}
	return found, nil
}

// field returns the name of the field that contains the puzzles.
func (in *Input) field() string {
	switch {
	case in.Pack != "":
		return "pack"
	case len(in.Data) > 0:
		return "data"
	}
	return "text"
}

// All yields the puzzles of a request, each within the limits, or an error in place of one.
// It yields at least one of either.
func (s *Service) All(in *Input) iter.Seq2[*nonogram.Puzzle, error] {
	source, err := s.source(in)
	if err != nil {
		return failing(err)
	}
	return s.admitted(source)
}

// admitted checks puzzles against the limits.
func (s *Service) admitted(source iter.Seq2[*nonogram.Puzzle, error]) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) {
		l, n, cells := &s.Limits, 0, 0
		for p, err := range source {
			if err == nil {
				err = l.Admit(p)
			}
			if n++; err == nil {
				cells += p.Width() * p.Height()
			}
			switch {
			case l.Puzzles > 0 && n > l.Puzzles:
				yield(nil, Errorf(TooLarge, "", "found more than %d puzzles, which is the limit of this service", l.Puzzles))
				return
			case l.AllCells > 0 && cells > l.AllCells:
				yield(nil, Errorf(TooLarge, "", "found puzzles of more than %d cells together, which is the limit of this service", l.AllCells))
				return
			case err != nil:
				p = nil
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// ways counts the inputs that are set; a request needs exactly one.
func (in *Input) ways() (n int) {
	for _, taken := range []bool{len(in.Puzzle) > 0, in.Text != "", len(in.Data) > 0, in.Pack != ""} {
		if taken {
			n++
		}
	}
	return n
}

// source returns the puzzles of the input that is set.
func (s *Service) source(in *Input) (iter.Seq2[*nonogram.Puzzle, error], error) {
	switch ways := in.ways(); {
	case ways == 0:
		return nil, Errorf(BadRequest, "puzzle", "found no puzzle, expected one as puzzle, text, data or pack")
	case ways > 1:
		return nil, Errorf(BadRequest, "puzzle", "found %d of puzzle, text, data and pack, expected only one of them", ways)
	case len(in.Puzzle) == 0 && s.Reader == nil:
		return nil, Errorf(Unsupported, "puzzle", "this engine reads puzzles only as objects; decode makes one of a text")
	case len(in.Puzzle) == 0:
		return s.Reader.Puzzles(in), nil
	}
	return func(yield func(*nonogram.Puzzle, error) bool) {
		yield(in.Puzzle.Read("puzzle", 1))
	}, nil
}

// AsRequest turns an error about a grid or a palette into one about the request.
func AsRequest(err error) *Error {
	e := AsError(err)
	return &Error{Code: BadRequest, Where: e.Where, Message: e.Message}
}

// Several yields the puzzles of a request that may contain a list of objects in place of
// its input.
func (s *Service) Several(in *Input, list []object.Puzzle) iter.Seq2[*nonogram.Puzzle, error] {
	if len(list) == 0 {
		return s.All(in)
	}
	if in.ways() > 0 {
		return failing(Errorf(BadRequest, "puzzles", "found puzzles and another input, expected only one of them"))
	}
	return s.Objects("puzzles", list)
}

// Objects yields the puzzles of a list field, each within the limits.
func (s *Service) Objects(field string, list []object.Puzzle) iter.Seq2[*nonogram.Puzzle, error] {
	return s.admitted(func(yield func(*nonogram.Puzzle, error) bool) {
		for i, puzzle := range list {
			where := field + "[" + strconv.Itoa(i) + "]"
			if len(puzzle) == 0 {
				yield(nil, Errorf(BadRequest, where, "found null, expected a puzzle"))
				return
			}
			if !yield(puzzle.Read(where, i+1)) {
				return
			}
		}
	})
}

func failing(err error) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) { yield(nil, err) }
}
