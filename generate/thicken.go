package generate

import "nonogram"

// Thickening of lines, as the start of a climb. Pictures of thin outlines have many
// solutions, and single cells make such a picture unique only by breaking its lines. In a
// picture of lines two cells wide most cells are decided. So some climbs of a repair start
// there and then undo, one by one, the cells that the aim does not need.
//
// A cell of an ink is thin if no square of four cells of its ink contains it. The square
// that costs least is completed, if that keeps the shape; squares of neighbors share cells,
// so the line grows on one side.
//
// Cost: as a few measures of the picture.

// thicken completes squares at thin cells while the shape and the limit allow it.
func (c *climber) thicken() {
	for i := range c.grid.Cells {
		if ink := c.grid.Cells[i]; ink != nonogram.Empty && c.changed < c.limit {
			c.widen(i, ink)
		}
	}
}

// widen completes the square that costs least at a cell, if the cell is thin.
func (c *climber) widen(cell int, ink nonogram.Color) {
	w, h := c.grid.Width, c.grid.Height
	y, x := cell/w, cell%w
	var best []int
	least := 0.0
	for _, corner := range [4][2]int{{y, x}, {y, x - 1}, {y - 1, x}, {y - 1, x - 1}} {
		v, u := corner[0], corner[1]
		if v < 0 || u < 0 || v+1 >= h || u+1 >= w {
			continue
		}
		missing, cost := c.missing([4]int{v*w + u, v*w + u + 1, (v+1)*w + u, (v+1)*w + u + 1}, ink)
		switch {
		case cost < 0:
		case len(missing) == 0:
			return // it is not thin
		case best == nil || cost < least:
			best, least = missing, cost
		}
	}
	for _, i := range best {
		if c.grid.Cells[i] != ink {
			c.apply(move{i, ink})
		}
	}
}

// missing lists the cells of a square that lack the ink, and what filling them costs. The
// cost is negative if that breaks the shape or a cell must not change.
func (c *climber) missing(square [4]int, ink nonogram.Color) (cells []int, cost float64) {
	defer func() {
		for _, i := range cells {
			c.grid.Cells[i] = nonogram.Empty
		}
	}()
	for _, i := range square {
		switch {
		case c.grid.Cells[i] == ink:
			continue
		case c.grid.Cells[i] != nonogram.Empty || !c.first(i):
			return cells, -1
		}
		r := ringOf(c.grid, i)
		if r.breaks(ink) > 0 {
			return cells, -1
		}
		cost += c.price(move{i, ink})
		c.grid.Cells[i] = ink // the next cell counts it as its neighbor
		cells = append(cells, i)
	}
	return cells, cost
}
