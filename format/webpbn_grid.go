// The images of webpbn's XML, and completing a puzzle.

package format

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// solutionElement keeps the image of a goal or of given cells.
func (r *pbnReader) solutionElement() {
	image, rank := &r.goal, 0
	switch r.attrText("type", "goal") {
	case "goal":
		rank = 2
	case "solution":
		rank = 1
	case "saved":
		if r.attrText("id", "") == "given" {
			image, rank = &r.given, 1
		}
	}
	for depth := len(r.stack); r.nextStart(depth); {
		if string(r.name) != "image" || rank <= image.rank {
			r.skip()
			continue
		}
		text, at := r.content()
		*image = pbnImage{text, at, rank}
	}
}

// complete makes the puzzle.
func (r *pbnReader) complete() {
	if r.rows.seen != r.cols.seen || !r.rows.seen && r.goal.rank == 0 {
		panic(r.Fail(r.Start, "found neither clues of rows and columns nor a goal, expected one of them"))
	}
	goal, given := r.image(r.goal), r.image(r.given) // as entries of the color table
	palette, colors := r.Resolve()
	for i, e := range r.Colors.Entries {
		r.Require(!e.Unknown || colors[i] == nonogram.Unknown, e.At, "found the color %q, expected one that the puzzle declares", e.Name[:min(len(e.Name), cursor.MaxShown)])
	}
	p := r.p
	p.Palette = palette
	p.Goal, p.Given = recolorGrid(goal, colors), recolorGrid(given, colors)
	if r.rows.seen {
		r.Recolor(colors)
		r.Build(p, r.Lines[r.rows.from:r.rows.to], r.Lines[r.cols.from:r.cols.to])
	} else {
		r.Derive(p, r.goal.at)
	}
	r.Finished(p)
}

func recolorGrid(g *nonogram.Grid, colors []nonogram.Color) *nonogram.Grid {
	if g != nil {
		for i, c := range g.Cells {
			if c != nonogram.Unknown {
				g.Cells[i] = colors[c]
			}
		}
	}
	return g
}

// image reads the rows of an image, each between two "|". Its size must be that
// of the clues, if the puzzle has any.
func (r *pbnReader) image(image pbnImage) *nonogram.Grid {
	if image.rank == 0 {
		return nil
	}
	g := &nonogram.Grid{}
	cells := r.Cells[:0]
	for text := image.text; ; {
		open := bytes.IndexByte(text, '|')
		if open < 0 {
			break
		}
		text = text[open+1:]
		at := image.at + len(image.text) - len(text)
		shut := bytes.IndexByte(text, '|')
		r.Require(shut >= 0, at, "found a row without an end in the image, expected | on both sides")
		before := len(cells)
		cells = r.imageRow(cells, text[:shut], at)
		text = text[shut+1:]
		if g.Height++; g.Height == 1 {
			g.Width = len(cells)
		}
		n := len(cells) - before
		r.Require(n == g.Width, at, "found a row of %d cells in the image, expected %d", n, g.Width)
	}
	r.Cells = cells
	r.Size(image.at, g.Width, g.Height)
	if w, h := r.cols.to-r.cols.from, r.rows.to-r.rows.from; r.rows.seen && (g.Width != w || g.Height != h) {
		panic(r.Fail(image.at, "found an image of %d × %d cells, expected %d × %d", g.Width, g.Height, w, h))
	}
	g.Cells = slices.Clone(cells)
	return g
}

// imageRow reads the cells of one row, which begins at the given offset.
func (r *pbnReader) imageRow(cells []nonogram.Color, row []byte, at int) []nonogram.Color {
	for end := at + len(row); len(row) > 0; at = end - len(row) {
		r.Require(len(cells) != nonogram.MaxCells, at, "found over %d cells in the image, which is the limit (MaxCells)", nonogram.MaxCells)
		c, n := rune(row[0]), 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRune(row)
		}
		switch c {
		case '?':
			cells = append(cells, nonogram.Unknown)
		case '[':
			n = bytes.IndexByte(row, ']') + 1
			r.Require(n != 0, at, "found a set of colors without an end in the image, expected ]")
			cells = append(cells, nonogram.Unknown)
		default:
			i := r.Colors.ByChar(c)
			r.Require(i >= 0, at, "found the character %q in the image, expected that of a color", c)
			r.Colors.Entries[i].Used = true
			cells = append(cells, nonogram.Color(i))
		}
		row = row[n:]
	}
	return cells
}
