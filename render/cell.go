package render

import (
	"strings"

	"nonogram"
)

// Cells as characters. Empty cells are blank in a finished picture. In an unfinished one
// they have a cross, and undecided cells a dot.

// kind is the kind of a cell.
type kind uint8

const (
	undecided   kind = iota // a dot
	blank                   // empty in a finished picture
	crossed                 // empty, while others are undecided
	inked                   // part of a block
	markedInk               // inked here, something else in the other solution
	markedEmpty             // empty here, inked in the other solution
)

// look is the kind and color of a cell.
type look struct {
	kind  kind
	color nonogram.Color
}

// glyphs is a set of characters.
type glyphs struct {
	horizontal, vertical, crossing      string
	topLeft, topTee, topRight           string
	leftTee, rightTee                   string
	bottomLeft, bottomTee, bottomRight  string
	ink, dot, cross, markInk, markEmpty string
	upperHalf, lowerHalf, more          string
	up, down, upEmpty, downEmpty        string // triangles of a triddler
	slash, backslash                    string

	// The triangle at the left of / and \ in a cell of one character, and in a wider one the
	// characters at its ends and between them: a staircase along the diagonal.
	rising, falling         string
	risingWide, fallingWide [3]string
}

var unicodeGlyphs = glyphs{
	horizontal: "─", vertical: "│", crossing: "┼",
	topLeft: "┌", topTee: "┬", topRight: "┐",
	leftTee: "├", rightTee: "┤",
	bottomLeft: "└", bottomTee: "┴", bottomRight: "┘",
	ink: "█", dot: "·", cross: "×", markInk: "▓", markEmpty: "░",
	upperHalf: "▀", lowerHalf: "▄", more: "…",
	up: "▲", down: "▼", upEmpty: "△", downEmpty: "▽",
	slash: "╱", backslash: "╲",
	rising: "◤", falling: "◣",
	risingWide: [3]string{"▛", "▀", "▘"}, fallingWide: [3]string{"▙", "▄", "▖"},
}

var asciiGlyphs = glyphs{
	horizontal: "-", vertical: "|", crossing: "+",
	topLeft: "+", topTee: "+", topRight: "+",
	leftTee: "+", rightTee: "+",
	bottomLeft: "+", bottomTee: "+", bottomRight: "+",
	ink: "#", dot: ".", cross: "x", markInk: "%", markEmpty: ":",
	more: ">",
	up:   "#", down: "#", upEmpty: ".", downEmpty: ".",
	slash: "/", backslash: "\\",
	rising: "/", falling: "\\",
}

// at returns the look of a cell.
func (d *textDrawing) at(y, x int) look {
	if d.g == nil {
		return look{kind: undecided}
	}
	c := d.g.At(y, x)
	marked := d.o.Other != nil && d.o.Other.At(y, x) != c
	switch {
	case c == nonogram.Unknown:
		return look{kind: undecided}
	case c == nonogram.Empty && marked:
		return look{markedEmpty, c}
	case c == nonogram.Empty && d.partial:
		return look{crossed, c}
	case c == nonogram.Empty:
		return look{blank, c}
	case marked:
		return look{markedInk, c}
	}
	return look{inked, c}
}

// cell draws one cell, cellWidth columns wide.
func (d *textDrawing) cell(l look) {
	if d.painted && l.kind != undecided {
		d.paint(l)
		return
	}
	switch l.kind {
	case undecided:
		d.right(lineStyle, d.dot)
	case blank:
		d.spaces(d.cellWidth)
	case crossed:
		d.right(lineStyle, d.cross)
	case inked:
		d.ink(l, d.cellWidth)
	case markedInk:
		glyph := d.markInk
		if d.p.Colored() { // the capital letter of its color
			glyph = strings.ToUpper(string(rune(d.p.Palette.Symbol(l.color))))
		}
		d.repeat(markStyle, glyph, d.cellWidth)
	case markedEmpty:
		d.repeat(markStyle, d.markEmpty, d.cellWidth)
	}
}

