package certify

import (
	"bytes"
	"fmt"
	"strings"

	"nonogram"
)

// The head of a certificate repeats the puzzle, so that one can see what it is
// about, and so that it fits no other. Names, authors and the look of the colors
// are left out: nothing is claimed of them.

// version is the first line.
const version = "nonogram-certificate 1"

// symbols stand for the colors 0, 1, 2 … in grids.
const symbols = ".#23456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"

// header is the head of every certificate of a puzzle.
func header(p *nonogram.Puzzle) []string {
	lines := []string{version, fmt.Sprintf("size %d %d", p.Width(), p.Height()), fmt.Sprintf("colors %d", len(p.Palette))}
	for _, clue := range p.Rows {
		lines = append(lines, "row "+clue.String())
	}
	for _, clue := range p.Cols {
		lines = append(lines, "column "+clue.String())
	}
	if p.Given != nil && p.Given.Open() < len(p.Given.Cells) {
		for y := range p.Given.Height {
			lines = append(lines, "given "+string(cellSymbols(p.Given.Row(y))))
		}
	}
	return lines
}

func cellSymbols(cells []nonogram.Color) []byte {
	text := make([]byte, len(cells))
	for i, c := range cells {
		text[i] = nonogram.UnknownSymbol
		if int(c) < len(symbols) {
			text[i] = symbols[c]
		}
	}
	return text
}

// header holds the head of a certificate against that of the puzzle.
func (c *checker) header(p *nonogram.Puzzle) error {
	for i, want := range header(p) {
		got, err := c.whole(len(want) + 1)
		switch {
		case err != nil:
			return err
		case string(got) == want:
		case i == 0:
			return c.failf("expected %q, found %q: no certificate, or of another version", want, got)
		default:
			return c.failf("the certificate is for another puzzle: expected %q, found %q", shorten(want), shorten(string(got)))
		}
		if err := c.newline(); err != nil {
			return err
		}
	}
	return nil
}

// shownLine is how much of a long line a message shows.
const shownLine = 60

func shorten(s string) string {
	if len(s) > shownLine {
		return s[:shownLine] + "…"
	}
	return s
}

// grid reads the rows of a solution, which follow the line of its step.
func (c *checker) grid() (*nonogram.Grid, error) {
	if c.held+int64(len(c.may)) > MaxHeld {
		return nil, c.failf("the solutions take more than %d MB", MaxHeld>>20)
	}
	g := nonogram.NewGrid(c.width, c.height)
	for y := range c.height {
		if err := c.newline(); err != nil {
			return nil, err
		}
		text, err := c.whole(c.width + 1)
		if err != nil {
			return nil, err
		}
		if len(text) != c.width {
			return nil, c.failf("expected a row of %d cells, found %q", c.width, shorten(string(text)))
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

// drawing is the rows of a grid, each with a line feed.
func drawing(g *nonogram.Grid) []byte {
	var b bytes.Buffer
	for y := range g.Height {
		b.Write(cellSymbols(g.Row(y)))
		b.WriteByte('\n')
	}
	return b.Bytes()
}
