package signature

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"nonogram"
)

func row(key, answer string, first int64) Row {
	r := Row{key, answer, make([]int64, len(CounterNames()))}
	r.Counters[0] = first
	return r
}

// Every change in a row changes the number.
func TestNumberBites(t *testing.T) {
	a := row("p/1", "solved", 7)
	seen := map[string]bool{}
	for _, rows := range [][]Row{
		{a}, {a, a}, {}, {row("p/2", "solved", 7)}, {row("p/1", "unique", 7)}, {row("p/1", "solved", 8)},
	} {
		number := Number(rows)
		if len(number) != 16 || seen[number] || number != Number(slices.Clone(rows)) {
			t.Errorf("%v has the number %s, which others have too, or not always", rows, number)
		}
		seen[number] = true
	}
}

func TestWriteAndRead(t *testing.T) {
	rows := []Row{row("p/1", "solved", 7), row("p/count", "12345678901234567890", 0)}
	got, err := Read(Write(rows))
	if err != nil || got.Number != Number(rows) || !slices.Equal(got.Names, CounterNames()) || !reflect.DeepEqual(got.Rows, rows) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, broken := range []string{"a", "p/l status x\np/1 solved", "p/l status x\np/1 solved y", "p/l status x\np/1 solved 1 2"} {
		if _, err := Read([]byte(broken)); err == nil {
			t.Errorf("%q is read", broken)
		}
	}
}

// An interrupted run has no signature.
func TestRowsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if rows, err := Rows(ctx); !errors.Is(err, context.Canceled) || rows != nil {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// Names are the keys of the table, and all puzzles are puzzles.
func TestPuzzles(t *testing.T) {
	list, err := Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, q := range list {
		if seen[q.Name] {
			t.Errorf("two puzzles are called %s", q.Name)
		}
		seen[q.Name] = true
		if err := nonogram.Validate(q.Puzzle); err != nil {
			t.Errorf("%s: %v", q.Name, err)
		}
	}
}
