package see

import "testing"

// Lines between black cells are lighter than the cells, and count as much as dark ones.
func TestUsualLineOfFilledBoard(t *testing.T) {
	const cells, pitch = 6, 20
	for _, black := range []int{0, 3} { // columns
		p := newPlane(cells*pitch+1, cells*pitch+1)
		for y := range p.h {
			for x := range p.w {
				paper, line := uint8(250), uint8(180)
				if x < black*pitch {
					paper, line = 0, 120
				}
				if p.pix[y*p.w+x] = paper; y%pitch == 0 {
					p.pix[y*p.w+x] = line
				}
			}
		}
		m := newMesh(cells, cells)
		for k := range m.points {
			m.points[k] = Point{float64(k % (cells + 1) * pitch), float64(k / (cells + 1) * pitch)}
		}
		s := m.usualLine(&sheet{plane: p}, true, lineFlank)
		if s.mixed != (black > 0) || s.share(70) < leastLine || (s.share(-70) > 0) != s.mixed {
			t.Errorf("%d black columns: %+v", black, s)
		}
	}
}

// The last column belongs to the mesh though it is filled and the lines of the others are faint.
func TestBorderedFilledColumn(t *testing.T) {
	const cells, pitch, gap = 6, 24, 2
	p := newPlane(cells*pitch+40, cells*pitch+40)
	for k := range p.pix {
		x, y := k%p.w-10, k/p.w-10
		p.pix[k] = 20
		if x >= 0 && y >= 0 && x < cells*pitch && y < cells*pitch && x%pitch >= gap && y%pitch >= gap {
			p.pix[k] = 32
			if x >= (cells-1)*pitch {
				p.pix[k] = 160
			}
		}
	}
	m := newMesh(cells-1, cells)
	for k := range m.points {
		m.points[k] = Point{float64(k%cells*pitch) + 10.5, float64(k/cells*pitch) + 10.5}
	}
	if b := m.bordered(newGrower(findLines(p, ways[0]), p), false); b == nil || b.nx != cells || b.ny != cells {
		t.Errorf("found %+v, expected %d × %d cells", b, cells, cells)
	}
}

// A mesh of which no crossing was found is not a board, also if a line beside it makes it larger.
func TestBorderedWithoutCrossings(t *testing.T) {
	const cells, pitch = 6, 20
	p := newPlane((cells+2)*pitch+1, (cells+2)*pitch+1)
	for y := range p.h {
		for x := range p.w {
			if p.pix[y*p.w+x] = 250; x%pitch == 0 || y%pitch == 0 {
				p.pix[y*p.w+x] = 80
			}
		}
	}
	m := newMesh(cells, cells)
	for k := range m.points {
		m.points[k] = Point{float64((k%(cells+1) + 1) * pitch), float64((k/(cells+1) + 1) * pitch)}
	}
	if b := m.bordered(newGrower(&lines{}, p), false); b != nil {
		t.Errorf("found a board of %d × %d cells without a crossing", b.nx, b.ny)
	}
}
