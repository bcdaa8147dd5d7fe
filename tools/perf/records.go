package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/stat"
)

// Reading what nonogram solve --json prints, and checking it against the puzzles
// of the file.

// record holds the needed fields of a line.
type record struct {
	ID        string          `json:"id"`
	Status    nonogram.Status `json:"status"`
	Solutions int             `json:"solutions"`
	Grid      []string        `json:"grid"`
	Elapsed   float64         `json:"elapsed_ms"`
	Error     any             `json:"error"`
}

// verifiedTimes checks every solution and returns the median time and the longest,
// in seconds.
func verifiedTimes(file string, output []byte, limit int) (median, slowest float64, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, 0, err
	}
	dec := json.NewDecoder(bytes.NewReader(output))
	var times []float64
	for p, err := range format.Decode(data, filepath.Base(file), "") {
		if err != nil {
			return 0, 0, err
		}
		var r record
		if err := dec.Decode(&r); err != nil {
			return 0, 0, fmt.Errorf("puzzle %s: %w", p.ID, err)
		}
		if err := r.verify(p, limit); err != nil {
			return 0, 0, fmt.Errorf("puzzle %s: %w", p.ID, err)
		}
		times = append(times, r.Elapsed/1000)
	}
	if err := dec.Decode(&record{}); !errors.Is(err, io.EOF) {
		return 0, 0, fmt.Errorf("more answers than the %d puzzles of %s", len(times), file)
	}
	slices.Sort(times)
	return stat.Quantile(times, 0.5), stat.Quantile(times, 1), nil
}

func (r *record) verify(p *nonogram.Puzzle, limit int) error {
	switch {
	case r.Error != nil:
		return fmt.Errorf("%v", r.Error)
	case r.Status == nonogram.Unsolvable:
		return nil // no witness to check
	case r.Status == nonogram.Undecided, limit > 1 && r.Status == nonogram.Solved:
		return fmt.Errorf("the answer is %v", r.Status)
	}
	g, err := gridOf(p, r.Grid)
	if err != nil {
		return err
	}
	return nonogram.Check(p, g)
}

// gridOf reads rows of the palette's symbols.
func gridOf(p *nonogram.Puzzle, rows []string) (*nonogram.Grid, error) {
	if len(rows) != p.Height() {
		return nil, fmt.Errorf("%d rows, expected %d", len(rows), p.Height())
	}
	g := nonogram.NewGrid(p.Width(), p.Height())
	for y, row := range rows {
		if len(row) != p.Width() {
			return nil, fmt.Errorf("row %d has %d cells, expected %d", y+1, len(row), p.Width())
		}
		for x := range len(row) {
			for c := range p.Palette {
				if p.Palette.Symbol(nonogram.Color(c)) == row[x] {
					g.Set(y, x, nonogram.Color(c))
				}
			}
		}
	}
	return g, nil
}
