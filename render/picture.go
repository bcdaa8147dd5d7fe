package render

import (
	"cmp"
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
	gridX, gridY  float64
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
	p := &picture{layout: l, cell: cell, name: titleOf(d)}
	if d.Style.caption() {
		p.title = caption{p.name, max(minTitleSize, titleSize*cell)}
		p.credit = caption{attribution(d.Puzzle), max(minCreditSize, creditSize*cell)}
	}
	if !d.Style.Bare {
		p.margin = math.Ceil(max(minMargin, marginSize*cell))
	}
	cols, rows := l.whole()
	wanted := max(f.width(p.title.text, p.title.size, true), f.width(p.credit.text, p.credit.size, false))
	inner := max(cols*cell, min(wanted, roomForTitle*p.title.size))
	p.title.text = f.clip(p.title.text, inner, p.title.size, true)
	p.credit.text = f.clip(p.credit.text, inner, p.credit.size, false)
	// The grid starts on a whole pixel, so that its lines are sharp.
	p.gridX = math.Ceil(p.margin + l.left*cell)
	p.gridY = math.Ceil(p.margin + p.title.height() + l.top*cell)
	p.width = math.Ceil(max(p.gridX+cell*float64(d.Puzzle.Width()), p.margin+inner) + p.margin)
	p.height = math.Ceil(p.gridY + (rows-l.top)*cell + p.credit.height() + p.margin)
	return p
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
	p.paint(s, p.gridX, p.gridY, p.cell, pixel)
	if p.title.text != "" {
		s.words(words{color: p.theme.text, size: p.title.size, bold: true, words: []word{{p.margin, p.margin + p.title.size, p.title.text}}})
	}
	if p.credit.text != "" {
		s.words(words{color: p.theme.faint, size: p.credit.size, words: []word{{p.margin, p.height - p.margin - 0.25*p.credit.size, p.credit.text}}})
	}
	return s
}
