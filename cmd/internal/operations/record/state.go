package record

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/object"
	"nonogram/internal/plural"
	"nonogram/teach"
)

// A player's marks have a character per cell: '.' for empty, '#' or the color's own
// character for filled, '?' for open. In JSON they are an array with a string per row; in a
// file rows are lines.
//
//	?#?#?        Several positions with blank lines between them are a history,
//	#####        the oldest first; the last one is where the player is now.
//	?????

// ParseGrid reads the rows of a grid that must have the given size. Its errors are
// [*object.FieldError]s in the named field.
func ParseGrid(field string, rows []string, width, height int, palette nonogram.Palette) (*nonogram.Grid, error) {
	if len(rows) != height {
		return nil, fieldf(field, "found %s, expected %d", plural.Of(len(rows), "row", "rows"), height)
	}
	g := nonogram.NewGrid(width, height)
	for y, row := range rows {
		if len(row) != width {
			return nil, fieldf(fmt.Sprintf("%s[%d]", field, y), "found a row of %s, expected %d", plural.Of(len(row), "cell", "cells"), width)
		}
		if x, err := parseRow(g.Row(y), []byte(row), palette); err != nil {
			return nil, fieldf(fmt.Sprintf("%s[%d]", field, y), "cell %d: %v", x+1, err)
		}
	}
	return g, nil
}

func fieldf(where, message string, args ...any) error {
	return &object.FieldError{Where: where, Message: fmt.Sprintf(message, args...)}
}

// parseRow reads a row of characters into cells. The returned index is that of a bad
// character.
func parseRow(cells []nonogram.Color, text []byte, palette nonogram.Palette) (int, error) {
	for x, c := range text {
		color, ok := palette.BySymbol(c)
		switch {
		case ok:
			cells[x] = color
		case c != nonogram.UnknownSymbol:
			return x, fmt.Errorf("found %q, expected ? or one of %s", c, symbols(palette))
		}
	}
	return 0, nil
}

// ParseStates reads the positions of a file for a puzzle, the oldest first. Its
// errors are [*FileError]s.
func ParseStates(name string, data []byte, p *nonogram.Puzzle) ([]*nonogram.Grid, error) {
	line, row := 0, 0 // of the file, from 1, and of the current position
	fail := func(column int, message string, args ...any) error {
		return &FileError{File: name, Line: max(line, 1), Column: column, Message: fmt.Sprintf(message, args...)}
	}
	var states []*nonogram.Grid
	for text := range bytes.Lines(bytes.TrimPrefix(data, []byte(byteOrderMark))) {
		line++
		text = bytes.TrimRight(text, " \t\r\n")
		switch {
		case len(text) == 0 && row == 0:
			continue
		case len(text) == 0:
			return nil, fail(1, "found %s, expected %d", plural.Of(row, "row", "rows"), p.Height())
		case len(text) != p.Width():
			return nil, fail(1, "found a row of %s, expected %d", plural.Of(len(text), "cell", "cells"), p.Width())
		case row == 0:
			states = append(states, nonogram.NewGrid(p.Width(), p.Height()))
		}
		if x, err := parseRow(states[len(states)-1].Row(row), text, p.Palette); err != nil {
			return nil, fail(x+1, "%v", err)
		}
		row = (row + 1) % p.Height()
	}
	switch {
	case row > 0:
		return nil, fail(1, "found %s, expected %d", plural.Of(row, "row", "rows"), p.Height())
	case len(states) == 0:
		return nil, fail(1, "found no cells, expected %s of them", plural.Of(p.Height(), "row", "rows"))
	}
	return states, nil
}

// byteOrderMark begins files of some editors.
const byteOrderMark = "\ufeff"

// symbols lists the characters of a palette.
func symbols(p nonogram.Palette) string {
	var b []byte
	for i, s := range p {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, s.Symbol)
	}
	return string(b)
}

// ParseMoves reads a player's moves: a cell, as "r3c4 #", or the cells of a line from its
// start, as "r3 .##" and "c4 #?#", where ? leaves a cell unchanged. "r3c4 ?" removes a
// mark. Rows and columns count from 1. Its errors are [*object.FieldError]s in the named
// field.
func ParseMoves(field string, moves []string, p *nonogram.Puzzle) ([][]teach.Mark, error) {
	parsed := make([][]teach.Mark, len(moves))
	for i, text := range moves {
		move, err := parseMove(text, p)
		if err != nil {
			return nil, fieldf(fmt.Sprintf("%s[%d]", field, i), "%v", err)
		}
		parsed[i] = move
	}
	return parsed, nil
}

func parseMove(text string, p *nonogram.Puzzle) ([]teach.Mark, error) {
	row, rest, hasRow := place(text, 'r')
	col, rest, hasCol := place(rest, 'c')
	symbols := strings.TrimLeft(rest, " ")
	if !hasRow && !hasCol || symbols == "" {
		return nil, fmt.Errorf("found %.40q, expected a cell as \"r3c4 #\", or a line as \"r3 .##\" or \"c4 #.#\"", text)
	}
	at, step, room := nonogram.Cell{Row: row, Col: col}, nonogram.Cell{}, 1
	switch {
	case !hasCol:
		step.Col, room = 1, p.Width()
	case !hasRow:
		step.Row, room = 1, p.Height()
	}
	if at.Row < 0 || at.Col < 0 || at.Row >= p.Height() || at.Col >= p.Width() {
		return nil, fmt.Errorf("found %.40q, the puzzle has %s and %s", text, plural.Of(p.Height(), "row", "rows"), plural.Of(p.Width(), "column", "columns"))
	}
	if len(symbols) > room {
		return nil, fmt.Errorf("found %s, there is room for %d", plural.Of(len(symbols), "cell", "cells"), room)
	}
	cells := make([]nonogram.Color, len(symbols))
	for i := range cells {
		cells[i] = nonogram.Unknown
	}
	if x, err := parseRow(cells, []byte(symbols), p.Palette); err != nil {
		return nil, fmt.Errorf("cell %d: %w", x+1, err)
	}
	var marks []teach.Mark
	for _, c := range cells {
		if c != nonogram.Unknown || room == 1 {
			marks = append(marks, teach.Mark{Cell: at, Color: c})
		}
		at.Row, at.Col = at.Row+step.Row, at.Col+step.Col
	}
	return marks, nil
}

// place parses a letter and the number of a line, and returns its index; without a number
// it is 0, the start of a line.
func place(text string, letter byte) (index int, rest string, found bool) {
	const digits = 5 // more than any side needs
	if text == "" || text[0] != letter {
		return 0, text, false
	}
	end := 1
	for end < len(text) && end <= digits && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(text[1:end])
	if err != nil {
		return 0, text, false
	}
	return n - 1, text[end:], true
}
