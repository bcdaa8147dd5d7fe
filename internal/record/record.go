// Package record holds the JSON that the project speaks: what the commands print
// with --json, what the HTTP API and the engine in the browser answer, and what a
// batch stores. Field order and names are part of the contract, so every object is
// a struct here, whatever the library's types look like. Fields may be added at the
// places marked omitempty; none is renamed.
package record

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

// Solve is a line of solve --json.
type Solve struct {
	ID        string          `json:"id"`
	Width     int             `json:"width"`
	Height    int             `json:"height"`
	Status    nonogram.Status `json:"status"`
	Reason    string          `json:"reason,omitempty"`
	Solutions int             `json:"solutions"`
	Grid      []string        `json:"grid,omitempty"`
	Grids     [][]string      `json:"grids,omitempty"` // all solutions, where --limit asks for more than two
	Known     []string        `json:"known,omitempty"` // where a method stalled: the cells it knows, '?' elsewhere
	Elapsed   Milliseconds    `json:"elapsed_ms"`
	Method    string          `json:"method"`
	Stats     Stats           `json:"stats"`
	File      string          `json:"file,omitempty"` // where there are several
}

// NewSolve is the record of an answer, with all its solutions or the first only.
// The caller adds what it alone knows: the id, the file, the method, the time.
func NewSolve(p *nonogram.Puzzle, r *nonogram.Result, all bool) Solve {
	s := Solve{
		Width: p.Width(), Height: p.Height(), Status: r.Status,
		Solutions: len(r.Solutions), Stats: NewStats(r.Stats),
	}
	if len(r.Solutions) > 0 {
		s.Grid = r.Solutions[0].Rows(p.Palette)
	}
	if r.Known != nil {
		s.Known = r.Known.Rows(p.Palette)
	}
	if all {
		for _, g := range r.Solutions {
			s.Grids = append(s.Grids, g.Rows(p.Palette))
		}
	}
	return s
}

// Count is a line of count --json. The number is a string because it may
// have more digits than readers of JSON numbers keep.
type Count struct {
	ID      string       `json:"id"`
	Width   int          `json:"width"`
	Height  int          `json:"height"`
	Count   string       `json:"count"`
	Exact   bool         `json:"exact"`
	Reason  string       `json:"reason,omitempty"`
	Elapsed Milliseconds `json:"elapsed_ms"`
	Stats   Stats        `json:"stats"`
	File    string       `json:"file,omitempty"`
}

// NewCount is the record of a count, without what the caller alone knows.
func NewCount(p *nonogram.Puzzle, c *solve.Counted) Count {
	return Count{
		Width: p.Width(), Height: p.Height(),
		Count: c.Count.String(), Exact: c.Exact, Reason: string(c.Stopped), Stats: NewStats(c.Stats),
	}
}

// Check is a line of check --json.
type Check struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Reason string `json:"reason,omitempty"`
}

// Puzzle is a line of puzzles --json.
type Puzzle struct {
	Number     int         `json:"number"`
	Width      int         `json:"width"`
	Height     int         `json:"height"`
	Colors     int         `json:"colors"` // inks, without the background
	Level      teach.Level `json:"level"`
	Difficulty float64     `json:"difficulty"` // the score of the rating
	Chapter    string      `json:"chapter"`
	Name       string      `json:"name,omitempty"` // with --titles
	Title      string      `json:"title,omitempty"`
}

// Error stands in the place of a puzzle that cannot be read or handled.
type Error struct {
	ID    string `json:"id"`
	Error Detail `json:"error"`
	File  string `json:"file,omitempty"`
}

// Detail is what is wrong, and where.
type Detail struct {
	Where   string `json:"where"`
	Message string `json:"message"`
}

// NewError takes an error apart into place and message. Errors that are not about
// a place in the file have the file as their place.
func NewError(id, file string, err error) Error {
	r := Error{ID: id, Error: Detail{Where: file, Message: err.Error()}}
	if where, message, ok := Place(err); ok {
		r.Error = Detail{where, message}
	}
	return r
}

// Place takes an error apart that names its place in a file, as those of package
// format do. (This package does not import that one: it would bring all formats into
// the browser's engine.)
func Place(err error) (where, message string, ok bool) {
	var placed interface {
		error
		Where() string
	}
	if !errors.As(err, &placed) {
		return "", "", false
	}
	where = placed.Where()
	return where, strings.TrimPrefix(placed.Error(), where+": "), true
}

// FileError is a problem with a file that is no puzzle.
type FileError struct {
	File         string
	Line, Column int // from 1
	Message      string
}

// Where is the place alone.
func (e *FileError) Where() string { return fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Column) }

func (e *FileError) Error() string { return e.Where() + ": " + e.Message }

// Stats is nonogram.Stats in the order of the contract.
type Stats struct {
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

// NewStats copies the counters.
func NewStats(s nonogram.Stats) Stats {
	return Stats{
		Guesses: s.Guesses, Conflicts: s.Conflicts, LineSolves: s.LineSolves, LineOpen: s.LineOpen,
		Probes: s.Probes, Restarts: s.Restarts, Learned: s.Learned, Messages: s.Messages, Nodes: s.Nodes, Checks: s.Checks,
	}
}

// Milliseconds is a duration with the precision that means something.
type Milliseconds float64

// InMilliseconds rounds a duration to microseconds.
func InMilliseconds(d time.Duration) Milliseconds {
	return Milliseconds(math.Round(d.Seconds()*1e6) / 1e3)
}
