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
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"reflect"
	"strconv"
	"strings"
	"text/tabwriter"

	"nonogram"
	"nonogram/internal/plural"
	"nonogram/solve"
)

const (
	maxConflicts = 5000 // per puzzle
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
	opts := nonogram.Options{Seed: q.Seed, Budget: nonogram.Budget{Conflicts: maxConflicts}}
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

// CounterNames returns the JSON names of the fields of nonogram.Stats, without those that
// only methods of the lab use.
func CounterNames() []string {
	var names []string
	t := reflect.TypeFor[nonogram.Stats]()
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("lab") == "" {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	return names
}

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

// numberMark precedes the number in a recorded table.
const numberMark = "# signature "

// Write formats a table with the number at its head.
func Write(rows []Row) []byte {
	var b bytes.Buffer
	b.WriteString(plural.Sprintf("# Counters of the engine, at most %d conflicts each; go test ./solve -run TestSignature -update writes them.\n", maxConflicts))
	b.WriteString(numberMark + Number(rows) + "\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "puzzle/limit\tstatus\t%s\n", strings.Join(CounterNames(), "\t"))
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s", r.Key, r.Answer)
		for _, n := range r.Counters {
			fmt.Fprintf(w, "\t%d", n)
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // into memory
	return b.Bytes()
}

// Recorded is the content of a recorded table.
type Recorded struct {
	Number string
	Names  []string // names of the counters
	Rows   []Row
}

// Read parses a table that Write has written.
func Read(data []byte) (*Recorded, error) {
	r := &Recorded{}
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, numberMark):
			r.Number = strings.TrimSpace(strings.TrimPrefix(line, numberMark))
		case len(fields) == 0 || fields[0] == "#":
		case len(fields) < 3:
			return nil, fmt.Errorf("line %q is too short", line)
		case r.Names == nil:
			r.Names = fields[2:]
		case len(fields) != len(r.Names)+2:
			return nil, plural.Errorf("line %q has %d columns, expected %d", line, len(fields), len(r.Names)+2)
		default:
			row := Row{Key: fields[0], Answer: fields[1]}
			for _, f := range fields[2:] {
				n, err := strconv.ParseInt(f, 10, 64)
				if err != nil {
					return nil, fmt.Errorf("line %q: %w", line, err)
				}
				row.Counters = append(row.Counters, n)
			}
			r.Rows = append(r.Rows, row)
		}
	}
	return r, nil
}
