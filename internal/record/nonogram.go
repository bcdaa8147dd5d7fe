package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonogram"
)

// A puzzle in full, as requests bring it and answers give it. It is the normal form
// of the project's JSON format (docs/formats.md), so whatever is written here can be
// saved as a .json file and read by every command. Normal means: the size and the
// palette are always there, and every block is an object with its color, in black
// and white too, so that a program needs no second case. When it is read, all that
// is optional in the format is optional here.
//
// Package format reads the same text with its own scanner, which is faster and knows
// lines and columns; this one is for values that are part of a larger JSON document,
// and for the browser, where the table of all formats would double the download.

// Nonogram is a puzzle in full.
type Nonogram struct {
	ID        string    `json:"id,omitempty" doc:"Its name or number"`
	Title     string    `json:"title,omitempty"`
	Author    string    `json:"author,omitempty"`
	Copyright string    `json:"copyright,omitempty"`
	License   string    `json:"license,omitempty"`
	Source    string    `json:"source,omitempty" doc:"Where it was published"`
	Notes     string    `json:"notes,omitempty"`
	Width     int       `json:"width,omitempty" minimum:"0" doc:"Not needed, but must be right if it is there"`
	Height    int       `json:"height,omitempty" minimum:"0" doc:"Not needed, but must be right if it is there"`
	Palette   []Swatch  `json:"palette,omitempty" doc:"The colors, the background first; black on white if it is missing"`
	Rows      [][]Block `json:"rows,omitempty" doc:"The clues of the rows, from top to bottom"`
	Columns   [][]Block `json:"columns,omitempty" doc:"The clues of the columns, from left to right"`
	Given     []string  `json:"given,omitempty" doc:"The cells that the puzzle reveals, a string for every row, ? for the others"`
	Goal      []string  `json:"goal,omitempty" doc:"The picture, a string for every row; without rows and columns the clues follow from it"`
}

// Swatch is a color of the palette.
type Swatch struct {
	Name   string `json:"name,omitempty"`
	Symbol string `json:"symbol,omitempty" maxLength:"1" doc:"The ASCII character that stands for it in grids"`
	Color  string `json:"color,omitempty" doc:"As #rrggbb or #rgb"`
}

// Block is one number of a clue.
type Block struct {
	N Length `json:"n"`
	C string `json:"c,omitempty"` // the symbol or the name of its color
}

// Length is that of a block; 0, which is null in JSON, means unknown.
type Length int

// MarshalJSON writes the number, or null.
func (n Length) MarshalJSON() ([]byte, error) {
	if n == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(n), 10), nil
}

// zeroLength is what a 0 in JSON becomes, to tell it from null: the only block of
// an empty line.
const zeroLength Length = -1

// maxLength is the largest number read; see format.MaxNumber.
const maxLength = 1_000_000_000

// UnmarshalJSON reads a whole number, or null.
func (n *Length) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*n = 0
		return nil
	}
	v, err := strconv.Atoi(string(data))
	if err != nil || v < 0 || v > maxLength {
		return fmt.Errorf("found %.24s, expected the length of a block: a whole number up to %d, or null", data, maxLength)
	}
	*n = Length(v)
	if v == 0 {
		*n = zeroLength
	}
	return nil
}

// UnmarshalJSON reads a bare length, or an object.
func (b *Block) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '{' {
		b.C = ""
		return b.N.UnmarshalJSON(data)
	}
	type plain Block // without this method
	v := plain{N: missingLength}
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	if v.N == missingLength {
		return fmt.Errorf(`found a block without a length, expected one like {"n": 3, "c": "r"}`)
	}
	*b = Block(v)
	return nil
}

const missingLength Length = -2

// NewNonogram is the normal form of a puzzle.
func NewNonogram(p *nonogram.Puzzle) *Nonogram {
	palette := append(nonogram.Palette(nil), p.Palette...)
	palette.AssignSymbols()
	r := &Nonogram{
		ID: p.ID, Title: p.Title, Author: p.Author, Copyright: p.Copyright, License: p.License, Source: p.Source, Notes: p.Notes,
		Width: p.Width(), Height: p.Height(), Palette: make([]Swatch, len(palette)),
		Rows: newClues(p.Rows, palette), Columns: newClues(p.Cols, palette),
	}
	for i, s := range palette {
		r.Palette[i] = Swatch{Name: s.Name, Symbol: string(rune(s.Symbol)), Color: s.RGB.String()}
	}
	if p.Given != nil {
		r.Given = p.Given.Rows(palette)
	}
	if p.Goal != nil {
		r.Goal = p.Goal.Rows(palette)
	}
	return r
}

