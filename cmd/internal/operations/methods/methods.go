// Package methods holds the operations on the classic solving methods of package lab: list
// them, solve with one ([Lookup]), time one, and list the line tables that some of them
// use. It is separate from package operations so that the browser's engine does not link
// the classic methods.
package methods

import (
	"context"
	"errors"
	"io"

	"nonogram"
	"nonogram/cmd/internal/bench"
	"nonogram/cmd/internal/operations"
	"nonogram/lab"
)

// Operations lists the operations of this package except [Measuring].
func Operations() []operations.Operation {
	return []operations.Operation{
		operations.Once("methods", "List the methods of solving", List),
		operations.Each("table", "List the clue table of a puzzle: every clue with the states that a line of it can have", OpenTable),
		operations.Once("lines", "List the lines of a length, those that have a clue, and how many lines every clue has", Lines),
	}
}

// MethodsAnswer is the table of methods.
type MethodsAnswer struct { //nolint:revive // the schema has the name of the type
	Methods []bench.Entry `json:"methods"`
}

// List lists the solving methods.
func List(context.Context, *operations.Service, *operations.Nothing) (*MethodsAnswer, error) {
	return &MethodsAnswer{bench.Methods()}, nil
}

// Lookup finds a method for the operation solve, see [operations.Service].
func Lookup(text string, log io.Writer) (operations.Method, error) {
	entry, err := bench.Lookup(text, log)
	if err != nil {
		return operations.Method{}, coded(err)
	}
	return operations.Method{Label: entry.Label, Incomplete: !entry.Complete, New: func() nonogram.Solver {
		solver := entry.New()
		return func(ctx context.Context, p *nonogram.Puzzle, o nonogram.Options) (*nonogram.Result, error) {
			result, err := solver(ctx, p, o)
			return result, coded(err)
		}
	}}, nil
}

// coded adds the code to an error of package lab, and returns other errors unchanged.
func coded(err error) error {
	var lookup *lab.LookupError
	var unsupported *lab.UnsupportedError
	switch {
	case errors.As(err, &lookup) && lookup.Unknown:
		return operations.Errorf(operations.UnknownName, "method", "found %.24q, expected %s", lookup.Text, lookup.Expected)
	case errors.As(err, &lookup):
		return &operations.Error{Code: operations.BadRequest, Where: "method", Message: lookup.Error()}
	case errors.As(err, &unsupported):
		return &operations.Error{Code: operations.Unsupported, Message: err.Error()}
	}
	return err
}
