// Boards of triangles in files that list the clues by the six sides, A to F as in [nonogram.Shape]: rows
// at A and B, rising lines at F and E, falling lines at C and D.

package format

import (
	"bytes"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

// sidesOf returns the clues at each side of a triddler: from left to right, or as they lie around its
// right corner from the top, for E, and from the bottom, for D.
func sidesOf(p *nonogram.Puzzle) [6][]nonogram.Clue {
	rising, _ := p.Shape.Across()
	a, f, c := p.Shape.Sides[0], p.Shape.Sides[5], rising+p.Shape.Sides[2]
	return [6][]nonogram.Clue{p.Rows[:a], p.Rows[a:], p.Cols[rising:c], p.Cols[c:], p.Cols[f:rising], p.Cols[:f]}
}

// joinSides is the reverse of sidesOf for clues that were read.
func joinSides(d *cursor.Draft, s [6][]cursor.Line) (shape *nonogram.Shape, rows, cols []cursor.Line) {
	var sides [6]int
	for i := range s {
		sides[i] = len(s[i])
	}
	shape, err := nonogram.Triddler(sides)
	if err != nil {
		panic(d.Fail(d.Start, "%v", err))
	}
	return shape, slices.Concat(s[0], s[1]), slices.Concat(s[5], s[4], s[2], s[3])
}

// triddlerImage is image for a triddler, whose rows have / or \ at their ends.
func (r *pbnReader) triddlerImage(image pbnImage) *nonogram.Grid {
	g := r.p.Shape.NewGrid()
	y := 0
	for rest := image.text; ; y++ {
		open := bytes.IndexAny(rest, `/\`)
		if open < 0 {
			break
		}
		rest = rest[open+1:]
		at := image.at + len(image.text) - len(rest)
		shut := bytes.IndexAny(rest, `/\`)
		r.Require(shut >= 0, at, "found a row without an end in the image, expected / or \\ on both sides")
		r.Require(y < g.Height, at, "found over %d rows in the image, expected those of the triddler", g.Height)
		from, to := r.p.Shape.Row(y)
		cells := r.imageRow(r.Cells[:0], rest[:shut], at)
		if len(cells) != to-from {
			panic(r.Fail(at, "found a row of %s in the image, expected %d", plural.Of(len(cells), "cell", "cells"), to-from))
		}
		copy(g.Row(y)[from:], cells)
		rest = rest[shut+1:]
	}
	r.Require(y == g.Height, image.at, "found a part of the rows in the image, expected those of the triddler")
	return g
}

func appendTriddler(b []byte, g *nonogram.Grid, s *nonogram.Shape, chars []string) []byte {
	slope := func(rises bool) byte {
		if rises {
			return '/'
		}
		return '\\'
	}
	for y := range g.Height {
		from, to := s.Row(y)
		b = append(b, slope(y < s.Sides[0]))
		for _, c := range g.Row(y)[from:to] {
			if c == nonogram.Unknown {
				b = append(b, '?')
			} else {
				b = append(b, chars[c]...)
			}
		}
		b = append(b, slope(y >= s.Sides[4]), '\n')
	}
	return b
}
