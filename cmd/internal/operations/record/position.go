package record

import (
	"nonogram"
	"nonogram/teach"
)

// The records of a position and of its score, which the operation check fills.

// Position is the result of checking a player's position.
type Position struct {
	Named
	// Status is "right" if some solution has all marks, "done" if also no mark is missing,
	// "wrong" if no solution has them all, "unsolvable" if the puzzle has no solution, and
	// "undecided" if the time was too short.
	Status string `json:"status" enum:"right,done,wrong,unsolvable,undecided"`
	Wrong  int    `json:"wrong" doc:"The number of wrong marks"`
	Cells  []Cell `json:"cells,omitempty" doc:"The wrong marks, counted from 1"`
	Line   string `json:"line,omitempty" doc:"A line that cannot be completed, if no single mark is wrong"`
	// LastRight is the number of the last position without a mistake, from 1, or 0.
	LastRight int          `json:"last_right,omitempty" doc:"The last position of the history without a mistake, from 1"`
	Kept      []string     `json:"kept,omitempty" doc:"The position without the wrong marks"`
	Score     *Score       `json:"score,omitempty" doc:"The grade, if requested and decided"`
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

// NewPosition returns the record of a position, without its id and time. Doubt means that
// the solver was interrupted, so that finding no mistake proves nothing.
func NewPosition(p *nonogram.Puzzle, drawn *nonogram.Grid, a *teach.Advice, doubt bool) Position {
	if m := a.Mistakes; a.Kind == "wrong" && m != nil {
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
	case a.Kind == "unsolvable":
		return Position{Status: Unsolvable}
	case doubt:
		return Position{Status: Undecided}
	}
	return Position{Status: Right}
}

// complete reports whether the filled cells satisfy all clues, even if empty cells are not
// marked.
func complete(p *nonogram.Puzzle, drawn *nonogram.Grid) bool {
	return nonogram.Check(p, filled(p, drawn)) == nil
}

// filled returns the grid with open cells empty, unless they are given.
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

// Score grades an answer, to compare programs.
type Score struct {
	Solved     bool `json:"solved" doc:"The filled cells satisfy all clues"`
	Cells      int  `json:"cells" doc:"Cells of the puzzle"`
	CellsRight int  `json:"cells_right" doc:"Cells that are decided, and right"`
	CellsOpen  int  `json:"cells_open" doc:"Open cells; none if it is solved"`
	Lines      int  `json:"lines" doc:"Rows and columns of the puzzle"`
	LinesRight int  `json:"lines_right" doc:"Lines whose filled cells satisfy their clue"`
	Moves      int  `json:"moves" doc:"Moves, or positions of the history"`
	FirstWrong int  `json:"first_wrong,omitempty" doc:"The first move, from 1, after which no solution is possible"`
}

// NewScore grades a position with known mistakes. If a puzzle has several solutions, marks
// are wrong as in [Position].
func NewScore(p *nonogram.Puzzle, drawn *nonogram.Grid, found *Position) *Score {
	board := p.NewGrid()
	s := &Score{Solved: found.Status == Done, Cells: board.Open(), Lines: len(p.Lines()), LinesRight: linesRight(p, drawn)}
	for cell, c := range drawn.Cells {
		if c == nonogram.Unknown && board.Cells[cell] == nonogram.Unknown {
			s.CellsOpen++
		}
	}
	switch found.Status {
	case Done:
		s.CellsRight, s.CellsOpen = s.Cells, 0
	case Right, Wrong:
		s.CellsRight = s.Cells - s.CellsOpen - found.Wrong
	}
	return s
}

// linesRight counts the lines whose filled cells satisfy the clue, each checked like a
// puzzle of one line by [nonogram.Check].
func linesRight(p *nonogram.Puzzle, drawn *nonogram.Grid) (n int) {
	full := filled(p, drawn)
	var cells []nonogram.Color
	for _, l := range p.Lines() {
		if p.Shape != nil {
			cells = p.Shape.Line(p.Shape.Index(l), full, cells)
		} else {
			cells = full.Line(l, cells[:0])
		}
		if spells(nonogram.ClueOf(cells), p.Clue(l)) {
			n++
		}
	}
	return n
}

// spells compares the clue of some cells with one that may have hidden blocks or be missing.
func spells(got, want nonogram.Clue) bool {
	if want.Missing() {
		return true
	}
	if len(got) != len(want) {
		return false
	}
	for i, b := range want {
		if got[i].Color != b.Color || b.Length != 0 && got[i].Length != b.Length {
			return false
		}
	}
	return true
}
