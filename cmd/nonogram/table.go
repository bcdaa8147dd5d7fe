package main

import (
	"strconv"
	"strings"

	"nonogram"
	"nonogram/solve"
)

// method is a row of the table of methods: a name for the flag, what people want
// to know of it, and how to get it.
type method struct {
	Number      int    `json:"number"`
	Name        string `json:"name"`
	Family      string `json:"family"`
	Source      string `json:"source"`
	Description string `json:"description"`
	Complete    bool   `json:"complete"` // always ends with a proven answer
	Size        string `json:"size"`     // up to which it is practical
	// New makes a solver. Each worker has its own, which may keep memory from
	// puzzle to puzzle.
	New func() nonogram.Solver `json:"-"`
}

// methodTable lists every method. The engine is number 0.
var methodTable = []method{
	{
		Number: 0, Name: "engine", Family: "engine", Source: "this project",
		Description: "lines to a fixpoint, then probing, then a learning search",
		Complete:    true, Size: "any",
		New: func() nonogram.Solver { return new(solve.Engine).Solve },
	},
}

// methodNamed finds a method by name or number.
func methodNamed(name string) (*method, error) {
	var known []string
	for i := range methodTable {
		m := &methodTable[i]
		if name == m.Name || name == strconv.Itoa(m.Number) {
			return m, nil
		}
		known = append(known, m.Name)
	}
	return nil, usagef("unknown method %q, expected a number or one of %s (see nonogram methods)", name, strings.Join(known, ", "))
}
