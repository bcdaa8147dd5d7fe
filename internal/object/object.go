// Package object reads and writes puzzles in this project's JSON, which docs/formats.md
// describes:
//
//	{"id": "1", "title": "Two trees",
//	 "palette": [{"name": "white", "symbol": ".", "color": "#ffffff"},
//	             {"name": "green", "symbol": "g", "color": "#00b000"},
//	             {"name": "brown", "symbol": "b", "color": "#804000"}],
//	 "rows": [[{"n": 1, "c": "g"}, {"n": 1, "c": "g"}], …],
//	 "columns": [[{"n": 1, "c": "g"}, …], …],
//	 "goal": ["gg", "bb"]}
//
// A board of triangles has "triddler", the numbers of lines at its sides, and "rising" and "falling" in
// place of "columns". Black-and-white clues may be plain numbers, [3, 1], so that the common form
// {"rows": [[…]], "columns": [[…]]} of other programs is a special case.
//
// Files and requests share one reader:
//
//	file     ── format.Decode ──▶ Decode ──┐
//	                                       ├── reader ──▶ nonogram.Puzzle
//	request  ── Puzzle ─────────▶ Read ────┘   (strict)
//
// Files are read leniently: unknown members are ignored, "cols" means "columns", and an ID
// may be a number. Requests are read strictly, because ignoring a misspelled member is
// worse than an error. Errors in files have a line and a column, those in requests a path,
// "puzzle.rows[2][0]".
//
// [Append] writes files; [Nonogram] is the normal form in answers. The browser's engine
// links this package and not package format, which would double its size.
package object

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/object/jsontext"
)

// Nonogram is the normal form of a puzzle: size and palette are present, and each block is
// an object with its color. It also is the schema of a [Puzzle] in a request.
type Nonogram struct {
	ID        string   `json:"id,omitempty" doc:"Its name or number"`
	Title     string   `json:"title,omitempty"`
	Author    string   `json:"author,omitempty"`
	Copyright string   `json:"copyright,omitempty"`
	License   string   `json:"license,omitempty"`
	Source    string   `json:"source,omitempty" doc:"Where it was published"`
	Notes     string   `json:"notes,omitempty"`
	Width     int      `json:"width,omitempty" minimum:"0" doc:"Not needed, but must be right if it is there"`
	Height    int      `json:"height,omitempty" minimum:"0" doc:"Not needed, but must be right if it is there"`
	Palette   []Swatch `json:"palette,omitempty" doc:"The colors, the background first; black on white if it is missing"`
	Triddler  []int    `json:"triddler,omitempty" doc:"The lines at the six sides of a board of triangles: upper left, lower left, bottom, lower right, upper right, top"`
	Rows      []Clue   `json:"rows,omitempty" doc:"The clues of the rows, from top to bottom"`
	Columns   []Clue   `json:"columns,omitempty" doc:"The clues of the columns, from left to right"`
	Rising    []Clue   `json:"rising,omitempty" doc:"Of a triddler in place of columns: the clues of the lines /, read from top to bottom, from the left one to the right one"`
	Falling   []Clue   `json:"falling,omitempty" doc:"Of a triddler in place of columns: the clues of the lines \\\\, read from top to bottom, from the left one to the right one"`
	Given     []string `json:"given,omitempty" doc:"The cells that the puzzle reveals, a string for every row, ? for the others"`
	Goal      []string `json:"goal,omitempty" doc:"The picture, a string for every row; without rows and columns the clues follow from it"`
}

// Swatch is a color of the palette.
type Swatch struct {
	Name   string `json:"name,omitempty"`
	Symbol string `json:"symbol,omitempty" maxLength:"1" doc:"The ASCII character that stands for it in grids"`
	Color  string `json:"color,omitempty" doc:"As #rrggbb or #rgb; two with / or \\\\ between them, as in #000000/#ffa500, are triangles on both sides of this diagonal"`
}

// Clue is the blocks of a line. Nil, "*" in JSON, means that nothing is known of the line.
type Clue []Block

// missingClue is the JSON of a line of which nothing is known. It is not null, which some write
// for an empty line.
const missingClue = "*"

// MarshalJSON writes the blocks, or "*".
func (c Clue) MarshalJSON() ([]byte, error) {
	if c == nil {
		return json.Marshal(missingClue)
	}
	return json.Marshal([]Block(c))
}

// Block is one number of a clue.
type Block struct {
	N Length `json:"n"`
	C string `json:"c,omitempty"` // the symbol or the name of its color
}

