package bench

import (
	"errors"
	"io"
	"slices"
	"strings"

	"nonogram"
	"nonogram/lab"
	"nonogram/solve"
)

// Entry is a method with its options, or the engine.
type Entry struct {
	lab.Method
	Label string `json:"-"` // name and options, separated by colons; input of [Lookup]
	// New returns a solver for many puzzles, which may reuse memory.
	New func() nonogram.Solver `json:"-"`
}

// EngineLabel is the label and the family of the engine, which has number 0.
const EngineLabel = "engine"

// Engine returns the entry of the engine.
func Engine() Entry {
	return Entry{
		Method: lab.Method{
			Number: 0, Name: EngineLabel, Family: EngineLabel, Source: "this project",
			Description: "lines to a fixpoint, then probing, then a learning search",
			Complete:    true, Size: "any",
		},
		Label: EngineLabel,
		New:   func() nonogram.Solver { return new(solve.Engine).Solve },
	}
}

// Methods lists the engine and the methods of the lab, with default options.
func Methods() []Entry {
	table := []Entry{Engine()}
	for _, m := range lab.Methods() {
		table = append(table, Entry{Method: m, Label: m.Name, New: func() nonogram.Solver { return m.New(nil) }})
	}
	return table
}

// Names lists the names of all methods.
func Names() []string {
	var names []string
	for _, e := range Methods() {
		names = append(names, e.Name)
	}
	return names
}

// Spellings lists the names of all methods, then those with the prefix of their authors.
func Spellings() []string {
	names := Names()
	for _, name := range lab.AuthorNames() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Lookup finds the engine, or a method of the lab by name or number with its options, see
// [lab.Lookup]. The method logs its progress to log, one line per Write; nil discards it.
// The error is a [*lab.LookupError].
func Lookup(text string, log io.Writer) (Entry, error) {
	name, option, more := strings.Cut(text, ":")
	if engine := strings.EqualFold(name, EngineLabel) || name == "0"; engine && more {
		return Entry{}, &lab.LookupError{Text: option, Expected: "none: the engine has no options"}
	} else if engine {
		return Engine(), nil
	}
	m, err := lab.Lookup(text)
	var unknown *lab.LookupError
	switch {
	case errors.As(err, &unknown) && unknown.Unknown:
		unknown.Expected = strings.Replace(unknown.Expected, "one of bruteforce, bruteforce_rulecut, ", "one of "+EngineLabel+", bruteforce, bruteforce_rulecut, ", 1)
		return Entry{}, unknown
	case err != nil:
		return Entry{}, err
	}
	return Entry{Method: *m, Label: m.Label(), New: func() nonogram.Solver { return m.New(log) }}, nil
}

// LookupAll finds the methods of a comma-separated list.
func LookupAll(list string) ([]Entry, error) {
	var methods []Entry
	for text := range strings.SplitSeq(list, ",") {
		m, err := Lookup(strings.TrimSpace(text), nil)
		if err != nil {
			return nil, err
		}
		methods = append(methods, m)
	}
	return methods, nil
}
