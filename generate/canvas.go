package generate

import (
	"math/rand/v2"
	"slices"

	"nonogram"
)

// The canvas of things: ovals, boxes, limbs, tapers and letters, colored cell by cell.
//
// All coordinates are whole numbers of half cells, so that every processor draws the same: the
// center of column x is at 2x+1.

// canvas is a picture of w × h half cells.
type canvas struct {
	*nonogram.Grid
	rng  *rand.Rand
	w, h int
}

// Shorter names for the two colors.
const (
	ink   = nonogram.Black
	blank = nonogram.Empty
)

// between draws a number from low to high, both in percent of the whole.
func (c *canvas) between(low, high, whole int) int {
	return (low*whole + c.rng.IntN((high-low)*whole+1)) / 100
}

// chance is true in so many of 100 cases.
func (c *canvas) chance(percent int) bool { return c.rng.IntN(100) < percent }

// fill colors the cells whose center is inside.
func (c *canvas) fill(color nonogram.Color, inside func(x, y int) bool) {
	for y := range c.Height {
		for x := range c.Width {
			if inside(2*x+1, 2*y+1) {
				c.Set(y, x, color)
			}
		}
	}
}

// reflect gives the images of each cell its color: the left and upper ones decide.
func (c *canvas) reflect(symmetry Symmetry) {
	var images []int
	for i, color := range c.Cells {
		images = symmetry.orbit(images, c.Width, c.Height, i)
		if slices.Min(images) == i {
			for _, j := range images {
				c.Cells[j] = color
			}
		}
	}
}

// oval colors an ellipse around a point.
func (c *canvas) oval(u, v, rx, ry int, color nonogram.Color) {
	c.fill(color, func(x, y int) bool {
		x, y = (x-u)*ry, (y-v)*rx
		return x*x+y*y <= rx*rx*ry*ry
	})
}

// box colors the cells between two corners.
func (c *canvas) box(left, top, right, bottom int, color nonogram.Color) {
	c.fill(color, func(x, y int) bool { return left < x && x < right && top < y && y < bottom })
}

// limb colors the points that are at most so far from the way from one point to another.
func (c *canvas) limb(u, v, s, t, far int, color nonogram.Color) {
	du, dv := s-u, t-v
	length := du*du + dv*dv
	c.fill(color, func(x, y int) bool {
		x, y = x-u, y-v
		along := x*du + y*dv
		if along < 0 || length == 0 {
			return x*x+y*y <= far*far
		} else if along > length {
			x, y = x-du, y-dv
			return x*x+y*y <= far*far
		}
		across := x*dv - y*du
		return across*across <= far*far*length
	})
}

// taper colors a symmetric area around the middle column, from one half width at the top to
// another at the bottom.
func (c *canvas) taper(top, bottom, from, to int, color nonogram.Color) {
	c.fill(color, func(x, y int) bool {
		if y < top || y > bottom {
			return false
		}
		half := from*(bottom-y) + to*(y-top)
		return max(x-c.w/2, c.w/2-x)*(bottom-top) <= half
	})
}

// letters are the bits of capital letters of 5 × 7 cells, a row after the other.
var letters = [...]string{
	"01110100011000111111100011000110001", // A
	"11110100011000111110100011000111110", // B
	"01111100001000010000100001000001111", // C
	"11110100011000110001100011000111110", // D
	"11111100001000011110100001000011111", // E
	"11111100001000011110100001000010000", // F
	"01111100001000010011100011000101110", // G
	"10001100011000111111100011000110001", // H
	"10001100101010011000101001001010001", // K
	"10001110111010110101100011000110001", // M
	"10001110011100110101100111001110001", // N
	"01110100011000110001100011000101110", // O
	"11110100011000111110100001000010000", // P
	"11110100011000111110101001001010001", // R
	"01111100001000001110000010000111110", // S
	"11111001000010000100001000010000100", // T
	"10001100011000110001010100101000100", // V
	"10001100011000110101101011101110001", // W
	"11111000010001000100010001000011111", // Z
	"01110100010000100110001000000000100", // ?
}

// glyph colors the bits of a letter that is stretched to a box.
func (c *canvas) glyph(bits string, left, top, right, bottom int, color nonogram.Color) {
	c.fill(color, func(x, y int) bool {
		if x <= left || x >= right || y <= top || y >= bottom {
			return false
		}
		return bits[(y-top)*7/(bottom-top)*5+(x-left)*5/(right-left)] == '1'
	})
}
