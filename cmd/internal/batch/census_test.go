//go:build unix

package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"testing"

	"nonogram/cmd/internal/batch/census"
	"nonogram/cmd/internal/operations/record"
)

// censusOf counts a size in its items, as workers would, but for the first few.
func censusOf(t *testing.T, size census.Size, skip int) (Census, error) {
	t.Helper()
	job, items, err := NewCensus(size)
	if err != nil {
		t.Fatal(err)
	}
	work, err := censusKind.Open(job)
	if err != nil {
		t.Fatal(err)
	}
	results := iter.Seq2[Result, error](func(yield func(Result, error) bool) {
		for it := range items {
			if skip--; skip >= 0 {
				continue
			}
			if r, err := work(t.Context(), it.Item); !yield(r, err) {
				return
			}
		}
	})
	var b bytes.Buffer
	if err := mergeCensus(&b, job, results); err != nil {
		return Census{}, err
	}
	var c Census
	if err := json.Unmarshal(b.Bytes(), &c); err != nil {
		t.Fatal(err)
	}
	return c, nil
}

func TestCensus(t *testing.T) {
	got, err := censusOf(t, census.Size{Width: 5, Height: 3, Lines: true}, 0)
	want := Census{Width: 5, Height: 3, Complete: true, Tally: census.Tally{
		Grids: 1 << 15, Descriptions: 28_068, Unique: 24_230, Ambiguous: 3_838, LineSolvable: 24_052, Most: 12,
	}}
	if err != nil || got != want {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
}

// A census with results still missing says so, and has the others.
func TestCensusOfSomeParts(t *testing.T) {
	job, _, err := NewCensus(census.Size{Width: 4, Height: 4})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err = mergeCensus(&b, job, func(yield func(Result, error) bool) {
		_ = yield(Result{Code: record.CodeOK, Output: JSONLine(census.Tally{Grids: 3})}, nil) && yield(Result{}, ErrIncomplete)
	})
	var c Census
	if !errors.Is(err, ErrIncomplete) || json.Unmarshal(b.Bytes(), &c) != nil || c.Complete || c.Grids != 3 {
		t.Errorf("%+v, %v", c, err)
	}
}

// The weights of all grids must add up to their number.
func TestCensusMissesAPart(t *testing.T) {
	_, err := censusOf(t, census.Size{Width: 4, Height: 4}, 1)
	if err == nil || !strings.Contains(err.Error(), "expected 65536") {
		t.Errorf("a part is missing, and the census says %v", err)
	}
}
