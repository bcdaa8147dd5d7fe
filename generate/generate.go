// Package generate makes puzzles with a unique solution and a given difficulty.
//
//	image.Image ── FromImage ──▶ Picture ── Repair ──▶ puzzle        from a photo
//	puzzle with a goal ─────────────────── Repair ──▶ puzzle        from a drawing
//	Recipe ── Puzzles ─────────────────────────────▶ puzzles       from nothing
//
// [FromImage] reduces an image to cells. [Repair] changes a few cells until the picture is
// the only solution of its clues, at one of the given levels. A [Recipe] makes random
// puzzles. [HashOf] identifies equal puzzles; [Describe] and [Filter] sort collections.
//
// [Random] makes random boards without these guarantees, as the tournaments' boardgen does.
//
// Work is bounded by the context and by budgets that count solved lines instead of time, so
// that equal arguments give equal results. Package generate/picture decodes image files.
package generate

import (
	"nonogram/internal/plural"
)

// ParamError is an invalid parameter.
type ParamError struct {
	Param   string // its name, as in "count"
	Message string
}

func (e *ParamError) Error() string { return e.Param + ": " + e.Message }

func badParam(param, format string, args ...any) error {
	return &ParamError{param, plural.Sprintf(format, args...)}
}
