package teach

import (
	"fmt"
	"strings"

	"nonogram"
)

// String is the sentences of all steps, one a line, and the summary.
func (e *Explanation) String() string {
	var text strings.Builder
	for i := range e.Steps {
		text.WriteString(e.Steps[i].Sentence(e.puzzle) + "\n")
	}
	if e.puzzle == nil {
		return e.Status.String()
	}
	return text.String() + e.Summary(e.puzzle)
}

// Summary is what came of an explanation, in a line: "unique · 5×5 · 8 steps ·
// trivial (2.9)", and why it ends early if it does.
func (e *Explanation) Summary(p *nonogram.Puzzle) string {
	rating, v := e.Rating(), e.Language.locale()
	list := []string{
		v.name(e.Status.String()), p.Size(),
		v.format("steps", parts{"n": v.number(len(e.Steps))}), fmt.Sprintf("%s (%s)", v.name(rating.Level.String()), e.Language.Decimal(rating.Score, 1)),
	}
	open := parts{"n": v.number(len(e.Open)), "why": v.why(e.Stopped)}
	switch {
	case e.Broken != nil:
		broken := phraser{locale: v, p: p, line: *e.Broken}
		list = append(list, v.format("cannot-fill", parts{"line": broken.thing("line")}))
	case e.Stopped != nonogram.StopNone:
		list = append(list, v.format("stopped", open))
	case e.Status == nonogram.Multiple:
		list = append(list, v.format("differ", open))
	}
	return strings.Join(list, " · ")
}
