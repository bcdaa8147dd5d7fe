// Package qr writes QR codes and reads them from pictures, as much as a link needs:
//
//	text ─▶ bytes ─▶ blocks with correction (correct.go) ─▶ Code (write.go)
//	picture ─▶ light and dark ─▶ three eyes ─▶ modules (find.go) ─▶ Code ─▶ text (read.go)
//
// A code is read in any position and size, mirrored, in uneven light, and with as many
// wrong bytes as its level of correction allows. What is not read: kanji, and codes that
// are bent.
//
// Cost: a picture of a million pixels that has no code takes some 30 ms, one that has a
// little more.
//
// Source: ISO/IEC 18004:2015. The three eyes are found by the lengths of their runs, as
// in annex M there.
package qr

import "math/bits"

// Code is a square of modules, light or dark, without the margin of four light ones that
// belongs around it.
type Code struct {
	version int
	side    int
	dark    []bool
	fixed   []bool // not for data
}

// Side is the number of modules in a row.
func (c *Code) Side() int { return c.side }

// Dark reports the module in a column and a row.
func (c *Code) Dark(x, y int) bool { return c.dark[y*c.side+x] }

const (
	minVersion = 1
	maxVersion = 40
)

// level is how much of a code is correction, in the order of the tables.
type level int

const (
	low level = iota
	medium
	quartile
	high
)

// bits of a level in the format of a code.
var levelBits = [...]int{low: 1, medium: 0, quartile: 3, high: 2}

