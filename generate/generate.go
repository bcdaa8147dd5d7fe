// Package generate makes puzzles: random boards so far, the same ones that the
// tournaments' boardgen makes.
package generate

import "fmt"

// ParamError says which parameter makes no sense, and what was expected.
type ParamError struct {
	Param   string // its name: "count", "first", …
	Message string
}

func (e *ParamError) Error() string { return e.Param + " " + e.Message }

func badParam(param, format string, args ...any) error {
	return &ParamError{param, fmt.Sprintf(format, args...)}
}
