package batch

import (
	"cmp"
	"context"
	"fmt"

	"nonogram"
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
	return Kind{Name: o.Name, Summary: o.Summary, Request: o.Request, Whole: o.Whole, Answer: o.Answer, Open: func(j *Job) (Work, error) {
		do, err := o.Open(untimed, j.Request)
		if err != nil {
			return nil, err
		}
		prove, err := j.openProof()
		if err != nil {
			return nil, err
		}
		return recorded(j, do, prove), nil
	}}
}

// recorded converts work on puzzles to a Work. Errors become records.
func recorded(j *Job, do operations.Work[operations.Answer], prove prover) Work {
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
		proof, err := prove(ctx, it.Puzzle, answer)
		if err != nil {
			return Result{}, err
		}
		answer.Name(it.ID)
		answer.From(record.Origin{File: j.file(it), ReadAs: it.Puzzle.ReadAs})
		return Result{Code: answer.Code(), Output: encodeAnswer(answer), Proof: proof}, nil
	}
}

// prover returns the certificate of an answer, or calls the answer undecided if there is
// none.
type prover func(ctx context.Context, p *nonogram.Puzzle, answer operations.Answer) ([]byte, error)

// openProof opens the proofs of a job; they are empty if it asks for none.
func (j *Job) openProof() (prover, error) {
	if !j.Certify {
		return func(context.Context, *nonogram.Puzzle, operations.Answer) ([]byte, error) { return nil, nil }, nil
	}
	request, err := j.solveRequest()
	if err != nil {
		return nil, err
	}
	prove, err := operations.OpenProve(untimed, &operations.ProveRequest{Budget: request.Budget, Limit: request.Limit})
	return func(ctx context.Context, p *nonogram.Puzzle, answer operations.Answer) ([]byte, error) {
		solved := answer.(*operations.SolveAnswer)
		if solved.Status == nonogram.Undecided {
			return nil, nil
		}
		proof, err := prove(ctx, p)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			withhold(solved, err.Error())
			return nil, nil
		case proof.Status == nonogram.Undecided:
			withhold(solved, proof.Reason)
			return nil, nil
		}
		return []byte(proof.Certificate), nil
	}, err
}

// certifiedKind is the kind whose verdicts have certificates.
const certifiedKind = "solve"

// Certifies reports whether a job of the kind can ask for certificates.
func (k *Kind) Certifies() bool { return k.Name == certifiedKind }

// solveRequest returns the request of a job that asks for certificates.
func (j *Job) solveRequest() (*operations.SolveRequest, error) {
	r := &operations.SolveRequest{Limit: defaultLimit}
	if j.Kind != certifiedKind {
		return nil, fmt.Errorf("certificates of %s, expected of %s", j.Kind, certifiedKind)
	}
	if len(j.Request) == 0 {
		return r, nil
	}
	err := j.read(r)
	r.Limit = cmp.Or(r.Limit, defaultLimit)
	return r, err
}

// defaultLimit is that of solve.
const defaultLimit = 2

// withhold calls an answer undecided whose verdict has no certificate.
func withhold(a *operations.SolveAnswer, reason string) {
	a.Reason = fmt.Sprintf("%s, without a certificate: %s", a.Status, reason)
	a.Status = nonogram.Undecided
}

// withoutProof is a result of solve without its certificate.
func withoutProof(r Result, reason string) Result {
	var a operations.SolveAnswer
	if err := readAnswer(r.Output, &a); err != nil {
		return r // the collector says so too
	}
	withhold(&a, reason)
	return Result{Code: a.Code(), Output: encodeAnswer(&a)}
}

// problem is the result of an item with a Problem.
func problem(j *Job, it *Item, code record.Code) Result {
	return Result{Code: code, Output: JSONLine(record.Error{ID: it.ID, Error: it.Problem, File: j.file(it)})}
}

// file is the file for a record, if the job has several.
func (j *Job) file(it *Item) string {
	if j.Files {
		return it.File
	}
	return ""
}
