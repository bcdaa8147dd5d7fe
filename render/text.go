// Package render draws puzzles and grids: as text for terminals, as SVG and PNG pictures, and
// as books in PDF and HTML.
//
// [Text] draws the clues in gutters above and left of a frame, and cells two characters wide,
// which are square in a terminal, or three if a column has a number of two digits. A 40 × 40
// puzzle takes about 160 columns; with [Options.Columns], Text finds a form that fits.
//
// [SVG] and [PNG] draw one or more [Drawing] values, and [PDF] and [HTML] write a [Book]. The
// layout is computed once, as a scene of rectangles, lines and words; each back end writes
// the scene in its format.
//
//	Drawing ─▶ layout ─▶ picture ─▶ scene ─▶ SVG, PNG
//	Book ────▶ layout ─▶ binder ──▶ scenes ─▶ PDF, HTML
//
// Begin with [Text], or with [SVG] and a [Drawing] of which only the puzzle is set. Equal arguments
// give equal bytes. Text and SVG take 0.1 to 0.2 ms for a usual puzzle, PNG about 6 ms. Options that do
// not fit the puzzle are an [*Error].
package render

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"nonogram"
)

// Options configures [Text]. The zero value draws the cells in a frame, with the clues above
// and to the left and a line every five cells.
type Options struct {
	NoClues  bool // leaves the clues out
	NoGuides bool // leaves the lines out
	ASCII    bool // only ASCII characters, instead of block and box characters
	// Colors is the number of colors of the terminal, for ANSI escapes: 0 for none, 16,
	// 256, or more for 24 bits.
	Colors int
	// Half draws the picture alone, two rows per line of text.
	Half bool
	// Columns is the width of the terminal; 0 means unlimited. A drawing that does not fit
	// has cells one character wide, or is drawn as with Half, or is cut off. A line below
	// reports omissions.
	Columns int
	// Other is a second solution. Cells in which it differs are marked.
	Other *nonogram.Grid
}

// guideEvery is the distance of the guide lines.
const guideEvery = 5

