package solve_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"reflect"

	"nonogram"
	"nonogram/solve"
)

// Limits of the questions.
const (
	signatureConflicts = 5000 // per puzzle
	countedCells       = 100  // greatest size of puzzles whose solutions are counted
)

// signatureRow is one question to the engine and its answer.
type signatureRow struct {
	Key      string // name of the puzzle, and the limit or "count"
	Answer   string // status or count
	Counters []int64
}

// signatureRows asks the engine all questions.
func signatureRows(ctx context.Context) ([]signatureRow, error) {
	list, err := signedPuzzles()
	if err != nil {
		return nil, err
	}
	var e solve.Engine
	var rows []signatureRow
	for _, q := range list {
		more, err := ask(ctx, &e, q)
		if err == nil {
			err = ctx.Err() // an interrupted answer has no signature
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", q.Name, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// ask asks for one solution of a puzzle, for two, and, if it is small, for their number.
func ask(ctx context.Context, e *solve.Engine, q signed) ([]signatureRow, error) {
	opts := nonogram.Options{Seed: q.Seed, Budget: nonogram.Budget{Conflicts: signatureConflicts}}
	var rows []signatureRow
	for opts.Limit = 1; opts.Limit <= 2; opts.Limit++ {
		r, err := e.Solve(ctx, q.Puzzle, opts)
		if err != nil {
			return nil, err
		}
		rows = append(rows, signatureRow{fmt.Sprintf("%s/%d", q.Name, opts.Limit), r.Status.String(), counters(r.Stats)})
	}
	if q.Puzzle.Width()*q.Puzzle.Height() <= countedCells {
		c, err := e.Count(ctx, q.Puzzle, opts)
		if err != nil {
			return nil, err
		}
		rows = append(rows, signatureRow{q.Name + "/count", c.Count.String(), counters(c.Stats)})
	}
	return rows, nil
}

// counters returns the fields of nonogram.Stats, without those that only methods of the lab use.
func counters(s nonogram.Stats) []int64 {
	var list []int64
	v := reflect.ValueOf(s)
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("lab") == "" {
			list = append(list, v.Field(i).Int())
		}
	}
	return list
}

// signatureNumber returns the signature of rows, sixteen hexadecimal digits.
func signatureNumber(rows []signatureRow) string {
	h := fnv.New64a()
	for _, r := range rows {
		fmt.Fprintln(h, r.Key, r.Answer, r.Counters)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
