package generate

import (
	"context"
	"slices"

	"nonogram"
)

// Removing noise. Specks are small connected areas (by sides); they take the color of most
// cells around them. Thin ends are cells with at most one neighbor of their color.

// fillSpecks fills areas of up to the given size, the smallest first, so that a speck inside
// a hole is filled before the hole. It skips sizes that no area has, and stops early when the
// context ends.
func (s *sketch) fillSpecks(ctx context.Context, size int) {
	for n := 1; n <= size && ctx.Err() == nil; {
		filled, least := s.fillAreas(n)
		switch {
		case filled:
			n++
		case least >= len(s.cells):
			return
		default:
			n = least
		}
	}
}

// fillAreas fills the areas of up to the given size. If there are none, it returns the size
// of the smallest area.
func (s *sketch) fillAreas(size int) (filled bool, least int) {
	least = len(s.cells)
	seen := make([]bool, len(s.cells))
	for i := range s.cells {
		if seen[i] {
			continue
		}
		area := s.area(i, seen)
		least = min(least, len(area))
		if len(area) > size || len(area) == len(s.cells) {
			continue
		}
		filled = true
		to := s.surrounding(area)
		for _, j := range area {
			s.cells[j] = to
		}
	}
	return filled, least
}

// area lists the cells connected with one, and marks them as seen.
func (s *sketch) area(cell int, seen []bool) []int {
	area := []int{cell}
	seen[cell] = true
	for k := 0; k < len(area); k++ {
		for _, n := range neighbors(area[k], s.width, len(s.cells)) {
			if !seen[n] && s.cells[n] == s.cells[cell] {
				seen[n] = true
				area = append(area, n)
			}
		}
	}
	return area
}

// surrounding is the most frequent color along the sides of an area, or its own color.
func (s *sketch) surrounding(area []int) nonogram.Color {
	own := s.cells[area[0]]
	var votes [nonogram.MaxColors]int
	best := own
	for _, cell := range area {
		for _, n := range neighbors(cell, s.width, len(s.cells)) {
			if s.cells[n] != own {
				votes[s.cells[n]]++
			}
		}
	}
	for c, n := range votes {
		if n > votes[best] {
			best = nonogram.Color(c)
		}
	}
	return best
}

// trim removes one cell of each thin end.
func (s *sketch) trim() {
	before := slices.Clone(s.cells)
	for i, c := range before {
		if c == nonogram.Empty {
			continue
		}
		around := 0
		for y := max(i/s.width-1, 0); y <= min(i/s.width+1, s.height-1); y++ {
			for x := max(i%s.width-1, 0); x <= min(i%s.width+1, s.width-1); x++ {
				if before[y*s.width+x] == c {
					around++ // itself too
				}
			}
		}
		if around <= 2 {
			s.cells[i] = nonogram.Empty
		}
	}
}

// neighbors lists the cells that share a side with one, in a picture of the given width and
// number of cells.
func neighbors(cell, width, cells int) []int {
	list := make([]int, 0, 4)
	if cell >= width {
		list = append(list, cell-width)
	}
	if cell%width > 0 {
		list = append(list, cell-1)
	}
	if cell%width+1 < width {
		list = append(list, cell+1)
	}
	if cell+width < cells {
		list = append(list, cell+width)
	}
	return list
}
