// Package certify checks certificates: files that prove how many solutions a nonogram has,
// without trust in the program that counted them.
//
// [Verify] checks a certificate against a puzzle and returns the [Claim] that it proves; a wrong
// certificate is an error that names the line. It takes time and memory in proportion to the
// certificate, holds [MaxHeld] bytes of clauses at most, and ends with its context. For the pack,
// proving and checking take 0.3 ms a puzzle at the median, and a certificate has 1.5 kB on
// average.
//
// A certificate lists solutions and, to prove that there is no other, a refutation: steps
// that lead from the clues and the blocked solutions to a contradiction. There is a single
// rule of deduction. Starting from known facts and possibly assumptions, hints are applied in
// order; a hint names a line, which is then solved completely, or an earlier clause, which
// must have at most one open literal. Nothing is searched for. docs/certificates.md specifies
// the format.
//
// The package shares no code with package solve or package line and is written for review.
// The files, in reading order: certify.go and steps.go, the steps; follow.go, hints; cells.go
// and blocks.go, the known facts; lattice.go and blot.go, line solving; lagrangian.go, the
// Lagrangian bound; scanner.go and puzzle.go, reading. [Writer] writes certificates; [Verify]
// does not rely on it.
package certify

import (
	"context"
	"errors"
	"fmt"
	"io"

	"nonogram"
	"nonogram/internal/plural"
)

// Claim is the statement that an accepted certificate proves.
type Claim struct {
	Solutions []*nonogram.Grid // distinct, and consistent with the clues and the given cells
	Exact     bool             // there are no other solutions
	Steps     int64            // number of steps of the certificate
}

// String returns a phrase such as "exactly 1 solution", "no solution" or "at least 2
// solutions".
func (c *Claim) String() string {
	n := len(c.Solutions)
	switch {
	case n == 0 && c.Exact:
		return "no solution"
	case n == 1 && c.Exact:
		return "exactly 1 solution"
	case c.Exact:
		return "exactly " + plural.Of(n, "solution", "solutions")
	case n == 1:
		return "at least 1 solution"
	}
	return "at least " + plural.Of(n, "solution", "solutions")
}

// Error describes why a certificate is rejected.
type Error struct {
	Line    int // line of the certificate, from 1
	Message string
	Err     error // error of the reader, or nil
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// Unwrap returns the error of the reader: [io.ErrUnexpectedEOF] if the certificate is
// truncated.
func (e *Error) Unwrap() error { return e.Err }

// MaxHeld bounds the memory for clauses and solutions of a certificate at any time, in bytes.
// With Go's garbage collector the process may use twice as much. The puzzle itself needs some
// twenty bytes per cell, and fifty if the certificate uses Lagrangian bounds.
const MaxHeld = 512 << 20

// Verify reads a certificate and checks every step. It returns the claim that the certificate
// proves of the puzzle, or an [*Error], or an error about the puzzle. It reads once, from
// front to back, and stops when the context ends.
func Verify(ctx context.Context, r io.Reader, p *nonogram.Puzzle) (*Claim, error) {
	return verify(ctx, r, p, MaxHeld)
}

func verify(ctx context.Context, r io.Reader, p *nonogram.Puzzle, limit int64) (*Claim, error) {
	if err := admit(p); err != nil {
		return nil, err
	}
	c := &checker{ctx: ctx, puzzle: p, limit: limit, clauses: map[int64][]int32{}, listed: map[string]bool{}, solutions: map[int64]*nonogram.Grid{}}
	c.scanner = newScanner(contextReader{ctx, r})
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

// contextReader fails when the context has ended.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (i contextReader) Read(b []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.r.Read(b)
}

// admit rejects malformed puzzles, and those over the limits of the format. Puzzles that are
// trivially unsolvable are accepted.
func admit(p *nonogram.Puzzle) error {
	err := nonogram.Validate(p)
	var invalid *nonogram.InvalidError
	if err == nil || errors.As(err, &invalid) && invalid.Unsolvable() {
		return checkClues(p)
	}
	return err
}

// checkClues rejects a clue that fits no line of any puzzle: certificates have none.
func checkClues(p *nonogram.Puzzle) error {
	for _, ref := range p.Lines() {
		clue, need := p.Clue(ref), 0
		for i, b := range clue {
			need += min(max(b.Length, 1), nonogram.MaxSide+1)
			if i > 0 && clue[i-1].Color == b.Color {
				need++
			}
			if need > nonogram.MaxSide {
				return &nonogram.InvalidError{Problems: []nonogram.Problem{{
					Kind: nonogram.ProblemSize, Line: &ref,
					Message: fmt.Sprintf("the clue needs more than %d cells, which is the limit of certificates", nonogram.MaxSide),
				}}}
			}
		}
	}
	return nil
}

// checker is one call of Verify.
type checker struct {
	ctx    context.Context
	puzzle *nonogram.Puzzle
	scanner
	cells

	clauses map[int64][]int32 // those not deleted, by number
	room    int               // capacity of the map: the greatest number of clauses it has held
	last    int64             // highest number of a clause
	memory  int64             // bytes of clauses and solutions, without the map
	limit   int64             // of memory
	claim   Claim
	listed  map[string]bool // solutions as text, to find duplicates
	done    int             // work since the last poll of the context

	solutions map[int64]*nonogram.Grid // by number
	weights   [2][]int64               // of cells, by axis
	maximizer maximizer
}
