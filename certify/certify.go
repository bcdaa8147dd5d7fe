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
// This package is meant to be read in one sitting, in this order: certify.go and
// steps.go, what is accepted and why; follow.go, how conclusions are drawn; cells.go,
// what is known; lattice.go and blot.go, what a line says; weights.go, what they say together; scanner.go and puzzle.go, how it is
// read. It shares no code with package solve or package line, and does everything
// in the plainest way that is not slow. [Writer] is the other end; nothing that is
// checked relies on it.
package certify

import (
	"context"
	"errors"
	"fmt"
	"io"

	"nonogram"
	"nonogram/internal/plural"
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
		return plural.Sprintf("exactly %d solutions", n)
	case n == 1:
		return "at least 1 solution"
	}
	return plural.Sprintf("at least %d solutions", n)
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

// MaxHeld bounds the memory that a certificate may take at one moment, in bytes: its
// clauses that are not deleted and its solutions, with all that is around them. Go's
// collector lets a process grow to twice of what is in use, which is 1 GB then. What
// the puzzle itself takes comes on top, some twenty bytes per cell, and fifty where
// weights are used.
const MaxHeld = 512 << 20

// Verify reads a certificate and checks every step of it. If it proves what it
// claims of the puzzle, that claim is returned, otherwise an [*Error], or what is
// wrong with the puzzle. It reads once, from front to back, and stops when the
// context ends.
func Verify(ctx context.Context, r io.Reader, p *nonogram.Puzzle) (*Claim, error) {
	return verify(ctx, r, p, MaxHeld)
}

func verify(ctx context.Context, r io.Reader, p *nonogram.Puzzle, limit int64) (*Claim, error) {
	if err := admit(p); err != nil {
		return nil, err
	}
	c := &checker{ctx: ctx, puzzle: p, limit: limit, clauses: map[int64][]int32{}, listed: map[string]bool{}, solutions: map[int64]*nonogram.Grid{}}
	c.scanner = newScanner(interruptible{ctx, r})
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

// interruptible is a reader that fails when the context has ended.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(b []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.r.Read(b)
}

// admit refuses what is no puzzle. That there is no solution on sight is no reason.
func admit(p *nonogram.Puzzle) error {
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
	room    int               // the most clauses that the map had, whose entries it keeps
	last    int64             // the highest number so far
	held    int64             // bytes in clauses and solutions, but for the map
	limit   int64             // of held
	claim   Claim
	listed  map[string]bool // the solutions once more, to find one that is there twice
	work    int             // since the context was looked at

	solutions map[int64]*nonogram.Grid // those listed, by number
	scales    [2][]int64               // what cells weigh, by axis
	weigher   weigher
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
	case "w":
		err = c.weights()
	case "end":
		return c.end()
	default:
		err = c.failf("a step begins with a, d, k, s, t, w or end, found %q", word)
	}
	if err == nil {
		err = c.newline()
	}
	return nil, err
}
