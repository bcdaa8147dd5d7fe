package operations

import (
	"context"
	"reflect"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
)

// An operation is a row of a table. [Each] makes one from a function that answers for any
// number of puzzles, [Once] from a function that answers a single request. Requests and
// answers are plain structs, from which package schema derives their description.

// Answer is the result for one puzzle.
type Answer interface {
	// Code returns the result as a number.
	Code() record.Code
	// Name and From set the fields that only a transport knows: the puzzle's name, its file if
	// there are several, and how the file was read.
	Name(id string)
	From(origin record.Origin)
}

// Work answers for a puzzle. It may reuse memory from puzzle to puzzle, so each goroutine
// needs its own. Its errors are those of the library; [AsError] adds their codes.
type Work[A Answer] func(ctx context.Context, p *nonogram.Puzzle) (A, error)

// Operation is an operation of the program.
type Operation struct {
	Name    string
	Summary string
	// Request and Answer are the structs that it reads and writes as JSON.
	Request, Answer reflect.Type
	// Whole reports whether the operation needs the goal and the texts of a puzzle, not
	// only its clues.
	Whole bool
	// Call decodes a request, executes it and returns the answer. Its errors are [*Error]s.
	Call func(ctx context.Context, s *Service, request []byte) (any, error)
	// Open decodes a request without a puzzle and returns the work for any number of puzzles.
	// It is nil for operations that take no puzzle.
	Open func(s *Service, request []byte) (Work[Answer], error)
}

// about is a request with a puzzle.
type about[R any] interface {
	*R
	input() *Input
}

func (in *Input) input() *Input { return in }

// Each makes an operation from a function that opens the work on puzzles.
func Each[R any, P about[R], A Answer](name, summary string, open func(*Service, P) (Work[A], error)) Operation {
	one := One(open)
	return Operation{
		Name: name, Summary: summary, Request: reflect.TypeFor[R](), Answer: reflect.TypeFor[A]().Elem(),
		Call: call(func(ctx context.Context, s *Service, r *R) (any, error) { return one(ctx, s, r) }),
		Open: func(s *Service, data []byte) (Work[Answer], error) {
			request := P(new(R))
			if err := decodeRequest(data, request); err != nil {
				return nil, err
			}
			if in := request.input(); in.ways() > 0 {
				return nil, Errorf(BadRequest, in.field(), "found a puzzle, expected a request without one")
			}
			work, err := open(s, request)
			if err != nil {
				return nil, AsError(err)
			}
			return func(ctx context.Context, p *nonogram.Puzzle) (Answer, error) { return work(ctx, p) }, nil
		},
	}
}

// Once makes an operation from a function that answers a request.
func Once[R, A any](name, summary string, do func(context.Context, *Service, *R) (*A, error)) Operation {
	return Operation{
		Name: name, Summary: summary, Request: reflect.TypeFor[R](), Answer: reflect.TypeFor[A](),
		Call: call(func(ctx context.Context, s *Service, r *R) (any, error) { return do(ctx, s, r) }),
	}
}

// call decodes a request and adds codes to errors.
func call[R any](do func(context.Context, *Service, *R) (any, error)) func(context.Context, *Service, []byte) (any, error) {
	return func(ctx context.Context, s *Service, data []byte) (any, error) {
		request := new(R)
		if err := decodeRequest(data, request); err != nil {
			return nil, err
		}
		answer, err := do(ctx, s, request)
		if err != nil {
			return nil, AsError(err)
		}
		return answer, nil
	}
}

// One turns the work on puzzles into a function for the puzzle of a request.
func One[R any, P about[R], A Answer](open func(*Service, P) (Work[A], error)) func(context.Context, *Service, P) (A, error) {
	return func(ctx context.Context, s *Service, r P) (answer A, err error) {
		work, err := open(s, r)
		if err != nil {
			return answer, err
		}
		p, err := s.One(r.input())
		if err != nil {
			return answer, err
		}
		if answer, err = work(ctx, p); err != nil {
			return answer, err
		}
		answer.Name(p.ID)
		answer.From(record.Origin{ReadAs: p.ReadAs})
		return answer, nil
	}
}