// Text draws a puzzle with a grid in it, which may be partial, or nil for a blank puzzle.
func Text(w io.Writer, p *nonogram.Puzzle, g *nonogram.Grid, o Options) error {
	if err := drawable(p, g); err != nil {
		return err
	}
	if o.Other != nil {
		if err := drawable(p, o.Other); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(w)
	d := fitted(out, p, g, o)
	switch {
	case p.Shape != nil:
		d.triangleRows()
	case d.form == half:
		d.half()
	default:
		d.framed()
	}
	d.notes(o)
	return out.Flush()
}

// textSize returns the columns and lines of a drawing of unlimited width, without the legend
// of a color puzzle.
func (d *textDrawing) textSize() (columns, lines int) {
	if d.form == half {
		if d.stacked() {
			return d.cols, (d.p.Height() + 1) / 2
		}
		return d.cols, d.p.Height()
	}
	columns = d.margin + 2 + d.cellWidth*d.cols + guides(d.cols, d.o)
	lines = len(d.above) + 2 + d.p.Height() + guides(d.p.Height(), d.o)
	return columns, lines
}

// guides is the number of guide lines across n cells.
func guides(n int, o Options) int {
	if o.NoGuides {
		return 0
	}
	return (n - 1) / guideEvery
}

// textDrawing is a call of Text.
type textDrawing struct {
	canvas
	p    *nonogram.Puzzle
	g    *nonogram.Grid
	o    Options
	form form
	glyphs

	painted   bool // cells and clues carry their palette's colors
	partial   bool // some cell is undecided, so empty cells need a mark
	cellWidth int
	cols      int       // how many columns are drawn
	beside    [][]label // the rows' clues, slot by slot, all rows equally long
	above     [][]label // the columns' clues, line by line, a label per column
	slots     []int     // widths of the rows' slots
	margin    int       // width of the rows' gutter with the space before the frame
}

func newTextDrawing(out *bufio.Writer, p *nonogram.Puzzle, g *nonogram.Grid, o Options, f form) *textDrawing {
	d := &textDrawing{
		canvas: canvas{out: out, colors: o.Colors}, p: p, g: g, o: o, form: f,
		glyphs: unicodeGlyphs, cellWidth: 2, cols: p.Width(),
	}
	if o.ASCII {
		d.glyphs = asciiGlyphs
	}
	if f == narrow {
		d.cellWidth = 1
	}
	d.painted = o.Colors > 0 && !plainInk(p)
	d.partial = g == nil || g.Open() > 0
	switch {
	case o.NoClues || f == half:
	case p.Shape != nil:
		d.layOutRows()
	default:
		d.layOutClues()
	}
	return d
}

// plainInk reports a puzzle in black on white, which is drawn in the terminal's colors.
func plainInk(p *nonogram.Puzzle) bool {
	bw := nonogram.BlackAndWhite()
	return len(p.Palette) == 2 && p.Palette[0].SamePaint(bw[0]) && p.Palette[1].SamePaint(bw[1])
}

// framed draws gutters, frame, cells and legend.
func (d *textDrawing) framed() {
	for y := range d.above {
		if !d.clipped() || longest(d.above[y][:d.cols]) > 0 {
			d.columnClues(y)
		}
	}
	d.border(d.topLeft, d.topTee, d.topRight)
	for y := range d.p.Height() {
		if d.guideAt(y) {
			d.guideRow(y)
		}
		d.row(y)
	}
	d.border(d.bottomLeft, d.bottomTee, d.bottomRight)
	d.legend()
}

// guideAt reports whether there is a guide line before row or column i.
func (d *textDrawing) guideAt(i int) bool { return !d.o.NoGuides && i > 0 && i%guideEvery == 0 }

func (d *textDrawing) border(left, tee, right string) {
	d.spaces(d.margin)
	d.put(lineStyle, left)
	for x := range d.cols {
		if d.guideAt(x) {
			d.put(lineStyle, tee)
		}
		d.repeat(lineStyle, d.horizontal, d.cellWidth)
	}
	if !d.clipped() {
		d.put(lineStyle, right)
	}
	d.newline()
}

func (d *textDrawing) row(y int) {
	d.rowClues(y)
	d.put(lineStyle, d.vertical)
	for x := range d.cols {
		if d.guideAt(x) {
			d.guide(d.vertical, 1, d.at(y, x-1), d.at(y, x))
		}
		d.cell(d.at(y, x))
	}
	if d.clipped() {
		d.put(lineStyle, d.more)
	} else {
		d.put(lineStyle, d.vertical)
	}
	d.newline()
}

// guideRow draws the line between rows y-1 and y.
func (d *textDrawing) guideRow(y int) {
	d.spaces(d.margin)
	d.put(lineStyle, d.leftTee)
	for x := range d.cols {
		above, below := d.at(y-1, x), d.at(y, x)
		if d.guideAt(x) {
			d.guide(d.crossing, 1, d.at(y-1, x-1), d.at(y, x-1), above, below)
		}
		d.guide(d.horizontal, d.cellWidth, above, below)
	}
	if !d.clipped() {
		d.put(lineStyle, d.rightTee)
	}
	d.newline()
}

// guide draws a piece of a guide line. Between cells of one ink it is ink.
func (d *textDrawing) guide(glyph string, width int, around ...look) {
	switch {
	case around[0].kind == inked && d.p.Palette[around[0].color].Diagonal == 0 && !slices.ContainsFunc(around, func(l look) bool { return l != around[0] }):
		d.ink(around[0], width)
	case d.painted && !d.partial:
		d.repeat(style{fg: gray, bg: of(d.p.Palette[nonogram.Empty].RGB)}, glyph, width)
	default:
		d.repeat(lineStyle, glyph, width)
	}
}

// Fitting a text drawing into a terminal. The first of these forms that fits is used:
//
//	full     two characters a cell or more, with clues
//	narrow   one character a cell, with clues; the cells are not square
//	half     the picture alone, half a character a cell; only if there is one
//	clipped  the leftmost columns

// form is the form of a drawing.
type form uint8

const (
	full form = iota
	narrow
	half
)

// forms returns the forms to try, for a puzzle with or without a grid.
func (o Options) forms(grid bool) []form {
	switch {
	case o.Half:
		return []form{half}
	case grid:
		return []form{full, narrow, half}
	}
	return []form{full, narrow}
}

// leastClipped is the width of grid and frame below which the clues are omitted.
const leastClipped = 10

// fitted is the drawing in the first form that fits.
func fitted(out *bufio.Writer, p *nonogram.Puzzle, g *nonogram.Grid, o Options) *textDrawing {
	if p.Shape != nil {
		return triddler(out, p, g, o)
	}
	var d *textDrawing
	for _, f := range o.forms(g != nil) {
		d = newTextDrawing(out, p, g, o, f)
		if columns, _ := d.textSize(); o.Columns <= 0 || columns <= o.Columns {
			return d
		}
	}
	if d.form != half && !o.NoClues && d.margin+leastClipped > o.Columns {
		o.NoClues = true
		d = newTextDrawing(out, p, g, o, narrow)
	}
	d.clip()
	return d
}

// clip omits columns on the right until the drawing fits.
func (d *textDrawing) clip() {
	for d.cols > 1 {
		if columns, _ := d.textSize(); columns <= d.o.Columns {
			return
		}
		d.cols--
	}
}

func (d *textDrawing) clipped() bool { return d.cols < d.p.Width() }

// notes reports omissions; o are the options of the caller.
func (d *textDrawing) notes(o Options) {
	if !o.NoClues && !o.Half && (d.form == half || d.o.NoClues) {
		d.put(style{}, fmt.Sprintf("without clues: they do not fit in %d characters", o.Columns))
		d.newline()
	}
	if d.clipped() {
		d.put(style{}, fmt.Sprintf("columns 1 to %d of %d: the rest does not fit in %d characters", d.cols, d.p.Width(), o.Columns))
		d.newline()
	}
}

// legend names the letters of a color puzzle that is drawn without colors.
func (d *textDrawing) legend() {
	if d.painted || !d.p.Colored() {
		return
	}
	const gap = 3
	indent, used := d.margin, 0
	if d.o.Columns > 0 {
		indent = min(indent, d.o.Columns/2)
	}
	for _, s := range d.p.Palette[1:] {
		entry := string(rune(s.Symbol)) + " " + cmp.Or(s.Name, s.Paint())
		width := utf8.RuneCountInString(entry)
		switch {
		case used == 0:
			d.spaces(indent)
			used = indent
		case d.o.Columns > 0 && used+gap+width > d.o.Columns:
			d.newline()
			d.spaces(indent)
			used = indent
		default:
			d.spaces(gap)
			used += gap
		}
		d.put(style{}, entry)
		used += width
	}
	d.newline()
}
