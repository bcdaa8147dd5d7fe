package main

import (
	"bytes"
	"fmt"

	"nonogram"
	"nonogram/format"
)

// What a player has drawn, from a file of its own: rows of cells, a character for
// each, '.' for empty, '#' or the color's own character for filled, '?' for not
// decided yet.
//
//	?#?#?        Several positions with blank lines between them are a history,
//	#####        the oldest first; the last one is where the player is now.
//	?????

// stateHelp is how --state is described in the help of every command that has it.
const stateHelp = `--state FILE is what has been drawn so far: a line for every row, a character for
every cell, . empty, # filled (in a colour puzzle the color's character) and ? not
decided. Without it the path starts at the cells that the puzzle itself gives.`

// readStates reads the positions of a file for a puzzle, the oldest first.
func readStates(a *app, file string, p *nonogram.Puzzle) ([]*nonogram.Grid, error) {
	name, data, err := readFile(a.in, file)
	if err != nil {
		return nil, err
	}
	return parseStates(name, data, p)
}

func parseStates(name string, data []byte, p *nonogram.Puzzle) ([]*nonogram.Grid, error) {
	r := &stateReader{name: name, p: p}
	for text := range bytes.Lines(data) {
		r.line++
		if err := r.read(bytes.TrimRight(text, " \t\r\n")); err != nil {
			return nil, err
		}
	}
	switch {
	case r.row > 0:
		return nil, r.fail(1, "found %s, expected %d", plural(r.row, "row"), p.Height())
	case len(r.states) == 0:
		return nil, r.fail(1, "found no cells, expected %s of them", plural(p.Height(), "row"))
	}
	return r.states, nil
}

// stateReader reads positions line by line.
type stateReader struct {
	name   string
	p      *nonogram.Puzzle
	line   int // of the file, from 1
	row    int // of the position under way
	states []*nonogram.Grid
	grid   *nonogram.Grid
}

func (r *stateReader) fail(column int, message string, args ...any) error {
	return &format.Error{File: r.name, Puzzle: r.p.ID, Line: r.line, Column: column, Message: fmt.Sprintf(message, args...)}
}

func (r *stateReader) read(text []byte) error {
	switch {
	case len(text) == 0 && r.row == 0:
		return nil
	case len(text) == 0:
		return r.fail(1, "found %s, expected %d", plural(r.row, "row"), r.p.Height())
	case len(text) != r.p.Width():
		return r.fail(1, "found a row of %s, expected %d", plural(len(text), "cell"), r.p.Width())
	case r.row == 0:
		r.grid = nonogram.NewGrid(r.p.Width(), r.p.Height())
	}
	for x, c := range text {
		color, ok := r.p.Palette.BySymbol(c)
		switch {
		case ok:
			r.grid.Set(r.row, x, color)
		case c != nonogram.UnknownSymbol:
			return r.fail(x+1, "found %q, expected ? or one of %s", c, symbols(r.p.Palette))
		}
	}
	if r.row++; r.row == r.p.Height() {
		r.states = append(r.states, r.grid)
		r.row = 0
	}
	return nil
}

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
