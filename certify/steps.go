package certify

import (
	"maps"
	"nonogram/internal/plural"
	"slices"

	"nonogram"
)

// The steps. Each begins with a letter, which step reads. If one step is wrong, the
// certificate proves nothing.

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
		if c.shape != nil {
			return nil, c.failf("the step w is for rectangles")
		}
		err = c.lagrangian()
	case "end":
		return c.end()
	default:
		err = c.failf("found %q, expected a step or end", word)
	}
	if err == nil {
		err = c.newline()
	}
	return nil, err
}

// know is the step "k HINTS": consequences of the hints become known. If they are
// contradictory, the refutation is complete.
func (c *checker) know() error {
	if err := c.follow(); err != nil {
		return err
	}
	c.keep()
	return nil
}

// add is the step "a NUMBER LITERALS : HINTS": a clause. Assuming all its literals false and
// applying the hints must lead to a contradiction. A unit clause becomes known, and the empty
// clause is a contradiction.
func (c *checker) add() error {
	if err := c.newID(); err != nil {
		return err
	}
	id := c.last
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
		return c.failf("clause %d does not follow: its hints do not lead to a contradiction", id)
	}
	c.forget()
	if len(clause) > 1 {
		return c.store(id, clause)
	}
	err = c.apply(clause, id)
	c.keep()
	return err
}

// drop is the step "d NUMBERS": deletion of clauses.
func (c *checker) drop() error {
	for {
		field, err := c.field()
		if len(field) == 0 {
			return err
		}
		id, ok := number(field)
		clause, stored := c.clauses[id]
		if !ok || !stored {
			return c.failf("there is no clause %q to delete", field)
		}
		c.memory -= clauseBytes(clause)
		delete(c.clauses, id)
		c.shrink()
	}
}

// shrink replaces the map when most of it is empty, since a map does not release memory.
func (c *checker) shrink() {
	if c.room > 4*len(c.clauses) && c.room > 1024 {
		kept := make(map[int64][]int32, len(c.clauses))
		maps.Copy(kept, c.clauses)
		c.clauses, c.room = kept, len(kept)
	}
}

// solution is the step "s NUMBER" followed by the rows of a grid. The clause of that number
// blocks the grid.
func (c *checker) solution() error {
	if err := c.newID(); err != nil {
		return err
	}
	id := c.last
	g, err := c.grid()
	if err != nil {
		return err
	}
	if err := nonogram.Check(c.puzzle, g); err != nil {
		return c.failf("the grid is not a solution: %v", err)
	}
	key := string(appendCells(nil, g.Cells))
	if c.listed[key] {
		return c.failf("the solution is listed twice")
	}
	c.listed[key] = true
	c.claim.Solutions = append(c.claim.Solutions, g)
	c.solutions[id] = g
	c.memory += solutionBytes(g)
	clause := make([]int32, len(g.Cells))
	for i, color := range g.Cells {
		clause[i] = -c.literal(i, color)
	}
	return c.store(id, clause)
}

// totals is the step "t COLOR": rows and columns, or two directions of a triddler, cannot have the
// same total of this color, which is a contradiction. Each line without a clue has between none and
// all of its cells in the color. No block of the color may be blotted.
func (c *checker) totals() error {
	word, err := c.word("a color")
	if err != nil {
		return err
	}
	color, ok := number(word)
	if !ok || color >= int64(c.colors) {
		return c.failf("%q is not a color, expected 1 to %d", word, c.colors-1)
	}
	var least, most [len(letters)]int // by axis
	for _, ref := range c.puzzle.Lines() {
		clue := c.puzzle.Clue(ref)
		if clue.Missing() {
			most[ref.Axis] += c.puzzle.Len(ref)
		}
		for _, b := range clue {
			if b.Color != nonogram.Color(color) {
				continue // as the block of a missing clue
			}
			if b.Length == 0 {
				return c.failf("a block of color %d is blotted, so its totals are unknown", color)
			}
			least[ref.Axis] += b.Length
			most[ref.Axis] += b.Length
		}
	}
	for a := range letters {
		for b := range letters {
			if least[a] > most[b] && c.lines(nonogram.Axis(b)) > 0 {
				c.failed = true
				c.keep()
				return nil
			}
		}
	}
	return c.failf("lines of all directions can have %s of color %d", plural.Of(slices.Max(least[:]), "cell", "cells"), color)
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
		return nil, c.failf("the steps do not lead to a contradiction, so there may be other solutions")
	}
	c.claim.Exact = how == "exactly"
	if err := c.finish(); err != nil {
		return nil, err
	}
	return &c.claim, nil
}

// newID reads the number of a new clause, which becomes the last. Numbers increase.
func (c *checker) newID() error {
	word, err := c.word("the number of a clause")
	if err != nil {
		return err
	}
	id, ok := number(word)
	if !ok || id <= c.last {
		return c.failf("expected the number of a clause above %d, found %q", c.last, word)
	}
	c.last = id
	return nil
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
		if err := c.checkMemory(clauseGrowth * int64(len(clause))); err != nil {
			return nil, err
		}
		clause = append(clause, int32(l))
	}
}

func (c *checker) store(id int64, clause []int32) error {
	c.memory += clauseBytes(clause)
	c.clauses[id] = clause
	c.room = max(c.room, len(c.clauses))
	return c.checkMemory(0)
}

// checkMemory reports an error if there is no room for the given number of bytes.
func (c *checker) checkMemory(more int64) error {
	if c.memory+entryBytes*int64(c.room)+more > c.limit {
		return c.failf("clauses and solutions take more than %d MB; expected some to be deleted", c.limit>>20)
	}
	return nil
}

// Memory estimates. The allocator rounds up by at most an eighth. A map of numbers and slices
// is at least seven sixteenths full, of slots of 33 bytes, and holds both sizes of a part
// that grows. So does a clause being read.
const (
	entryBytes   = 80
	clauseGrowth = 12
)

func clauseBytes(clause []int32) int64 { return int64(4*cap(clause))*9/8 + 8 }

// solutionBytes estimates the memory of a grid and its text.
func solutionBytes(g *nonogram.Grid) int64 { return int64(2*len(g.Cells))*9/8 + 240 }
