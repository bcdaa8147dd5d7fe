package generate

import "nonogram"

// The shape of a picture, which a repair should keep: lines stay connected, outlines closed,
// gaps open, and straight edges straight.
//
// A change of one cell keeps the connected areas of an ink and the gaps between them if the
// cells of the ink around it are one connected area that leaves at least one side free.
// Otherwise it cuts a line or joins two of them, makes a hole or fills one, or makes or
// removes a lone cell. Areas of an ink are connected by sides and corners. Hilditch's
// crossing number (Linear skeletons from square cupboards, Machine Intelligence 4, 1969)
// counts them. It is 0 for a lone cell and for one inside the ink. Yokoi, Toriwaki and
// Fukumura (An analysis of topological properties of digitized binary pictures, Computer
// Graphics and Image Processing 4, 1975) prove what it says about the picture.
//
// Thickening a line and moving it sideways, cell by cell, keep the shape; so a repair does
// that before it cuts the line.
//
// Cost: about 20 ns a cell.

const (
	// breakCost is the additional cost of a cut, a hole, a lone cell, and of their like. At
	// twice the highest cost of a change that keeps the shape, a repair rather changes two
	// cells.
	breakCost = 6
	// dentCost is the additional cost of a bump on a straight edge, or of a dent in it.
	dentCost = 1
)

// ring is the colors around a cell, in the order of a clock, beginning to the right. Odd
// indices are corners. Cells outside the picture are nonogram.Unknown.
type ring [8]nonogram.Color

// ringOf returns the colors around a cell.
func ringOf(g *nonogram.Grid, cell int) ring {
	y, x := cell/g.Width, cell%g.Width
	var r ring
	for i, step := range [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}} {
		v, u := y+step[0], x+step[1]
		r[i] = nonogram.Unknown
		if v >= 0 && v < g.Height && u >= 0 && u < g.Width {
			r[i] = g.Cells[v*g.Width+u]
		}
	}
	return r
}

// count returns how many of the cells have a color, and how many of those at the sides.
func (r *ring) count(c nonogram.Color) (all, sides int) {
	for i, d := range r {
		if d == c {
			all++
			sides += 1 - i%2
		}
	}
	return all, sides
}

// crossings is Hilditch's crossing number: the connected areas of an ink around a cell, or 0
// if all sides have the ink.
func (r *ring) crossings(ink nonogram.Color) int {
	n := 0
	for i := 0; i < len(r); i += 2 {
		if r[i] != ink && (r[i+1] == ink || r[(i+2)%len(r)] == ink) {
			n++
		}
	}
	return n
}

// breaks is how many areas, holes or gaps come or go if the cell in the middle takes the ink
// or loses it.
func (r *ring) breaks(ink nonogram.Color) int {
	if ink == nonogram.Empty {
		return 0 // what remains is the background
	}
	n := r.crossings(ink) - 1
	return max(n, -n)
}

// dents reports whether the middle stands out from a straight edge if it takes a color: of
// its sides one alone has the color, and so have both cells beside that one.
func (r *ring) dents(c nonogram.Color) bool {
	if _, sides := r.count(c); sides != 1 {
		return false
	}
	for i := 0; i < len(r); i += 2 {
		if r[i] == c {
			return r[i+1] == c && r[(i+len(r)-1)%len(r)] == c
		}
	}
	return false
}
