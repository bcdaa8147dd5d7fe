package lab

import (
	"fmt"
	"io"
	"strconv"

	"nonogram"
)

// Method is one way of solving, and what people want to know of it.
type Method struct {
	Number      int      `json:"number"` // 1 to 12 as in Liao's report, the others count on from there
	Name        string   `json:"name"`   // the canonical one
	Family      string   `json:"family"`
	Source      string   `json:"source"`
	Description string   `json:"description"`
	Complete    bool     `json:"complete" doc:"Always ends with a proven answer, given time and memory"`
	Size        string   `json:"size" doc:"Up to which size it is practical"` // as "15×15"
	Options     []Option `json:"options,omitempty"`                           // what may be set with [Lookup]
	make        func(Config) nonogram.Solver
}

// Option is something that a method can be told.
type Option struct {
	Name        string   `json:"name"`
	Values      []string `json:"values"` // "N" stands for a number
	Default     string   `json:"default"`
	Description string   `json:"description"`
}

// Config is what methods can be told besides [nonogram.Options]. The zero value
// means the defaults. A method ignores what is not meant for it.
type Config struct {
	// Pruning is for table_bfs and table_dfs.
	Pruning Pruning
	// MaxIter is how many boards force draws; DefaultMaxIter if 0.
	MaxIter int64
	// Liao makes methods 1 to 12 do as Liao's program does, see liao.go.
	Liao bool
	// Waiting and Side are for shift_bfs: what it does with boards that it has seen,
	// and the lines in which it moves blocks.
	Waiting Waiting
	Side    nonogram.Axis
	// Order is for perm_elim.
	Order Order
	// Serial keeps perm_elim to one core; it uses all there are otherwise.
	Serial bool
	// Quiet keeps perm_elim from writing to Log what it does.
	Quiet bool
	// Log takes what a method reports, each report in a single Write. Nil is nowhere.
	Log io.Writer
	// Perms are sets of lines that perm_elim may use instead of making its own.
	Perms []*PermSet
	// Reuse makes a perm_elim solver keep the sets it makes for its next puzzle.
	Reuse bool
}

// New makes a solver. It must not be used by two goroutines at once: a solver may
// keep memory from one puzzle to the next.
func (m *Method) New(c Config) nonogram.Solver { return m.make(c) }

const (
	liao  = "Liao 2016"
	wang  = "Wang 2016"
	peng  = "Peng 2016"
	rPack = "R package nonogram"
)

func pruningOption() Option {
	return Option{
		Name: "pruning", Values: pruningNames[:], Default: PruneEarly.String(),
		Description: "after each row look at the columns up to the first that fails, at all of them, or not at all",
	}
}

// Methods lists all methods by number. The caller may change the list, which is made when
// it is asked for: most programs that have it never ask.
//
// The sizes are measured: the largest boards of which a method finds a solution within
// some ten seconds for at least half, out of five or ten that boardgen makes with shares
// from 0.5 to 0.35 and seed 12345. Force is told to go on for ever, and for perm_elim it
// is enough to end.
func Methods() []Method {
	return []Method{
		numbered(1, "bruteforce", "brute force", "5×5", "cell by cell, the clues checked on full boards", bruteForce(false, false)),
		numbered(2, "bruteforce_rulecut", "brute force", "20×20", "cell by cell, row and column checked after each", bruteForce(true, false)),
		numbered(3, "bruteforce_wiki", "brute force", "6×6", "1 after fixing the cells on which a line's possibilities agree", bruteForce(false, true)),
		numbered(4, "bruteforce_rulecut_wiki", "brute force", "20×20", "2 after fixing agreed cells", bruteForce(true, true)),
		numbered(5, "dfs", "depth first", "7×7", "row by row in random order, columns checked on full boards", depthFirst(false, false)),
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
				{Name: "boards", Values: waitingNames[:], Default: WaitQueue.String(), Description: "visit a board as often as moves lead to it, as the source does, or once"},
				{Name: "side", Values: sideNames[:], Default: sideNames[0], Description: "the lines in which blocks are moved"},
			},
			make: func(c Config) nonogram.Solver { return solver("shift_bfs", MaxSide, shiftBreadth(c)) },
		},
		plain(16, "row_dfs", "moving blocks", peng, "8×8", "rows in order, columns checked on full boards", rowsInOrder(false)),
		plain(17, "row_dfs_cutoff", "moving blocks", peng, "20×20", "rows in order, columns checked after each", rowsInOrder(true)),
		{
			Number: 18, Name: "force", Family: "random boards", Source: rPack, Size: "5×5",
			Description: "draws random boards with the right number of boxes",
			Options:     []Option{{Name: "max_iter", Values: []string{"N", "inf"}, Default: "10", Description: "how many boards to draw"}},
			make:        func(c Config) nonogram.Solver { return solver("force", MaxSide, force(c.MaxIter)) },
		},
		{
			Number: 19, Name: "perm_elim", Family: "permutations", Source: rPack, Size: "25×25",
			Description: "drops members of all 2^n lines that disagree with their crossings; cannot guess",
			Options: []Option{
				{Name: "order", Values: orderNames[:], Default: OrderSnapshot.String(), Description: "let all lines go by what was known before the sweep, as the source does, or rows and columns take turns"},
				flag("parallel", true, "use all cores"),
				flag("reuse", false, "keep the set of all lines for the next puzzle"),
				flag("verbose", true, "report every sweep"),
			},
			make: permElim,
		},
	}
}

// numbered is one of Liao's methods.
func numbered(number int, name, family, size, description string, s func(Config) search) Method {
	return Method{
		Number: number, Name: name, Family: family, Source: liao, Size: size, Description: description, Complete: true,
		Options: []Option{flag("liao", false, "do as the source's program does where its text says otherwise")},
		make: func(c Config) nonogram.Solver {
			if c.Liao {
				return solver(name+":liao", MaxSide, s(c))
			}
			return solver(name, MaxSide, s(c))
		},
	}
}

// plain is a complete method without options.
func plain(number int, name, family, source, size, description string, s search) Method {
	return Method{
		Number: number, Name: name, Family: family, Source: source, Size: size, Description: description, Complete: true,
		make: func(Config) nonogram.Solver { return solver(name, MaxSide, s) },
	}
}

// tabled is a clue-table method.
func tabled(number int, name, size, description string, s func(Pruning) search) Method {
	return Method{
		Number: number, Name: name, Family: "clue table", Source: wang, Size: size, Description: description, Complete: true,
		Options: []Option{pruningOption()},
		make:    func(c Config) nonogram.Solver { return solver(name, MaxSide, s(c.Pruning)) },
	}
}

// flag is an option that is on or off.
func flag(name string, on bool, description string) Option {
	return Option{Name: name, Values: []string{"true", "false"}, Default: strconv.FormatBool(on), Description: description}
}

// isFlag reports an option that is on or off.
func (o *Option) isFlag() bool { return o.Values[0] == "true" }

// nameOf is the name of one of a few values.
func nameOf[T ~uint8](v T, names []string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%T(%d)", v, v)
}
