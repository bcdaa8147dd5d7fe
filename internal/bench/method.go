package bench

import (
	"errors"
	"io"
	"strings"

	"nonogram"
	"nonogram/lab"
	"nonogram/solve"
)

// Entry is a method as it is put to work: with its options, or the engine. It is what
// every room that takes the name of a method stands on.
type Entry struct {
	lab.Method        // what people want to know of it
	Label      string `json:"-"` // by which [Lookup] finds it: the name, and options behind colons
	// New makes a solver. It is used for many puzzles, one after another, and may
	// keep memory from one to the next.
	New func() nonogram.Solver `json:"-"`
}

// EngineLabel is the label of the engine, which is also number 0, and its family.
const EngineLabel = "engine"

// Engine is this project's own solver.
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

// Methods lists every method, with the options that it has by itself: the engine, then
// those of the lab.
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

// Lookup finds a method by what people type: the engine, or a method of the lab by
// name or number with its options, see [lab.Lookup]. What it has to report while it
// works goes to the log, each line in a single Write; nil is nowhere. The error is a
// [*lab.LookupError].
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
		expected := "a number or one of " + strings.Join(Names(), ", ")
		return Entry{}, &lab.LookupError{Text: unknown.Text, Expected: expected, Unknown: true}
	case err != nil:
		return Entry{}, err
	}
	return Entry{Method: *m, Label: m.Label(), New: func() nonogram.Solver { return m.New(log) }}, nil
}

// LookupAll finds the methods of a list with commas.
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
