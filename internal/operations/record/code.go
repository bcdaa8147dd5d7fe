package record

import (
	"nonogram"
	"nonogram/teach"
)

// Code says in one number what came of a puzzle, the same number everywhere: it is
// the exit status of a command, and what a batch stores beside every result.
type Code byte

// The codes, the graver the larger.
const (
	CodeOK         Code = 0 // there is a solution
	CodeFailed     Code = 1 // it could not be read or handled
	CodeUnsolvable Code = 3 // it has no solution
	CodeUndecided  Code = 4 // that was not found out within the budget
	CodeMultiple   Code = 5 // it has several, where only one was wanted
)

// CodeOf is the code of a verdict.
func CodeOf(s nonogram.Status) Code {
	switch s {
	case nonogram.Unsolvable:
		return CodeUnsolvable
	case nonogram.Undecided:
		return CodeUndecided
	}
	return CodeOK
}

// Code is that of the verdict.
func (r *Solve) Code() Code { return CodeOf(r.Status) }

// Code tells a number from a bound.
func (r *Count) Code() Code {
	switch {
	case !r.Exact:
		return CodeUndecided
	case r.Count == "0":
		return CodeUnsolvable
	}
	return CodeOK
}

// Code is that of the verdict.
func (r *Rate) Code() Code { return CodeOf(r.Status) }

// Code is that of the verdict.
func (r *Explain) Code() Code { return CodeOf(r.Status) }

// Code tells whether there is a way on from here.
func (r *Hint) Code() Code {
	switch r.Kind {
	case teach.WrongMarks, teach.NoSolution:
		return CodeUnsolvable
	case teach.Ambiguous, teach.GaveUp:
		return CodeUndecided
	}
	return CodeOK
}

// Code tells whether there is a way on from here.
func (r *Position) Code() Code {
	switch r.Status {
	case Wrong, Unsolvable:
		return CodeUnsolvable
	case Undecided:
		return CodeUndecided
	}
	return CodeOK
}

// Code tells whether the picture has become what was asked for.
func (r *Repair) Code() Code {
	switch {
	case r.Before.Status == nonogram.Unsolvable:
		return CodeUnsolvable
	case !r.Reached:
		return CodeUndecided
	}
	return CodeOK
}

// Code tells whether the puzzle could be described; one without a solution can.
func (r *Describe) Code() Code {
	if r.Status == nonogram.Undecided {
		return CodeUndecided
	}
	return CodeOK
}

// Name gives a record what only a transport knows: what the puzzle is called there,
// where it is from, and how it was read.
func (r *Solve) Name(id string, from Origin) { r.ID, r.Origin = id, from }

// Code of a list is that it is there.
func (r *Table) Code() Code { return CodeOK }

// Name is as of [Solve.Name].
func (r *Table) Name(id string, from Origin) { r.ID, r.Origin = id, from }

// Name is as of [Solve.Name].
func (r *Count) Name(id string, from Origin) { r.ID, r.Origin = id, from }

// Name is as of [Solve.Name].
func (r *Rate) Name(id string, from Origin) { r.ID, r.Origin = id, from }

// Name is as of [Solve.Name].
func (r *Explain) Name(id string, from Origin) { r.ID, r.Origin = id, from }

// Name is as of [Solve.Name].
func (r *Hint) Name(id string, from Origin) { r.ID, r.Origin = id, from }

// Name is as of [Solve.Name].
func (r *Position) Name(id string, from Origin) { r.ID, r.Origin = id, from }

// Name is as of [Solve.Name].
func (r *Repair) Name(id string, from Origin) { r.ID, r.Origin = id, from }

// Name is as of [Solve.Name].
func (r *Describe) Name(id string, from Origin) { r.ID, r.Origin = id, from }
