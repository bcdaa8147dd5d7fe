package play

import (
	"fmt"
	"slices"
	"strings"

	"nonogram"
	"nonogram/teach"
)

// A game in sentences, for players who do not see the board. They name the place, the state and
// the consequence, in this order, in the words of the web app (web/src/games/spoken.ts).

// Move sets the marks of a move, and says what it did if the game is spoken.
func (s *Screen) Move(marks []teach.Mark) {
	before := s.complete()
	s.Game.Move(marks)
	if s.Spoken {
		s.Message = s.told(s.moves[len(s.moves)-1], before)
	}
}

// Undo undoes the last move, and says what it did if the game is spoken.
func (s *Screen) Undo() bool {
	if len(s.moves) == 0 {
		return false
	}
	last, before := s.moves[len(s.moves)-1], s.complete()
	s.Game.Undo()
	if s.Spoken {
		s.Message = s.Say("undone") + ", " + s.told(last, before)
	}
	return true
}

// told says where a move is, what its cells are now, and which lines are complete by it or no
// longer. The lines through it that are not read here have news.
func (s *Screen) told(move []change, before []bool) string {
	if len(move) == 0 {
		return s.Count(0, "%d cell|%d cells")
	}
	width := s.Board.Width
	first, last := move[0].cell, move[len(move)-1].cell
	row, column := nonogram.LineRef{Axis: nonogram.Row, Index: first / width}, nonogram.LineRef{Axis: nonogram.Column, Index: first % width}
	var text string
	var along nonogram.LineRef // the line that is read
	switch {
	case first == last:
		text = s.Say("%s: %s", s.Say("row %d, column %d", row.Index+1, column.Index+1), s.state(s.Board.Cells[first]))
	case first/width == last/width:
		along, text = row, s.Say("%s: %s", s.line(row), s.runs(row))
	default:
		along, text = column, s.Say("%s: %s", s.line(column), s.runs(column))
	}
	for i, complete := range s.complete() {
		if line := s.line(s.Puzzle.Lines()[i]); complete && !before[i] {
			text += ", " + s.Say("%s complete", line)
		} else if !complete && before[i] {
			text += ", " + s.Say("%s no longer complete", line)
		}
	}
	for _, c := range move {
		for _, l := range []nonogram.LineRef{{Axis: nonogram.Row, Index: c.cell / width}, {Axis: nonogram.Column, Index: c.cell % width}} {
			s.news = append(s.unread(l), l)
		}
	}
	if first != last {
		s.news = s.unread(along)
	}
	return text
}

// unread returns the lines that have changed since they were read, without one.
func (s *Screen) unread(without nonogram.LineRef) []nonogram.LineRef {
	return slices.DeleteFunc(s.news, func(l nonogram.LineRef) bool { return l == without })
}

// Read reads the lines that a word asks for. It reports whether the word asks for any.
func (s *Screen) Read(word string) (text string, ok bool) {
	var lines []nonogram.LineRef
	for _, l := range s.Puzzle.Lines() {
		if l.String() == word || word == "show" && l.Axis == nonogram.Row {
			lines = append(lines, l)
		}
	}
	if word == "" || word == "next" {
		if len(s.news) == 0 {
			return s.Say("No other line has changed."), true
		}
		lines = []nonogram.LineRef{s.news[0]} // has waited longest
	}
	var said []string
	for _, l := range lines {
		said = append(said, s.Say("%s, clue %s: %s", s.line(l), s.clue(l), s.runs(l)))
		s.news = s.unread(l)
	}
	return strings.Join(said, "\n"), len(lines) > 0
}

// Opening says the size of the board, and the symbols of the colors.
func (s *Screen) Opening() string {
	text := s.Count(s.Board.Height, "%d row|%d rows") + ", " + s.Count(s.Board.Width, "%d column|%d columns")
	if s.Puzzle.Colored() {
		for _, ink := range s.Puzzle.Palette[1:] {
			text += ", " + string(rune(ink.Symbol)) + " " + s.colorName(ink)
		}
	}
	return text
}

// complete reports of each line, rows first, whether its blocks are those of its clue.
func (s *Screen) complete() []bool {
	lines := s.Puzzle.Lines()
	complete := make([]bool, len(lines))
	for i, l := range lines {
		complete[i] = slices.EqualFunc(s.Puzzle.Clue(l), nonogram.ClueOf(s.Board.Line(l, nil)), func(clue, block nonogram.Block) bool {
			return clue.Color == block.Color && (clue.Length == 0 || clue.Length == block.Length)
		})
	}
	return complete
}

// line is the name of a line.
func (s *Screen) line(l nonogram.LineRef) string { return s.Say(l.Axis.String()+" %d", l.Index+1) }

// clue is a clue in words: "3 1", "3 red, 1 blue", "none".
func (s *Screen) clue(l nonogram.LineRef) string {
	clue := s.Puzzle.Clue(l)
	switch {
	case len(clue) == 0:
		return s.Say("none")
	case clue.Missing():
		return s.Say("not known")
	}
	between := " "
	var blocks []string
	for _, b := range clue {
		text := fmt.Sprint(b.Length)
		if b.Length == 0 {
			text = s.Say("any")
		}
		if s.Puzzle.Colored() {
			between, text = ", ", text+" "+s.colorName(s.Puzzle.Palette[b.Color])
		}
		blocks = append(blocks, text)
	}
	return strings.Join(blocks, between)
}

// runs are the cells of a line: "1 to 3 filled, 4 crossed, the rest blank".
func (s *Screen) runs(l nonogram.LineRef) string {
	cells := s.Board.Line(l, nil)
	var runs []string
	for from, to := 0, 0; from < len(cells); from = to {
		for to < len(cells) && cells[to] == cells[from] {
			to++
		}
		state := s.state(cells[from])
		switch {
		case to-from == len(cells):
			runs = append(runs, s.Say("all %s", state))
		case to == len(cells) && to-from > 1:
			runs = append(runs, s.Say("the rest %s", state))
		case to-from == 1:
			runs = append(runs, s.Say("%d %s", to, state))
		default:
			runs = append(runs, s.Say("%d to %d %s", from+1, to, state))
		}
	}
	return strings.Join(runs, ", ")
}

// state is what a cell shows.
func (s *Screen) state(c nonogram.Color) string {
	switch {
	case c == nonogram.Unknown:
		return s.Say("blank")
	case c == nonogram.Empty:
		return s.Say("crossed")
	case s.Puzzle.Colored():
		return s.colorName(s.Puzzle.Palette[c])
	}
	return s.Say("filled")
}
