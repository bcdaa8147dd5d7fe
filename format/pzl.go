// The .pzl files of Evgeny Shulgin's (Izaron's) nonogram solver. Colors are identified by
// their RGB values, so two inks cannot be equal. Listed colors that no block has are dropped,
// unless there are no blocks.
//
// Source: https://github.com/izaron/Nonograms and its files.

package format

import (
	"errors"
	"fmt"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
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

func readPzl(d *cursor.Draft) *nonogram.Puzzle {
	for range d.Number() {
		d.SkipSpace()
		at := d.Pos
		rgb, ok := cursor.ParseRGB(d.Word())
		d.Expect(ok && d.Data[at] == '#', at, "a color like #ff0000")
		pzlInk(d, at, rgb)
	}
	d.SkipSpace()
	at := d.Pos
	height, width := d.Number(), d.NextNumber()
	d.Size(at, width, height)
	for range height + width {
		readPzlClue(d)
	}
	d.SkipSpace()
	if !d.EOF() {
		panic(d.Expected(d.Pos, "the end of the file after %s and %s", plural.Of(height, "row", "rows"), plural.Of(width, "column", "columns")))
	}
	if len(d.Blocks) == 0 && len(d.Colors.Entries) > cursor.Ink+1 {
		d.Colors.Entries[cursor.Ink+1].Used = true
	}
	palette := d.Paint()
	return d.Puzzle(&nonogram.Puzzle{Palette: palette}, d.Lines[:height], d.Lines[height:])
}

// pzlInk returns the entry of an ink, which the list may lack.
func pzlInk(d *cursor.Draft, at int, rgb nonogram.RGB) int {
	for i, e := range d.Colors.Entries[cursor.Ink+1:] {
		if e.RGB == rgb {
			return cursor.Ink + 1 + i
		}
	}
	return d.AddColor(at, cursor.Entry{Swatch: inkSwatch(rgb)})
}

func readPzlClue(d *cursor.Draft) {
	d.SkipSpace()
	d.OpenClue()
	for range d.Number() {
		d.SkipSpace()
		from := d.Pos
		n := d.Number()
		d.Expect(n != 0, from, "a length from 1")
		d.SkipSpace()
		at := d.Pos
		var channels [3]uint8
		for i := range channels {
			d.SkipSpace()
			from := d.Pos
			n := d.Number()
			d.Expect(n <= 255, from, "a channel from 0 to 255")
			channels[i] = uint8(n)
		}
		color := pzlInk(d, at, nonogram.RGB{R: channels[0], G: channels[1], B: channels[2]})
		d.Colors.Entries[color].Used = true
		d.AddBlock(n, nonogram.Color(color))
	}
	d.CloseClue()
}

func fitsPzl(p *nonogram.Puzzle) error {
	if hasTwins(p, usedColors(&nonogram.Puzzle{Palette: p.Palette, Rows: p.Rows, Cols: p.Cols})) {
		return errors.New("two of its inks have the same color, and the format identifies inks by their color")
	}
	return nil
}

func appendPzl(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "%d\n", len(p.Palette)-1)
	for _, swatch := range p.Palette[1:] {
		b = fmt.Appendf(b, "%s\n", swatch.RGB)
	}
	b = fmt.Appendf(b, "\n%d %d\n", p.Height(), p.Width())
	for _, l := range p.Lines() {
		if l.Index == 0 {
			b = append(b, '\n')
		}
		b = fmt.Appendf(b, "%d", len(p.Clue(l)))
		for _, block := range p.Clue(l) {
			rgb := p.Palette[block.Color].RGB
			b = fmt.Appendf(b, " %d %d %d %d", block.Length, rgb.R, rgb.G, rgb.B)
		}
		b = append(b, '\n')
	}
	return b
}
