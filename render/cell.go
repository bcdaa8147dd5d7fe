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
}

var unicodeGlyphs = glyphs{
	horizontal: "─", vertical: "│", crossing: "┼",
	topLeft: "┌", topTee: "┬", topRight: "┐",
	leftTee: "├", rightTee: "┤",
	bottomLeft: "└", bottomTee: "┴", bottomRight: "┘",
	ink: "█", dot: "·", cross: "×", markInk: "▓", markEmpty: "░",
	upperHalf: "▀", lowerHalf: "▄", more: "…",
}

var asciiGlyphs = glyphs{
	horizontal: "-", vertical: "|", crossing: "+",
	topLeft: "+", topTee: "+", topRight: "+",
	leftTee: "+", rightTee: "+",
	bottomLeft: "+", bottomTee: "+", bottomRight: "+",
	ink: "#", dot: ".", cross: "x", markInk: "%", markEmpty: ":",
	more: ">",
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
		d.repeat(markStyle, d.markGlyph(l), d.cellWidth)
	case markedEmpty:
		d.repeat(markStyle, d.markEmpty, d.cellWidth)
	}
}

// ink fills width columns with the color of the look.
func (d *textDrawing) ink(l look, width int) {
	switch {
	case d.painted:
		d.repeat(style{bg: of(d.p.Palette[l.color].RGB)}, " ", width)
	case d.p.Colored():
		d.repeat(style{}, string(rune(d.p.Palette.Symbol(l.color))), width)
	default:
		d.repeat(style{}, d.glyphs.ink, width)
	}
}

// markGlyph is the character of a marked inked cell: in a color puzzle without colors the
// capital letter of its color.
func (d *textDrawing) markGlyph(l look) string {
	if d.p.Colored() {
		return strings.ToUpper(string(rune(d.p.Palette.Symbol(l.color))))
	}
	return d.markInk
}

// paint draws a cell in its palette color with its mark.
func (d *textDrawing) paint(l look) {
	bg := d.p.Palette[l.color].RGB
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
