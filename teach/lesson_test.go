package teach

import (
	"strings"
	"testing"

	"nonogram"
)

// TestLessons holds the course against the worked examples: every lesson is one of
// them, with the marks and the sentences that it has there.
func TestLessons(t *testing.T) {
	for _, l := range English.Lessons() {
		found := false
		for _, e := range examples {
			if e.technique != l.Technique || !parseClue(e.clue).Equal(l.Clue) || e.before != cellText(l.Before) {
				continue
			}
			found = true
			if got := strings.Join(l.Sentences, "\n"); got != e.sentences || cellText(l.After) != e.after {
				t.Errorf("%s: %s\n%s\nwant %s\n%s", l.Technique, cellText(l.After), got, e.after, e.sentences)
			}
		}
		if !found {
			t.Errorf("%s: no example with clue %v and %s", l.Technique, l.Clue, cellText(l.Before))
		}
	}
}

func cellText(cells []nonogram.Color) string {
	g := &nonogram.Grid{Width: len(cells), Height: 1, Cells: cells}
	return strings.TrimSpace(g.String())
}