func newClues(clues []nonogram.Clue, palette nonogram.Palette) [][]Block {
	lines := make([][]Block, len(clues))
	for i, clue := range clues {
		lines[i] = make([]Block, len(clue))
		for j, b := range clue {
			lines[i][j] = Block{N: Length(b.Length), C: string(rune(palette.Symbol(b.Color)))}
		}
	}
	return lines
}

// FieldError is a value that does not fit its field of a JSON document.
type FieldError struct {
	Where   string // the path of the field: "puzzle.rows[2][0]"
	Message string
}

func (e *FieldError) Error() string { return e.Where + ": " + e.Message }

// At puts the path of an outer value before that of a FieldError; other errors pass.
func At(outer string, err error) error {
	if e, ok := err.(*FieldError); ok { //nolint:errorlint // only an error that comes from here directly
		return &FieldError{Where: outer + "." + e.Where, Message: e.Message}
	}
	return err
}

func fieldf(where, message string, args ...any) error {
	return &FieldError{Where: where, Message: fmt.Sprintf(message, args...)}
}

// Puzzle is the puzzle that the record describes. Its errors are [*FieldError]s; it
// may still be unsolvable, which is for nonogram.Validate to say.
func (r *Nonogram) Puzzle() (*nonogram.Puzzle, error) {
	p := &nonogram.Puzzle{}
	if err := r.readTexts(p); err != nil {
		return nil, err
	}
	own, err := r.palette()
	if err != nil {
		return nil, err
	}
	switch {
	case len(r.Rows) > 0 && len(r.Columns) > 0:
		err = r.readClues(p, own)
	case len(r.Rows) == len(r.Columns) && len(r.Goal) > 0:
		err = r.derive(p, own)
	default:
		err = fieldf("rows", `found no puzzle, expected "rows" and "columns", or a "goal"`)
	}
	if err == nil {
		err = r.readGrids(p, own)
	}
	if err != nil {
		return nil, err
	}
	p.Palette = own
	p.Palette.AssignSymbols()
	return p, nil
}

// maxText bounds a text in bytes; see format.MaxText.
const maxText = 64 << 10

func (r *Nonogram) readTexts(p *nonogram.Puzzle) error {
	for _, t := range []struct {
		field, from string
		to          *string
	}{
		{"id", r.ID, &p.ID}, {"title", r.Title, &p.Title}, {"author", r.Author, &p.Author},
		{"copyright", r.Copyright, &p.Copyright}, {"license", r.License, &p.License},
		{"source", r.Source, &p.Source}, {"notes", r.Notes, &p.Notes},
	} {
		if len(t.from) > maxText {
			return fieldf(t.field, "found a text of %d bytes, the limit is %d", len(t.from), maxText)
		}
		*t.to = cleanText(t.from)
	}
	if p.ID == "" {
		p.ID = "1"
	}
	return nil
}

// cleanText drops what is not text, as the readers of package format do, so that no
// writer behind has to look.
func cleanText(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || r == utf8.RuneError || r == '\ufffe' || r == '\uffff':
			return -1
		}
		return r
	}, s))
}

// derive takes size and clues from the goal.
func (r *Nonogram) derive(p *nonogram.Puzzle, palette nonogram.Palette) error {
	if err := nonogram.ValidateSize(len(r.Goal[0]), len(r.Goal)); err != nil {
		return fieldf("goal", "%v", err)
	}
	goal, err := ParseGrid("goal", r.Goal, len(r.Goal[0]), len(r.Goal), palette)
	if err != nil {
		return err
	}
	if open := goal.Open(); open > 0 {
		return fieldf("goal", "found %d unknown cells, expected the whole picture where there are no clues", open)
	}
	p.Rows, p.Cols = nonogram.CluesOf(goal)
	return nil
}

func (r *Nonogram) readClues(p *nonogram.Puzzle, palette nonogram.Palette) error {
	if err := nonogram.ValidateSize(len(r.Columns), len(r.Rows)); err != nil {
		return fieldf("rows", "%v", err)
	}
	var err error
	if p.Rows, err = readClues("rows", r.Rows, palette); err != nil {
		return err
	}
	p.Cols, err = readClues("columns", r.Columns, palette)
	return err
}

func readClues(field string, lines [][]Block, palette nonogram.Palette) ([]nonogram.Clue, error) {
	clues := make([]nonogram.Clue, len(lines))
	for i, line := range lines {
		if len(line) == 1 && line[0].N == zeroLength {
			continue // an empty line, as people write it
		}
		for j, b := range line {
			block, err := readBlock(b, palette)
			if err != nil {
				return nil, fieldf(fmt.Sprintf("%s[%d][%d]", field, i, j), "%v", err)
			}
			clues[i] = append(clues[i], block)
		}
	}
	return clues, nil
}

