package main

import (
	"errors"
	"fmt"
	"strings"

	"nonogram/internal/api"
	"nonogram/lab"
)

// method is a row of the table of methods.
type method = api.Method

// methodTable lists every method: the engine, then those of the lab.
func methodTable(a *app) []method { return api.MethodTable(reports{a}) }

// methodNamed finds a method by name or number, with options behind colons.
func methodNamed(a *app, name string) (*method, error) {
	m, err := api.MethodNamed(name, reports{a})
	var unknown *lab.LookupError
	switch {
	case errors.As(err, &unknown) && unknown.Unknown:
		return nil, usagef("unknown method %q, expected a number or one of engine, %s (see nonogram methods)", unknown.Text, strings.Join(lab.Names(), ", "))
	case err != nil:
		return nil, usagef("method %s: %w (see nonogram methods)", name, err)
	}
	return m, nil
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
