package api

import (
	"context"
	"io"
	"strings"

	"nonogram"
	"nonogram/lab"
	"nonogram/solve"
	"nonogram/teach"
)

// Method is a row of the table of methods: a line of methods --json.
type Method struct {
	Number      int          `json:"number"`
	Name        string       `json:"name"`
	Family      string       `json:"family"`
	Source      string       `json:"source"`
	Description string       `json:"description"`
	Complete    bool         `json:"complete" doc:"Always ends with a proven answer, given time and memory"`
	Size        string       `json:"size" doc:"Up to which size it is practical"`
	Options     []lab.Option `json:"options,omitempty"`
	// New makes a solver. Each worker has its own, which may keep memory from
	// puzzle to puzzle.
	New func() nonogram.Solver `json:"-"`
}

// EngineFamily is the family of the engine alone.
const EngineFamily = "engine"

// engineMethod is number 0.
var engineMethod = Method{
	Number: 0, Name: "engine", Family: EngineFamily, Source: "this project",
	Description: "lines to a fixpoint, then probing, then a learning search",
	Complete:    true, Size: "any",
	New: func() nonogram.Solver { return new(solve.Engine).Solve },
}

// MethodTable lists every method: the engine, then those of the lab. What they have
// to report while they work goes to the log, each line in a single Write.
func MethodTable(log io.Writer) []Method {
	table := []Method{engineMethod}
	for _, m := range lab.Methods() {
		table = append(table, labMethod(m, lab.Config{}, log))
	}
	return table
}

func labMethod(m lab.Method, c lab.Config, log io.Writer) Method {
	c.Log = log
	return Method{
		Number: m.Number, Name: m.Label(c), Family: m.Family, Source: m.Source,
		Description: m.Description, Complete: m.Complete, Size: m.Size, Options: m.Options,
		New: func() nonogram.Solver { return m.New(c) },
	}
}

// MethodNamed finds a method by name or number, with options behind colons. The
// error is a [*lab.LookupError].
func MethodNamed(name string, log io.Writer) (*Method, error) {
	if name == engineMethod.Name || name == "0" {
		m := engineMethod
		return &m, nil
	}
	if number, option, more := strings.Cut(name, ":"); more && (number == engineMethod.Name || number == "0") {
		return nil, &lab.LookupError{Text: option, Expected: "none: the engine has no options"}
	}
	m, c, err := lab.Lookup(name)
	if err != nil {
		return nil, err
	}
	found := labMethod(*m, c, log)
	return &found, nil
}

// Nothing is a request that asks for nothing in particular.
type Nothing struct{}

// MethodsResponse is the table of methods.
type MethodsResponse struct {
	Methods []Method `json:"methods"`
}

// Methods lists the methods of solving.
func Methods(context.Context, *Service, *Nothing) (*MethodsResponse, error) {
	return &MethodsResponse{MethodTable(io.Discard)}, nil
}

// TechniquesResponse is the catalogue of techniques.
type TechniquesResponse struct {
	Techniques []Technique `json:"techniques" doc:"The easiest first"`
	Levels     []string    `json:"levels" doc:"The names of the degrees of difficulty, the easiest first"`
}

// Technique is an entry of the catalogue.
type Technique struct {
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	Summary    string  `json:"summary"`
	Cost       float64 `json:"cost" doc:"The effort of using it once, in the unit of reading one clue"`
	SingleLine bool    `json:"single_line" doc:"It looks at one line only"`
}

// Techniques lists what hints and ratings know.
func Techniques(context.Context, *Service, *Nothing) (*TechniquesResponse, error) {
	r := &TechniquesResponse{}
	for _, t := range teach.Techniques() {
		r.Techniques = append(r.Techniques, Technique{t.ID, t.Name, t.Summary, t.Cost, t.Technique.SingleLine()})
	}
	for _, l := range teach.Levels() {
		r.Levels = append(r.Levels, l.String())
	}
	return r, nil
}
