package record

import (
	"nonogram"
)

// Code is the result for a puzzle as a number: the exit status of a command, and the code
// of a batch result.
type Code byte

// The codes, in order of severity.
const (
	CodeOK         Code = 0 // there is a solution
	CodeFailed     Code = 1 // it could not be read or handled
	CodeUnsolvable Code = 3 // it has no solution
	CodeUndecided  Code = 4 // not decided within the budget
	CodeMultiple   Code = 5 // it has several solutions where one is required
)

// CodeOf returns the code of a verdict.
func CodeOf(s nonogram.Status) Code {
	switch s {
	case nonogram.Unsolvable:
		return CodeUnsolvable
	case nonogram.Undecided:
		return CodeUndecided
	}
	return CodeOK
}

// Code returns the code of the verdict.
func (r *Solve) Code() Code { return CodeOf(r.Status) }

// Code returns CodeUndecided for a lower bound.
func (r *Count) Code() Code {
	switch {
	case !r.Exact:
		return CodeUndecided
	case r.Count == "0":
		return CodeUnsolvable
	}
	return CodeOK
}

// Code returns the code of the verdict.
func (r *Rate) Code() Code { return CodeOf(r.Status) }

// Code returns the code of the verdict.
func (r *Explain) Code() Code { return CodeOf(r.Status) }

// Code returns CodeOK if there is a next step.
func (r *Hint) Code() Code {
	switch r.Kind {
	case "wrong", "unsolvable":
		return CodeUnsolvable
	case "ambiguous", "undecided":
		return CodeUndecided
	}
	return CodeOK
}

// Code returns CodeOK if the position can be solved.
func (r *Position) Code() Code {
	switch r.Status {
	case Wrong, Unsolvable:
		return CodeUnsolvable
	case Undecided:
		return CodeUndecided
	}
	return CodeOK
}

// Code returns CodeOK if the repair succeeded.
func (r *Repair) Code() Code {
	switch {
	case r.Before.Status == nonogram.Unsolvable:
		return CodeUnsolvable
	case !r.Reached:
		return CodeUndecided
	}
	return CodeOK
}

// Code returns CodeOK if the puzzle could be described, even if it has no solution.
func (r *Describe) Code() Code {
	if r.Status == nonogram.Undecided {
		return CodeUndecided
	}
	return CodeOK
}

// Code returns CodeOK.
func (r *Table) Code() Code { return CodeOK }
