package batch

import (
	"bytes"
	"encoding/json"
	"iter"
	"testing"
)

// censusOf counts a size in its items, as workers would.
func censusOf(t *testing.T, width, height int) Census {
	t.Helper()
	job, items, err := NewCensus(width, height)
	if err != nil {
		t.Fatal(err)
	}
	work, err := censusKind.Open(job)
	if err != nil {
		t.Fatal(err)
	}
	results := iter.Seq2[Result, error](func(yield func(Result, error) bool) {
		for it := range items {
			r, err := work(t.Context(), it.Item)
			if !yield(r, err) {
				return
			}
		}
	})
	var b bytes.Buffer
	if err := mergeCensus(&b, job, results); err != nil {
		t.Fatal(err)
	}
	var c Census
	if err := json.Unmarshal(b.Bytes(), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// The numbers are those of the engine's exhaustive test, which counts another way.
func TestCensus(t *testing.T) {
	for _, c := range []struct {
		width, height                            int
		descriptions, unique, lineSolvable, most uint64
	}{
		{1, 1, 2, 2, 2, 1},
		{3, 1, 8, 8, 8, 1},
		{1, 8, 256, 256, 256, 1},
		{2, 2, 15, 14, 14, 2},
		{3, 2, 58, 52, 52, 2},
		{2, 5, 918, 816, 810, 4},
		{5, 2, 918, 816, 810, 4},
		{3, 3, 445, 384, 384, 6},
		{4, 3, 3_588, 3_152, 3_116, 6},
		{5, 3, 28_068, 24_230, 24_052, 12},
		{4, 4, 58_196, 52_362, 51_234, 24},
		{6, 3, 221_528, 189_898, 188_042, 30},
		{4, 5, 915_743, 814_632, 801_832, 36},
		{5, 4, 915_743, 814_632, 801_832, 36},
	} {
		got := censusOf(t, c.width, c.height)
		want := Census{
			Width: c.width, Height: c.height, Complete: true, Grids: 1 << (c.width * c.height),
			Descriptions: c.descriptions, Unique: c.unique, LineSolvable: c.lineSolvable,
			Ambiguous: c.descriptions - c.unique, Most: c.most,
		}
		if got != want {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
}

func TestCensusRefuses(t *testing.T) {
	for _, size := range [][2]int{{0, 4}, {4, 0}, {9, 2}, {2, 9}, {6, 7}, {-1, 3}} {
		if _, _, err := NewCensus(size[0], size[1]); err == nil {
			t.Errorf("%v is accepted", size)
		}
	}
}

func TestCensusOf6x6IsCutIntoManyPieces(t *testing.T) {
	_, items, err := NewCensus(6, 6)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range items {
		n++
	}
	if n < 10_000 {
		t.Errorf("%d items", n)
	}
}
