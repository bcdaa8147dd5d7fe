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
// Colors are identified by their RGB values, so two inks cannot be equal. Listed colors
// that no block has are dropped, unless there are no blocks. The background is white.
//
// Source: https://github.com/izaron/Nonograms and its files.

package format

import (
	"errors"
	"fmt"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var pzlFormat = Format{
	Name:       "pzl",
	Title:      "input of Izaron's solver",
	Extensions: []string{".pzl"},
	holds:      holdsColors | holdsInk,
	sniff:      sniffPzl,
	decode:     single(readPzl),
	append:     appendPzl,
	fits:       fitsPzl,
}

// sniffPzl expects a number and then a color.
func sniffPzl(data []byte) confidence {
	if !startsWithDigit(data) {
		return no
	}
	s := cursor.Cursor{Data: data}
	s.SkipSpace()
	s.SkipDigits()
	s.SkipSpace()
	if word := s.Word(); len(word) > 0 && word[0] == '#' {
		if _, ok := cursor.ParseRGB(word); ok {
			return certain
		}
	}
	return no
}

// pzlReader reads a file.
type pzlReader struct{ *cursor.Draft }

func readPzl(d *cursor.Draft) *nonogram.Puzzle {
	r := &pzlReader{d}
	r.SkipSpace()
	r.Begin(r.Pos)
	count := r.Number()
	for range count {
		r.SkipSpace()
		at := r.Pos
		rgb, ok := cursor.ParseRGB(r.Word())
		if !ok || r.Data[at] != '#' {
			panic(r.Expected(at, "a color like #ff0000"))
		}
		r.ink(at, rgb)
	}
	r.SkipSpace()
	at := r.Pos
	height := r.Number()
	width := r.NextNumber()
	r.Size(at, width, height)
	return r.clues(width, height)
}

func (r *pzlReader) clues(width, height int) *nonogram.Puzzle {
	for range height + width {
		r.clue()
	}
	if r.SkipSpace(); !r.EOF() {
		panic(r.Expected(r.Pos, "the end of the file after %d rows and %d columns", height, width))
	}
	if len(r.Blocks) == 0 && len(r.Colors.Entries) > cursor.Ink+1 {
		r.Colors.Entries[cursor.Ink+1].Used = true
	}
	palette := r.Paint()
	return r.Puzzle(&nonogram.Puzzle{Palette: palette}, r.Lines[:height], r.Lines[height:])
}

// ink adds a color of the list.
func (r *pzlReader) ink(at int, rgb nonogram.RGB) {
	if r.find(rgb) >= 0 {
		return
	}
	w := plainSwatch(rgb)
	if rgb == white {
		w.Name = "" // it is not the background
	}
	r.AddColor(at, cursor.Entry{Swatch: w})
}

func (r *pzlReader) find(rgb nonogram.RGB) int {
	entries := r.Colors.Entries
	for i := cursor.Ink + 1; i < len(entries); i++ {
		if entries[i].RGB == rgb {
			return i
		}
	}
	return -1
}

func (r *pzlReader) clue() {
	r.SkipSpace()
	r.OpenClue()
	count := r.Number()
	for range count {
		r.SkipSpace()
		from := r.Pos
		n := r.Number()
		if n == 0 {
			panic(r.Expected(from, "a length from 1"))
		}
		color := r.color()
		r.Colors.Entries[color].Used = true
		r.AddBlock(n, nonogram.Color(color))
	}
	r.CloseClue()
}

// color reads three channels. The list may lack their color.
func (r *pzlReader) color() int {
	r.SkipSpace()
	at := r.Pos
	var channels [3]uint8
	for i := range channels {
		r.SkipSpace()
		from := r.Pos
		n := r.Number()
		if n > 255 {
			panic(r.Expected(from, "a channel from 0 to 255"))
		}
		channels[i] = uint8(n)
	}
	rgb := nonogram.RGB{R: channels[0], G: channels[1], B: channels[2]}
	r.ink(at, rgb)
	return r.find(rgb)
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

func appendPzl(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "%d\n", len(p.Palette)-1)
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
	return b
}
