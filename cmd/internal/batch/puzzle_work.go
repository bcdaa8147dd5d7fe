package batch

import (
	"context"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
	"nonogram/cmd/internal/operations/methods"
	"nonogram/cmd/internal/operations/record"
)

// Work on puzzles: every operation on single puzzles is a kind of work. The request of
// the job is that of the operation, without a puzzle; records are those of the operation,
// with elapsed_ms 0.

// PuzzleKinds lists the kinds of work whose items are puzzles.
func PuzzleKinds() []Kind {
	var kinds []Kind
	for _, o := range all.Operations() {
		if o.Open != nil {
			kinds = append(kinds, operationKind(o))
		}
	}
	return kinds
}

// untimed answers without limits.
var untimed = &operations.Service{Methods: methods.Lookup, Untimed: true}

// operationKind converts an operation on puzzles to a kind of work.
func operationKind(o operations.Operation) Kind {
	return Kind{Name: o.Name, Summary: o.Summary, Request: o.Request, Whole: o.Whole, Puzzles: true, Open: func(j *Job) (Work, error) {
		do, err := o.Open(untimed, j.Request)
		if err != nil {
			return nil, err
		}
		return recorded(j, do), nil
	}}
}

// recorded converts work on puzzles to a Work. Errors become records.
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
		answer.Name(it.ID)
		answer.From(record.Origin{File: j.file(it), ReadAs: it.Puzzle.ReadAs})
		return Result{answer.Code(), JSONLine(answer)}, nil
	}
}

// problem is the result of an item with a Problem.
func problem(j *Job, it *Item, code record.Code) Result {
	return Result{code, JSONLine(record.Error{ID: it.ID, Error: it.Problem, File: j.file(it)})}
}

// file is the file for a record, if the job has several.
func (j *Job) file(it *Item) string {
	if j.Files {
		return it.File
	}
	return ""
}
