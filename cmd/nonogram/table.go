package main

import (
	"errors"
	"fmt"
	"strings"

	"nonogram"
	"nonogram/lab"
	"nonogram/solve"
)

// method is a row of the table of methods: a name for the flag, what people want
// to know of it, and how to get it.
type method struct {
	Number      int          `json:"number"`
	Name        string       `json:"name"`
	Family      string       `json:"family"`
	Source      string       `json:"source"`
	Description string       `json:"description"`
	Complete    bool         `json:"complete"` // always ends with a proven answer
	Size        string       `json:"size"`     // up to which it is practical
	Options     []lab.Option `json:"options,omitempty"`
	// New makes a solver. Each worker has its own, which may keep memory from
	// puzzle to puzzle.
	New func() nonogram.Solver `json:"-"`
}

// engineMethod is number 0.
var engineMethod = method{
	Number: 0, Name: "engine", Family: "engine", Source: "this project",
	Description: "lines to a fixpoint, then probing, then a learning search",
	Complete:    true, Size: "any",
	New: func() nonogram.Solver { return new(solve.Engine).Solve },
}

// methodTable lists every method: the engine, then those of the lab.
func methodTable(a *app) []method {
	table := []method{engineMethod}
	for _, m := range lab.Methods() {
		table = append(table, labMethod(a, m, lab.Config{}))
	}
	return table
}

// labMethod is a method of the lab as it is configured. What it has to report while
// it works goes to standard error.
func labMethod(a *app, m lab.Method, c lab.Config) method {
	c.Log = reports{a}
	return method{
		Number: m.Number, Name: m.Label(c), Family: m.Family, Source: m.Source,
		Description: m.Description, Complete: m.Complete, Size: m.Size, Options: m.Options,
		New: func() nonogram.Solver { return m.New(c) },
	}
}

// methodNamed finds a method by name or number, with options behind colons.
func methodNamed(a *app, name string) (*method, error) {
	if name == engineMethod.Name || name == "0" {
		return &engineMethod, nil
	}
	m, c, err := lab.Lookup(name)
	var unknown *lab.LookupError
	switch {
	case errors.As(err, &unknown) && unknown.Unknown:
		return nil, usagef("unknown method %q, expected a number or one of engine, %s (see nonogram methods)", unknown.Text, strings.Join(lab.Names(), ", "))
	case err != nil:
		return nil, usagef("method %s: %w (see nonogram methods)", name, err)
	}
	found := labMethod(a, *m, c)
	return &found, nil
}

// reports is where methods report while they work: standard error, clear of a
// progress line there.
type reports struct{ a *app }

func (r reports) Write(line []byte) (int, error) {
	erase := ""
	if r.a.bars {
		erase = eraseLine
	}
	if _, err := fmt.Fprintf(r.a.err, "%s%s", erase, line); err != nil {
		return 0, err
	}
	return len(line), nil
}
