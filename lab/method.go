package lab

import (
	"fmt"
	"io"
	"strconv"

	"nonogram"
)

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
	config      config
}

// Option is an option of a method.
type Option struct {
	Name        string   `json:"name"`
	Values      []string `json:"values"` // "N" stands for a number
	Default     string   `json:"default"`
	Description string   `json:"description"`
}

// config is the configuration of a method. The zero value selects the defaults. Methods
// ignore the options of others.
type config struct {
	pruning pruneMode     // of table_bfs and table_dfs
	maxIter int64         // boards that force draws; 0 means defaultMaxIter
	liao    bool          // makes methods 1 to 12 follow Liao's program, see liao.go
	waiting waitMode      // of shift_bfs: how it treats boards seen before
	side    nonogram.Axis // of shift_bfs: the lines in which it moves blocks
	order   sweepOrder    // of perm_elim
	serial  bool          // restricts perm_elim to one core
	quiet   bool          // of perm_elim: writes no reports to log
	reuse   bool          // of perm_elim: keeps sets of lines for the next puzzle
	log     io.Writer     // nil discards reports
}

// New returns a solver. A method that reports on its work writes each report to log in
// one call; nil discards them. A solver may keep memory from one puzzle to the next, so
// it must not be used concurrently.
func (m *Method) New(log io.Writer) nonogram.Solver {
	c := m.config
	c.log = log
	return m.make(c)
}

const (
	liao  = "Liao 2016"
	wang  = "Wang 2016"
	peng  = "Peng 2016"
	rPack = "R package nonogram"
)

func pruningOption() Option {
	return Option{
		Name: "pruning", Values: pruningNames[:], Default: pruneEarly.String(),
		Description: "after each row look at the columns up to the first that fails, at all of them, or not at all",
	}
}

// Methods lists all methods by number. The caller may change the list.
//
// The sizes are measured: the largest boards of which a method solves at least half in
// some ten seconds, out of five or ten that boardgen makes with densities from 0.5 to
// 0.35 and seed 12345. Force has no limit of boards, and perm_elim only has to end.
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
		numbered(11, "recursive_intersect", "intersection", "20×20", "fixes agreed cells and drops possibilities in turn, guesses a random box", intersection(false)),
		numbered(12, "recursive_intersect_greedy", "intersection", "25×25", "as 11, guesses the most probable cell and value", intersection(true)),
		tabled(13, "table_bfs", "15×15", "rows from a clue table, breadth first", tableBreadth),
		tabled(14, "table_dfs", "15×15", "rows from a clue table, depth first", tableDepth),
		{
			Number: 15, Name: "shift_bfs", Family: "moving blocks", Source: peng, Size: "5×5", Complete: true,
			Description: "from all blocks at the left, one step to the right at a time",
			Options: []Option{
				{Name: "boards", Values: waitingNames[:], Default: waitQueue.String(), Description: "visit a board as often as moves lead to it, as the source does, or once"},
				{Name: "side", Values: sideNames[:], Default: sideNames[0], Description: "the lines in which blocks are moved"},
			},
			make: func(c config) nonogram.Solver { return solver("shift_bfs", maxSide, shiftBreadth(c)) },
		},
		plain(16, "row_dfs", "moving blocks", peng, "8×8", "rows in order, columns checked on full boards", rowsInOrder(false)),
		plain(17, "row_dfs_cutoff", "moving blocks", peng, "20×20", "rows in order, columns checked after each", rowsInOrder(true)),
		{
			Number: 18, Name: "force", Family: "random boards", Source: rPack, Size: "5×5",
			Description: "draws random boards with the right number of boxes",
			Options:     []Option{{Name: "max_iter", Values: []string{"N", "inf"}, Default: "10", Description: "how many boards to draw"}},
			make:        func(c config) nonogram.Solver { return solver("force", maxSide, force(c.maxIter)) },
		},
		{
			Number: 19, Name: "perm_elim", Family: "permutations", Source: rPack, Size: "25×25",
			Description: "drops members of all 2^n lines that disagree with their crossings; cannot guess",
			Options: []Option{
				{Name: "order", Values: orderNames[:], Default: orderSnapshot.String(), Description: "let all lines go by what was known before the sweep, as the source does, or rows and columns take turns"},
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
		Options: []Option{flag("liao", false, "do as the source's program does where its text says otherwise")},
		make: func(c config) nonogram.Solver {
			if c.liao {
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
func tabled(number int, name, size, description string, s func(pruneMode) search) Method {
	return Method{
		Number: number, Name: name, Family: "clue table", Source: wang, Size: size, Description: description, Complete: true,
		Options: []Option{pruningOption()},
		make:    func(c config) nonogram.Solver { return solver(name, maxSide, s(c.pruning)) },
	}
}

// flag is a boolean option.
func flag(name string, on bool, description string) Option {
	return Option{Name: name, Values: []string{"true", "false"}, Default: strconv.FormatBool(on), Description: description}
}

// isFlag reports whether an option is boolean.
func (o *Option) isFlag() bool { return o.Values[0] == "true" }

// nameOf is the name of a value.
func nameOf[T ~uint8](v T, names []string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%T(%d)", v, v)
}
