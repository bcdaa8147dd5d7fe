// Clues and grids in this project's JSON, and solutions in JSON lines.

package format

import (
	"bytes"
	"slices"

	"nonogram"
)

// jsonClues reads "rows" and "columns".
func (s *Source) jsonClues(o *jsonObject, p *nonogram.Puzzle, palette nonogram.Palette) error {
	s.pos = o.rows
	if err := s.jsonLines(palette, "rows"); err != nil {
		return err
	}
	height := len(s.clues.lines)
	s.pos = o.cols
	if err := s.jsonLines(palette, "columns"); err != nil {
		return err
	}
	lines := s.clues.lines
	if err := s.size(o.at, len(lines)-height, height); err != nil {
		return err
	}
	s.clues.build(p, lines[:height], lines[height:])
	return nil
}

func (s *Source) jsonLines(palette nonogram.Palette, what string) error {
	before := len(s.clues.lines)
	return s.array(func() error {
		if len(s.clues.lines)-before == nonogram.MaxSide {
			return s.fail(s.pos, "found over %d %s, which is the limit (MaxSide)", nonogram.MaxSide, what)
		}
		at, start, zero := s.pos, len(s.clues.blocks), -1
		err := s.array(func() error {
			from := s.pos
			b, blot, err := s.jsonBlock(palette)
			if err != nil {
				return err
			}
			if b.Length == 0 && !blot {
				zero = from
			}
			return s.addBlock(start, b.Length, b.Color)
		})
		if err != nil {
			return err
		}
		return s.closeClue(at, start, zero)
	})
}

// jsonBlock reads a number, null for an unknown length, or an object with "n"
// and the color "c".
func (s *Source) jsonBlock(palette nonogram.Palette) (b nonogram.Block, blot bool, err error) {
	at := s.pos
	if !s.next('{') {
		if b.Length, blot, err = s.jsonLength(); err != nil {
			return b, false, err
		}
		if len(palette) > 2 && (b.Length > 0 || blot) {
			return b, false, s.fail(at, `found a block without a color, expected one like {"n": 3, "c": "r"}`)
		}
		b.Color = nonogram.Black
		return b, blot, nil
	}
	counted := false
	err = s.object(func(key []byte, _ int) error {
		var err error
		switch string(key) {
		case "n":
			counted = true
			b.Length, blot, err = s.jsonLength()
		case "c":
			b.Color, err = s.jsonColor(palette)
		default:
			err = s.skipValue(1)
		}
		return err
	})
	switch {
	case err != nil:
	case !counted:
		err = s.fail(at, `found a block without a length, expected "n"`)
	case b.Color == nonogram.Empty && len(palette) == 2:
		b.Color = nonogram.Black
	case b.Color == nonogram.Empty:
		err = s.fail(at, `found a block without a color, expected "c"`)
	}
	return b, blot, err
}

func (s *Source) jsonLength() (n int, blot bool, err error) {
	if s.literal("null") {
		return 0, true, nil
	}
	n, err = s.jsonNumber("a whole number, null or a block")
	return n, false, err
}

// jsonColor reads the symbol or the name of a color.
func (s *Source) jsonColor(palette nonogram.Palette) (nonogram.Color, error) {
	at := s.pos
	value, err := s.jsonString()
	if err != nil {
		return 0, err
	}
	if len(value) == 1 {
		if c, ok := palette.BySymbol(value[0]); ok && c != nonogram.Empty {
			return c, nil
		}
	}
	if len(value) > 0 {
		if c, ok := palette.ByName(cleanText(value)); ok && c != nonogram.Empty {
			return c, nil
		}
	}
	return 0, s.expected(at, "the symbol or the name of an ink of the palette")
}

