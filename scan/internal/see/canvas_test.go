package see

import (
	"math/rand/v2"
	"testing"
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
