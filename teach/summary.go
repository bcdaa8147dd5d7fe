package teach

import (
	"fmt"
	"strings"

	"nonogram"
	"nonogram/internal/plural"
)

// Summary is what came of an explanation, in a line: "unique · 5×5 · 8 steps ·
// trivial (2.9)", and why it ends early if it does.
func (e *Explanation) Summary(p *nonogram.Puzzle) string {
	rating := e.Rating()
	parts := []string{
		e.Status.String(), fmt.Sprintf("%d×%d", p.Width(), p.Height()),
		plural.Of(len(e.Steps), "step"), fmt.Sprintf("%s (%.1f)", rating.Level, rating.Score),
	}
	switch {
	case e.Broken != nil:
		parts = append(parts, e.Broken.String()+" cannot be filled")
	case e.Stopped != nonogram.StopNone:
		parts = append(parts, fmt.Sprintf("stopped (%s) with %s open", e.Stopped, plural.Of(len(e.Open), "cell")))
	case e.Status == nonogram.Multiple:
		parts = append(parts, fmt.Sprintf("the solutions differ in the %s left open", plural.Of(len(e.Open), "cell")))
	}
	return strings.Join(parts, " · ")
}
