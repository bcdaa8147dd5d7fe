package see

import (
	"math"
	"math/rand/v2"
	"testing"

	"nonogram/scan/internal/glyph"
)

// TestExtended continues a mesh that was found inexactly far to the left and to the top, where
// the page falls towards its spine and digits here and there look like lines.
func TestExtended(t *testing.T) {
	const nx, ny, out, off = 30, 30, 14, 0.33 // cells
	page := func(i, j int) Point {
		x, y := float64(i+out), float64(j+out)
		return Point{40 + 12*x + .06*x*x + .02*x*y, 40 + 13*y - .02*x*y + .03*y*y}
	}
	r := rand.New(rand.NewPCG(1, 2))
	m := newMesh(nx, ny)
	for j := range ny + 1 {
		for i := range nx + 1 {
			m.set(i, j, plus(page(i, j), Point{(r.Float64() - .5) / 2, (r.Float64() - .5) / 2}))
		}
	}
	l := &lines{w: 900, h: 900}
	l.across, l.down = make([]uint8, l.w*l.h), make([]uint8, l.w*l.h)
	for i := 0; i <= nx; i += 3 { // digits that lean, where lines would be
		for j := -out; j < 0; j++ {
			for k := range 40 {
				at := mix(page(i, j), page(i, j+1), float64(k)/40)
				l.down[int(at.Y)*l.w+int(at.X-4*(float64(j)+float64(k)/40))] = 255
			}
		}
	}
	e := m.extended(l, out, out, 0, 0)
	for j := range e.ny + 1 {
		for i := range e.nx + 1 {
			if i < out && j < out {
				continue // no clues in the corner
			}
			if d := distance(e.p(i, j), page(i-out, j-out)); d > off*m.pitch() {
				t.Fatalf("point (%d, %d) is %.1f pixels off, expected a third of a cell of %.1f at most", i-out, j-out, d, m.pitch())
			}
		}
	}
}

// Clues in outer lines of the mesh that go on outside are not part of the board, marks in many
// lines are.
func TestSplit(t *testing.T) {
	const n = 10
	for filled, want := range map[[2]int][4]int{{2, 2}: {3, 3, n, n}, {0, 4}: {1, 1, n, n}} { // columns and rows
		c := &canvas{plane: *newPlane(n*canvasScale, n*canvasScale), scale: canvasScale, mesh: newMesh(n, n), x0: 1, y0: 1, x1: n, y1: n, digits: 24, known: map[[4]int]glyph.Scores{}}
		c.ink, c.labels = make([]uint8, len(c.pix)), make([]uint16, len(c.pix))
		c.fill, c.blobs = make([]fill, n*n), make([][]blob, n*n)
		c.reader = func(*glyph.Patch) (s glyph.Scores) {
			for k := range s {
				s[k] = float32(math.Log(.099))
			}
			s[glyph.NoDigit] = float32(math.Log(.01))
			return s
		}
		for k := range c.blobs {
			i, j := k%n, k/n
			if i > filled[0] && j > filled[1] || i == 0 && j == 0 {
				continue
			}
			x, y := i*c.scale+8, j*c.scale+8
			c.fill[k].share = .2
			c.blobs[k] = []blob{{label: uint16(k + 1), x0: x, y0: y, x1: x + 14, y1: y + 24, area: 150}}
		}
		if found := c.split(); found != want {
			t.Errorf("%v lines with numbers: found %v, expected %v", filled, found, want)
		}
	}
}

// A board that goes beyond the mesh keeps the mesh.
func TestWithoutDigitsKeepsMesh(t *testing.T) {
	c := &canvas{board: [4]int{0, 0, 7, 6}, x0: 1, x1: 6, y1: 6}
	s := &sighting{mesh: newMesh(5, 6)}
	if s.withoutDigits(c) || s.nx != 5 || s.ny != 6 {
		t.Errorf("the mesh has %d × %d cells, expected 5 × 6", s.nx, s.ny)
	}
}
