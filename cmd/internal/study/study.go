// Package study measures the classic methods and writes a report as one HTML page. It
// answers the three questions of the lab's sources: how complex is the game, what decides
// how an algorithm performs, and what makes a nonogram hard?
//
//	report, err := study.Run(ctx, study.Options{Quick: true, Clock: machine.CPU()})
//	page := report.Files()["study.html"]
//
// # Structure
//
// [Run] runs the experiments (experiments.go) and keeps plain data. A page is a list of sections, one file each; a section
// turns data into tables, charts and text. claims.go lists the claims of the sources with the
// statistics that decide them, evidence.go has the rule, counts.go the boards, sources.go the
// sources' times.
//
// # Text
//
// Every statement follows from the data of the run: figures are computed, comparisons are
// worded by their outcome, and missing experiments are marked. Contradictions to a source
// are reported, with the reason if it is known.
package study

import (
	"math"
	"strconv"
	"time"

	"nonogram/cmd/internal/bench"
)

// settings select how much is measured. A count of 0 omits its experiment.
type settings struct {
	Name string `json:"name"`
	Seed uint64 `json:"seed"`
	// Typical is the usual duration.
	Typical time.Duration `json:"typical_ns"`

	// Sizes are the sides of the boards for all methods, with Boards of each. Boards up to
	// SmallSide have the limit SmallLimit.
	Sizes      []int         `json:"sizes"`
	Boards     int           `json:"boards"`
	SmallSide  int           `json:"small_side"`
	SmallLimit time.Duration `json:"small_limit_ns"`
	Limit      time.Duration `json:"limit_ns"`
	MinTime    time.Duration `json:"min_time_ns"`
	// Samples is the share of the boards of the counted samples, at least one of each; 0: all.
	Samples float64 `json:"samples,omitempty"`
}

// The seed, the densities and probably the shuffle, Python 3's, are those of Liao's
// experiments.
const (
	sourceSeed              = 12345
	sourceFirst, sourceLast = 0.5, 0.35
	sourceBoards            = 10
)

// sourceSizes are the sides of the boards in the sources' tables.
var sourceSizes = []int{5, 7, 10, 15, 25}

// quick selects a study of one or two minutes.
func quick() settings {
	return settings{
		Name: "quick", Seed: sourceSeed, Typical: 75 * time.Second,
		Sizes: sourceSizes, Boards: sourceBoards, SmallSide: 5, SmallLimit: 2 * time.Second, Limit: 200 * time.Millisecond, MinTime: 2 * time.Millisecond,
	}
}

// full selects the whole study.
func full() settings {
	return settings{
		Name: "full", Seed: sourceSeed, Typical: 16 * time.Minute,
		Sizes: []int{4, 5, 6, 7, 8, 10, 12, 15, 20, 25}, Boards: sourceBoards, SmallSide: 5, SmallLimit: 2 * time.Second, Limit: time.Second, MinTime: 4 * time.Millisecond,
	}
}

// scaled multiplies the number of boards and the limits.
func (s settings) scaled(by float64) settings {
	scale := func(d time.Duration) time.Duration { return time.Duration(float64(d) * by) }
	s.Boards = max(int(math.Round(float64(s.Boards)*by)), 1)
	s.SmallLimit, s.Limit = scale(s.SmallLimit), scale(s.Limit)
	if by < 1 {
		s.Samples = by
	}
	s.Typical = time.Duration(float64(s.Typical) * by * by)
	s.Name += " × " + strconv.FormatFloat(by, 'g', 3, 64)
	return s
}

// measurements holds all measurements.
type measurements struct {
	Settings    settings `json:"settings"`
	About       string   `json:"about"`   // the machine, the version and the date
	Clock       string   `json:"clock"`   // the name of the clock
	Elapsed     float64  `json:"elapsed"` // seconds in total
	Interrupted bool     `json:"interrupted,omitempty"`

	Sizes  []bench.Series `json:"sizes"`
	Lines  []lineTotal    `json:"lines"`
	Spaces []boardSpace   `json:"spaces"`
	Counts counts         `json:"counts"`
	Own    []bench.Series `json:"own,omitempty"` // on given puzzles
	Boards []boardSet     `json:"boards"`
}

// boardSet is a file with boards of an experiment, named after it, their size and, if that is what
// it changes, their density.
type boardSet struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// lineTotal is the number of arrangements of Blocks blocks of one cell in a line of N cells.
type lineTotal struct {
	N      int `json:"n"`
	Blocks int `json:"blocks"`
	Count  int `json:"count"`
}

// boardSpace is the size of the search space of one board. Large numbers are given by their
// logarithms.
type boardSpace struct {
	Side   int    `json:"side"`
	Puzzle string `json:"puzzle"`
	Filled int    `json:"filled"`
	// Log2Rows is the logarithm of the number of boards that the rows allow, and
	// Sum the number of arrangements of all rows together.
	Log2Rows float64 `json:"log2_rows"`
	Sum      float64 `json:"sum"`
	// Log2Liao is Log2Rows by Liao's formula.
	Log2Liao float64 `json:"log2_liao"`
	// log2Separated is the same without the spaces that separate blocks.
	log2Separated float64
	all           float64 // the number of arrangements of all lines together
	// Log2Choose is the logarithm of the number of boards with that many boxes.
	Log2Choose float64 `json:"log2_choose"`
	// Clues is the number of different clues.
	Clues int `json:"clues"`
}
