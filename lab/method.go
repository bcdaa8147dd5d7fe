package lab

import (
	"cmp"
	"io"
	"math"
	"strconv"

	"nonogram"
)

// The description of a method: name, source, limits, options, and how a solver is made of
// them.

// Method is a solving method with its options.
type Method struct {
	Number      int      `json:"number"` // 1 to 12 as in Liao's report, others from 13
	Name        string   `json:"name"`
	Family      string   `json:"family"`
	Source      string   `json:"source"`
	Description string   `json:"description"`
	Complete    bool     `json:"complete" doc:"Always ends with a proven answer, given time and memory"`
	Size        string   `json:"size" doc:"Up to which size it is practical"` // as "15×15"
	Options     []Option `json:"options,omitempty"`                           // see [Lookup]
	make        func(config) nonogram.Solver
	set         map[string]string // the options that were set
}

// Option is an option of a method.
type Option struct {
	Name        string   `json:"name"`
	Values      []string `json:"values"` // "N" stands for a positive number
	Default     string   `json:"default"`
	Description string   `json:"description"`
}

// config is the configuration of a solver: the value of every option, and the log, which
// may be nil.
type config struct {
	values map[string]string
	log    io.Writer
}

// on reports whether a boolean option is set.
func (c config) on(name string) bool { return c.values[name] == "true" }

// endless is the number that stands for no limit.
const endless = math.MaxInt64

// number returns the value of a numeric option.
func (c config) number(name string) int64 {
	n, err := strconv.ParseInt(c.values[name], 10, 64)
	if err != nil { // inf, the only other value
		return endless
	}
	return n
}

// New returns a solver. A method that reports on its work writes each report to log in
// one call; nil discards them. A solver may keep memory from one puzzle to the next, so
// it must not be used concurrently.
func (m *Method) New(log io.Writer) nonogram.Solver {
	c := config{map[string]string{}, log}
	for _, o := range m.Options {
		c.values[o.Name] = cmp.Or(m.set[o.Name], o.Default)
	}
	return m.make(c)
}

const (
	liao  = "Liao 2016"
	wang  = "Wang 2016"
	peng  = "Peng 2016"
	rPack = "R package nonogram"
)

