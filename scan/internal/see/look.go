package see

// sighting is a mesh with the lines it was found by, at their scale.
type sighting struct {
	*mesh
	lines  *lines
	factor float64 // pixels of the photograph for one of this scale
}

// findMesh looks for the board's lines at every scale and takes what shows most of them.
func findMesh(levels []*plane) (*sighting, error) {
	var best *sighting
	most, factor := 0.0, 1.0
	for _, level := range levels {
		if max(level.w, level.h) <= maxLook {
			l := findLines(level)
			nodes := newGrower(l).largest()
			if len(nodes) >= minMesh && float64(len(nodes)) > 1.03*most {
				if m := whole(nodes).trimmed(l); m != nil && m.nx >= minSide && m.ny >= minSide {
					best, most = &sighting{m, l, factor}, float64(len(nodes))
				}
			}
		}
		factor *= 2
	}
	if best == nil {
		return nil, ErrNoBoard
	}
	return best, nil
}

// canvas straightens the mesh and what is around it.
func (s *sighting) canvas(levels []*plane) *canvas {
	pitch := s.pitch()
	room := func(a, b Point, size float64, across bool) int {
		// Cells from a border of the mesh to that of the photograph.
		x := (a.X + b.X) / 2
		if !across {
			x = (a.Y + b.Y) / 2
		}
		if size > 0 {
			x = size - x
		}
		return min(max(int(x/pitch+.7), 0), maxMargin)
	}
	w, h := s.nx, s.ny
	left := min(room(s.p(0, 0), s.p(0, h), 0, true), w*2/3+3)
	right := min(room(s.p(w, 0), s.p(w, h), float64(s.lines.w), true), w*2/3+3)
	top := min(room(s.p(0, 0), s.p(w, 0), 0, false), h*2/3+3)
	bottom := min(room(s.p(0, h), s.p(w, h), float64(s.lines.h), false), h*2/3+3)
	e := s.extended(s.lines, left, top, right, bottom)
	return straighten(levels, e.scaled(s.factor), left, top, right, bottom)
}
