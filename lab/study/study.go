// Package study answers the three questions that the sources of the lab ask, how
// complex the game is, what decides how an algorithm performs, and what makes a
// nonogram hard, by measuring, and writes the answer as one HTML page.
//
//	data, err := study.Measure(ctx, clock, study.Quick(), nil)
//	err = data.WriteHTML(w)
//
// # How it is built
//
// [Measure] carries out the experiments (experiments.go) and keeps nothing but
// plain data, so that a page can be written again later, or of another machine's
// figures. A page is a list of sections, one file each; a section takes the data
// apart into tables, charts and sentences. What the sources say stands in
// sources.go, and what became of it in the sections.
//
// # What the text may say
//
// No sentence claims what the run at hand has not shown. Figures in the text are
// computed, comparisons are worded by their outcome, and a section whose experiment
// is missing says so. Where a run contradicts a source the page says that too, with
// the reason where it is known.
package study

import (
	"math"
	"strconv"
	"time"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/bench"
	"nonogram/internal/machine"
)

// Settings are how much is measured. The zero value of a count leaves its
// experiment out.
type Settings struct {
	Name string `json:"name"`
	Seed uint64 `json:"seed"`
	// Typical is how long all of it took when it was last looked at.
	Typical time.Duration `json:"typical_ns"`

	// Sizes are the sides of the boards that every method is tried on, Boards of
	// each; those of at most SmallSide cells a side get SmallLimit for a run.
	Sizes      []int         `json:"sizes"`
	Boards     int           `json:"boards"`
	SmallSide  int           `json:"small_side"`
	SmallLimit time.Duration `json:"small_limit_ns"`
	Limit      time.Duration `json:"limit_ns"`
	MinTime    time.Duration `json:"min_time_ns"`

	// Trees is how many boards of side TreeSide breadth and depth are compared on.
	Trees    int `json:"trees"`
	TreeSide int `json:"tree_side"`
	// DeadEnds is after how many dead ends the two prunings that see the same
	// boards are stopped, on boards of the sides PruneSizes.
	DeadEnds   int64 `json:"dead_ends"`
	PruneSizes []int `json:"prune_sizes"`
	// Guesses is on how many boards of each side of GuessSizes guesses are compared,
	// the random ones for GuessRounds rounds.
	Guesses     int           `json:"guesses"`
	GuessSizes  []int         `json:"guess_sizes"`
	GuessRounds int           `json:"guess_rounds"`
	GuessLimit  time.Duration `json:"guess_limit_ns"`
	// Densities is the number of boards for each method and density.
	Densities    int           `json:"densities"`
	DensityLimit time.Duration `json:"density_limit_ns"`
	// Solutions is on how many boards of side SolutionSide time is held against the
	// number of solutions.
	Solutions    int `json:"solutions"`
	SolutionSide int `json:"solution_side"`
	// Large is the limit for the largest boards of the sources, on which only the
	// best methods are tried.
	Large time.Duration `json:"large_ns"`
	// Atlas is how many boards a cell of the atlas has, of the sides AtlasSizes with 1 to
	// AtlasInks inks; of AtlasCounted of them the solutions are counted.
	Atlas        int   `json:"atlas"`
	AtlasSizes   []int `json:"atlas_sizes"`
	AtlasInks    int   `json:"atlas_inks"`
	AtlasCounted int   `json:"atlas_counted"`
}

// sourceSeed and the densities are those of Liao's experiments, and so is, as far as
// the evidence goes, the shuffle (shuffles.go).
const (
	sourceSeed              = 12345
	sourceFirst, sourceLast = 0.5, 0.35
	sourceBoards            = 10
)

// sourceSizes are the sides of the boards in the sources' tables.
var sourceSizes = []int{5, 7, 10, 15, 25}

// Quick is a study of one or two minutes: the sources' sizes, and limits of a
// fraction of a second.
func Quick() Settings {
	return Settings{
		Name: "quick", Seed: sourceSeed, Typical: 75 * time.Second,
		Sizes: sourceSizes, Boards: sourceBoards, SmallSide: 5, SmallLimit: 2 * time.Second, Limit: 200 * time.Millisecond, MinTime: 2 * time.Millisecond,
		Trees: 40, TreeSide: 8, DeadEnds: 2000, PruneSizes: []int{5, 10, 15, 20},
		Guesses: 20, GuessSizes: []int{10, 15}, GuessRounds: 2, GuessLimit: 200 * time.Millisecond,
		Densities: 12, DensityLimit: 100 * time.Millisecond,
		Solutions: 120, SolutionSide: 12,
		Atlas: 20, AtlasSizes: []int{5, 7, 10, 15}, AtlasInks: 4, AtlasCounted: 10,
	}
}

// Full is the whole study.
func Full() Settings {
	return Settings{
		Name: "full", Seed: sourceSeed, Typical: 16 * time.Minute,
		Sizes: []int{4, 5, 6, 7, 8, 10, 12, 15, 20, 25}, Boards: sourceBoards, SmallSide: 5, SmallLimit: 2 * time.Second, Limit: time.Second, MinTime: 4 * time.Millisecond,
		Trees: 100, TreeSide: 9, DeadEnds: 10_000, PruneSizes: []int{5, 7, 10, 12, 15, 20, 25},
		Guesses: 40, GuessSizes: []int{10, 15, 20}, GuessRounds: 2, GuessLimit: 500 * time.Millisecond,
		Densities: 30, DensityLimit: 150 * time.Millisecond,
		Solutions: 300, SolutionSide: 12,
		Large: 30 * time.Second,
		Atlas: 200, AtlasSizes: []int{5, 7, 10, 15, 20, 30, 40}, AtlasInks: 4, AtlasCounted: 40,
	}
}

