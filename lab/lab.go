// Package lab implements the classic published methods to solve a nonogram, with common
// counters, verdicts and traces, so that they can be run, traced and compared. They share
// no code with the engine.
//
// [Methods] lists them. [Lookup] finds one by its name and options, and [Method.New]
// returns a solver:
//
//	m, err := lab.Lookup("table_dfs:columns")
//	…
//	result, err := m.New(nil)(ctx, puzzle, nonogram.Options{Limit: 1})
//
// # Fidelity to the sources
//
// A method prunes exactly as its source does, in the same order. Only the representation
// differs: a line of up to 64 cells is one machine word, with cell 0 in the lowest bit,
// lists of possibilities are filtered in place, and nothing is allocated inside a search.
// Where the program and the text of a source differ, the method follows the text, and its
// file documents the difference.
//
// The sources stop at the first solution. These methods continue the same search up to
// [nonogram.Options].Limit. All of them accept given cells. They refuse color puzzles with
// an [UnsupportedError]. Blotted blocks are unknown to the sources too, but only three
// methods need the lengths of all blocks and refuse them. All refuse lines without a clue, and
// boards that are not rectangles.
//
// # Cost
//
// Every method counts its own nodes: cells filled, rows placed, boards moved to or drawn,
// cells guessed. They say how well a method prunes, and are comparable within a family. The
// common cost of all methods is [nonogram.Stats].Looks, the number of lines looked at. It
// counts one for
//
//   - a line, or a part of one, that is placed, or compared with its clue,
//   - a possibility of a line that is generated, compared with known cells, or counted for
//     the choice of a guess.
//
// A cell that is filled counts as a line placed, a board that is drawn as all its rows. A
// look takes some nanoseconds in all methods. The engine works with other operations and
// counts none.
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
	"fmt"
	"slices"
	"strings"

	"nonogram"
)

// DefaultSeed is the seed of chance if [nonogram.Options].Seed is 0: that of Liao's experiments.
const DefaultSeed = 12345

// maxSide is the largest width and height: a line is one machine word. Only trivial
// boards of that size are solvable by these methods.
const maxSide = 64

// defaultMemory is the limit if [nonogram.Budget].Memory is 0. Breadth-first methods
// exhaust any memory in seconds.
const defaultMemory = 1 << 30

// needLengths are the methods that need the lengths of all blocks. So does Liao's program
// (:liao). To the others, blotted blocks are further possibilities.
var needLengths = []string{"shift_bfs", "force", "perm_elim"}

// UnsupportedError reports a feature of a puzzle that a method does not support.
type UnsupportedError struct {
	// Feature is "color", "size" (lines longer than the method's limit), "blots"
	// (blocks of unknown length), "missing clues" (lines of which nothing is known) or "shape" (a
	// board that is not a rectangle).
	Feature string
	message string
}

func (e *UnsupportedError) Error() string { return e.message }

// unsupported returns an UnsupportedError of a method.
func unsupported(method, feature, message string) error {
	return &UnsupportedError{feature, "method " + method + ": " + message}
}

// admit validates a puzzle: an error if the method does not support it, false if it is
// trivially unsolvable.
func admit(method string, p *nonogram.Puzzle, maxSide int) (solvable bool, err error) {
	err = nonogram.Validate(p)
	var invalid *nonogram.InvalidError
	switch {
	case errors.As(err, &invalid) && invalid.Unsolvable():
		return false, nil
	case err != nil:
		return false, err
	case p.Shape != nil:
		return false, unsupported(method, "shape", "handles rectangles only, the board is a triddler")
	case p.Colored():
		return false, unsupported(method, "color", "handles black and white only, the puzzle has several colors")
	case p.Missing():
		return false, unsupported(method, "missing clues", "needs a clue for every line, the puzzle has lines without one")
	case p.Blotted() && (slices.Contains(needLengths, method) || strings.HasSuffix(method, ":liao")):
		return false, unsupported(method, "blots", "needs the length of every block, the puzzle has blotted ones")
	case max(p.Width(), p.Height()) > maxSide:
		return false, unsupported(method, "size", fmt.Sprintf("handles lines of up to %d cells, the puzzle is %d × %d", maxSide, p.Width(), p.Height()))
	}
	return true, nil
}
