package play

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"nonogram"
	"nonogram/render"
	"nonogram/teach"
)

// A game on the screen of a terminal: keys, cursor, drawing. The board is drawn anew at every
// key, in the largest of three forms that fits.

// Screen is a game on a terminal: a cursor, keys and a message.
type Screen struct {
	*Game
	Message string
	Grade   int // of the last hint at this position
	// Hint returns the advice of a grade from 1 to 4.
	Hint func(grade int) string
	// Wrap breaks a text into lines.
	Wrap func(text string, columns int) []string
	// Say formats a text in the player's language, and Count one about a number of things, whose
	// English form is like "%d move|%d moves".
	Say   func(english string, args ...any) string
	Count func(n int, english string) string
	// Colors is the number of colors of the terminal, as in [render.Options].
	Colors int
	// Spoken games answer moves with a message.
	Spoken bool

	news     []nonogram.LineRef // changed since they were read, the first one longest ago
	row, col int
	ink      int // fills cells, an index of the palette without its background
}

const keyHelp = "Arrows move; space fills, x marks empty, - removes a mark; u undo, w wrong marks; h hint, again for more; ? keys, q quit"

// Keys reads keys: a character, or the letter that ends the sequence of an arrow, as "^A".
func Keys(in io.Reader) <-chan string {
	keys := make(chan string)
	go func() {
		defer close(keys)
		r, before := bufio.NewReader(in), ""
		for {
			c, _, err := r.ReadRune()
			switch {
			case err != nil:
				return
			case c == '\x1b':
				before = "^"
			case before == "" || c != '[' && c != 'O' && c > '?':
				keys <- before + string(c)
				before = ""
			}
		}
	}()
	return keys
}

// Press handles a key and reports whether it ends the game.
func (s *Screen) Press(key string) (quit bool) {
	grade := min(s.Grade+1, 4)
	s.Message, s.Grade = "", 0
	switch key {
	case "^A":
		s.row = max(s.row-1, 0)
	case "^B":
		s.row = min(s.row+1, s.Board.Height-1)
	case "^C":
		s.col = min(s.col+1, s.Board.Width-1)
	case "^D":
		s.col = max(s.col-1, 0)
	case " ", "\r":
		s.mark(nonogram.Color(s.ink + 1))
	case "x", ".":
		s.mark(nonogram.Empty)
	case "-", "\x7f", "\b":
		s.mark(nonogram.Unknown)
	case "u":
		if !s.Undo() {
			s.Message = s.Say("There is no move to take back.")
		}
	case "w":
		s.Message = s.Count(len(s.Wrong()), "%d wrong mark.|%d wrong marks.")
	case "h":
		s.Message, s.Grade = s.Hint(grade), grade
	case "q", "\x03", "\x04":
		return true
	default:
		s.Message = s.Say(keyHelp)
		for i, ink := range s.Puzzle.Palette[1:] {
			if key == fmt.Sprint(i+1) || key == string(rune(ink.Symbol)) {
				s.ink, s.Message = i, s.Say("Space fills with %s.", s.colorName(ink))
			}
		}
	}
	return false
}

// mark sets the cell, or removes the mark if it has this color already.
func (s *Screen) mark(to nonogram.Color) {
	if s.Board.At(s.row, s.col) == to {
		to = nonogram.Unknown
	}
	s.Move([]teach.Mark{{Cell: nonogram.Cell{Row: s.row, Col: s.col}, Color: to}})
}

// Draw returns the screen in the first form that fits: with guides, without guides, or with
// the column clues at the right of the board. A long message covers the lower lines.
func (s *Screen) Draw(columns, lines int) string {
	row, col := nonogram.LineRef{Axis: nonogram.Row, Index: s.row}, nonogram.LineRef{Axis: nonogram.Column, Index: s.col}
	status := fmt.Sprintf("%s: %s; %s: %s; %s", s.Say("row %d", s.row+1), s.Clue(row), s.Say("column %d", s.col+1), s.Clue(col), s.Count(s.Moves(), "%d move|%d moves"))
	if s.Puzzle.Colored() {
		status += "; " + s.colorName(s.Puzzle.Palette[s.ink+1])
	}
	below := append(s.Wrap(status, columns), s.Wrap(cmp.Or(s.Message, s.Say(keyHelp)), columns)...)
	const leastBelow = 3
	for _, o := range []render.Options{{}, {NoGuides: true}, {NoClues: true}} {
		text, y, x, width := s.form(o, columns)
		if width <= columns && len(text)+leastBelow <= lines {
			text = append(text[:min(len(text), max(0, lines-len(below)))], below...)
			return fmt.Sprintf("%s%s\x1b[%d;%dH", clearScreen, strings.Join(text, "\r\n"), y+1, x+1)
		}
	}
	return clearScreen + s.Say("The board does not fit here: enlarge the terminal, or play with --lines. q quits.")
}

// colorName is the name of a color in the player's language.
func (s *Screen) colorName(c nonogram.Swatch) string {
	return strings.TrimPrefix(s.Say("color "+c.Name), "color ")
}

const (
	clearScreen = "\x1b[H\x1b[J"
	guideEvery  = 5 // as in the package render
)

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// form draws the board. The cursor is at line y and column x.
func (s *Screen) form(o render.Options, columns int) (text []string, y, x, width int) {
	var b bytes.Buffer
	o.Colors = s.Colors
	_ = render.Text(&b, s.Puzzle, s.Board, o) // the board has the size of the puzzle
	text = strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	cell := 0
	for y, x = 0, -1; x < 0; y++ { // below the frame
		top := escapes.ReplaceAllString(text[y], "")
		x, width = strings.Index(top, "┌"), utf8.RuneCountInString(top)
		cell = strings.Count(top, "─") / s.Board.Width
	}
	y, x = y+s.row, x+cell*(s.col+1)
	if !o.NoGuides {
		y, x = y+s.row/guideEvery, x+s.col/guideEvery
	}
	if o.NoClues {
		margin := 0
		text, margin = s.beside(text, width, columns)
		y, x, width = 1+s.row, x+margin, width+margin+len(" a 1")
	}
	return text, y, x, width
}

// beside writes the clues of rows and columns beside a board without clues, and the letters
// of the columns instead of the upper frame. It omits the guides between rows. Column clues
// that do not fit are truncated; the status line has the complete clue.
func (s *Screen) beside(board []string, width, columns int) (text []string, margin int) {
	for i := range s.Puzzle.Rows {
		margin = max(margin, len(s.Clue(nonogram.LineRef{Axis: nonogram.Row, Index: i})))
	}
	head := strings.Repeat(" ", margin+1)
	room := max(2, columns-margin-width-len(" a "))
	for i := range max(s.Board.Height, s.Board.Width) {
		line := strings.Repeat(" ", margin+width)
		if i < s.Board.Height {
			line = fmt.Sprintf("%*s%s", margin, s.Clue(nonogram.LineRef{Axis: nonogram.Row, Index: i}), board[1+i+i/guideEvery])
		}
		if i < s.Board.Width {
			label, clue := string(rune('a'+i%26)), s.Clue(nonogram.LineRef{Axis: nonogram.Column, Index: i})
			if i > 0 && i%guideEvery == 0 {
				head += " "
			}
			if len(clue) > room {
				clue = clue[:room-1] + "…"
			}
			head, line = head+" "+label, line+" "+label+" "+clue
		}
		text = append(text, line)
	}
	return append([]string{head}, text...), margin
}