// corrections is how many bytes of correction a block has, and blocks how many blocks
// there are, by level and version from 1 on.
var (
	corrections = [...][maxVersion]uint8{
		low:      {7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
		medium:   {10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28},
		quartile: {13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
		high:     {17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
	}
	blocks = [...][maxVersion]uint8{
		low:      {1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25},
		medium:   {1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49},
		quartile: {1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68},
		high:     {1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81},
	}
)

func sideOf(version int) int { return 17 + 4*version }

// shape is how the bytes of a code are parted into blocks. The first ones are shorter
// by a byte of data.
type shape struct {
	blocks, short int
	data          int // bytes of data in a short block
	correction    int // bytes of correction in each
}

func shapeOf(version int, l level) shape {
	s := shape{blocks: int(blocks[l][version-1]), correction: int(corrections[l][version-1])}
	all := newCode(version).room() / 8
	s.short, s.data = s.blocks-all%s.blocks, all/s.blocks-s.correction
	return s
}

// bytes is how many bytes of data all blocks have.
func (s shape) bytes() int { return s.blocks*s.data + s.blocks - s.short }

// dataOf is how many bytes of data a block has.
func (s shape) dataOf(block int) int {
	if block < s.short {
		return s.data
	}
	return s.data + 1
}

// newCode is a code with all that is not data but its format, which is light yet.
func newCode(version int) *Code {
	side := sideOf(version)
	c := &Code{version, side, make([]bool, side*side), make([]bool, side*side)}
	for i := range side {
		c.fix(6, i, i%2 == 0)
		c.fix(i, 6, i%2 == 0)
	}
	for _, eye := range [][2]int{{3, 3}, {side - 4, 3}, {3, side - 4}} {
		c.square(eye[0], eye[1], 4)
	}
	at := alignments(version)
	for i, x := range at {
		for j, y := range at {
			if last := len(at) - 1; !(i == 0 && (j == 0 || j == last) || i == last && j == 0) {
				c.square(x, y, 2)
			}
		}
	}
	c.setFormat(0)
	if version >= 7 {
		told := version<<12 | remainder(version<<12, 0x1f25)
		for i := range 18 {
			c.fix(side-11+i%3, i/3, told>>i&1 == 1)
			c.fix(i/3, side-11+i%3, told>>i&1 == 1)
		}
	}
	return c
}

// fix sets a module that is not data.
func (c *Code) fix(x, y int, dark bool) {
	if x >= 0 && y >= 0 && x < c.side && y < c.side {
		c.dark[y*c.side+x], c.fixed[y*c.side+x] = dark, true
	}
}

// square draws rings around a module: an eye of radius 4 with its light border, whose
// rings 2 and 4 are light, or a mark of alignment of radius 2, whose ring 1 is.
func (c *Code) square(x, y, radius int) {
	for dy := -radius; dy <= radius; dy++ {
		for dx := -radius; dx <= radius; dx++ {
			ring := max(dx, -dx, dy, -dy)
			light := radius == 4 && (ring == 2 || ring == 4) || radius == 2 && ring == 1
			c.fix(x+dx, y+dy, !light)
		}
	}
}

// alignments are the places of the marks of alignment, in both directions.
func alignments(version int) []int {
	if version == 1 {
		return nil
	}
	n, side := version/7+2, sideOf(version)
	step := (side - 13 + 2*n - 3) / (2*n - 2) * 2
	if version == 32 {
		step = 26 // as the standard has it
	}
	at := make([]int, n)
	at[0] = 6
	for i := n - 1; i > 0; i-- {
		at[i] = side - 7 - (n-1-i)*step
	}
	return at
}

// room is how many modules are for data.
func (c *Code) room() int {
	n := 0
	for _, fixed := range c.fixed {
		if !fixed {
			n++
		}
	}
	return n
}

// data visits the modules for data in their order: in columns of two from the right,
// upwards and downwards by turns.
func (c *Code) data(visit func(x, y int)) {
	for right := c.side - 1; right > 0; right -= 2 {
		if right == 6 {
			right--
		}
		for i := range c.side {
			y := i
			if (right+1)&2 == 0 {
				y = c.side - 1 - i
			}
			for x := right; x > right-2; x-- {
				if !c.fixed[y*c.side+x] {
					visit(x, y)
				}
			}
		}
	}
}

// formatPlaces are the two places of each of the fifteen bits of the format.
func (c *Code) formatPlaces(bit int) (a, b [2]int) {
	switch {
	case bit < 6:
		a = [2]int{8, bit}
	case bit < 8:
		a = [2]int{8, bit + 1}
	case bit == 8:
		a = [2]int{7, 8}
	default:
		a = [2]int{14 - bit, 8}
	}
	if bit < 8 {
		return a, [2]int{c.side - 1 - bit, 8}
	}
	return a, [2]int{8, c.side - 15 + bit}
}

const formatMask = 0x5412

// formatOf is the format of a level and a mask, with its correction.
func formatOf(l level, mask int) int {
	n := (levelBits[l]<<3 | mask) << 10
	return (n | remainder(n, 0x537)) ^ formatMask
}

func (c *Code) setFormat(format int) {
	for i := range 15 {
		a, b := c.formatPlaces(i)
		c.fix(a[0], a[1], format>>i&1 == 1)
		c.fix(b[0], b[1], format>>i&1 == 1)
	}
	c.fix(8, c.side-8, true)
}

// remainder of a division of polynomials over two elements, as bits.
func remainder(n, by int) int {
	for shift := bits.Len(uint(n)) - bits.Len(uint(by)); shift >= 0; shift = bits.Len(uint(n)) - bits.Len(uint(by)) {
		n ^= by << shift
	}
	return n
}

const masks = 8

// masked reports whether a mask turns the module around.
func masked(mask, x, y int) bool {
	switch mask {
	case 0:
		return (x+y)%2 == 0
	case 1:
		return y%2 == 0
	case 2:
		return x%3 == 0
	case 3:
		return (x+y)%3 == 0
	case 4:
		return (x/3+y/2)%2 == 0
	case 5:
		return x*y%2+x*y%3 == 0
	case 6:
		return (x*y%2+x*y%3)%2 == 0
	}
	return ((x+y)%2+x*y%3)%2 == 0
}
