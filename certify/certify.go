// Package certify checks certificates: files that prove how many solutions a
// nonogram has, so that nobody has to trust the program that counted them.
//
// A certificate lists solutions and, for "there is no other", a refutation: steps
// that lead from the clues, and from "it is none of these", to a contradiction.
// There is only one way to conclude anything. Something is assumed, or nothing, and
// then hints are followed in the order in which they are given; a hint names a
// line, which is then solved completely by what is known of it at that moment, or
// an earlier clause, which then has a single literal left or none. Nothing is
// searched for. docs/certificates.md specifies the format, for those who would
// rather write a checker of their own.
//
// This package is meant to be read in one sitting, in this order: certify.go, what
// is accepted and why; cells.go, what is known; lattice.go, what a line says;
// scanner.go and puzzle.go, how it is read. It shares no code with package solve or
// package line, and does everything in the plainest way that is not slow.
// [Writer] is the other end; nothing that is checked relies on it.
package certify

import (
	"context"
	"errors"
	"fmt"
	"io"

	"nonogram"
)

// Claim is what an accepted certificate proves of its puzzle.
type Claim struct {
	// Solutions all fit the clues and the given cells, and all differ.
	Solutions []*nonogram.Grid
	// Exact reports that there are no others.
	Exact bool
	// Steps is the number of steps of the certificate.
	Steps int64
}

// String says how many solutions there are: "exactly 1 solution", "no solution",
// "at least 2 solutions".
func (c *Claim) String() string {
	n := len(c.Solutions)
	switch {
	case n == 0 && c.Exact:
		return "no solution"
	case n == 1 && c.Exact:
		return "exactly 1 solution"
	case c.Exact:
		return fmt.Sprintf("exactly %d solutions", n)
	case n == 1:
		return "at least 1 solution"
	}
	return fmt.Sprintf("at least %d solutions", n)
}

