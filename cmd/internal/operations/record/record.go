// Package record holds the JSON of answers, for --json, the HTTP API, the browser and batch
// results. The names and the order of fields are a contract, so each object is a struct
// here, independent of the library's types. Fields may be added with omitempty; none is
// renamed.
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

// Origin is the origin of a puzzle, the last fields of an answer.
type Origin struct {
	File   string `json:"file,omitempty" doc:"Only on the command line"`
	ReadAs string `json:"read_as,omitempty" doc:"How the text was read, if it has several readings"`
}

// From sets the origin, which only a transport knows.
func (o *Origin) From(origin Origin) { *o = origin }

// Named is the first field of an answer about a puzzle.
type Named struct {
	ID string `json:"id" doc:"The puzzle's name or number"`
}

// Name sets the name, which only a transport knows.
func (n *Named) Name(id string) { n.ID = id }

// Called returns the name.
func (n *Named) Called() string { return n.ID }

// Subject is the puzzle of an answer.
type Subject struct {
	Named
	Width    int   `json:"width"`
	Height   int   `json:"height"`
	Triddler []int `json:"triddler,omitempty" doc:"Of a board of triangles, the lines at its six sides; width and height are those of its grids"`
}

// SubjectOf returns a puzzle without its name.
func SubjectOf(p *nonogram.Puzzle) Subject {
	s := Subject{Width: p.Width(), Height: p.Height()}
	if p.Shape != nil {
		s.Triddler = p.Shape.Sides[:]
	}
	return s
}

// Solve is a line of solve --json.
type Solve struct {
	Subject
	Status    nonogram.Status `json:"status"`
	Reason    string          `json:"reason,omitempty" doc:"Why the clues contradict each other, or why the search stopped"`
	Solutions int             `json:"solutions" doc:"The number of solutions found"`
	Grid      []string        `json:"grid,omitempty" doc:"The first solution: a string for every row"`
	Grids     [][]string      `json:"grids,omitempty" doc:"All solutions, if limit is above 2"`
	Known     []string        `json:"known,omitempty" doc:"The cells known when a method stalled, ? elsewhere"`
	Helpers   int             `json:"helpers,omitempty" doc:"The number of helpers of --team; prove writes certificates without helpers"`
	Elapsed   Milliseconds    `json:"elapsed_ms" doc:"Milliseconds of work"`
	Method    string          `json:"method" doc:"The method that was used"`
	Stats     Stats           `json:"stats" doc:"The counters of the search"`
	Origin
}

