// Package generate makes puzzles with a unique solution and a given difficulty.
//
//	image.Image ── FromImage ──▶ puzzle ── Repair ──▶ puzzle         from a photo
//	puzzle with a goal ─────────────────── Repair ──▶ puzzle        from a drawing
//	Recipe ── Puzzles ─────────────────────────────▶ puzzles       from nothing
//
// [FromImage] reduces an image to cells. [Repair] changes a few cells until the picture is
// the only solution of its clues, at one of the given levels. A [Recipe] makes random
// puzzles. [HashOf] identifies equal puzzles.
//
// [Random] makes random boards without these guarantees, as the tournaments' boardgen does.
//
// Begin with [FromImage] and [Repair] for one picture, or fill in a [Recipe] and range over its
// puzzles. What Repair and a Recipe return has one solution, which the engine has proven, and is of
// a wanted level; if that cannot be reached within the budget they say so instead. A random
// puzzle of 15 × 15 takes between 10 ms (easy) and 0.2 s (very hard).
//
// Work is bounded by the context and by budgets that count solved lines instead of time, so
// that equal arguments give equal results.
package generate

import (
	"fmt"
	"slices"
	"strings"
)

// ParamError is an invalid parameter.
type ParamError struct {
	Param   string // its name, as in "count"
	Message string
}

func (e *ParamError) Error() string { return e.Param + ": " + e.Message }

func badParam(param, format string, args ...any) error {
	return &ParamError{param, fmt.Sprintf(format, args...)}
}

// oneOf returns an error if the value of a parameter is not one of the known ones.
func oneOf[T ~string](param string, value T, known ...T) error {
	if slices.Contains(known, value) {
		return nil
	}
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = string(k)
	}
	return badParam(param, "found %.24q, expected one of %s", string(value), strings.Join(names, ", "))
}
