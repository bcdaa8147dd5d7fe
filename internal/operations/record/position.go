package record

import (
	"nonogram"
	"nonogram/teach"
)

// Position is what the API says of a position that a player has reached.
type Position struct {
	ID string `json:"id"`
	// Status is "right" if some solution has all marks, "done" if besides nothing
	// is missing, "wrong" if no solution has them all, "unsolvable" if the puzzle
	// itself has none, and "undecided" if that was not found out in time.
	Status string `json:"status" enum:"right,done,wrong,unsolvable,undecided"`
	Wrong  int    `json:"wrong" doc:"The number of wrong marks"`
	Cells  []Cell `json:"cells,omitempty" doc:"The wrong marks, counted from 1"`
	Line   string `json:"line,omitempty" doc:"A line that cannot be completed, where no single mark is to blame"`
	// LastRight is the position of the history, from 1, and 0 for none.
	LastRight int          `json:"last_right,omitempty" doc:"The latest position of the history without a mistake, from 1"`
	Kept      []string     `json:"kept,omitempty" doc:"The position without the wrong marks"`
	Score     *Score       `json:"score,omitempty" doc:"How good it is, where that was asked for and could be found out"`
	Elapsed   Milliseconds `json:"elapsed_ms"`
	Origin
}

// The values of Position.Status.
const (
	Right      = "right"
	Done       = "done"
	Wrong      = "wrong"
	Unsolvable = "unsolvable"
	Undecided  = "undecided"
)

// NewPosition is the record of a position, without what the caller alone knows.
// Doubt says that the solver came to no end, so that finding no mistake proves
// nothing.
func NewPosition(p *nonogram.Puzzle, drawn *nonogram.Grid, a *teach.Advice, doubt bool) Position {
	if m := a.Mistakes; a.Kind == teach.WrongMarks && m != nil {
		r := Position{Status: Wrong, Wrong: len(m.Cells), Cells: NewCells(m.Cells), LastRight: m.Last + 1}
		if m.Kept != nil {
			r.Kept = m.Kept.Rows(p.Palette)
		}
		if m.Broken != nil {
			r.Line = m.Broken.String()
		}
		return r
	}
	switch {
	case complete(p, drawn):
		return Position{Status: Done}
	case a.Kind == teach.NoSolution:
		return Position{Status: Unsolvable}
	case doubt:
		return Position{Status: Undecided}
	}
	return Position{Status: Right}
}

// complete reports that the filled cells spell all clues, whether or not the player
// has bothered to mark the empty ones.
func complete(p *nonogram.Puzzle, drawn *nonogram.Grid) bool {
	return nonogram.Check(p, filled(p, drawn)) == nil
}

// filled takes what is not decided for empty, unless it is given.
func filled(p *nonogram.Puzzle, drawn *nonogram.Grid) *nonogram.Grid {
	g := drawn.Clone()
	for i, c := range g.Cells {
		switch {
		case c != nonogram.Unknown:
		case p.Given != nil && p.Given.Cells[i] != nonogram.Unknown:
			g.Cells[i] = p.Given.Cells[i]
		default:
			g.Cells[i] = nonogram.Empty
		}
	}
	return g
}
