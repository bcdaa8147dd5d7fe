package bench

import (
	"errors"
	"strings"

	"nonogram"
	"nonogram/lab"
	"nonogram/solve"
)

// Method is something to measure.
type Method struct {
	Label string // by which [Lookup] finds it
	// New makes a solver. It is used for all puzzles of a plan, one after another,
	// and may keep memory from one to the next.
	New func() nonogram.Solver
}

// EngineLabel is the label of the engine, which is also number 0.
const EngineLabel = "engine"

// Engine is this project's own solver.
func Engine() Method {
	return Method{EngineLabel, func() nonogram.Solver { return new(solve.Engine).Solve }}
}

// Lookup finds a method by what people type: the engine, or a method of the lab by
// name or number with its options, see [lab.Lookup]. The error is a
// [*lab.LookupError].
func Lookup(text string) (Method, error) {
	if text == EngineLabel || text == "0" {
		return Engine(), nil
	}
	if option, is := strings.CutPrefix(text, EngineLabel+":"); is {
		return Method{}, &lab.LookupError{Text: option, Expected: "none: the engine has no options"}
	}
	m, config, err := lab.Lookup(text)
	var unknown *lab.LookupError
	switch {
	case errors.As(err, &unknown) && unknown.Unknown:
		expected := "a number or one of " + strings.Join(append([]string{EngineLabel}, lab.Names()...), ", ")
		return Method{}, &lab.LookupError{Text: unknown.Text, Expected: expected, Unknown: true}
	case err != nil:
		return Method{}, err
	}
	return Method{m.Label(config), func() nonogram.Solver { return m.New(config) }}, nil
}

// LookupAll finds the methods of a list with commas.
func LookupAll(list string) ([]Method, error) {
	var methods []Method
	for text := range strings.SplitSeq(list, ",") {
		m, err := Lookup(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		methods = append(methods, m)
	}
	return methods, nil
}
