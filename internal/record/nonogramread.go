package record

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonogram"
)

// Reading a puzzle in full. Nothing is trusted, and nothing is allocated that is not
// there in the record already: sizes follow from the lists, never from numbers.

// FieldError is a value that does not fit its field of a JSON document.
type FieldError struct {
	Where   string // the path of the field: "puzzle.rows[2][0]"
	Message string
}

func (e *FieldError) Error() string { return e.Where + ": " + e.Message }

// At puts the path of an outer value before that of a FieldError; other errors pass.
func At(outer string, err error) error {
	var e *FieldError
	if errors.As(err, &e) {
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
		return nonogram.Block{}, errors.New("found a block of length 0 among others, expected at least 1")
	}
	color, ok := nonogram.Black, true
	switch {
	case b.C == "" && len(palette) > 2:
		return nonogram.Block{}, errors.New(`found a block without a color, expected one like {"n": 3, "c": "r"}`)
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
	if len(r.Given) == 0 {
		return nil
	}
	if p.Given, err = ParseGrid("given", r.Given, p.Width(), p.Height(), palette); err != nil {
		return err
	}
	if p.Given.Open() == len(p.Given.Cells) {
		p.Given = nil
	}
	return nil
}

// palette reads the colors, black on white if there are none, with the symbols that
// the record itself uses for them, where it has any.
func (r *Nonogram) palette() (nonogram.Palette, error) {
	switch n := len(r.Palette); {
	case r.Palette == nil:
		return nonogram.BlackAndWhite(), nil
	case n < 2 || n > nonogram.MaxColors:
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