// Length is the length of a block; 0, null in JSON, means unknown.
type Length int

// MaxLength is the largest Length that is read.
const MaxLength = cursor.MaxNumber

// MarshalJSON writes the number, or null.
func (n Length) MarshalJSON() ([]byte, error) {
	if n == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(n), 10), nil
}

// New returns the normal form of a puzzle.
func New(p *nonogram.Puzzle) *Nonogram {
	palette := append(nonogram.Palette(nil), p.Palette...)
	palette.AssignSymbols()
	n := &Nonogram{
		ID: p.ID, Title: p.Title, Author: p.Author, Copyright: p.Copyright, License: p.License, Source: p.Source, Notes: p.Notes,
		Width: p.Width(), Height: p.Height(), Palette: make([]Swatch, len(palette)),
		Rows: newClues(p.Rows, palette), Columns: newClues(p.Cols, palette),
	}
	if s := p.Shape; s != nil {
		rising, _ := s.Across()
		n.Triddler, n.Rising, n.Falling, n.Columns = s.Sides[:], n.Columns[:rising], n.Columns[rising:], nil
	}
	for i, s := range palette {
		n.Palette[i] = Swatch{Name: s.Name, Symbol: string(rune(s.Symbol)), Color: s.Paint()}
	}
	if p.Given != nil {
		n.Given = p.Given.Rows(palette)
	}
	if p.Goal != nil {
		n.Goal = p.Goal.Rows(palette)
	}
	return n
}

func newClues(clues []nonogram.Clue, palette nonogram.Palette) []Clue {
	lines := make([]Clue, len(clues))
	for i, clue := range clues {
		if clue.Missing() {
			continue
		}
		lines[i] = make(Clue, len(clue))
		for j, b := range clue {
			lines[i][j] = Block{N: Length(b.Length), C: string(rune(palette.Symbol(b.Color)))}
		}
	}
	return lines
}

// JSON returns the puzzle as in a request.
func (n *Nonogram) JSON() Puzzle {
	text, _ := json.Marshal(n) // texts and numbers cannot fail
	return text
}

// Puzzle returns the puzzle. Its errors are of type [*FieldError].
func (n *Nonogram) Puzzle() (*nonogram.Puzzle, error) { return n.JSON().Read("", 1) }

// Puzzle is the JSON of a puzzle in a request; empty if there is none. encoding/json does not
// know the path of a value, so the bytes are kept until Read is called with the path.
type Puzzle []byte

// UnmarshalJSON keeps the bytes of an object. A null leaves the puzzle empty.
func (p *Puzzle) UnmarshalJSON(data []byte) error {
	*p = nil
	switch {
	case string(data) == "null":
	case len(data) == 0 || data[0] != '{':
		return &json.UnmarshalTypeError{Value: "another value", Type: reflect.TypeFor[Nonogram]()}
	default:
		*p = bytes.Clone(data)
	}
	return nil
}

// MarshalJSON returns the bytes.
func (p Puzzle) MarshalJSON() ([]byte, error) {
	if len(p) == 0 {
		return []byte("null"), nil
	}
	return p, nil
}

// FieldError is a value that does not fit its field of a JSON document.
type FieldError struct {
	Where   string // the path of the field: "puzzle.rows[2][0]"
	Message string
}

func (e *FieldError) Error() string {
	if e.Where == "" {
		return e.Message
	}
	return e.Where + ": " + e.Message
}

// Read returns the puzzle. It may be unsolvable, see [nonogram.Validate]. where is the path
// of the value in the request, and number, from 1, is the default ID. Errors are of type
// [*FieldError].
func (p Puzzle) Read(where string, number int) (*nonogram.Puzzle, error) {
	r := reader{Draft: &cursor.Draft{Cursor: cursor.Cursor{Data: p}, Ordinal: number - 1}, strict: true}
	r.SkipSpace()
	puzzle, err := r.Try(func() *nonogram.Puzzle {
		r.members()
		return r.puzzle()
	})
	if err == nil {
		return puzzle, nil
	}
	var fault *cursor.Fault
	if !errors.As(err, &fault) {
		return nil, err
	}
	return nil, &FieldError{Where: join(where, jsontext.Path(p, fault.Offset)), Message: fault.Message}
}

// join joins two paths.
func join(outer, inner string) string {
	if outer == "" || inner == "" || strings.HasPrefix(inner, "[") {
		return outer + inner
	}
	return outer + "." + inner
}
