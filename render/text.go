// Package render draws puzzles and grids.
//
// So far it draws to text: [Text] puts the clues into aligned gutters above and
// to the left of a frame and the cells into the frame, two characters wide so
// that they look square in a terminal. A 40 × 40 puzzle takes about 120 columns;
// where that is too wide, [Options.Half] gives the picture alone at one column a
// cell. [TextSize] tells beforehand which of the two will fit.
//
// Everything is written to an io.Writer line by line; nothing here looks at the
// terminal or the environment, so the caller decides about color and characters.
package render

import (
	"bufio"
	"io"

	"nonogram"
)

// Options says how to draw. The zero value draws the bare cells in a frame.
type Options struct {
	Clues  bool // the clues, in gutters above and to the left
	Guides bool // a line every five cells
	ASCII  bool // only ASCII characters, instead of block and box characters
	Color  bool // ANSI escapes with 24-bit color, for terminals
	// Half draws the picture alone, without frame, clues and guides, two rows
	// to a line of text by half blocks: half as wide and half as high.
	Half bool
	// Other is a second solution: cells in which it differs are marked.
	Other *nonogram.Grid
}

// guideEvery is the distance of the guide lines: what everybody prints.
const guideEvery = 5

// Text draws the puzzle and in it the grid, which may be partial, or nil for the
// blank puzzle. The grid must have the puzzle's size.
func Text(w io.Writer, p *nonogram.Puzzle, g *nonogram.Grid, o Options) error {
	out := bufio.NewWriter(w)
	d := newDrawing(out, p, g, o)
	if o.Half {
		d.half()
	} else {
		d.framed()
	}
	return out.Flush()
}

// TextSize is the number of columns and lines that Text will take, the legend
// of a colour puzzle not counted.
func TextSize(p *nonogram.Puzzle, o Options) (columns, lines int) {
	d := newDrawing(nil, p, nil, o)
	if o.Half {
		if d.stacked() {
			return p.Width(), (p.Height() + 1) / 2
		}
		return p.Width(), p.Height()
	}
	columns = d.margin() + 2 + d.cellWidth*p.Width() + guides(p.Width(), o)
	lines = len(d.above) + 2 + p.Height() + guides(p.Height(), o)
	return columns, lines
}

// guides is the number of guide lines across n cells.
func guides(n int, o Options) int {
	if !o.Guides {
		return 0
	}
	return (n - 1) / guideEvery
}

// drawing is one call of Text: the puzzle, what the cells look like, and the
// gutters.
type drawing struct {
	canvas
	p *nonogram.Puzzle
	g *nonogram.Grid
	o Options
	glyphs

	painted   bool // cells and clues carry their palette's colors
	partial   bool // some cell is undecided, so empty cells need a mark
	tinted    bool // every second column's clue is tinted
	cellWidth int
	beside    [][]label // the rows' clues, slot by slot, all rows equally long
	above     [][]label // the columns' clues, line by line, a label per column
}

func newDrawing(out *bufio.Writer, p *nonogram.Puzzle, g *nonogram.Grid, o Options) *drawing {
	d := &drawing{canvas: canvas{out: out, color: o.Color}, p: p, g: g, o: o, glyphs: unicodeGlyphs}
	if o.ASCII {
		d.glyphs = asciiGlyphs
	}
	d.painted = o.Color && !plainInk(p)
	d.partial = g == nil || g.Open() > 0
	d.cellWidth = 2
	if o.Clues && !o.Half {
		d.layOutClues()
	}
	return d
}

// plainInk reports a puzzle in black on white, which is drawn in the terminal's
// own colors.
func plainInk(p *nonogram.Puzzle) bool {
	bw := nonogram.BlackAndWhite()
	return len(p.Palette) == 2 && p.Palette[0].RGB == bw[0].RGB && p.Palette[1].RGB == bw[1].RGB
}

// framed draws gutters, frame, cells and, where colors are told by letters, the
// legend.
func (d *drawing) framed() {
	for y := range d.above {
		d.columnClues(y)
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

// guideAt reports a guide line before row or column i.
func (d *drawing) guideAt(i int) bool { return d.o.Guides && i > 0 && i%guideEvery == 0 }

func (d *drawing) border(left, tee, right string) {
	d.spaces(d.margin())
	d.put(lineStyle, left)
	for x := range d.p.Width() {
		if d.guideAt(x) {
			d.put(lineStyle, tee)
		}
		d.repeat(lineStyle, d.horizontal, d.cellWidth)
	}
	d.put(lineStyle, right)
	d.newline()
}

func (d *drawing) row(y int) {
	d.rowClues(y)
	d.put(lineStyle, d.vertical)
	for x := range d.p.Width() {
		if d.guideAt(x) {
			d.guide(d.vertical, 1, d.at(y, x-1), d.at(y, x))
		}
		d.cell(d.at(y, x))
	}
	d.put(lineStyle, d.vertical)
	d.newline()
}

// guideRow draws the line between rows y-1 and y.
func (d *drawing) guideRow(y int) {
	d.spaces(d.margin())
	d.put(lineStyle, d.leftTee)
	for x := range d.p.Width() {
		above, below := d.at(y-1, x), d.at(y, x)
		if d.guideAt(x) {
			d.guide(d.crossing, 1, d.at(y-1, x-1), d.at(y, x-1), above, below)
		}
		d.guide(d.horizontal, d.cellWidth, above, below)
	}
	d.put(lineStyle, d.rightTee)
	d.newline()
}

// guide draws a piece of a guide line between the cells around it. Where all of
// them are inked the ink goes on, so that guides do not cut the picture.
func (d *drawing) guide(glyph string, width int, around ...look) {
	inkOnly := true
	for _, l := range around {
		inkOnly = inkOnly && l.kind == inked
	}
	switch {
	case inkOnly:
		d.ink(around[0], width)
	case d.painted && !d.partial:
		d.repeat(style{fg: gray, bg: of(d.p.Palette[nonogram.Empty].RGB)}, glyph, width)
	default:
		d.repeat(lineStyle, glyph, width)
	}
}

// legend names the letters of a colour puzzle that is drawn without colors.
func (d *drawing) legend() {
	if d.painted || !d.p.Colored() {
		return
	}
	d.spaces(d.margin())
	for i, s := range d.p.Palette[1:] {
		if i > 0 {
			d.spaces(3)
		}
		name := s.Name
		if name == "" {
			name = s.RGB.String()
		}
		d.put(style{}, string(rune(s.Symbol))+" "+name)
	}
	d.newline()
}
