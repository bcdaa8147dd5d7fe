// Drawings of puzzles, as this project's show and solve print them: the columns' clues above a
// frame, the rows' clues left of it, and in it a picture or nothing.
//
//	    2 1 1              2 1 1
//	  ┌──────┐           +------+
//	1 1 │██  ██│       1 1 |##  ##|
//	  2 │████  │         2 |####  |
//	    └──────┘           +------+
//
// A number belongs to the column above whose last digit it ends. A picture that fits the clues
// is the goal; another one is the work of a player.

package format

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// hasFrame reports whether a text has the top of a frame, below a line that ends with a number.
func hasFrame(data []byte) bool {
	return frameTop(data) >= 0
}

// frameTop returns the offset of the first line that is the top of a frame, -1 if there is none.
func frameTop(data []byte) int {
	digit := false // the line before ends with one
	for from := 0; from < len(data); {
		line := data[from:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		text := bytes.TrimSpace(line)
		if digit && isFrameLine(text, "┌", "┐") {
			return from
		}
		digit = len(text) > 0 && cursor.IsDigit(text[len(text)-1])
		from += len(line) + 1
	}
	return -1
}

// isFrameLine reports a line of dashes between two corners.
func isFrameLine(text []byte, left, right string) bool {
	if bytes.HasPrefix(text, []byte("+-")) && bytes.HasSuffix(text, []byte("+")) {
		return true
	}
	return bytes.HasPrefix(text, []byte(left+"─")) && bytes.HasSuffix(text, []byte(right))
}

// nextDrawing moves to the lines before the next frame: titles and columns.
func nextDrawing(d *cursor.Draft) bool {
	d.SkipSpace()
	return frameTop(d.Data[d.Pos:]) >= 0
}

// pastDrawing moves past a frame.
func pastDrawing(d *cursor.Draft) {
	d.Pos += frameTop(d.Data[d.Pos:])
	d.SkipLine()
}

// readDrawing reads a drawing.
func readDrawing(d *cursor.Draft) *nonogram.Puzzle {
	line := bytes.LastIndexByte(d.Data[:d.Pos], '\n') + 1 // blanks count
	top := line + frameTop(d.Data[line:])
	above := strings.Split(strings.TrimRight(string(d.Data[line:top]), "\r\n"), "\n")
	isClues := func(text string) bool { return strings.Trim(text, "\t\r ?0123456789") == "" }
	first := len(above)
	for first > 0 && isClues(above[first-1]) && strings.TrimSpace(above[first-1]) != "" {
		first--
	}
	d.Require(first < len(above), top, "found no clues above the frame")
	titles := strings.TrimSpace(strings.Join(above[:first], "\n"))
	cols, ends := columnsAbove(d, above[first:], line)

	d.Pos = top
	left := utf8.RuneCount(d.PeekLine()[:bytes.IndexAny(d.PeekLine(), "+┌")])
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite()}
	var rows []cursor.Line
	var cells []nonogram.Color
	d.Lines = d.Lines[:0]
	closed := false
	for d.SkipLine(); !d.EOF() && !closed; d.SkipLine() {
		text := []rune(string(d.PeekLine()))
		d.Require(len(text) > left, d.Pos, "found a line that ends before the frame")
		switch edge := text[left]; {
		case edge == '│' || edge == '|':
			readRowClue(d, string(text[:left]))
			for _, end := range ends {
				cell := ' '
				if end < len(text) {
					cell = text[end]
				}
				cells = append(cells, drawnCell(cell))
			}
		case edge == '├' || edge == '└' || edge == '+':
			closed = edge == '└' || edge == '+' && !nextIsRow(d, left)
		default:
			panic(d.Expected(d.Pos, "a line of the frame"))
		}
	}
	d.Require(closed, d.Start, "found a frame without a lower edge")
	rows = slices.Clone(d.Lines)
	for _, clue := range cols {
		d.OpenClue()
		for _, n := range clue {
			d.AddNumber(d.Start, n, nonogram.Black)
		}
		d.CloseClue()
	}
	d.Size(d.Start, len(cols), len(rows))
	d.Build(p, rows, d.Lines[len(rows):])
	if g := (&nonogram.Grid{Width: len(cols), Height: len(rows), Cells: cells}); isSolution(p, g) {
		p.Goal = g
	}
	if titles != "" && len(titles) <= cursor.MaxText {
		p.Title = cursor.CleanText([]byte(titles))
	}
	return d.Finished(p)
}

// columnsAbove reads the clues above a frame, whose last line has a number for every column, and
// returns the places of their last digits.
func columnsAbove(d *cursor.Draft, lines []string, at int) (clues [][]int, ends []int) {
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimRight(lines[i], "\r ")
		for from := 0; from < len(line); {
			if line[from] == ' ' {
				from++
				continue
			}
			word := line[from:]
			if end := strings.IndexByte(word, ' '); end >= 0 {
				word = word[:end]
			}
			n, ok := cursor.ParseNumber([]byte(word))
			d.Require(ok, at, "found %q above a frame, expected numbers", word)
			from += len(word)
			if i == len(lines)-1 {
				clues, ends = append(clues, []int{n}), append(ends, from-1)
				continue
			}
			k := slices.Index(ends, from-1)
			d.Require(k >= 0, at, "found the number %d above a frame, expected it above a number of the line below", n)
			clues[k] = append([]int{n}, clues[k]...)
		}
	}
	return clues, ends
}

// readRowClue reads the clue left of a frame.
func readRowClue(d *cursor.Draft, text string) {
	d.OpenClue()
	words := strings.Fields(text)
	d.Require(len(words) > 0, d.Pos, "found a row without a clue, expected a number left of the frame")
	for _, word := range words {
		n, ok := cursor.ParseNumber([]byte(word))
		d.Require(ok, d.Pos, "found %q left of a frame, expected numbers", word)
		d.AddNumber(d.Pos, n, nonogram.Black)
	}
	d.CloseClue()
}

// nextIsRow reports whether the line after this one has a side of the frame.
func nextIsRow(d *cursor.Draft, left int) bool {
	c := d.Cursor
	c.SkipLine()
	text := []rune(string(c.PeekLine()))
	return len(text) > left && (text[left] == '|' || text[left] == '│')
}

// drawnCell is the color of a character.
func drawnCell(c rune) nonogram.Color {
	switch rgb, ok := cellColors[c]; {
	case ok && rgb == black:
		return nonogram.Black
	case ok || c == ' ':
		return nonogram.Empty
	}
	return nonogram.Unknown
}
