// Package calibration compares the costs of techniques with people: with their solving
// times, or with the moves of their games. It fits other costs to the moves of some people,
// judges them by those of the others, and reports what may be claimed.
package calibration

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/stat"
)

// A Study holds times or moves of people.
type Study interface {
	// Add compares what people did on a puzzle with the reasoning that it needs.
	Add(ctx context.Context, id string, p *nonogram.Puzzle) error
	// Report prints the result.
	Report(w io.Writer) error
}

// Read reads lines of JSON with times, or a log of moves. The second result is the lines
// that may be puzzles.
func Read(data []byte, name string) (Study, []byte, error) {
	if bytes.Contains(data, []byte(`"session_start`)) {
		return readLog(data, name)
	}
	times, err := readTimes(data, name)
	return &timing{name: name, times: times}, data, err
}

// eachLine calls read with each line that is not blank and its number. If the line is not as
// expected, read returns a description of the expected content.
func eachLine(data []byte, name string, read func(n int, line []byte) (expected string)) error {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if expected := read(n, line); expected != "" {
			return fail(name, n, 1, fmt.Sprintf("found %.24q, expected %s", line, expected))
		}
	}
	return nil
}

func fail(name string, line, column int, message string) error {
	return &format.Error{File: name, Line: line, Column: column, Message: message}
}

// meanInterval is the 95 % interval of the mean.
func meanInterval(values []float64) (low, high float64) {
	return stat.Interval(len(values), func(pick []int) (mean float64) {
		for _, i := range pick {
			mean += values[i] / float64(len(pick))
		}
		return mean
	})
}