// NewSolve returns the record of a result with all its solutions or only the first. The
// caller sets id, file, method and time.
func NewSolve(p *nonogram.Puzzle, r *nonogram.Result, all bool) Solve {
	s := Solve{
		Subject: SubjectOf(p), Status: r.Status,
		Solutions: len(r.Solutions), Helpers: r.Helpers, Stats: NewStats(r.Stats),
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

// Count is a line of count --json. The number is a string because it may have more digits
// than JSON readers keep.
type Count struct {
	Subject
	Count   string       `json:"count" doc:"The number as text, because it may have more digits than JSON numbers keep"`
	Exact   bool         `json:"exact" doc:"False if the number is a lower bound"`
	AtMost  string       `json:"at_most,omitempty" doc:"An upper bound, if the number is a lower bound and one is known"`
	Reason  string       `json:"reason,omitempty" doc:"Why the clues contradict each other, or why the search stopped"`
	Elapsed Milliseconds `json:"elapsed_ms" doc:"Milliseconds of work"`
	Stats   Stats        `json:"stats" doc:"The counters of the search"`
	Origin
}

// NewCount returns the record of a count, without its id and time.
func NewCount(p *nonogram.Puzzle, c *solve.Counted) Count {
	r := Count{
		Subject: SubjectOf(p),
		Count:   c.Count.String(), Exact: c.Exact, Reason: string(c.Stopped), Stats: NewStats(c.Stats),
	}
	if c.AtMost != nil {
		r.AtMost = c.AtMost.String()
	}
	return r
}

// Table is a line of table --json.
type Table struct {
	Subject
	Entries []TableEntry `json:"entries" doc:"An entry for every length and clue"`
	Origin
}

// TableEntry is a clue with the states of its lines.
type TableEntry struct {
	Key    string   `json:"key" doc:"The length of the line and the clue: 5-1,2"`
	Count  int64    `json:"count" doc:"The number of states"`
	States []string `json:"states" doc:"The first states, 1 for a filled cell"`
}

// Check is a line of check --json.
type Check struct {
	Named
	Status string `json:"status"`
	Reason string `json:"reason,omitempty"`
	Score  *Score `json:"score,omitempty"` // only with --score
}

// Puzzle is a line of puzzles --json.
type Puzzle struct {
	Number  int         `json:"number" doc:"Its place in the pack"`
	Width   int         `json:"width"`
	Height  int         `json:"height"`
	Colors  int         `json:"colors" doc:"Inks, without the background"`
	Level   teach.Level `json:"level" doc:"The level of difficulty"`
	Score   float64     `json:"score" doc:"The score of the rating, 0 to 100"`
	Chapter string      `json:"chapter" doc:"The part of the pack"`
	Name    string      `json:"name,omitempty" doc:"A word for the picture"`
	Title   string      `json:"title,omitempty" doc:"The subject of the picture"`
}

// Error replaces the record of a puzzle that could not be read or processed.
type Error struct {
	ID    string `json:"id"`
	Error Detail `json:"error"`
	File  string `json:"file,omitempty"`
}

// Detail is an error message with its place.
type Detail struct {
	Where   string `json:"where"`
	Message string `json:"message"`
}

// NewError splits an error into place and message. If the error has no place, the place is
// the file.
func NewError(id, file string, err error) Error {
	r := Error{ID: id, Error: Detail{Where: file, Message: err.Error()}}
	if where, message, ok := Place(err); ok {
		r.Error = Detail{where, message}
	}
	return r
}

// Place splits an error that names its place in a file, as those of package format do. It
// does not import that package, which would add all formats to the browser's engine.
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

// FileError is an error in a file that is not a puzzle.
type FileError struct {
	File         string
	Line, Column int // from 1
	Message      string
}

// Where returns the place alone.
func (e *FileError) Where() string { return fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Column) }

func (e *FileError) Error() string { return e.Where() + ": " + e.Message }

// Stats is nonogram.Stats with the field order of the contract.
type Stats struct {
	Guesses    int64 `json:"guesses" doc:"Decisions of the search"`
	Conflicts  int64 `json:"conflicts" doc:"Dead ends"`
	LineSolves int64 `json:"line_solves" doc:"Calls of the line solver"`
	LineOpen   int   `json:"line_open" doc:"Cells left open by line solving alone"`
	Probes     int64 `json:"probes,omitempty" doc:"Cells tried both ways"`
	Restarts   int64 `json:"restarts,omitempty" doc:"Returns to the root"`
	Learned    int64 `json:"learned,omitempty" doc:"Clauses learned"`
	Messages   int64 `json:"messages,omitempty" doc:"Lines updated by belief propagation"`
	Nodes      int64 `json:"nodes" doc:"Nodes of the search tree, or states of a table"`
	Checks     int64 `json:"checks,omitempty" doc:"Lines checked against their clue"`
	Listed     int64 `json:"listed,omitempty" doc:"Possibilities of lines put into lists"`
	Boards     int64 `json:"boards,omitempty" doc:"Full boards checked against the clues"`
	Moves      int64 `json:"moves" doc:"Steps of blocks to the first solution"`
	Sweeps     int64 `json:"sweeps,omitempty" doc:"Rounds over all lines"`
	Looks      int64 `json:"looks,omitempty" doc:"Lines looked at, the common cost of the lab's methods"`
}

// NewStats copies the counters.
func NewStats(s nonogram.Stats) Stats {
	return Stats{
		Guesses: s.Guesses, Conflicts: s.Conflicts, LineSolves: s.LineSolves, LineOpen: s.LineOpen,
		Probes: s.Probes, Restarts: s.Restarts, Learned: s.Learned, Messages: s.Messages, Nodes: s.Nodes, Checks: s.Checks,
		Listed: s.Listed, Boards: s.Boards, Moves: s.Moves, Sweeps: s.Sweeps, Looks: s.Looks,
	}
}

// Milliseconds is a duration in milliseconds, in JSON with three decimals.
type Milliseconds float64

// InMilliseconds rounds a duration to microseconds.
func InMilliseconds(d time.Duration) Milliseconds {
	return Milliseconds(math.Round(d.Seconds()*1e6) / 1e3)
}

// Duration returns the milliseconds as a duration.
func (m Milliseconds) Duration() time.Duration {
	return time.Duration(math.Round(float64(m) * float64(time.Millisecond)))
}
