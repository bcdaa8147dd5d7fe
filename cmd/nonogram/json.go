package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"time"

	"nonogram"
	"nonogram/format"
)

// The JSON that the commands print: one object per puzzle and line, in input
// order. Field order and names are part of the contract, so every object is a
// struct here, whatever the library's types look like. Fields may be added at
// the places marked omitempty; none is renamed.

// solveRecord is a line of solve --json.
type solveRecord struct {
	ID        string          `json:"id"`
	Width     int             `json:"width"`
	Height    int             `json:"height"`
	Status    nonogram.Status `json:"status"`
	Reason    string          `json:"reason,omitempty"`
	Solutions int             `json:"solutions"`
	Grid      []string        `json:"grid,omitempty"`
	Grids     [][]string      `json:"grids,omitempty"` // all solutions, where --limit asks for more than two
	Known     []string        `json:"known,omitempty"` // where a method stalled: the cells it knows, '?' elsewhere
	Elapsed   milliseconds    `json:"elapsed_ms"`
	Method    string          `json:"method"`
	Stats     statsRecord     `json:"stats"`
	File      string          `json:"file,omitempty"` // where there are several
}

// countRecord is a line of count --json. The number is a string because it may
// have more digits than readers of JSON numbers keep.
type countRecord struct {
	ID      string       `json:"id"`
	Width   int          `json:"width"`
	Height  int          `json:"height"`
	Count   string       `json:"count"`
	Exact   bool         `json:"exact"`
	Reason  string       `json:"reason,omitempty"`
	Elapsed milliseconds `json:"elapsed_ms"`
	Stats   statsRecord  `json:"stats"`
	File    string       `json:"file,omitempty"`
}

// checkRecord is a line of check --json.
type checkRecord struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Reason string `json:"reason,omitempty"`
}

// puzzleRecord is a line of puzzles --json.
type puzzleRecord struct {
	Number     int    `json:"number"`
	Width      int    `json:"width"`
	Height     int    `json:"height"`
	Colors     int    `json:"colors"` // inks, without the background
	Difficulty int    `json:"difficulty"`
	Chapter    string `json:"chapter"`
	Name       string `json:"name,omitempty"` // with --titles
	Title      string `json:"title,omitempty"`
}

// errorRecord stands in the place of a puzzle that cannot be read or handled.
type errorRecord struct {
	ID    string      `json:"id"`
	Error errorDetail `json:"error"`
	File  string      `json:"file,omitempty"`
}

type errorDetail struct {
	Where   string `json:"where"`
	Message string `json:"message"`
}

// newErrorRecord takes an error apart into place and message. Errors that are
// not about a place in the file have the file as their place.
func newErrorRecord(it item, err error) errorRecord {
	r := errorRecord{ID: it.id, Error: errorDetail{Where: it.file, Message: err.Error()}}
	var where *format.Error
	if errors.As(err, &where) {
		r.Error = errorDetail{Where: where.Where(), Message: where.Message}
	}
	return r
}

// statsRecord is nonogram.Stats in the order of the contract.
type statsRecord struct {
	Guesses    int64 `json:"guesses"`
	Conflicts  int64 `json:"conflicts"`
	LineSolves int64 `json:"line_solves"`
	LineOpen   int   `json:"line_open"`
	Probes     int64 `json:"probes,omitempty"`
	Restarts   int64 `json:"restarts,omitempty"`
	Learned    int64 `json:"learned,omitempty"`
	Messages   int64 `json:"messages,omitempty"`
	Nodes      int64 `json:"nodes,omitempty"`
	Checks     int64 `json:"checks,omitempty"`
}

func newStatsRecord(s nonogram.Stats) statsRecord {
	return statsRecord{
		Guesses: s.Guesses, Conflicts: s.Conflicts, LineSolves: s.LineSolves, LineOpen: s.LineOpen,
		Probes: s.Probes, Restarts: s.Restarts, Learned: s.Learned, Messages: s.Messages, Nodes: s.Nodes, Checks: s.Checks,
	}
}

// milliseconds is a duration with the precision that means something.
type milliseconds float64

func inMilliseconds(d time.Duration) milliseconds {
	return milliseconds(math.Round(d.Seconds()*1e6) / 1e3)
}

// jsonLines prints records, one a line, each with a single Write.
type jsonLines struct {
	a   *app
	buf bytes.Buffer
	enc *json.Encoder
}

func newJSONLines(a *app) *jsonLines {
	j := &jsonLines{a: a}
	j.enc = json.NewEncoder(&j.buf)
	j.enc.SetEscapeHTML(false)
	return j
}

func (j *jsonLines) print(record any) error {
	j.buf.Reset()
	if err := j.enc.Encode(record); err != nil {
		return err
	}
	_, err := j.a.out.Write(j.buf.Bytes())
	return err
}