func readBlock(b Block, palette nonogram.Palette) (nonogram.Block, error) {
	if b.N < 0 {
		return nonogram.Block{}, fmt.Errorf("found a block of length 0 among others, expected at least 1")
	}
	color, ok := nonogram.Black, true
	switch {
	case b.C == "" && len(palette) > 2:
		return nonogram.Block{}, fmt.Errorf(`found a block without a color, expected one like {"n": 3, "c": "r"}`)
	case b.C == "":
	default:
		color, ok = colorOf(b.C, palette)
	}
	if !ok || color == nonogram.Empty {
		return nonogram.Block{}, fmt.Errorf("found the color %.24q, expected one of the inks %s", b.C, symbols(palette[1:]))
	}
	return nonogram.Block{Length: int(b.N), Color: color}, nil
}

// colorOf finds a color by its symbol or its name.
func colorOf(c string, palette nonogram.Palette) (nonogram.Color, bool) {
	if len(c) == 1 {
		if color, ok := palette.BySymbol(c[0]); ok {
			return color, true
		}
	}
	return palette.ByName(c)
}

// readGrids reads the goal and the given cells, and holds the size against the clues.
func (r *Nonogram) readGrids(p *nonogram.Puzzle, palette nonogram.Palette) (err error) {
	switch {
	case r.Width != 0 && r.Width != p.Width():
		return fieldf("width", "found %d, but there are %d columns", r.Width, p.Width())
	case r.Height != 0 && r.Height != p.Height():
		return fieldf("height", "found %d, but there are %d rows", r.Height, p.Height())
	}
	if len(r.Goal) > 0 {
		if p.Goal, err = ParseGrid("goal", r.Goal, p.Width(), p.Height(), palette); err != nil {
			return err
		}
	}
	if len(r.Given) > 0 {
		p.Given, err = ParseGrid("given", r.Given, p.Width(), p.Height(), palette)
	}
	return err
}

// palette reads the colors, black on white if there are none, with the symbols that
// the record itself uses for them, where it has any.
func (r *Nonogram) palette() (nonogram.Palette, error) {
	switch n := len(r.Palette); {
	case n == 0:
		return nonogram.BlackAndWhite(), nil
	case n == 1 || n > nonogram.MaxColors:
		return nil, fieldf("palette", "found %d colors, expected the background and 1 to %d inks", n, nonogram.MaxColors-1)
	}
	palette := make(nonogram.Palette, len(r.Palette))
	for i, s := range r.Palette {
		swatch, err := s.swatch()
		if err != nil {
			return nil, fieldf(fmt.Sprintf("palette[%d]", i), "%v", err)
		}
		palette[i] = swatch
	}
	assigned := append(nonogram.Palette(nil), palette...)
	assigned.AssignSymbols()
	for i := range palette {
		if palette[i].Symbol == 0 {
			palette[i].Symbol = assigned[i].Symbol
		}
	}
	return palette, nil
}

func (s *Swatch) swatch() (nonogram.Swatch, error) {
	w := nonogram.Swatch{Name: cleanText(s.Name)}
	switch {
	case s.Symbol == "":
	case len(s.Symbol) > 1 || s.Symbol[0] <= ' ' || s.Symbol[0] > '~':
		return w, fmt.Errorf("found the symbol %.24q, expected one ASCII character", s.Symbol)
	default:
		w.Symbol = s.Symbol[0]
	}
	if s.Color == "" {
		return w, nil
	}
	var ok bool
	if w.RGB, ok = parseRGB([]byte(s.Color)); !ok {
		return w, fmt.Errorf(`found the color %.24q, expected one like "#ff0000"`, s.Color)
	}
	return w, nil
}

// parseRGB reads #rrggbb or #rgb.
func parseRGB(text []byte) (c nonogram.RGB, ok bool) {
	hex, found := bytes.CutPrefix(text, []byte("#"))
	if !found || len(hex) != 3 && len(hex) != 6 {
		return c, false
	}
	v, err := strconv.ParseUint(string(hex), 16, 32)
	if err != nil {
		return c, false
	}
	if len(hex) == 3 {
		r, g, b := uint8(v>>8), uint8(v>>4)&15, uint8(v)&15
		return nonogram.RGB{R: r * 17, G: g * 17, B: b * 17}, true
	}
	return nonogram.RGB{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v)}, true
}
