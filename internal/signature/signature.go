// Package signature condenses the engine's counters and answers on a fixed set of puzzles
// into one number. A change that only affects speed leaves the number unchanged; a change of
// strategy changes it. The number is the same on every machine, so
//
//	$ nonogram bench --signature
//
// shows whether two programs solve alike. solve/testdata/signature.txt records the number and
// the table it is computed from.
//
// It takes a fraction of a second: every puzzle is bounded by conflicts.
package signature

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
	MaxConflicts = 5000 // per puzzle
	countedCells = 100  // greatest size of puzzles whose solutions are counted
)

// Row is one question to the engine and its answer.
type Row struct {
	Key      string // name of the puzzle, and the limit or "count"
	Answer   string // status or count
	Counters []int64
}

// Rows asks the engine all questions.
func Rows(ctx context.Context) ([]Row, error) {
	list, err := Puzzles()
	if err != nil {
		return nil, err
	}
	var e solve.Engine
	var rows []Row
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
func ask(ctx context.Context, e *solve.Engine, q Signed) ([]Row, error) {
	opts := nonogram.Options{Seed: q.Seed, Budget: nonogram.Budget{Conflicts: MaxConflicts}}
	var rows []Row
	for opts.Limit = 1; opts.Limit <= 2; opts.Limit++ {
		r, err := e.Solve(ctx, q.Puzzle, opts)
		if err != nil {
			return nil, err
		}
		rows = append(rows, Row{fmt.Sprintf("%s/%d", q.Name, opts.Limit), r.Status.String(), counters(r.Stats)})
	}
	if q.Puzzle.Width()*q.Puzzle.Height() <= countedCells {
		c, err := e.Count(ctx, q.Puzzle, opts)
		if err != nil {
			return nil, err
		}
		rows = append(rows, Row{q.Name + "/count", c.Count.String(), counters(c.Stats)})
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

// Number returns the signature of rows, sixteen hexadecimal digits.
func Number(rows []Row) string {
	h := fnv.New64a()
	for _, r := range rows {
		fmt.Fprintln(h, r.Key, r.Answer, r.Counters)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
