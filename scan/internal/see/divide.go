package see

import "math"

// Boards of which only the thick lines are found, every fifth or tenth. The places of the lines
// between them are known, and their sum is visible in noise that hides each line. Cost: linear in
// the cells.

const (
	leastFiner = 1.5 // least mean difference of finer lines from paper, in levels of brightness
	finerShare = 2.0 // the same, as a multiple of the response between the lines
)

// divided is a mesh of thick lines with the finer ones between them, or the mesh itself.
func (m *mesh) divided(p *plane) *mesh {
	if m == nil || m.pitch() < 5*minPitch {
		return m
	}
	s := m.fitted()
	for _, n := range [2]int{10, 5} {
		if m.pitch() < float64(n)*minPitch || !m.finer(p, s, n, false) || !m.finer(p, s, n, true) {
			continue
		}
		d := newMesh(m.nx*n, m.ny*n)
		for j := range d.ny + 1 {
			for i := range d.nx + 1 {
				d.set(i, j, s.at(float64(i)/float64(n), float64(j)/float64(n)))
				d.seen[j*(d.nx+1)+i] = true
			}
		}
		return d
	}
	return m
}

// finer reports lines of one direction that divide all cells into n parts: each shows more
// than the places between them do.
func (m *mesh) finer(p *plane, s *surface, n int, across bool) bool {
	usual := m.usualLine(&sheet{plane: p}, across, lineFlank)
	on, off := math.Inf(1), leastFiner/finerShare
	for k := 2; k <= 2*n-2; k++ {
		at, sum := float64(k)/float64(2*n), 0.0
		for j := range m.ny {
			for i := range m.nx {
				x, y := float64(i), float64(j)
				a, b := s.at(x+at, y), s.at(x+at, y+1)
				if across {
					a, b = s.at(x, y+at), s.at(x+1, y+at)
				}
				ridge, _ := p.profile(a, b, across, lineFlank, .05, .95)
				sum += ridge / float64(m.nx*m.ny)
			}
		}
		if sum = math.Copysign(1, usual.usual) * sum; k%2 == 0 {
			on = min(on, sum)
		} else {
			off = max(off, sum)
		}
	}
	return on > finerShare*off
}
