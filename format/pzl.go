// The .pzl files of Evgeny Shulgin's (Izaron's) nonogram solver, nothing but
// numbers and colors with white space between them:
//
//	2                       number of colors
//	#00b000
//	#804000
//	2 3                     height and width
//	2 1 0 176 0 1 0 176 0   the rows: number of blocks, and for each its length
//	2 1 128 64 0 1 128 64 0 and its red, green and blue
//	2 1 0 176 0 1 128 64 0  the columns
//	0
//	2 1 0 176 0 1 128 64 0
//
// Colors are told apart by their looks, so two inks cannot have the same. The
// list often has colors that no block has, such as that of transparent pixels,
// and they are dropped, unless there is no block at all. The background is white.
//
// Source: https://github.com/izaron/Nonograms and its files.

package format

import (
	"errors"
	"fmt"
	"io"

	"nonogram"
)

var pzlFormat = Format{
	Name:       "pzl",
	Title:      "input of Izaron's solver",
	Extensions: []string{".pzl"},
	Holds:      Colors | Ink,
	Sniff:      sniffPzl,
	Decode:     func(s *Source, yield func(*nonogram.Puzzle, error) bool) { yield(s.pzlPuzzle()) },
	Encode:     encodePzl,
	fits:       fitsPzl,
}

// sniffPzl wants a number and then a color.
func sniffPzl(data []byte) Confidence {
	if !startsWithDigit(data) {
		return No
	}
	s := Source{data: data}
	s.skipSpace()
	s.skipDigits()
	s.skipSpace()
	if word := s.word(); len(word) > 0 && word[0] == '#' {
		if _, ok := parseRGB(word); ok {
			return Certain
		}
	}
	return No
}

// nextNumber reads a number behind white space.
func (s *Source) nextNumber() (int, error) {
	s.skipSpace()
	return s.number()
}

func (s *Source) pzlPuzzle() (*nonogram.Puzzle, error) {
	s.skipSpace()
	s.begin(s.pos)
	count, err := s.number()
	if err != nil {
		return nil, err
	}
	for range count {
		s.skipSpace()
		at := s.pos
		if rgb, ok := parseRGB(s.word()); !ok || s.data[at] != '#' {
			return nil, s.expected(at, "a color like #ff0000")
		} else if err := s.pzlInk(at, rgb); err != nil {
			return nil, err
		}
	}
	s.skipSpace()
	at := s.pos
	height, err := s.number()
	if err != nil {
		return nil, err
	}
	width, err := s.nextNumber()
	if err != nil {
		return nil, err
	}
	if err := s.size(at, width, height); err != nil {
		return nil, err
	}
	return s.pzlClues(width, height)
}

func (s *Source) pzlClues(width, height int) (*nonogram.Puzzle, error) {
	for range height + width {
		if err := s.pzlClue(); err != nil {
			return nil, err
		}
	}
	if s.skipSpace(); !s.eof() {
		return nil, s.expected(s.pos, "the end of the file after %d rows and %d columns", height, width)
	}
	if len(s.clues.blocks) == 0 && len(s.colors.entries) > inkEntry+1 {
		s.colors.entries[inkEntry+1].used = true
	}
	palette, colors, err := s.resolve()
	if err != nil {
		return nil, err
	}
	s.clues.recolor(colors)
	p := &nonogram.Puzzle{Palette: palette}
	s.clues.build(p, s.clues.lines[:height], s.clues.lines[height:])
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

// pzlInk enters a color of the list, in this order but not yet as used.
func (s *Source) pzlInk(at int, rgb nonogram.RGB) error {
	if s.pzlFind(rgb) >= 0 {
		return nil
	}
	w := plainSwatch(rgb)
	if rgb == white {
		w.Name = "" // it is not the background
	}
	_, err := s.addColor(at, colorEntry{Swatch: w})
	return err
}

func (s *Source) pzlFind(rgb nonogram.RGB) int {
	entries := s.colors.entries
	for i := inkEntry + 1; i < len(entries); i++ {
		if entries[i].RGB == rgb {
			return i
		}
	}
	return -1
}

func (s *Source) pzlClue() error {
	s.skipSpace()
	at, start := s.pos, len(s.clues.blocks)
	count, err := s.number()
	if err != nil {
		return err
	}
	for range count {
		s.skipSpace()
		from := s.pos
		n, err := s.number()
		if err != nil {
			return err
		}
		if n == 0 {
			return s.expected(from, "a length from 1")
		}
		color, err := s.pzlColor()
		if err != nil {
			return err
		}
		s.colors.entries[color].used = true
		if err := s.addBlock(start, n, nonogram.Color(color)); err != nil {
			return err
		}
	}
	return s.closeClue(at, start, -1)
}

// pzlColor reads three channels and finds their color, which the list may lack.
func (s *Source) pzlColor() (int, error) {
	s.skipSpace()
	at := s.pos
	var channels [3]uint8
	for i := range channels {
		s.skipSpace()
		from := s.pos
		n, err := s.number()
		if err != nil {
			return 0, err
		}
		if n > 255 {
			return 0, s.expected(from, "a channel from 0 to 255")
		}
		channels[i] = uint8(n)
	}
	rgb := nonogram.RGB{R: channels[0], G: channels[1], B: channels[2]}
	if err := s.pzlInk(at, rgb); err != nil {
		return 0, err
	}
	return s.pzlFind(rgb), nil
}

var errSameInks = errors.New("two of its inks have the same color, and that is all that tells them apart here")

func fitsPzl(p *nonogram.Puzzle) error {
	seen := map[nonogram.RGB]bool{}
	used := usedColors(&nonogram.Puzzle{Palette: p.Palette, Rows: p.Rows, Cols: p.Cols})
	for i, w := range p.Palette[1:] {
		if used[i+1] && seen[w.RGB] {
			return errSameInks
		}
		seen[w.RGB] = seen[w.RGB] || used[i+1]
	}
	return nil
}

func encodePzl(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	b := fmt.Appendf(nil, "%d\n", len(p.Palette)-1)
	for _, swatch := range p.Palette[1:] {
		b = fmt.Appendf(b, "%s\n", swatch.RGB)
	}
	b = fmt.Appendf(b, "\n%d %d\n", p.Height(), p.Width())
	for _, clues := range [2][]nonogram.Clue{p.Rows, p.Cols} {
		b = append(b, '\n')
		for _, clue := range clues {
			b = fmt.Appendf(b, "%d", len(clue))
			for _, block := range clue {
				rgb := p.Palette[block.Color].RGB
				b = fmt.Appendf(b, " %d %d %d %d", block.Length, rgb.R, rgb.G, rgb.B)
			}
			b = append(b, '\n')
		}
	}
	_, err := w.Write(b)
	return err
}
