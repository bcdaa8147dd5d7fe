package see

import (
	"image"
	"math"
	"slices"

	"nonogram/scan/internal/glyph"
)

// The canvas is the photograph straightened along the mesh: every cell is a square of scale
// pixels. It includes the surroundings of the mesh as far as clues may reach. Ink is the
// difference from the paper of the cell, from 0 to 255, without rules.

const (
	canvasScale     = 40      // pixels of a cell's side
	largePitch      = 60      // pixels of the photograph from which it is twice that: digits may be small
	maxCanvas       = 6 << 20 // pixels
	ruleThreshold   = 79      // of 255: ink of rules
	strokeThreshold = 105     // the same in strokes of digits that touch rules
	faintInk        = 10      // levels of brightness below which a difference is not ink
)

type canvas struct {
	plane
	img   image.RGBA64Image // the photograph
	scale int
	mesh  *mesh // extended: its cell (0, 0) is the canvas's top left
	// Cells of the extended mesh that belong to the mesh as found.
	x0, y0, x1, y1 int
	board          [4]int // the first and last columns and rows of the board, by side
	ink            []uint8
	rule           []bool   // pixels of rules
	chips          bool     // numbers stood on chips
	plain          bool     // colored squares count as paper
	grounds        *grounds // of the lines
	fill           []fill   // of each cell
	labels         []uint16 // of the blob at a pixel, 0 for none
	blobs          [][]blob // by cell
	inside         bool     // digits are all over the mesh
	digits         int      // usual height of digits, for a first reading
	light          bool     // ink is light on dark paper
	least          uint8    // threshold for ink
	reader         func(*glyph.Patch) glyph.Scores
	known          map[[4]int]glyph.Scores // of parts, by their boxes
	// How thick the mesh's lines are, in pixels; 0 where there is none.
	lineDown, lineAcross []float64
}

// fill is the content of a cell, measured in its inner part.
type fill struct {
	paper       float64 // brightness
	dark, light float64 // how far darker or lighter pixels differ from it
	share       float64 // of the inner part that has ink
}

// contrast is how far ink differs, if ink is dark, or if it is light.
func (f *fill) contrast(light bool) float64 {
	if light {
		return f.light
	}
	return f.dark
}

// straighten makes the canvas from the levels of the photograph.
func straighten(levels []*plane, m *mesh, left, top, right, bottom int) *canvas {
	scale := canvasScale
	if m.pitch() >= largePitch {
		scale *= 2
	}
	for scale > 16 && scale*scale*m.nx*m.ny > maxCanvas {
		scale--
	}
	c := &canvas{scale: scale, mesh: m, x0: left, y0: top, x1: m.nx - right, y1: m.ny - bottom}
	c.plane = *newPlane(m.nx*scale, m.ny*scale)
	c.copyCells(levels)
	return c
}

// copyCells samples all cells from the level of the photograph with about as many pixels.
func (c *canvas) copyCells(levels []*plane) {
	m, level, factor := c.mesh, 0, 1.0
	c.rule = make([]bool, len(c.pix))
	for level+1 < len(levels) && m.pitch()/factor >= 1.7*float64(c.scale) {
		level, factor = level+1, factor*2
	}
	source := levels[level]
	small := m.scaled(1 / factor)
	for j := range m.ny {
		for i := range m.nx {
			c.copyCell(source, small, i, j)
		}
	}
}

// copyCell samples one cell by bilinear interpolation of its corners.
func (c *canvas) copyCell(source *plane, m *mesh, i, j int) {
	a, b, d, e := m.p(i, j), m.p(i+1, j), m.p(i, j+1), m.p(i+1, j+1)
	inv := 1 / float64(c.scale)
	for y := range c.scale {
		fv := (float64(y) + .5) * inv
		from, to := mix(a, d, fv), mix(b, e, fv)
		out := c.row(j*c.scale + y)[i*c.scale : (i+1)*c.scale]
		for x := range out {
			p := mix(from, to, (float64(x)+.5)*inv)
			if p.X < 0 || p.Y < 0 || p.X > float64(source.w-1) || p.Y > float64(source.h-1) {
				c.rule[(j*c.scale+y)*c.w+i*c.scale+x] = true // outside there is no ink
				p = Point{min(max(p.X, 0), float64(source.w-1)), min(max(p.Y, 0), float64(source.h-1))}
			}
			out[x] = uint8(source.within(p.X, p.Y) + .5)
		}
	}
}

