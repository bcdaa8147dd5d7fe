// Package study measures the classic methods and writes a report as one HTML page. It
// answers the three questions of the lab's sources: how complex is the game, what decides
// how an algorithm performs, and what makes a nonogram hard?
//
//	data, err := study.Measure(ctx, clock, study.Quick(), nil)
//	err = data.WriteHTML(w)
//
// # Structure
//
// [Measure] runs the experiments (experiments.go) and returns plain data, from which a page
// can be written later or on another machine. A page is a list of sections, one file each;
// a section turns data into tables, charts and text. statements.go lists the claims of the
// sources and sources.go their figures; the sections test them.
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

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/bench"
	"nonogram/internal/machine"
)

// Settings select how much is measured. A count of 0 omits its experiment.
type Settings struct {
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

	// Trees is the number of boards of side TreeSide for breadth first and depth first.
	Trees    int `json:"trees"`
	TreeSide int `json:"tree_side"`
	// DeadEnds is the number of dead ends for the comparison of prunings, on boards of the
	// sides PruneSizes.
	DeadEnds   int64 `json:"dead_ends"`
	PruneSizes []int `json:"prune_sizes"`
	// Guesses is the number of boards of each side of GuessSizes for the comparison of
	// guesses; random guesses have GuessRounds rounds.
	Guesses     int           `json:"guesses"`
	GuessSizes  []int         `json:"guess_sizes"`
	GuessRounds int           `json:"guess_rounds"`
	GuessLimit  time.Duration `json:"guess_limit_ns"`
	// Densities is the number of boards for each method and density.
	Densities    int           `json:"densities"`
	DensityLimit time.Duration `json:"density_limit_ns"`
	// Solutions is the number of boards of side SolutionSide for the relation of time and
	// number of solutions.
	Solutions    int `json:"solutions"`
	SolutionSide int `json:"solution_side"`
	// Large is the limit for the largest boards of the sources.
	Large time.Duration `json:"large_ns"`
	// Atlas is the number of boards per cell of the atlas, which has the sides AtlasSizes
	// and 1 to AtlasInks inks; the solutions of AtlasCounted of them are counted.
	Atlas        int   `json:"atlas"`
	AtlasSizes   []int `json:"atlas_sizes"`
	AtlasInks    int   `json:"atlas_inks"`
	AtlasCounted int   `json:"atlas_counted"`
}

// The seed, the densities and probably the shuffle (shuffles.go) are those of Liao's
// experiments.
const (
	sourceSeed              = 12345
	sourceFirst, sourceLast = 0.5, 0.35
	sourceBoards            = 10
)

// sourceSizes are the sides of the boards in the sources' tables.
var sourceSizes = []int{5, 7, 10, 15, 25}

// Quick selects a study of one or two minutes.
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

// Full selects the whole study.
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

// Data holds all measurements.
type Data struct {
	Settings    Settings     `json:"settings"`
	Machine     machine.Info `json:"machine"`
	Version     string       `json:"version"`
	Date        string       `json:"date"`
	Clock       string       `json:"clock"`   // the name of the clock
	Elapsed     float64      `json:"elapsed"` // seconds in total
	Interrupted bool         `json:"interrupted,omitempty"`

	Examples  []exampleRun    `json:"examples"`
	DeadEnds  []int64         `json:"dead_ends"` // of row_dfs_cutoff, by the number of rows placed
	Thinning  []float64       `json:"thinning"`  // for every board, the mean share of possibilities left
	Shuffles  []shuffleSeries `json:"shuffles"`
	Sizes     []bench.Series  `json:"sizes"`
	Lines     []lineTotal     `json:"lines"`
	Spaces    []boardSpace    `json:"spaces"`
	Trees     []treeRun       `json:"trees"`
	Prunings  []bench.Series  `json:"prunings"`
	Loops     []loopCount     `json:"loops"`
	Guesses   []bench.Series  `json:"guesses"`
	Densities []densitySeries `json:"densities"`
	Solutions []solutionBoard `json:"solutions"`
	Large     []bench.Series  `json:"large"`
	Atlas     []atlasBin      `json:"atlas"`
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
	// Log2Choose is the logarithm of the number of boards with that many boxes.
	Log2Choose float64 `json:"log2_choose"`
	// Fixed is the number of cells that the Wiki techniques fix, and Clues the number
	// of different clues.
	Fixed int `json:"fixed"`
	Clues int `json:"clues"`
}

// exampleRun is a run of a method on the example of a source.
type exampleRun struct {
	Method string         `json:"method"`
	All    bool           `json:"all"` // all boards, not up to the first solution
	Stats  nonogram.Stats `json:"stats"`
}

// shuffleSeries is a method on the boards of one shuffle.
type shuffleSeries struct {
	Shuffle generate.Shuffle `json:"shuffle"`
	bench.Series
}

// treeRun is a board that was searched breadth first and depth first.
type treeRun struct {
	Breadth bench.Run `json:"breadth"`
	Depth   bench.Run `json:"depth"`
	// Whole is the number of nodes of the whole tree.
	Whole int64 `json:"whole"`
}

// loopCount compares Liao's rule cutting as programmed, as described in his text, and no
// cutting on one board. All visit the rows, or the cells, in the same order up to the first
// solution.
type loopCount struct {
	Side   int    `json:"side"`
	Puzzle string `json:"puzzle"`
	// Rows placed: without cutting, with cutting as described, as programmed.
	Plain int64   `json:"plain"`
	Cut   int64   `json:"cut"`
	AsIs  float64 `json:"as_is"`
	// Cells filled, with cutting as described and as programmed; 0 on large boards.
	Cells     int64 `json:"cells"`
	CellsAsIs int64 `json:"cells_as_is"`
}

// densitySeries is a method on boards of one density.
type densitySeries struct {
	Density float64 `json:"density"`
	Side    int     `json:"side"`
	bench.Series
}

// solutionBoard is a board, its number of solutions, and runs of methods.
type solutionBoard struct {
	Puzzle string      `json:"puzzle"`
	Count  float64     `json:"count"` // exact up to 2^53
	Exact  bool        `json:"exact"`
	Runs   []bench.Run `json:"runs"`
}
