// Package lab holds the classic ways to solve a nonogram, as students and
// tinkerers have published them, in one laboratory: the same signature, the same
// counters, the same verdicts, the same traces. They are here to be run, watched
// and compared, with each other and with the engine, of which they use nothing.
//
// [Methods] lists them. [Lookup] finds one by name or number, with options behind
// colons, and [Method.New] makes a solver of it:
//
//	m, config, err := lab.Lookup("table_dfs:columns")
//	…
//	result, err := m.New(config)(ctx, puzzle, nonogram.Options{Limit: 1})
//
// # What is kept of the sources
//
// A method prunes what its source prunes, in the order of the source, and no
// better. Only the representation is ours: a line of up to [MaxSide] cells is one
// machine word, with cell 0 in the lowest bit, lists of possibilities are cut down
// in place and grow back on the way up, and nothing is allocated inside a search.
// Where a source's program and its description differ, the description counts and
// the file says so.
//
// The sources stop at the first solution. Here every method goes on until
// [nonogram.Options].Limit is reached, which is the same search continued. Given
// cells are honoured by all of them. Color puzzles are refused with an
// [UnsupportedError]: none of the sources knows colors. None knows blotted blocks
// either, but a method that lists the possibilities of a line, or holds lines against
// their clues, is the same method with them; three others refuse them.
//
// # Sources
//
//   - Liao (廖瑋中), Computer Gaming Theory, homework 1, National Taiwan University
//     2016: the twelve numbered methods. His program is at
//     github.com/wchliao/Nonogram.
//   - Ze-Hao Wang, Theory of Computer Games, homework 1, National Taiwan University
//     of Science and Technology 2016: clue table, breadth against depth, prunings.
//   - Peng (彭宇劭), Theory of Computer Games, homework 1, National Taiwan
//     University 2016: moving blocks, rows with cut-off.
//   - The R package nonogram, github.com/hrj21/nonogram: random boards,
//     permutation elimination.
package lab

import (
	"errors"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/plural"
)

// MaxSide is the largest width and height: a line is one machine word. It lies far
// beyond what any of the methods can solve, except for boards that solve
// themselves.
const MaxSide = 64

// DefaultMemory is what a method may hold when [nonogram.Budget].Memory is 0. The
// methods that go breadth first eat any memory there is within seconds; this much
// any machine has.
const DefaultMemory = 1 << 30

// Feature is a property of a puzzle that a method may not be able to handle.
type Feature string

// What a puzzle may have that a method has no answer to.
const (
	Color Feature = "color" // more than one ink
	Size  Feature = "size"  // lines longer than the method's limit
	Blots Feature = "blots" // blocks of unknown length
)

// needLengths are the methods that begin with blocks of known lengths, or with a known
// number of boxes: moving blocks from the left, random boards, and the lines that have a
// clue. Blotted blocks are beyond them, and beyond Liao's program (:liao), which knows
// only numbers; to the others they are further possibilities.
var needLengths = []string{"shift_bfs", "force", "perm_elim"}

// UnsupportedError says that a method cannot handle a puzzle at all.
type UnsupportedError struct {
	Method  string
	Feature Feature
	Message string
}

func (e *UnsupportedError) Error() string { return "method " + e.Method + ": " + e.Message }

// admit validates a puzzle: an error if the method cannot handle it, false if its
// clues contradict each other on sight.
func admit(method string, p *nonogram.Puzzle, maxSide int) (solvable bool, err error) {
	err = nonogram.Validate(p)
	var invalid *nonogram.InvalidError
	switch {
	case errors.As(err, &invalid) && invalid.Unsolvable():
		return false, nil
	case err != nil:
		return false, err
	case p.Colored():
		return false, &UnsupportedError{method, Color, "handles black and white only, the puzzle has several colors"}
	case p.Blotted() && (slices.Contains(needLengths, method) || strings.HasSuffix(method, ":liao")):
		return false, &UnsupportedError{method, Blots, "needs to know how long every block is, the puzzle has blotted ones"}
	case max(p.Width(), p.Height()) > maxSide:
		return false, &UnsupportedError{method, Size, plural.Sprintf("handles lines of up to %d cells, the puzzle is %d × %d", maxSide, p.Width(), p.Height())}
	}
	return true, nil
}