// ink fills width columns with the color of the look.
func (d *textDrawing) ink(l look, width int) {
	switch {
	case d.painted && d.p.Palette[l.color].Diagonal != 0:
		d.triangles(d.p.Palette[l.color], width)
	case d.painted:
		d.repeat(style{bg: of(d.p.Palette[l.color].RGB)}, " ", width)
	case d.p.Colored():
		d.repeat(style{}, string(rune(d.p.Palette.Symbol(l.color))), width)
	default:
		d.repeat(style{}, d.glyphs.ink, width)
	}
}

// triangles draws a cell of two triangles, width columns wide.
func (d *textDrawing) triangles(w nonogram.Swatch, width int) {
	s := style{fg: of(w.RGB), bg: of(w.Right)}
	one, wide := d.rising, d.risingWide
	if w.Diagonal == '\\' {
		one, wide = d.falling, d.fallingWide
	}
	switch {
	case width == 1:
		d.put(s, one)
	case d.o.ASCII: // a slash between its colors
		s.bg, s.fg = s.fg, s.bg
		d.put(s, strings.Repeat(" ", width/2))
		s.bg, s.fg = s.fg, s.bg
		d.put(s, one+strings.Repeat(" ", width-width/2-1))
	default:
		d.put(s, wide[0]+strings.Repeat(wide[1], width-2)+wide[2])
	}
}

// paint draws a cell in its palette color with its mark.
func (d *textDrawing) paint(l look) {
	bg := d.p.Palette[l.color].RGB
	if l.kind == inked && d.p.Palette[l.color].Diagonal != 0 {
		d.triangles(d.p.Palette[l.color], d.cellWidth)
		return
	}
	s := style{fg: of(contrast(bg)), bg: of(bg)}
	switch l.kind {
	case markedInk, markedEmpty:
		d.repeat(s, " ", d.cellWidth-2)
		d.put(s, "><"[:min(d.cellWidth, 2)])
	case crossed:
		s.fg = gray
		d.right(s, d.cross)
	default:
		d.repeat(s, " ", d.cellWidth)
	}
}

// right writes a character at the right edge of a cell.
func (d *textDrawing) right(s style, glyph string) {
	d.repeat(s, " ", d.cellWidth-1)
	d.put(s, glyph)
}

// The small picture: two rows share a line of text, by half blocks. In ASCII, or with letters
// for colors, each row is a line.

// stacked reports whether two rows share a line.
func (d *textDrawing) stacked() bool {
	return !d.o.ASCII && (d.painted || !d.p.Colored())
}

func (d *textDrawing) half() {
	step := 1
	if d.stacked() {
		step = 2
	}
	for y := 0; y < d.p.Height(); y += step {
		for x := range d.cols {
			upper, lower := d.at(y, x), look{kind: blank}
			if y+1 < d.p.Height() {
				lower = d.at(y+1, x)
			}
			switch {
			case step == 1:
				d.single(upper)
			case d.painted:
				d.put(style{fg: d.paintOf(upper), bg: d.paintOf(lower)}, d.upperHalf)
			default:
				d.pair(upper.inked(), lower.inked())
			}
		}
		d.newline()
	}
	d.legend()
}

func (l look) inked() bool { return l.kind == inked || l.kind == markedInk }

func (d *textDrawing) single(l look) {
	switch {
	case l.inked():
		d.ink(l, 1)
	case l.kind == undecided:
		d.put(lineStyle, d.dot)
	default:
		d.spaces(1)
	}
}

func (d *textDrawing) pair(upper, lower bool) {
	switch {
	case upper && lower:
		d.put(style{}, d.glyphs.ink)
	case upper:
		d.put(style{}, d.upperHalf)
	case lower:
		d.put(style{}, d.lowerHalf)
	default:
		d.spaces(1)
	}
}

// paintOf is the color of a cell.
func (d *textDrawing) paintOf(l look) rgb {
	if l.kind == undecided {
		return gray
	}
	if s := d.p.Palette[l.color]; s.Diagonal != 0 {
		return of(mix(s.RGB, s.Right, 0.5))
	}
	return of(d.p.Palette[l.color].RGB)
}
