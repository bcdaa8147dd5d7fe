package certify

import (
	"bytes"
	"fmt"
	"nonogram/internal/plural"
	"strconv"
	"strings"

	"nonogram"
)

// The header of a certificate repeats the puzzle, so that it fits no other. It leaves out
// names, authors and the appearance of colors.

// version is the first line. Certificates of versionBefore have no block literals and are
// otherwise the same. Those of versionOfShapes are for boards that are not rectangles.
const (
	version         = "nonogram-certificate 2"
	versionBefore   = "nonogram-certificate 1"
	versionOfShapes = "nonogram-certificate 3"
)

// symbols are the characters of the colors 0, 1, 2 … in grids.
const symbols = ".#23456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"

// appendHeader appends the header of certificates of a puzzle.
func appendHeader(text []byte, p *nonogram.Puzzle) []byte {
	if s := p.Shape; s != nil {
		text = append(text, versionOfShapes+"\ntriddler"...)
		for _, n := range s.Sides {
			text = strconv.AppendInt(append(text, ' '), int64(n), 10)
		}
		text = fmt.Appendf(text, "\ncolors %d\n", len(p.Palette))
	} else {
		text = fmt.Appendf(text, "%s\nsize %d %d\ncolors %d\n", version, p.Width(), p.Height(), len(p.Palette))
	}
	for _, ref := range p.Lines() {
		text = append(appendClue(append(text, words[ref.Axis]...), p.Clue(ref)), '\n')
	}
	if p.Given != nil && p.Given.Open() < len(p.Given.Cells) {
		for y := range p.Given.Height {
			text = append(appendCells(append(text, "given "...), p.Given.Row(y)), '\n')
		}
	}
	return text
}

// words begin the lines of clues in a header, and letters the hints, by axis.
var (
	words   = [...]string{"row", "column", "rising", "falling"}
	letters = [...]byte{'r', 'c', '/', '\\'}
)

// appendClue writes a clue as "3 1", with the color after a colon if it is not the first ink:
// "3:2 1". A blotted block is "?". An empty line has no number, and a missing clue is "*".
func appendClue(text []byte, clue nonogram.Clue) []byte {
	if clue.Missing() {
		return append(text, " *"...)
	}
	for _, b := range clue {
		text = append(text, ' ')
		if b.Length == 0 {
			text = append(text, '?')
		} else {
			text = strconv.AppendInt(text, int64(b.Length), 10)
		}
		if b.Color != nonogram.Black {
			text = strconv.AppendInt(append(text, ':'), int64(b.Color), 10)
		}
	}
	return text
}

func appendCells(text []byte, cells []nonogram.Color) []byte {
	for _, c := range cells {
		symbol := nonogram.UnknownSymbol
		if int(c) < len(symbols) {
			symbol = symbols[c]
		}
		text = append(text, symbol)
	}
	return text
}

// header compares the header of a certificate with that of the puzzle.
func (c *checker) header() error {
	for want := range bytes.Lines(appendHeader(nil, c.puzzle)) {
		want = want[:len(want)-1]
		got, err := c.rest(len(want) + 1)
		switch {
		case err != nil:
			return err
		case bytes.Equal(got, want):
		case c.at == 1 && string(got) == versionBefore && c.puzzle.Shape == nil:
			c.blocks.highest = c.ofCells()
		case c.at == 1:
			return c.failf("expected %q, found %q: no certificate, or of another version", want, got)
		default:
			return c.failf("the certificate is for another puzzle: expected %q, found %q", shorten(want), shorten(got))
		}
		if err := c.newline(); err != nil {
			return err
		}
	}
	return nil
}

// shownLine is the part of a long line that a message shows.
const shownLine = 60

func shorten(line []byte) string {
	if len(line) > shownLine {
		return string(line[:shownLine]) + "…"
	}
	return string(line)
}

// grid reads the rows of a solution, which follow the line of its step.
func (c *checker) grid() (*nonogram.Grid, error) {
	if err := c.checkMemory(int64(len(c.may))); err != nil {
		return nil, err
	}
	g := nonogram.NewGrid(c.width, c.height)
	for y := range c.height {
		if err := c.newline(); err != nil {
			return nil, err
		}
		text, err := c.rest(c.width + 1)
		if err != nil {
			return nil, err
		}
		if len(text) != c.width {
			return nil, c.failf("expected a row of %s, found %q", plural.Of(c.width, "cell", "cells"), shorten(text))
		}
		for x, b := range text {
			color := strings.IndexByte(symbols, b)
			if color < 0 || color >= c.colors {
				return nil, c.failf("expected a color, one of %s, in column %d, found %q", symbols[:c.colors], x+1, b)
			}
			g.Set(y, x, nonogram.Color(color))
		}
	}
	return g, nil
}
