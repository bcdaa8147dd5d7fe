package main

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/operations/record"
	"nonogram/internal/plural"
)

func newCheck(a *app) *cobra.Command {
	f := &checkFlags{}
	cmd := newCommand("check")
	cmd.Args = cobra.ExactArgs(2)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.files = args[:1]
		return f.run(cmd.Context(), a, args[1])
	}
	f.inputs.addFlags(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object per puzzle and line")
	cmd.Flags().BoolVar(&f.score, "score", false, "grade answers and moves")
	return cmd
}

type checkFlags struct {
	inputs
	json, score bool
}

func (f *checkFlags) run(ctx context.Context, a *app, solutions string) error {
	if err := f.inputs.check(); err != nil {
		return err
	}
	if f.files[0] == "-" && solutions == "-" {
		return usagef("only one of the two files can be standard input")
	}
	c := &checker{ctx: ctx, a: a, graded: f.score, waiting: map[string][]answer{}}
	if f.json {
		c.lines = newJSONLines(a)
	}
	name, data, err := readFile(a.in, solutions)
	if err != nil {
		return err
	}
	var stop func()
	c.next, stop = iter.Pull2(answersOf(data, name, f.score))
	defer stop()
	for it := range f.items(a) {
		if err := c.item(it); err != nil {
			return err
		}
	}
	if err := c.end(name); err != nil {
		return err
	}
	return c.status.err()
}

// checker reads both files side by side. Solutions that come before their puzzle are kept;
// files in the same order need no such memory.
type checker struct {
	ctx     context.Context
	a       *app
	lines   *jsonLines // nil: print text
	graded  bool
	next    func() (answer, error, bool)
	waiting map[string][]answer

	status                       exitStatus
	right, wrong, missing, loose int
	scores
}

func (c *checker) item(it item) error {
	if it.err != nil {
		c.status.add(exitFailed)
		if c.lines != nil {
			return c.lines.printError(it, "", it.err)
		}
		printError(c.a, it, it.err)
		return nil
	}
	solution, found := c.solution(it.id)
	switch {
	case c.graded && found:
		return c.score(it, &solution)
	case c.graded:
		return c.score(it, nil)
	case !found:
		c.missing++
		return c.say(it.id, "missing", "there is no solution for it")
	}
	if err := checkSolution(it.puzzle, &solution.Puzzle); err != nil {
		c.wrong++
		return c.say(it.id, "wrong", err.Error())
	}
	c.right++
	if c.lines != nil {
		return c.lines.print(record.Check{ID: it.id, Status: "right"})
	}
	return nil
}

func checkSolution(p, solution *nonogram.Puzzle) error {
	grid, err := format.SolutionGrid(solution, p)
	if err != nil {
		return err
	}
	return nonogram.Check(p, grid)
}

// solution returns the solution with that id, reading on as needed.
func (c *checker) solution(id string) (answer, bool) {
	if list := c.waiting[id]; len(list) > 0 {
		c.waiting[id] = list[1:]
		if len(list) == 1 {
			delete(c.waiting, id)
		}
		return list[0], true
	}
	for {
		s, ok := c.read()
		switch {
		case !ok:
			return s, false
		case s.ID == id:
			return s, true
		}
		c.waiting[s.ID] = append(c.waiting[s.ID], s)
	}
}

// read returns the next readable solution and reports unreadable ones.
func (c *checker) read() (answer, bool) {
	for {
		s, err, ok := c.next()
		switch {
		case !ok:
			return s, false
		case err == nil:
			return s, true
		}
		c.status.add(exitFailed)
		fmt.Fprintln(c.a.err, err)
	}
}

// end reports the solutions without a puzzle, and the totals.
func (c *checker) end(name string) error {
	for s, ok := c.read(); ok; s, ok = c.read() {
		c.waiting[s.ID] = append(c.waiting[s.ID], s)
	}
	for _, id := range slices.Sorted(maps.Keys(c.waiting)) {
		for range c.waiting[id] {
			c.loose++
			if err := c.say(id, "loose", "there is no puzzle for this solution in "+name); err != nil {
				return err
			}
		}
	}
	if c.lines != nil {
		return nil
	}
	if c.graded {
		_, err := fmt.Fprintln(c.a.out, c.sum())
		return err
	}
	_, err := fmt.Fprintf(c.a.out, "%s: %d right, %d wrong, %d missing, %d loose\n",
		plural.Of(c.right+c.wrong+c.missing, "puzzle"), c.right, c.wrong, c.missing, c.loose)
	return err
}

// say reports a wrong, missing or loose solution.
func (c *checker) say(id, status, reason string) error {
	c.status.add(exitUnsolvable)
	if c.lines != nil {
		return c.lines.print(record.Check{ID: id, Status: status, Reason: reason})
	}
	_, err := fmt.Fprintf(c.a.out, "%s: %s: %s\n", id, status, reason)
	return err
}
