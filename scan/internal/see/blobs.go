package see

import "slices"

// Blobs are connected ink on the canvas. A digit is usually one blob; numbers.go handles broken
// and touching digits.

// blob is connected ink, by its box [x0, x1) × [y0, y1).
type blob struct {
	label          uint16
	x0, y0, x1, y1 int
	area           int
}

func (b *blob) width() int  { return b.x1 - b.x0 }
func (b *blob) height() int { return b.y1 - b.y0 }

// center is twice the middle, to stay whole.
func (b *blob) center() (x, y int) { return b.x0 + b.x1, b.y0 + b.y1 }

// findBlobs labels the ink and assigns each blob to the cell of its middle. It leaves out blobs
// that are smaller than a piece of a digit or larger than a digit.
func (c *canvas) findBlobs() {
	c.labels = slices.Grow(c.labels[:0], len(c.ink))[:len(c.ink)]
	clear(c.labels)
	c.blobs = make([][]blob, c.mesh.nx*c.mesh.ny)
	least := max(min(c.scale, canvasScale)*c.scale/250, 4)
	high := c.scale * 11 / 10
	if c.chips {
		high = c.scale * 3 / 4 // higher blobs are gaps between chips
	}
	var stack []int32
	label := uint16(0)
	for start, v := range c.ink {
		if v < c.least || c.labels[start] != 0 {
			continue
		}
		if label++; label == 0 { // after 65,535 again from 1: those alike are far apart
			label = 1
		}
		b := blob{label: label, x0: c.w, y0: c.h}
		stack = append(stack[:0], int32(start))
		c.labels[start] = label
		for len(stack) > 0 {
			at := int(stack[len(stack)-1])
			stack = stack[:len(stack)-1]
			x, y := at%c.w, at/c.w
			b.area++
			b.x0, b.y0, b.x1, b.y1 = min(b.x0, x), min(b.y0, y), max(b.x1, x+1), max(b.y1, y+1)
			for ny := max(y-1, 0); ny <= min(y+1, c.h-1); ny++ {
				for nx := max(x-1, 0); nx <= min(x+1, c.w-1); nx++ {
					if k := ny*c.w + nx; c.labels[k] == 0 && c.ink[k] >= c.least {
						c.labels[k] = label
						stack = append(stack, int32(k))
					}
				}
			}
		}
		if b.area < least || b.height() > high || b.width() > c.scale*3/2 {
			continue
		}
		if c.stub(&b) || c.frames(&b) {
			continue
		}
		cx, cy := b.center()
		i, j := cx/2/c.scale, cy/2/c.scale
		c.blobs[j*c.mesh.nx+i] = append(c.blobs[j*c.mesh.nx+i], b)
	}
}

// stub reports whether a blob is a remnant of a rule: thin, along a line of the mesh.
func (c *canvas) stub(b *blob) bool {
	along := func(middle, width, length, reach, thin int) bool {
		off := min(middle%c.scale, c.scale-middle%c.scale)
		return reach*off < c.scale && thin*width < c.scale && length > 3*width
	}
	// Beside the board a 1 may stand anywhere; above it, in the middle of its cell.
	reach, thin, y := 10, 8, (b.y0+b.y1)/2
	if y < c.y0*c.scale || y > c.y1*c.scale {
		reach, thin = 6, 5
	}
	near, flat := 5, 8
	if c.chips { // gaps between chips are thicker
		near, flat = 4, 4
	}
	return along((b.x0+b.x1)/2, b.width(), b.height(), reach, thin) || along(y, b.height(), b.width(), near, flat)
}

// frames reports whether a blob is a part of the frame around a number: nearly as large as a cell, with
// ink in a corner and none inside.
func (c *canvas) frames(b *blob) bool {
	const large, border = .6, .2 // of a cell, of a side
	if float64(min(b.width(), b.height())) < large*float64(c.scale) {
		return false
	}
	inked := func(x0, y0, x1, y1 int) bool {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				if c.labels[y*c.w+x] == b.label {
					return true
				}
			}
		}
		return false
	}
	w, h := int(border*float64(b.width())), int(border*float64(b.height()))
	if inked(b.x0+w, b.y0+h, b.x1-w, b.y1-h) {
		return false
	}
	const corner = 3 // pixels
	for _, at := range [4][2]int{{b.x0, b.y0}, {b.x1 - corner, b.y0}, {b.x0, b.y1 - corner}, {b.x1 - corner, b.y1 - corner}} {
		if inked(at[0], at[1], at[0]+corner, at[1]+corner) {
			return true
		}
	}
	return false
}

// digitLike reports a blob that may be a digit by its size.
func (c *canvas) digitLike(b *blob) bool {
	h, w := b.height(), b.width()
	return h >= max(canvasScale/4, c.scale/8) && 20*w >= min(c.scale, canvasScale) && w < 3*h && b.area*25 > h*h
}
