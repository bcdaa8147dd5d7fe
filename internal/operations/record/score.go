package record

import "nonogram"

// Score is how good an answer is, for those who compare programs.
type Score struct {
	Solved     bool `json:"solved" doc:"The filled cells spell all clues"`
	Cells      int  `json:"cells" doc:"Cells of the puzzle"`
	CellsRight int  `json:"cells_right" doc:"Cells that are decided, and right"`
	CellsOpen  int  `json:"cells_open" doc:"Cells that are not decided; none where it is solved"`
	Lines      int  `json:"lines" doc:"Rows and columns of the puzzle"`
	LinesRight int  `json:"lines_right" doc:"Lines whose filled cells spell their clue"`
	Moves      int  `json:"moves" doc:"Moves, or positions of the history"`
	FirstWrong int  `json:"first_wrong,omitempty" doc:"The first move, from 1, after which no solution has all that is drawn"`
}

// NewScore grades what was drawn in a puzzle, once it is known what is wrong in it. In
// a puzzle with several solutions marks are wrong as [Position] has it.
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

// linesRight counts the lines whose filled cells spell the clue, as [nonogram.Check]
// would have it of a puzzle of one line.
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

// spells compares the clue of some cells with one that may have blotted blocks.
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
