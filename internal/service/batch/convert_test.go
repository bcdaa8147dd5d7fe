package batch

import (
	"bytes"
	"slices"
	"testing"

	"nonogram"
	"nonogram/format"
)

// Files of single puzzles, with their separators, are a file of all of them.
func TestSeparators(t *testing.T) {
	found := 0
	for _, f := range format.All() {
		if !f.Writes() || !f.Many() {
			continue
		}
		found++
		if joins(f, separators[f.Name]) != (f.Name != counted) {
			t.Errorf("%s: two files are no file of two puzzles, or those of %s are", f.Name, counted)
		}
	}
	if found < 10 {
		t.Errorf("%d formats of many puzzles", found)
	}
}

// joins tries the concatenation of two puzzles.
func joins(f *format.Format, separator string) bool {
	want := []*nonogram.Puzzle{sample("1", "#.#", "##.", "#.#"), sample("2", ".#", "##", "#.", "#.")}
	var b bytes.Buffer
	for _, p := range want {
		if format.Encode(&b, f.Name, p) != nil {
			return false
		}
		b.WriteString(separator)
	}
	var got []*nonogram.Puzzle
	for p, err := range format.Decode(b.Bytes(), "", f.Name) {
		if err != nil {
			return false
		}
		got = append(got, p)
	}
	return slices.EqualFunc(got, want, func(p, q *nonogram.Puzzle) bool {
		return slices.EqualFunc(p.Rows, q.Rows, nonogram.Clue.Equal) && slices.EqualFunc(p.Cols, q.Cols, nonogram.Clue.Equal)
	})
}

func sample(id string, rows ...string) *nonogram.Puzzle {
	g := nonogram.NewGrid(len(rows[0]), len(rows))
	for y, row := range rows {
		for x, c := range row {
			g.Set(y, x, nonogram.Empty)
			if c == '#' {
				g.Set(y, x, nonogram.Black)
			}
		}
	}
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	p.ID = id
	return p
}