// findInk measures the paper of every cell and sets the ink. Pixels of rules do not count: a
// thick frame is darker than digits.
func (c *canvas) findInk() {
	nx, ny := c.mesh.nx, c.mesh.ny
	c.fill = make([]fill, nx*ny)
	contrasts := make([]float64, 0, nx*ny)
	for j := range ny {
		for i := range nx {
			f := c.measure(i, j)
			c.fill[j*nx+i] = f
			contrasts = append(contrasts, max(f.dark, f.light))
		}
	}
	// Most cells are empty and show only noise. Pixels far above it are ink.
	slices.Sort(contrasts)
	noise := contrasts[len(contrasts)/2]
	first, _ := slices.BinarySearch(contrasts, max(2.2*noise, 1.2*faintInk))
	usual := 40.0
	if inked := contrasts[first:]; len(inked) > 0 {
		usual = inked[len(inked)*6/10]
	}
	least := min(2*noise, .5*usual)
	if c.ink == nil {
		c.ink = make([]uint8, len(c.pix))
	}
	clear(c.ink)
	for j := range ny {
		for i := range nx {
			c.setInk(i, j, usual, least)
		}
	}
}

// findTheme decides whether the paper is dark and ink is light, on the whole page: along the
// lines of the mesh the usual cell, which is empty, is nearer to the darkest pixels of the line
// than to the lightest. Cells beside the mesh count, since those inside may be filled.
func (c *canvas) findTheme() {
	const beside = 3
	nx, vote := c.mesh.nx, 0.0
	cells := make([][]float64, nx*c.mesh.ny)
	for k := range cells {
		cells[k] = c.ranks(k%nx, k/nx, .02, .4, .95)
	}
	line := func(first, step, n, from, to int) {
		var middles []float64
		dark, light := 255.0, 0.0
		for k := range n {
			cell := cells[first+k*step]
			dark, light = min(dark, cell[0]), max(light, cell[2])
			if k >= from-beside && k < to+beside {
				middles = append(middles, cell[1])
			}
		}
		vote += dark + light - 2*ranked(middles, .5)
	}
	for j := c.y0; j < c.y1; j++ {
		line(j*nx, 1, nx, c.x0, c.x1)
	}
	for i := c.x0; i < c.x1; i++ {
		line(i, nx, c.mesh.ny, c.y0, c.y1)
	}
	c.light = vote > 0
}

// ranks are the brightness of shares of a cell's pixels, without its outermost ones and rules.
func (c *canvas) ranks(i, j int, shares ...float64) []float64 {
	var histogram [256]int
	n, inset := 0, c.scale/7
	for y := j*c.scale + inset; y < (j+1)*c.scale-inset; y++ {
		for x := i*c.scale + inset; x < (i+1)*c.scale-inset; x++ {
			if k := y*c.w + x; !c.rule[k] {
				histogram[c.pix[k]]++
				n++
			}
		}
	}
	list := make([]float64, len(shares))
	if n == 0 {
		return list
	}
	for q, share := range shares {
		k, v := int(share*float64(n)), 0
		for ; v < 255 && k >= histogram[v]; v++ {
			k -= histogram[v]
		}
		list[q] = float64(v)
	}
	return list
}

// measure finds the paper and the ink of a cell.
func (c *canvas) measure(i, j int) fill {
	r := c.ranks(i, j, .015, .5, .985)
	return fill{paper: r[1], dark: r[1] - r[0], light: r[2] - r[1]}
}

func (c *canvas) setInk(i, j int, usual, least float64) {
	f := &c.fill[j*c.mesh.nx+i]
	// Ink is about as dark as in nearby cells, so noise of an empty cell is not ink.
	around := 0.0
	for y := max(j-2, 0); y <= min(j+2, c.mesh.ny-1); y++ {
		for x := max(i-2, 0); x <= min(i+2, c.mesh.nx-1); x++ {
			around = max(around, c.fill[y*c.mesh.nx+x].contrast(c.light))
		}
	}
	gain := 255 / max(f.contrast(c.light), .48*min(around, 1.3*usual), .36*usual, 1.5*faintInk, least)
	if c.light {
		gain = -gain
	}
	n, inner := 0, 0
	inset := c.scale / 7
	for y := range c.scale {
		o := (j*c.scale+y)*c.w + i*c.scale
		for x := range c.scale {
			v := (f.paper - float64(c.pix[o+x])) * gain
			if !c.rule[o+x] {
				c.ink[o+x] = uint8(min(max(v, 0), 255))
			}
			if x >= inset && y >= inset && x < c.scale-inset && y < c.scale-inset {
				inner++
				if v >= float64(c.least) {
					n++
				}
			}
		}
	}
	f.share = float64(n) / float64(max(inner, 1))
}

