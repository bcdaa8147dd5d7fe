// Package generate makes puzzles that are fair: with one solution, and of a wanted
// difficulty.
//
//	image.Image ── FromImage ──▶ Picture ── Repair ──▶ puzzle        from a photo
//	puzzle with a goal ─────────────────── Repair ──▶ puzzle        from a drawing
//	Recipe ── Puzzles ─────────────────────────────▶ puzzles       from nothing
//
// [FromImage] reduces an image to cells. [Repair] changes a few of them until the
// picture is the only solution of its clues, or one that single lines solve, or of
// some level. A [Recipe] makes random puzzles by the same means. [HashOf] tells when
// two puzzles are the same, and [Describe] and [Filter] sort packs of them.
//
// [Random] makes boards that are not fair: those of the tournaments' boardgen.
//
// All work is bounded by the context and by budgets that count lines solved, not
// time, so that equal arguments give equal answers. Nothing here decodes files;
// package generate/picture does.
package generate

import (
	"nonogram/internal/plural"
)

// ParamError says which parameter makes no sense, and what was expected.
type ParamError struct {
	Param   string // its name: "count", "first", …
	Message string
}

func (e *ParamError) Error() string { return e.Param + ": " + e.Message }

func badParam(param, format string, args ...any) error {
	return &ParamError{param, plural.Sprintf(format, args...)}
}