// jsonGrid reads a grid at an offset, nil if there is none. It must be of the
// puzzle's size, if that is known.
func (s *Source) jsonGrid(at int, p *nonogram.Puzzle, palette nonogram.Palette) (*nonogram.Grid, error) {
	if at == 0 {
		return nil, nil
	}
	s.pos = at
	table := symbolTable(palette)
	g := &nonogram.Grid{}
	s.cells = s.cells[:0]
	err := s.array(func() error { return s.jsonRow(g, &table) })
	if err != nil {
		return nil, err
	}
	if err := s.size(at, g.Width, g.Height); err != nil {
		return nil, err
	}
	if p.Height() > 0 && (g.Width != p.Width() || g.Height != p.Height()) {
		return nil, s.fail(at, "found a grid of %d × %d cells, expected %d × %d", g.Width, g.Height, p.Width(), p.Height())
	}
	g.Cells = slices.Clone(s.cells)
	return g, nil
}

// jsonRow reads one row of a grid, a string.
func (s *Source) jsonRow(g *nonogram.Grid, table *[256]int16) error {
	at := s.pos
	row, err := s.jsonString()
	if err != nil {
		return err
	}
	if g.Height++; g.Height == 1 {
		g.Width = len(row)
	}
	if len(row) != g.Width {
		return s.fail(at, "found a row of %d cells, expected %d", len(row), g.Width)
	}
	if len(s.cells)+len(row) > nonogram.MaxCells {
		return s.fail(at, "found over %d cells, which is the limit (MaxCells)", nonogram.MaxCells)
	}
	for i, c := range row {
		v := table[c]
		if v == noCell {
			return s.fail(at, "found the character %q as cell %d of a row, expected the symbol of a color", c, i+1)
		}
		s.cells = append(s.cells, nonogram.Color(v))
	}
	return nil
}

// symbolTable gives every character's color by the file's own symbols, and the
// usual characters to colors that have none.
func symbolTable(palette nonogram.Palette) [256]int16 {
	var table [256]int16
	for c := range table {
		table[c] = noCell
	}
	if len(palette) == 2 {
		table[nonogram.BlackSymbol] = int16(nonogram.Black)
	}
	table[nonogram.EmptySymbol] = int16(nonogram.Empty)
	for i := len(palette) - 1; i >= 0; i-- {
		if c := palette[i].Symbol; c != 0 {
			table[c] = int16(i)
		}
	}
	table[nonogram.UnknownSymbol] = int16(nonogram.Unknown)
	return table
}

// jsonSolutions reads answers: objects with a "grid", or puzzles with a goal.
func (s *Source) jsonSolutions(yield func(Solution, error) bool) {
	s.jsonObjects(func(o *jsonObject, err error) bool {
		switch {
		case err != nil:
			return yield(Solution{}, err)
		case o.grid != 0:
			return s.jsonAnswer(o, yield)
		case o.goal == 0:
			return true
		}
		p, err := s.jsonPuzzle(o)
		if err != nil {
			return yield(Solution{}, err)
		}
		if p.Goal == nil {
			return true
		}
		return yield(Solution{p.ID, p.Goal, p.Palette}, nil)
	})
}

func (s *Source) jsonAnswer(o *jsonObject, yield func(Solution, error) bool) bool {
	palette := s.paletteOfRows(o.grid)
	g, err := s.jsonGrid(o.grid, &nonogram.Puzzle{}, palette)
	if err != nil {
		return yield(Solution{}, err)
	}
	return yield(Solution{s.id, g, palette}, nil)
}

// paletteOfRows makes up a palette for a grid that comes without: "." is the
// background, and every other character in it an ink.
func (s *Source) paletteOfRows(at int) nonogram.Palette {
	palette := nonogram.BlackAndWhite()
	seen := []byte{nonogram.EmptySymbol, nonogram.BlackSymbol, nonogram.UnknownSymbol}
	s.pos = at
	// A fault in the rows is found, and reported, when they are read for good.
	_ = s.array(func() error {
		row, err := s.jsonString()
		for _, c := range row {
			if bytes.IndexByte(seen, c) < 0 && len(palette) < nonogram.MaxColors {
				seen = append(seen, c)
				palette = append(palette, nonogram.Swatch{Symbol: c})
			}
		}
		return err
	})
	return palette
}