// dropRules removes the ink of rules: on the sides of cells, and in runs longer than a digit. It
// records the thickness of the lines of the mesh.
func (c *canvas) dropRules() {
	c.lineDown = c.dropLines(c.mesh.nx, c.mesh.ny, c.w, 1, c.w)
	c.lineAcross = c.dropLines(c.mesh.ny, c.mesh.nx, 1, c.w, c.h)
	c.dropRuns(c.w, c.h, 1, c.w)
	c.dropRuns(c.h, c.w, c.w, 1)
}

// dropLines marks all lines of one direction as rules. Each has as many sides of cells along it
// as sides says. It returns the thickness of each line in pixels, 0 for none.
func (c *canvas) dropLines(count, sides, along, across, room int) []float64 {
	thick := make([]float64, count+1)
	for k := range thick {
		at := k * c.scale
		cores, peaks, widths := make([]int, sides), make([]int, sides), make([]int, sides)
		var all []int
		for q := range sides {
			cores[q], peaks[q], widths[q] = c.side(q*c.scale, at, along, across, room)
			if widths[q] > 0 {
				all = append(all, widths[q])
			}
		}
		if len(all) == 0 {
			continue
		}
		slices.Sort(all)
		usual := all[len(all)/2]
		if len(all)*3 > sides {
			thick[k] = float64(usual)
		}
		for q := range sides {
			if widths[q] == 0 {
				continue
			}
			core := cores[q]
			if widths[q] > usual+1 {
				core = peaks[q] // a digit stands on the line
			}
			c.markSide(q*c.scale, at+core, min(widths[q], usual+1)/2+1, along, across, room)
		}
	}
	return thick
}

// markSide marks the line on one side of a cell as a rule, up to half its width to both
// sides of its middle. Where ink goes on beside it, a digit touches it and keeps its half.
func (c *canvas) markSide(start, middle, half, along, across, room int) {
	inked := func(o, at int) bool {
		return o >= 0 && o < room && c.ink[at+o*across] >= strokeThreshold
	}
	for r := range c.scale {
		at := (start + r) * along
		for _, d := range [2]int{-1, 1} {
			out := middle + d*(half+1)
			if inked(out, at) && inked(out+d, at) {
				continue
			}
			for o := range half + 1 {
				if q := middle + d*o; q >= 0 && q < room {
					c.rule[at+q*across] = true
				}
			}
		}
	}
}

// side measures the line on one side of a cell: the offsets of its middle and of its clearest
// pixels from the expected place, and its width, 0 for none. A stroke of a digit is shorter than a
// side. A thick frame may extend farther than its middle may be off.
func (c *canvas) side(start, at, along, across, room int) (core, peak, width int) {
	reach, far := c.scale/6, c.scale/3
	lo, hi := max(-far, -at), min(far, room-1-at)
	if lo > hi {
		return 0, 0, 0
	}
	ink := func(o, k int) bool {
		o = min(max(o, lo), hi)
		return c.ink[(start+k)*along+(at+o)*across] >= ruleThreshold
	}
	ends := c.scale / 16
	share := make([]float64, hi-lo+1)
	best, most := 0, 0.0
	for o := lo; o <= hi; o++ {
		n, wide := 0, 0
		for k := ends; k < c.scale-ends; k++ {
			if ink(o, k) {
				n++
			}
			if ink(o, k) || ink(o-1, k) || ink(o+1, k) {
				wide++
			}
		}
		share[o-lo] = float64(n) / float64(c.scale-2*ends)
		if w := float64(wide)/float64(c.scale-2*ends) + share[o-lo]/8 - math.Abs(float64(o))/float64(8*c.scale); w > most && max(o, -o) <= reach {
			best, most = o, w
		}
	}
	if most < .9 {
		return 0, 0, 0
	}
	from, to := best, best
	for from > lo && share[from-1-lo] >= .5 {
		from--
	}
	for to < hi && share[to+1-lo] >= .5 {
		to++
	}
	return (from + to) / 2, best, to - from + 1
}

// dropRuns marks runs of ink longer than a cell and a half.
func (c *canvas) dropRuns(length, count, along, across int) {
	long := c.scale * 3 / 2
	for q := range count {
		begin := -1
		for k := 0; k <= length; k++ {
			if k < length && c.ink[q*across+k*along] >= ruleThreshold {
				if begin < 0 {
					begin = k
				}
				continue
			}
			if begin >= 0 && k-begin >= long {
				for r := begin; r < k; r++ {
					c.rule[q*across+r*along] = true
				}
			}
			begin = -1
		}
	}
}
