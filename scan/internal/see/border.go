package see

import (
	"math"
	"slices"
)

// Where a mesh ends: outer rows and columns without lines are dropped, and those that
// are there without having been found, as of cells without a frame, are added. Cost:
// linear in the cells.

const edgeShare = 0.6 // of a cell's side that must be seen as a line

// trimmed drops outer rows and columns in which few cells have lines on their sides.
func (m *mesh) trimmed(l *lines) *mesh {
	across := func(i, j int) bool { return l.between(m.p(i, j), m.p(i+1, j), true) >= edgeShare }
	down := func(i, j int) bool { return l.between(m.p(i, j), m.p(i, j+1), false) >= edgeShare }
	cells := make([]bool, m.nx*m.ny)
	for j := range m.ny {
		for i := range m.nx {
			n := 0
			for _, side := range [4]bool{across(i, j), across(i, j+1), down(i, j), down(i+1, j)} {
				if side {
					n++
				}
			}
			cells[j*m.nx+i] = n >= 3
		}
	}
	i0, j0, i1, j1 := 0, 0, m.nx, m.ny
	share := func(i0, j0, i1, j1 int) float64 {
		n := 0
		for j := j0; j < j1; j++ {
			for i := i0; i < i1; i++ {
				if cells[j*m.nx+i] {
					n++
				}
			}
		}
		return float64(n) / float64(max((i1-i0)*(j1-j0), 1))
	}
	ends := func(from, to int, line func(k int) bool) float64 {
		n := 0
		for k := from; k < to; k++ {
			if line(k) {
				n++
			}
		}
		return float64(n) / float64(max(to-from, 1))
	}
	const few = .4
	for i0 < i1 && j0 < j1 {
		sides := [4]float64{
			min(share(i0, j0, i0+1, j1), ends(j0, j1, func(k int) bool { return down(i0, k) })),
			min(share(i0, j0, i1, j0+1), ends(i0, i1, func(k int) bool { return across(k, j0) })),
			min(share(i1-1, j0, i1, j1), ends(j0, j1, func(k int) bool { return down(i1, k) })),
			min(share(i0, j1-1, i1, j1), ends(i0, i1, func(k int) bool { return across(k, j1) })),
		}
		worst := 0
		for k, s := range sides {
			if s < sides[worst] {
				worst = k
			}
		}
		if sides[worst] >= few {
			break
		}
		switch worst {
		case 0:
			i0++
		case 1:
			j0++
		case 2:
			i1--
		case 3:
			j1--
		}
	}
	if i1-i0 < 1 || j1-j0 < 1 {
		return nil
	}
	return m.part(i0, j0, i1, j1)
}

// completed adds outer rows and columns of cells on sides where the lines go on for a
// whole cell and something ends them: cells without a frame, as on screens, have no
// lines at their outer sides, only steps, and those may be faint beside black digits.
// So brightness itself is compared with that at the lines inside.
func (m *mesh) completed(l *lines, p *plane) *mesh {
	for s := left; s <= bottom; s++ {
		for range 2 {
			e := m.oneMore(l, p, s)
			if e == nil {
				break
			}
			m = e
		}
	}
	return m
}

// oneMore is the mesh with one more line on a side, nil if there is none.
func (m *mesh) oneMore(l *lines, p *plane, s side) *mesh {
	more := [4]int{}
	more[s] = 1
	e := m.extended(l, more[left], more[top], more[right], more[bottom])
	across := s == left || s == right
	count, at, dir := m.ny, 0, 1
	if !across {
		count = m.nx
	}
	switch s {
	case right:
		at, dir = e.nx, -1
	case bottom:
		at, dir = e.ny, -1
	}
	point := func(k, q int) Point {
		if across {
			return e.p(k, q)
		}
		return e.p(q, k)
	}
	var inside, outside, ends []float64
	for q := range count + 1 {
		ridge, _ := p.profile(point(at+dir, q), point(at+2*dir, q), across)
		inside = append(inside, ridge)
		ridge, _ = p.profile(point(at, q), point(at+dir, q), across)
		outside = append(outside, ridge)
		if q < count {
			ridge, step := p.profile(point(at, q), point(at, q+1), !across)
			ends = append(ends, max(math.Abs(ridge), math.Abs(step)))
		}
	}
	usual := middle(inside)
	if math.Abs(usual) < 3 || middle(outside)/usual < .6 || middle(ends) < .6*math.Abs(usual) {
		return nil
	}
	return e
}

func middle(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// profile measures a line from a to b, in its middle part: how much darker it is than
// what is beside it, and how what is beside it differs.
func (p *plane) profile(a, b Point, across bool) (ridge, step float64) {
	d := Point{X: lineFlank}
	if across {
		d = Point{Y: lineFlank}
	}
	const samples = 12
	var on, before, after float64
	for k := range samples {
		q := mix(a, b, .2+.6*(float64(k)+.5)/samples)
		on += p.at(q.X, q.Y) / samples
		before += p.at(q.X-d.X, q.Y-d.Y) / samples
		after += p.at(q.X+d.X, q.Y+d.Y) / samples
	}
	return (before+after)/2 - on, after - before
}
