package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/big"

	"nonogram"
	"nonogram/internal/record"
	"nonogram/solve"
	"nonogram/teach"
)

// The kinds of work on single puzzles that answer with a record: what solve, count
// and rate print with --json, but for elapsed_ms, which is always 0.

// answer is the record of a puzzle that could be handled.
type answer func(ctx context.Context, it *Item) (rec any, code Code, err error)

// recorded makes a Work of an answer: it reads the item, keeps the time limit, and
// writes the record as a line of JSON.
func recorded(o Options, do answer) Work {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	return func(ctx context.Context, item []byte) (Result, error) {
		it, err := ReadItem(item)
		if err != nil {
			return Result{}, err
		}
		rec, code := problem(it, o), CodeFailed
		if it.Puzzle != nil {
			ctx, cancel := o.context(ctx)
			defer cancel()
			if rec, code, err = do(ctx, it); err != nil {
				it.Problem = record.NewError(it.ID, it.File, err).Error
				rec, code = problem(it, o), CodeFailed
			}
		}
		buf.Reset()
		if err := enc.Encode(rec); err != nil {
			return Result{}, err
		}
		return Result{code, bytes.Clone(buf.Bytes())}, nil
	}
}

// problem is the record of an item that could not be handled.
func problem(it *Item, o Options) any {
	return record.Error{ID: it.ID, Error: it.Problem, File: o.file(it)}
}

// context is the time that one item may take.
func (o *Options) context(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, o.Timeout)
}

// file is the file for a record, where there are several.
func (o *Options) file(it *Item) string {
	if o.Files {
		return it.File
	}
	return ""
}

func (o *Options) solver(limit int) nonogram.Options {
	return nonogram.Options{Limit: limit, Seed: o.Seed, Budget: nonogram.Budget{Conflicts: o.Conflicts, Memory: o.Memory}}
}

func codeOf(s nonogram.Status) Code {
	switch s {
	case nonogram.Unsolvable:
		return CodeUnsolvable
	case nonogram.Undecided:
		return CodeUndecided
	}
	return CodeOK
}

// onSight is why a puzzle has no solution that needs no search to see, or an error
// if it is no puzzle.
func onSight(p *nonogram.Puzzle) (reason string, err error) {
	err = nonogram.Validate(p)
	var invalid *nonogram.InvalidError
	if errors.As(err, &invalid) && invalid.Unsolvable() {
		return err.Error(), nil
	}
	return "", err
}

var solveKind = Kind{
	Name: "solve",
	Open: func(o Options) (Work, error) {
		engine := new(solve.Engine)
		return recorded(o, func(ctx context.Context, it *Item) (any, Code, error) {
			reason, err := onSight(it.Puzzle)
			if err != nil {
				return nil, 0, err
			}
			result, err := engine.Solve(ctx, it.Puzzle, o.solver(o.Limit))
			if err != nil {
				return nil, 0, err
			}
			if reason == "" {
				reason = string(result.Stopped)
			}
			rec := record.NewSolve(it.Puzzle, result, o.Limit > 2)
			rec.ID, rec.File, rec.Method, rec.Reason = it.ID, o.file(it), "engine", reason
			return rec, codeOf(result.Status), nil
		}), nil
	},
}

var countKind = Kind{
	Name: "count",
	Open: func(o Options) (Work, error) {
		engine := new(solve.Engine)
		return recorded(o, func(ctx context.Context, it *Item) (any, Code, error) {
			reason, err := onSight(it.Puzzle)
			if err != nil {
				return nil, 0, err
			}
			counted := &solve.Counted{Count: new(big.Int), Exact: true}
			if reason == "" {
				if counted, err = engine.Count(ctx, it.Puzzle, o.solver(0)); err != nil {
					return nil, 0, err
				}
				reason = string(counted.Stopped)
			}
			rec := record.NewCount(it.Puzzle, counted)
			rec.ID, rec.File, rec.Reason = it.ID, o.file(it), reason
			return rec, codeOfCount(counted), nil
		}), nil
	},
}

func codeOfCount(c *solve.Counted) Code {
	switch {
	case !c.Exact:
		return CodeUndecided
	case c.Count.Sign() == 0:
		return CodeUnsolvable
	}
	return CodeOK
}

var rateKind = Kind{
	Name: "rate",
	Open: func(o Options) (Work, error) {
		engine := new(solve.Engine)
		options := teach.Options{Solver: func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
			return engine.Solve(ctx, p, o.solver(opts.Limit))
		}}
		return recorded(o, func(ctx context.Context, it *Item) (any, Code, error) {
			reason, err := onSight(it.Puzzle)
			if err != nil {
				return nil, 0, err
			}
			rating := &teach.Rating{Status: nonogram.Unsolvable}
			if reason == "" {
				if rating, err = teach.Rate(ctx, it.Puzzle, options); err != nil {
					return nil, 0, err
				}
			}
			rec := record.NewRate(it.Puzzle, rating)
			rec.ID, rec.File, rec.Reason = it.ID, o.file(it), reason
			return rec, codeOf(rating.Status), nil
		}), nil
	},
}
