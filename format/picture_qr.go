package format

import "nonogram"

// isQRCode reports whether the picture shows an upright QR code with modules of at least
// two pixels. Such a picture carries a link; as a puzzle it would have a cell per pixel.
// A code has three finder patterns, squares of 7 × 7 modules, in its corners.
func isQRCode(g *nonogram.Grid) bool {
	left, top, width := 0, 0, 0
	for i, cell := range g.Cells {
		if cell != nonogram.Empty {
			left, top = i%g.Width, i/g.Width
			break
		}
	}
	row := g.Cells[top*g.Width+left : (top+1)*g.Width]
	for i, cell := range row {
		if cell != nonogram.Empty {
			width = i + 1
		}
	}
	run := 0
	for run < len(row) && row[run] != nonogram.Empty {
		run++
	}
	module := run / 7
	if module < 2 || run%7 != 0 || width%module != 0 {
		return false
	}
	side := width / module
	if side < 21 || side > 177 || side%4 != 1 || top+width > g.Height {
		return false
	}
	far := left + (side-7)*module
	return hasFinder(g, left, top, module) && hasFinder(g, far, top, module) &&
		hasFinder(g, left, top+(side-7)*module, module)
}

// hasFinder reports whether a finder pattern starts at x, y: a ring of filled modules, a
// ring of empty ones, and a filled square.
func hasFinder(g *nonogram.Grid, x, y, module int) bool {
	for dy := range 7 * module {
		for dx := range 7 * module {
			i, j := dx/module-3, dy/module-3
			filled := max(i, -i, j, -j) != 2
			if (g.Cells[(y+dy)*g.Width+x+dx] != nonogram.Empty) != filled {
				return false
			}
		}
	}
	return true
}
