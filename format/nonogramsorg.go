// Pages of nonograms.org (and .ru), read only. A page has its picture in a line of
// its script, under a simple cipher:
//
//	var d=[[…],[…],…];
//
// With f(x) = x0 mod x3 + x1 mod x3 − x2 mod x3 for an entry x of four numbers,
//
//	d1, d2, d3       f is the width, the height and the number of inks
//	d4               the offsets of the colors
//	d5 …             an ink each: red = x0 − d4[1], green = x1 − d4[0], blue = x2 − d4[3]
//	then one entry   (x0 mod x3)² + 2 (x1 mod x3) + x2 mod x3 is the number of runs
//	then one entry   the offsets of the runs
//	then the runs    less the offsets: column, length, ink, row, all from 1
//
// The site publishes pictures, not clues, so these follow from the goal.
//
// Source: the script of the site, as deciphered in nonogrid and pynogram.

package format

import (
	"bytes"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/object/jsontext"
	"nonogram/internal/plural"
)

var nonogramsOrgFormat = Format{
	Name:       "nonograms.org",
	Title:      "page source of nonograms.org",
	Extensions: []string{".html", ".htm"},
	holds:      holdsColors | holdsInk | holdsGoal,
	Picture:    true,
	sniff:      sniffNonogramsOrg,
	decode:     single(readNonogramsOrg),
}

var orgStart = []byte("var d=[[")

func sniffNonogramsOrg(data []byte) confidence {
	switch {
	case bytes.Contains(data, orgStart):
		return certain
	case startsWith("<")(data) == certain:
		return min(possible, containsAny("nonograms.org", "nonograms.ru")(data))
	}
	return no
}

// orgReader reads entries of numbers one by one.
type orgReader struct {
	*cursor.Draft
	entry [4]int
	at    int // of the entry
}

func readNonogramsOrg(d *cursor.Draft) *nonogram.Puzzle {
	r := &orgReader{Draft: d}
	n := bytes.Index(r.Data, orgStart)
	r.Require(n >= 0, 0, "found no line %s, expected the source of a puzzle's page", orgStart)
	r.Pos = n + len(orgStart) - 1
	r.next4() // the first entry is noise
	var sizes [3]int
	for i := range sizes {
		r.next4()
		x := r.residues()
		sizes[i] = x[0] + x[1] - x[2]
	}
	r.Size(r.at, sizes[0], sizes[1])
	palette := r.inks(sizes[2])
	g := r.runs(sizes[0], sizes[1], len(palette)-1)
	p := nonogram.FromGrid(g, palette)
	p.Goal = g
	return r.Finished(p)
}

// next4 reads an entry "[1,2,3,4]" and the comma before it.
func (r *orgReader) next4() {
	if r.SkipSpace(); r.Next(',') {
		r.Pos++
		r.SkipSpace()
	}
	r.at = r.Pos
	n := 0
	for i := range jsontext.Array(&r.Cursor) {
		v := jsontext.Number(&r.Cursor, "a number")
		r.Require(i != len(r.entry), r.at, "found an entry of over 4 numbers")
		r.entry[i] = v
		n = i + 1
	}
	if n < len(r.entry) {
		panic(r.Fail(r.at, "found an entry of %s, expected 4", plural.Of(n, "number", "numbers")))
	}
}

// residues are the first three numbers of the entry modulo the last.
func (r *orgReader) residues() (x [3]int) {
	r.Require(r.entry[3] != 0, r.at, "found an entry that ends with 0, expected a divisor")
	for i := range x {
		x[i] = r.entry[i] % r.entry[3]
	}
	return x
}

func (r *orgReader) inks(count int) nonogram.Palette {
	if !(count >= 1 && count < nonogram.MaxColors) {
		panic(r.Fail(r.at, "found %s, expected 1 to %d", plural.Of(count, "ink", "inks"), nonogram.MaxColors-1))
	}
	r.next4()
	offsets := r.entry
	palette := nonogram.Palette{plainSwatch(white)}
	for range count {
		r.next4()
		red, green, blue := r.entry[0]-offsets[1], r.entry[1]-offsets[0], r.entry[2]-offsets[3]
		r.Require(min(red, green, blue) >= 0 && max(red, green, blue) <= 255, r.at, "found the color %d, %d, %d, expected channels from 0 to 255", red, green, blue)
		palette = append(palette, inkSwatch(nonogram.RGB{R: uint8(red), G: uint8(green), B: uint8(blue)}))
	}
	return palette
}

// runs reads the cells. Each run is an entry of the file, and runs do not overlap, which
// bounds the work for a wrong number of runs.
func (r *orgReader) runs(width, height, inks int) *nonogram.Grid {
	r.next4()
	x := r.residues()
	count := x[0]*x[0] + 2*x[1] + x[2]
	r.next4()
	offsets := r.entry
	g := nonogram.NewGrid(width, height)
	clear(g.Cells)
	painted := 0
	for range count {
		r.next4()
		col, length, ink, row := r.entry[0]-offsets[0], r.entry[1]-offsets[1], r.entry[2]-offsets[2], r.entry[3]-offsets[3]
		if !(col >= 1 && length >= 1 && col+length-1 <= width && row >= 1 && row <= height && ink >= 1 && ink <= inks) {
			panic(r.Fail(r.at, "found a run of %s of ink %d at column %d, row %d, which is not on the board", plural.Of(length, "cell", "cells"), ink, col, row))
		}
		painted += length
		if painted > len(g.Cells) {
			panic(r.Fail(r.at, "found runs of %s, the board has %d", plural.Of(painted, "cell", "cells"), len(g.Cells)))
		}
		for i := range length {
			g.Set(row-1, col-1+i, nonogram.Color(ink))
		}
	}
	return g
}