// Methods lists all methods by number. The caller may change the list.
//
// The sizes are measured: the largest boards of which a method solves at least half in
// some ten seconds, out of five or ten that boardgen makes with densities from 0.5 to
// 0.35 and seed 12345. Force runs without max_iter; perm_elim counts where it ends, even
// without a solution.
func Methods() []Method {
	return []Method{
		numbered(1, "bruteforce", "brute force", "5×5", "cell by cell, the clues checked on full boards", bruteForce(false, false)),
		numbered(2, "bruteforce_rulecut", "brute force", "20×20", "cell by cell, row and column checked after each", bruteForce(true, false)),
		numbered(3, "bruteforce_wiki", "brute force", "6×6", "1 after fixing the cells on which a line's possibilities agree", bruteForce(false, true)),
		numbered(4, "bruteforce_rulecut_wiki", "brute force", "20×20", "2 after fixing agreed cells", bruteForce(true, true)),
		numbered(5, "liao:dfs", "depth first", "7×7", "row by row in random order, columns checked on full boards", depthFirst(false, false)),
		numbered(6, "dfs_rulecut", "depth first", "20×20", "row by row, columns checked after each", depthFirst(true, false)),
		numbered(7, "dfs_wiki", "depth first", "8×8", "5 after fixing agreed cells", depthFirst(false, true)),
		numbered(8, "dfs_rulecut_wiki", "depth first", "20×20", "6 after fixing agreed cells", depthFirst(true, true)),
		numbered(9, "dfs_possiblecut", "depth first", "15×15", "row by row, cutting down the lists of the columns' possibilities", possibleCut(false)),
		numbered(10, "dfs_possiblecut_wiki", "depth first", "20×20", "9 after fixing agreed cells", possibleCut(true)),
		numbered(11, "recursive_intersect", "intersection", "20×20", "fixes agreed cells and drops possibilities in turn, guesses a random cell", intersection(false)),
		numbered(12, "recursive_intersect_greedy", "intersection", "25×25", "as 11, guesses the most probable cell and value", intersection(true)),
		tabled(13, "table_bfs", "15×15", "rows from a clue table, breadth first", tableBreadth),
		tabled(14, "table_dfs", "15×15", "rows from a clue table, depth first", tableDepth),
		{
			Number: 15, Name: "shift_bfs", Family: "moving blocks", Source: peng, Size: "5×5", Complete: true,
			Description: "from all blocks at the left, one step to the right at a time",
			Options: []Option{
				{"boards", []string{"queue", "visited"}, "queue", "visit a board as often as moves lead to it, as the source does, or once"},
				{"side", []string{"rows", "columns"}, "rows", "the lines in which blocks are moved"},
			},
			make: func(c config) nonogram.Solver { return solver("shift_bfs", maxSide, shiftBreadth(c)) },
		},
		plain(16, "row_dfs", "moving blocks", peng, "8×8", "rows in order, columns checked on full boards", rowsInOrder(false)),
		plain(17, "row_dfs_cutoff", "moving blocks", peng, "20×20", "rows in order, columns checked after each", rowsInOrder(true)),
		{
			Number: 18, Name: "force", Family: "random boards", Source: rPack, Size: "5×5",
			Description: "draws random boards with the right number of boxes",
			Options: []Option{
				{"max_iter", []string{"N", "inf"}, "10", "how many boards to draw"},
				{"draw", []string{"boxes", "cells"}, "boxes", "draw as many boxes as the clues have, as the source's text says, or each cell by itself, as its program does"},
			},
			make: func(c config) nonogram.Solver { return solver("force", maxSide, force(c)) },
		},
		{
			Number: 19, Name: "perm_elim", Family: "permutations", Source: rPack, Size: "25×25",
			Description: "drops members of all 2^n lines that disagree with their crossings; cannot guess",
			Options: []Option{
				{"max_iter", []string{"N", "inf"}, "100", "how many sweeps to make"},
				{"order", []string{"snapshot", "turns"}, "snapshot", "use the cells known before the sweep for all lines, as the source does, or alternate rows and columns"},
				flag("parallel", true, "use all cores"),
				flag("reuse", false, "keep the set of all lines for the next puzzle"),
				flag("verbose", true, "report every sweep"),
			},
			make: permElim,
		},
	}
}

// numbered is one of Liao's methods.
func numbered(number int, name, family, size, description string, s func(config) search) Method {
	return Method{
		Number: number, Name: name, Family: family, Source: liao, Size: size, Description: description, Complete: true,
		Options: []Option{flag("liao", false, "follow the source's program where it differs from the text")},
		make: func(c config) nonogram.Solver {
			if c.on("liao") {
				return solver(name+":liao", maxSide, s(c))
			}
			return solver(name, maxSide, s(c))
		},
	}
}

// plain is a complete method without options.
func plain(number int, name, family, source, size, description string, s search) Method {
	return Method{
		Number: number, Name: name, Family: family, Source: source, Size: size, Description: description, Complete: true,
		make: func(config) nonogram.Solver { return solver(name, maxSide, s) },
	}
}

// tabled is a clue-table method.
func tabled(number int, name, size, description string, s func(pruning string) search) Method {
	return Method{
		Number: number, Name: name, Family: "clue table", Source: wang, Size: size, Description: description, Complete: true,
		Options: []Option{{"pruning", []string{"early", "columns", "none"}, "early", "after each row check the columns up to the first that fails, all of them, or none"}},
		make:    func(c config) nonogram.Solver { return solver(name, maxSide, s(c.values["pruning"])) },
	}
}

// flag is a boolean option.
func flag(name string, on bool, description string) Option {
	return Option{Name: name, Values: []string{"true", "false"}, Default: strconv.FormatBool(on), Description: description}
}

// isFlag reports whether an option is boolean.
func (o *Option) isFlag() bool { return o.Values[0] == "true" }
