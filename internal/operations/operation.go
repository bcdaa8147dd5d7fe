package operations

import (
	"context"
	"reflect"

	"nonogram"
	"nonogram/internal/operations/record"
)

// What an operation is: a row of a table, made by [Each] of a function that answers
// for one puzzle after another, or by [Once] of one that answers a request and is
// done. Requests and answers are plain structs; their types describe themselves to
// whoever needs a schema.

// Answer is what came of one puzzle.
type Answer interface {
	// Code is the answer in a number.
	Code() record.Code
	// Name tells the answer what only a transport knows: what the puzzle is called
	// there, the file it is from where there are several, and how that was read.
	Name(id string, from record.Origin)
}

// Work answers for a puzzle. It may keep memory from one to the next, so each
// goroutine has its own. Errors are those of the library; [AsError] gives them codes.
type Work[A Answer] func(ctx context.Context, p *nonogram.Puzzle) (A, error)

// Operation is one thing that can be asked for.
type Operation struct {
	Name    string
	Summary string
	// Request and Answer are the structs that it reads and writes as JSON.
	Request, Answer reflect.Type
	// Whole says that it looks at the goal and the texts of a puzzle, not only at
	// what a solver needs.
	Whole bool
	// Call decodes a request, carries it out and gives the answer. Its errors are
	// [*Error]s.
	Call func(ctx context.Context, s *Service, request []byte) (any, error)
	// Open decodes a request without a puzzle and gives the work for any number of
	// them. It is nil for operations that are not about a puzzle.
	Open func(s *Service, request []byte) (Work[Answer], error)
}

// about is a request that brings a puzzle.
type about[R any] interface {
	*R
	input() *Input
}

func (in *Input) input() *Input { return in }

// Each makes an operation of a function that opens the work on puzzles.
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
				return nil, Errorf(BadRequest, in.field(), "found a puzzle, expected none: they come one by one")
			}
			work, err := open(s, request)
			if err != nil {
				return nil, AsError(err)
			}
			return func(ctx context.Context, p *nonogram.Puzzle) (Answer, error) { return work(ctx, p) }, nil
		},
	}
}

// Once makes an operation of a function that answers a request.
func Once[R, A any](name, summary string, do func(context.Context, *Service, *R) (*A, error)) Operation {
	return Operation{
		Name: name, Summary: summary, Request: reflect.TypeFor[R](), Answer: reflect.TypeFor[A](),
		Call: call(func(ctx context.Context, s *Service, r *R) (any, error) { return do(ctx, s, r) }),
	}
}

// call decodes a request, and gives errors their codes.
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

// One makes of the work on puzzles a function for the one that a request brings.
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
		answer.Name(p.ID, record.Origin{ReadAs: p.ReadAs})
		return answer, nil
	}
}
