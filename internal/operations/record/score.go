package record

import "nonogram"

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
	s := &Score{
		Solved: found.Status == Done, Cells: len(drawn.Cells), CellsOpen: drawn.Open(),
		Lines: p.Width() + p.Height(), LinesRight: linesRight(p, drawn),
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
		cells = full.Line(l, cells[:0])
		if spells(nonogram.ClueOf(cells), p.Clue(l)) {
			n++
		}
	}
	return n
}

// spells compares the clue of some cells with one that may have hidden blocks.
func spells(got, want nonogram.Clue) bool {
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
