package render

import (
	"bufio"
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strings"

	"nonogram"
)

// A picture is a puzzle with title, attribution and margin. It scales with the cell; texts
// have a least size.

// Texts and margin of a picture, in cells and at least in pixels.
const (
	titleSize, minTitleSize   = 0.8, 14
	creditSize, minCreditSize = 0.5, 10
	marginSize, minMargin     = 0.5, 6
	// roomForTitle bounds the width of a title, in ems; a longer one is cut.
	roomForTitle = 18
)

// picture is a drawing laid out on its canvas.
type picture struct {
	*layout
	cell, margin  float64
	name          string // the whole title
	title, credit caption
	width, height float64
	inner         float64 // of the texts and the grid, without margins
	gridX, gridY  float64
	triangles     *triangleEasel // of a triddler
}

// caption is a line above or below the grid.
type caption struct {
	text string
	size float64
}

// height is the height of a line with the space to the grid.
func (c caption) height() float64 {
	if c.text == "" {
		return 0
	}
	return c.size * (lineHeight + 0.35)
}

func newPicture(l *layout, d *Drawing, f *fonts, cell float64) *picture {
	if l.p.Shape != nil {
		return newTriddler(l, d, f, cell)
	}
	p := &picture{layout: l, cell: cell}
	cols, rows := l.whole()
	p.captions(d, f, cols*cell)
	// The grid starts on a whole pixel, so that its lines are sharp.
	p.gridX = math.Ceil(p.margin + l.left*cell)
	p.gridY = math.Ceil(p.margin + p.title.height() + l.top*cell)
	p.width = math.Ceil(max(p.gridX+cell*float64(d.Puzzle.Width()), p.margin+p.inner) + p.margin)
	p.height = math.Ceil(p.gridY + (rows-l.top)*cell + p.credit.height() + p.margin)
	return p
}

// captions sets the texts and the margin around a puzzle of a width.
func (p *picture) captions(d *Drawing, f *fonts, width float64) {
	p.name = titleOf(d)
	if d.Style.caption() {
		p.title = caption{p.name, max(minTitleSize, titleSize*p.cell)}
		p.credit = caption{attribution(d.Puzzle), max(minCreditSize, creditSize*p.cell)}
	}
	if !d.Style.Bare {
		p.margin = math.Ceil(max(minMargin, marginSize*p.cell))
	}
	wanted := max(f.width(p.title.text, p.title.size, true), f.width(p.credit.text, p.credit.size, false))
	p.inner = max(width, min(wanted, roomForTitle*p.title.size))
	p.title.text = f.clip(p.title.text, p.inner, p.title.size, true)
	p.credit.text = f.clip(p.credit.text, p.inner, p.credit.size, false)
}

func titleOf(d *Drawing) string { return cmp.Or(d.Title, d.Puzzle.Title) }

// attribution is the author, copyright and license of a puzzle.
func attribution(p *nonogram.Puzzle) string {
	var parts []string
	if p.Author != "" && !strings.Contains(p.Copyright, p.Author) {
		parts = append(parts, "by "+p.Author)
	}
	for _, s := range []string{p.Copyright, p.License} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, " · ")
}

func (p *picture) scene() *scene {
	s := &scene{width: p.width, height: p.height, ground: p.theme.page, title: p.name}
	if p.triangles != nil {
		p.triangles.paintOn(s)
	} else {
		p.paint(s, p.gridX, p.gridY, p.cell, pixel)
	}
	if p.title.text != "" {
		s.words(words{color: p.theme.text, size: p.title.size, bold: true, words: []word{{p.margin, p.margin + p.title.size, p.title.text}}})
	}
	if p.credit.text != "" {
		s.words(words{color: p.theme.faint, size: p.credit.size, words: []word{{p.margin, p.height - p.margin - 0.25*p.credit.size, p.credit.text}}})
	}
	return s
}

// A sheet combines several drawings in one picture, each laid out by itself, in a grid of the
// largest size. In SVG they are nested pictures.

// sheetGap is the space around the drawings, in pixels.
const sheetGap = 16

// svgSheet writes drawings as one SVG picture.
func svgSheet(w io.Writer, drawings []*Drawing) error {
	var scenes []*scene
	var sizes []image.Point
	for _, d := range drawings {
		drawn, err := d.scene()
		if err != nil {
			return err
		}
		scenes = append(scenes, drawn)
		sizes = append(sizes, image.Pt(int(math.Ceil(drawn.width)), int(math.Ceil(drawn.height))))
	}
	places, size := placesOf(sizes)
	out := svgWriter{bufio.NewWriter(w)}
	width, height := number2(float64(size.X)), number2(float64(size.Y))
	out.put(`<svg xmlns="http://www.w3.org/2000/svg" width="`, width, `" height="`, height, `" viewBox="0 0 `, width, " ", height, `">`, "\n")
	out.put(`<rect width="`, width, `" height="`, height, `" fill="`, drawings[0].Style.theme().page.String(), `"/>`, "\n")
	for i, drawn := range scenes {
		out.scene(drawn, `x="`, number2(float64(places[i].X)), `" y="`, number2(float64(places[i].Y)), `" `)
	}
	out.put("</svg>\n")
	return out.Flush()
}

// pngSheet writes drawings as one PNG picture.
func pngSheet(w io.Writer, drawings []*Drawing) error {
	var pictures []image.Image
	var sizes []image.Point
	for _, d := range drawings {
		painted, err := d.image()
		if err != nil {
			return err
		}
		pictures, sizes = append(pictures, painted), append(sizes, painted.Bounds().Size())
	}
	places, size := placesOf(sizes)
	if size.X*size.Y > maxPixels {
		return badOption("cell", "found cells for a sheet of %d × %d pixels, expected smaller ones or fewer drawings: the limit is %d pixels", size.X, size.Y, maxPixels)
	}
	page := drawings[0].Style.theme().page
	out := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Bounds(), image.NewUniform(color.NRGBA{page.R, page.G, page.B, 255}), image.Point{}, draw.Src)
	for i, painted := range pictures {
		draw.Draw(out, image.Rectangle{places[i], places[i].Add(sizes[i])}, painted, image.Point{}, draw.Src)
	}
	return png.Encode(w, out)
}

// placesOf returns the places of the drawings and the size of the sheet. There are two
// drawings in a row, or four of more than four, so that pairs stay side by side.
func placesOf(sizes []image.Point) ([]image.Point, image.Point) {
	var cell image.Point
	for _, size := range sizes {
		cell.X, cell.Y = max(cell.X, size.X), max(cell.Y, size.Y)
	}
	columns := 2
	if len(sizes) > 4 {
		columns = 4
	}
	rows := (len(sizes) + columns - 1) / columns
	places := make([]image.Point, len(sizes))
	for i := range sizes {
		places[i] = image.Pt(sheetGap+i%columns*(cell.X+sheetGap), sheetGap+i/columns*(cell.Y+sheetGap))
	}
	return places, image.Pt(columns*(cell.X+sheetGap)+sheetGap, rows*(cell.Y+sheetGap)+sheetGap)
}
