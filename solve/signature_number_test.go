package solve_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"nonogram"
)

func row(key, answer string, first int64) signatureRow {
	r := signatureRow{key, answer, make([]int64, len(counters(nonogram.Stats{})))}
	r.Counters[0] = first
	return r
}

// Every change in a row changes the number.
func TestNumberBites(t *testing.T) {
	a := row("p/1", "solved", 7)
	seen := map[string]bool{}
	for _, rows := range [][]signatureRow{
		{a}, {a, a}, {}, {row("p/2", "solved", 7)}, {row("p/1", "unique", 7)}, {row("p/1", "solved", 8)},
	} {
		number := signatureNumber(rows)
		if len(number) != 16 || seen[number] || number != signatureNumber(slices.Clone(rows)) {
			t.Errorf("%v has the number %s, which others have too, or not always", rows, number)
		}
		seen[number] = true
	}
}

// An interrupted run has no signature.
func TestRowsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if rows, err := signatureRows(ctx); !errors.Is(err, context.Canceled) || rows != nil {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// Names are the keys of the table, and all puzzles are puzzles.
func TestPuzzles(t *testing.T) {
	list, err := signedPuzzles()
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
