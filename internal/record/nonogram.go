package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

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

// MaxLength is the largest number read; see format.MaxNumber.
const MaxLength = 1_000_000_000

// UnmarshalJSON reads a whole number, or null.
func (n *Length) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*n = 0
		return nil
	}
	v, err := strconv.Atoi(string(data))
	if err != nil || v < 0 || v > MaxLength {
		return fmt.Errorf("found %.24s, expected the length of a block: a whole number up to %d, or null", data, MaxLength)
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
		return errors.New(`found a block without a length, expected one like {"n": 3, "c": "r"}`)
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
