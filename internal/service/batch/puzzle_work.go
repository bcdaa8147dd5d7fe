package batch

import (
	"context"

	"nonogram/internal/operations"
	"nonogram/internal/operations/all"
	"nonogram/internal/operations/methods"
	"nonogram/internal/operations/record"
)

// Work on puzzles: what can be asked of internal/operations about one puzzle after another is
// a kind of work, without a line of code here. The request of the job is that of the
// operation, without a puzzle; records are those of the operation, with elapsed_ms
// always 0, so that they do not depend on who was fast.

// PuzzleKinds lists the kinds of work whose items are puzzles.
func PuzzleKinds() []Kind {
	var kinds []Kind
	for _, o := range all.Operations() {
		if o.Open != nil {
			kinds = append(kinds, operationKind(o))
		}
	}
	return append(kinds, convertKind)
}

// untimed answers without limits: workers are their owner's.
var untimed = &operations.Service{Methods: methods.Lookup, Untimed: true}

// operationKind makes a kind of work of an operation on puzzles.
func operationKind(o operations.Operation) Kind {
	return Kind{Name: o.Name, Summary: o.Summary, Request: o.Request, Whole: o.Whole, Open: func(j *Job) (Work, error) {
		do, err := o.Open(untimed, j.Request)
		if err != nil {
			return nil, err
		}
		return recorded(j, do), nil
	}}
}

// recorded makes a Work of the work on puzzles: what could not be read, or not be
// handled, has a record that says so.
func recorded(j *Job, do operations.Work[operations.Answer]) Work {
	return func(ctx context.Context, item []byte) (Result, error) {
		it, err := ReadItem(item)
		if err != nil {
			return Result{}, err
		}
		if it.Puzzle == nil {
			return problem(j, it, record.CodeFailed), nil
		}
		answer, err := do(ctx, it.Puzzle)
		if err != nil {
			it.Problem = record.NewError(it.ID, it.File, err).Error
			return problem(j, it, record.CodeFailed), nil
		}
		answer.Name(it.ID, record.Origin{File: j.file(it), ReadAs: it.Puzzle.ReadAs})
		return Result{answer.Code(), JSONLine(answer)}, nil
	}
}

// problem is the result of an item whose Problem says what is wrong.
func problem(j *Job, it *Item, code record.Code) Result {
	return Result{code, JSONLine(record.Error{ID: it.ID, Error: it.Problem, File: j.file(it)})}
}

// file is the file for a record, where there are several.
func (j *Job) file(it *Item) string {
	if j.Files {
		return it.File
	}
	return ""
}
