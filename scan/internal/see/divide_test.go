package see

import (
	"math/rand/v2"
	"testing"
)

// Lines that noise hides one by one are seen between thick ones by all of them together.
func TestDivided(t *testing.T) {
	const cells, pitch = 6, 60
	for _, test := range []struct {
		name  string
		parts int // that the thick lines' cells are drawn in
		want  int
	}{
		{"only thick lines", 1, 1},
		{"a thick line every five", 5, 5},
		{"a middle line, as of digits", 2, 1},
	} {
		r := rand.New(rand.NewPCG(1, 2))
		p := newPlane(cells*pitch+1, cells*pitch+1)
		for y := range p.h {
			for x := range p.w {
				v := 200 + 8*r.NormFloat64()
				if x%(pitch/test.parts) == 0 || y%(pitch/test.parts) == 0 {
					v -= 5
				}
				if x%pitch == 0 || y%pitch == 0 {
					v -= 100
				}
				p.pix[y*p.w+x] = uint8(v)
			}
		}
		m := newMesh(cells, cells)
		for k := range m.points {
			m.points[k], m.seen[k] = Point{float64(k % (cells + 1) * pitch), float64(k / (cells + 1) * pitch)}, true
		}
		if d := m.divided(p); d.nx != cells*test.want || d.ny != cells*test.want {
			t.Errorf("%s: found %d × %d cells, expected %d a side", test.name, d.nx, d.ny, cells*test.want)
		}
	}
}

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