// Scaled multiplies the number of boards and the limits.
func (s Settings) Scaled(by float64) Settings {
	for _, n := range []*int{&s.Boards, &s.Trees, &s.Guesses, &s.Densities, &s.Solutions, &s.Atlas, &s.AtlasCounted} {
		if *n > 0 {
			*n = max(int(math.Round(float64(*n)*by)), 1)
		}
	}
	for _, d := range []*time.Duration{&s.SmallLimit, &s.Limit, &s.GuessLimit, &s.DensityLimit, &s.Large} {
		*d = time.Duration(float64(*d) * by)
	}
	s.DeadEnds = max(int64(float64(s.DeadEnds)*by), 1)
	s.Typical = time.Duration(float64(s.Typical) * by * by)
	s.Name += " × " + strconv.FormatFloat(by, 'g', 3, 64)
	return s
}

// Data is everything that was measured.
type Data struct {
	Settings    Settings     `json:"settings"`
	Machine     machine.Info `json:"machine"`
	Version     string       `json:"version"`
	Date        string       `json:"date"`
	Clock       string       `json:"clock"`   // what times are
	Elapsed     float64      `json:"elapsed"` // seconds on that clock, all in all
	Interrupted bool         `json:"interrupted,omitempty"`

	Examples  []Example       `json:"examples"`
	DeadEnds  []int64         `json:"dead_ends"` // of row_dfs_cutoff, by the number of rows placed
	Thinning  []float64       `json:"thinning"`  // for every board, the share of possibilities that a look at a line found
	Shuffles  []ShuffleSeries `json:"shuffles"`
	Sizes     []bench.Series  `json:"sizes"`
	Lines     []LineCount     `json:"lines"`
	Spaces    []Space         `json:"spaces"`
	Trees     []Tree          `json:"trees"`
	Prunings  []bench.Series  `json:"prunings"`
	Loops     []Loop          `json:"loops"`
	Guesses   []bench.Series  `json:"guesses"`
	Densities []DensitySeries `json:"densities"`
	Solutions []SolutionBoard `json:"solutions"`
	Large     []bench.Series  `json:"large"`
	Atlas     []AtlasCell     `json:"atlas"`
}

// LineCount is how many arrangements a line of N cells has with Blocks blocks of one
// cell, counted among all 2^N lines.
type LineCount struct {
	N      int `json:"n"`
	Blocks int `json:"blocks"`
	Count  int `json:"count"`
}

// Space is how much there is to look through on one board. Numbers that no float
// holds are given by their logarithms.
type Space struct {
	Side   int    `json:"side"`
	Puzzle string `json:"puzzle"`
	Filled int    `json:"filled"`
	// Log2Rows is the logarithm of the number of boards that the rows allow, and
	// Sum the number of arrangements of all rows together.
	Log2Rows float64 `json:"log2_rows"`
	Sum      float64 `json:"sum"`
	// Log2Liao is what Liao's formula, taken at its word, gives instead of Log2Rows.
	Log2Liao float64 `json:"log2_liao"`
	// Log2Choose is the logarithm of the number of boards with so many boxes.
	Log2Choose float64 `json:"log2_choose"`
	// Fixed is the number of cells that the Wiki techniques fix, and Clues the number
	// of different clues.
	Fixed int `json:"fixed"`
	Clues int `json:"clues"`
}

// Example is what a method counts on the example of a source.
type Example struct {
	Method string         `json:"method"`
	All    bool           `json:"all"` // all boards, not up to the first solution
	Stats  nonogram.Stats `json:"stats"`
}

// ShuffleSeries is a method on the boards of one shuffle.
type ShuffleSeries struct {
	Shuffle generate.Shuffle `json:"shuffle"`
	bench.Series
}

// Tree is a board that was searched breadth first and depth first.
type Tree struct {
	Breadth bench.Run `json:"breadth"`
	Depth   bench.Run `json:"depth"`
	// Whole is the number of nodes of the whole tree, without stopping at the first
	// solution.
	Whole int64 `json:"whole"`
}

// Loop is what Liao's rule cutting, as his program has it, does on a board, beside
// no cutting at all and the cutting that his text describes. All visit the rows, or
// the cells, in the same order up to the first solution.
type Loop struct {
	Side   int    `json:"side"`
	Puzzle string `json:"puzzle"`
	// Rows placed: without cutting, with cutting as described, as programmed.
	Plain int64   `json:"plain"`
	Cut   int64   `json:"cut"`
	AsIs  float64 `json:"as_is"`
	// Cells filled, with cutting as described and as programmed; 0 on boards that
	// are too large to count the latter.
	Cells     int64 `json:"cells"`
	CellsAsIs int64 `json:"cells_as_is"`
}

// DensitySeries is a method on boards of one density.
type DensitySeries struct {
	Density float64 `json:"density"`
	Side    int     `json:"side"`
	bench.Series
}

// SolutionBoard is a board, its number of solutions, and how methods fared.
type SolutionBoard struct {
	Puzzle string      `json:"puzzle"`
	Count  float64     `json:"count"` // exact up to 2^53
	Exact  bool        `json:"exact"`
	Runs   []bench.Run `json:"runs"`
}