// Error says where a certificate fails, and how.
type Error struct {
	Line    int // of the certificate, from 1
	Message string
	Err     error // what reading failed with, if it did
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// Unwrap gives the error of the reader: [io.ErrUnexpectedEOF] if the certificate
// has been cut off.
func (e *Error) Unwrap() error { return e.Err }

// MaxHeld bounds the memory that a certificate may take at one moment, in bytes,
// roughly: its clauses that are not deleted and its solutions. What the puzzle
// itself takes comes on top, some twenty bytes per cell.
const MaxHeld = 1 << 30

// Verify reads a certificate and checks every step of it. If it proves what it
// claims of the puzzle, that claim is returned, otherwise an [*Error], or what is
// wrong with the puzzle. It reads once, from front to back, and stops when the
// context ends.
func Verify(ctx context.Context, r io.Reader, p *nonogram.Puzzle) (*Claim, error) {
	if err := admit(p); err != nil {
		return nil, err
	}
	c := &checker{ctx: ctx, puzzle: p, scanner: newScanner(r), clauses: map[int64][]int32{}, listed: map[string]bool{}}
	c.cells.reset(p)
	if err := c.header(); err != nil {
		return nil, err
	}
	for {
		if claim, err := c.step(); claim != nil || err != nil {
			return claim, err
		}
	}
}

// admit refuses what is no puzzle. That there is no solution on sight is no reason.
func admit(p *nonogram.Puzzle) error {
	if p.Blotted() {
		return nonogram.ErrBlotted
	}
	err := nonogram.Validate(p)
	var invalid *nonogram.InvalidError
	if errors.As(err, &invalid) && invalid.Unsolvable() {
		return nil
	}
	return err
}

// checker is one call of Verify.
type checker struct {
	ctx    context.Context
	puzzle *nonogram.Puzzle
	scanner
	cells

	clauses map[int64][]int32 // those not deleted, by number
	last    int64             // the highest number so far
	held    int64             // bytes in clauses and solutions
	claim   Claim
	listed  map[string]bool // the solutions once more, to find one that is there twice
	work    int             // since the context was looked at
}

// step checks one step. The claim is nil until the last.
func (c *checker) step() (*Claim, error) {
	word, err := c.word("a step")
	if err != nil {
		return nil, err
	}
	c.claim.Steps++
	switch string(word) {
	case "k":
		err = c.know()
	case "a":
		err = c.add()
	case "d":
		err = c.drop()
	case "s":
		err = c.solution()
	case "t":
		err = c.totals()
	case "end":
		return c.end()
	default:
		err = c.failf("a step begins with a, d, k, s, t or end, found %q", word)
	}
	if err == nil {
		err = c.newline()
	}
	return nil, err
}

// know is the step "k HINTS": what follows from the hints alone is known from now
// on. If that is a contradiction, then so is everything.
func (c *checker) know() error {
	if err := c.follow(); err != nil {
		return err
	}
	c.keep()
	return nil
}

// add is the step "a NUMBER LITERALS : HINTS": a clause. To assume all of its
// literals false and to follow the hints must lead to a contradiction. A clause of
// one literal is known from then on, and the empty one is a contradiction.
func (c *checker) add() error {
	id, err := c.newID()
	if err != nil {
		return err
	}
	clause, err := c.literals()
	if err != nil {
		return err
	}
	for _, l := range clause {
		c.assert(-l)
	}
	if err := c.follow(); err != nil {
		return err
	}
	if !c.failed {
		return c.failf("clause %d does not follow: its hints lead to no contradiction", id)
	}
	c.forget()
	if len(clause) > 1 {
		return c.store(id, clause)
	}
	err = c.apply(clause, id)
	c.keep()
	return err
}

// follow applies hints up to the end of the line, or to a contradiction; the hints
// behind that are only read.
func (c *checker) follow() error {
	for {
		hint, err := c.field()
		switch {
		case err != nil:
			return err
		case len(hint) == 0:
			return nil
		case hint[0] == 'r':
			err = c.solveLine(hint, nonogram.Row)
		case hint[0] == 'c':
			err = c.solveLine(hint, nonogram.Column)
		default:
			err = c.applyClause(hint)
		}
		if err != nil {
			return err
		}
	}
}

// solveLine follows the hint of a line.
func (c *checker) solveLine(hint []byte, axis nonogram.Axis) error {
	n, ok := number(hint[1:])
	if !ok || n < 1 || axis == nonogram.Row && n > int64(c.height) || axis == nonogram.Column && n > int64(c.width) {
		return c.failf("hint %q names no line of a puzzle of %d × %d", hint, c.width, c.height)
	}
	if c.failed {
		return nil
	}
	ref := nonogram.LineRef{Axis: axis, Index: int(n - 1)}
	return c.spend(c.line(ref, c.puzzle.Clue(ref)))
}

// applyClause follows the hint of a clause.
func (c *checker) applyClause(hint []byte) error {
	id, ok := number(hint)
	if !ok {
		return c.failf("a hint is r and a row, c and a column, or the number of a clause, found %q", hint)
	}
	if c.failed {
		return nil
	}
	clause, ok := c.clauses[id]
	if !ok {
		return c.failf("there is no clause %d, or no longer", id)
	}
	if err := c.apply(clause, id); err != nil {
		return err
	}
	return c.spend(len(clause))
}

// apply makes the only literal of a clause true that is left, if none is true
// already. Where several are left, the hint is wrong.
func (c *checker) apply(clause []int32, id int64) error {
	open, left := 0, int32(0)
	for _, l := range clause {
		switch {
		case c.isTrue(l):
			return nil
		case !c.isTrue(-l):
			open++
			left = l
		}
	}
	switch open {
	case 0:
		c.failed = true
	case 1:
		c.assert(left)
	default:
		return c.failf("clause %d says nothing here: %d of its literals are open", id, open)
	}
	return nil
}

// workPerPoll is the work between two looks at the context, in nodes of lattices
// and literals: some hundred microseconds.
const workPerPoll = 1 << 16

// spend notes work, and ends the check when the context has ended.
func (c *checker) spend(work int) error {
	if c.work += work; c.work < workPerPoll {
		return nil
	}
	c.work = 0
	return c.ctx.Err()
}

// drop is the step "d NUMBERS": these clauses are not needed any more.
func (c *checker) drop() error {
	for {
		field, err := c.field()
		if err != nil || len(field) == 0 {
			return err
		}
		id, ok := number(field)
		clause, stored := c.clauses[id]
		if !ok || !stored {
			return c.failf("there is no clause %q to delete", field)
		}
		c.held -= clauseBytes(clause)
		delete(c.clauses, id)
	}
}

// solution is the step "s NUMBER" with the rows of a grid behind it. That it is not
// this grid becomes the clause of that number.
func (c *checker) solution() error {
	id, err := c.newID()
	if err != nil {
		return err
	}
	g, err := c.grid()
	if err != nil {
		return err
	}
	if err := nonogram.Check(c.puzzle, g); err != nil {
		return c.failf("the grid is no solution: %v", err)
	}
	key := string(appendCells(nil, g.Cells))
	if c.listed[key] {
		return c.failf("the solution is there already")
	}
	c.listed[key] = true
	c.claim.Solutions = append(c.claim.Solutions, g)
	c.held += int64(2 * len(g.Cells))
	clause := make([]int32, len(g.Cells))
	for i, color := range g.Cells {
		clause[i] = -c.literal(i, color)
	}
	return c.store(id, clause)
}

// totals is the step "t COLOR": the rows ask for another number of cells of this
// color than the columns, which is a contradiction.
func (c *checker) totals() error {
	word, err := c.word("a color")
	if err != nil {
		return err
	}
	color, ok := number(word)
	if !ok || color < 1 || color >= int64(c.colors) {
		return c.failf("%q is no color, expected 1 to %d", word, c.colors-1)
	}
	rows, cols := total(c.puzzle.Rows, nonogram.Color(color)), total(c.puzzle.Cols, nonogram.Color(color))
	if rows == cols {
		return c.failf("rows and columns both ask for %d cells of color %d", rows, color)
	}
	c.failed = true
	c.keep()
	return nil
}

func total(clues []nonogram.Clue, color nonogram.Color) int {
	n := 0
	for _, clue := range clues {
		for _, b := range clue {
			if b.Color == color {
				n += b.Length
			}
		}
	}
	return n
}

// end is the last step, "end exactly N" or "end at-least N".
func (c *checker) end() (*Claim, error) {
	word, err := c.word("exactly or at-least")
	if err != nil {
		return nil, err
	}
	how := string(word)
	if how != "exactly" && how != "at-least" {
		return nil, c.failf("expected exactly or at-least, found %q", how)
	}
	if word, err = c.word("the number of solutions"); err != nil {
		return nil, err
	}
	n, ok := number(word)
	if !ok || n != int64(len(c.claim.Solutions)) {
		return nil, c.failf("the claim is %q solutions, the certificate lists %d", word, len(c.claim.Solutions))
	}
	if how == "exactly" && !c.failed {
		return nil, c.failf("the steps lead to no contradiction, so there may be other solutions")
	}
	c.claim.Exact = how == "exactly"
	if err := c.finish(); err != nil {
		return nil, err
	}
	return &c.claim, nil
}

// newID reads the number of a new clause. Numbers increase, so that none is ever
// used twice.
func (c *checker) newID() (int64, error) {
	word, err := c.word("the number of a clause")
	if err != nil {
		return 0, err
	}
	id, ok := number(word)
	if !ok || id <= c.last {
		return 0, c.failf("expected the number of a clause above %d, found %q", c.last, word)
	}
	c.last = id
	return id, nil
}

// literals reads a clause up to the colon.
func (c *checker) literals() ([]int32, error) {
	var clause []int32
	for {
		word, err := c.word("a literal or a colon")
		switch {
		case err != nil:
			return nil, err
		case string(word) == ":":
			return clause, nil
		}
		l, ok := signed(word)
		if !ok || l == 0 || max(l, -l) > int64(c.variables()) {
			return nil, c.failf("expected a literal, ±1 to ±%d, found %q", c.variables(), word)
		}
		if c.held+4*int64(len(clause)) > MaxHeld {
			return nil, c.failf("the clauses take more than %d MB", MaxHeld>>20)
		}
		clause = append(clause, int32(l))
	}
}

func (c *checker) store(id int64, clause []int32) error {
	c.held += clauseBytes(clause)
	if c.held > MaxHeld {
		return c.failf("the clauses take more than %d MB", MaxHeld>>20)
	}
	c.clauses[id] = clause
	return nil
}

// clauseBytes is what a clause takes: its literals, and its entry in the map.
func clauseBytes(clause []int32) int64 { return int64(4*cap(clause) + 64) }
