package see

import (
	"math"
	"slices"
)

// The surface: where the points of a mesh lie as a smooth function of their place in it.
//
// A page may tilt and bend, but it bends smoothly: a polynomial of two variables follows
// it to a hundredth of a cell. It is fitted by least squares, repeated with less weight for
// what lies far off (Geman and McClure, "Statistical methods for tomographic image
// reconstruction", 1987), so that strokes of digits taken for lines do not pull it. Cost:
// a dozen rounds of 45 × 45 sums over the points.

const (
	maxDegree     = 8    // of the polynomial, in both variables together
	surfaceRounds = 12   // of fitting
	surfaceScale  = 0.03 // of a cell: a point's usual distance, at least
	offSurface    = 0.07 // of a cell: a point that far off is none
)

// surface is a polynomial in both variables, by place in a mesh of nx × ny cells.
type surface struct {
	nx, ny int
	degree int
	x, y   []float64 // coefficients
}

// terms are the values of all monomials at a place.
func (s *surface) terms(i, j float64, out []float64) []float64 {
	u, v := 2*i/float64(s.nx)-1, 2*j/float64(s.ny)-1
	out = out[:0]
	for a, pu := 0, 1.0; a <= s.degree; a, pu = a+1, pu*u {
		for b, pv := 0, pu; a+b <= s.degree; b, pv = b+1, pv*v {
			out = append(out, pv)
		}
	}
	return out
}

func (s *surface) at(i, j float64) Point {
	var room [(maxDegree + 1) * (maxDegree + 2) / 2]float64
	var p Point
	for k, t := range s.terms(i, j, room[:]) {
		p.X += t * s.x[k]
		p.Y += t * s.y[k]
	}
	return p
}

// fitted is the surface of the points that were found, at least one. Few points determine a simple one. If some
// are missing and nearly all others lie on a plane, as in screenshots, it is the plane.
func (m *mesh) fitted() *surface {
	// Of all points; distances from a plane in cells, of half of the points and of nearly all: at
	// filled cells some are a little off.
	const many, flat, step = .85, .025, .12
	places := m.places()
	s, off := m.flat()
	if float64(len(places)) < many*float64(len(m.seen)) && off[len(off)/2] < flat && off[len(off)*9/10] < step {
		return s
	}
	terms := func(degree int) int { return (degree + 1) * (degree + 2) / 2 }
	// Where many points are missing a high degree swings; perspective needs some.
	for s.degree < min(maxDegree, m.nx-1, m.ny-1) {
		each := 12 // points for a term
		if s.degree < 3 {
			each = 6
		}
		if each*terms(s.degree+1) > len(places) {
			break
		}
		s.degree++
	}
	s.fit(m, places)
	return s
}

// flat is the plane of the points that were found, with their sorted distances from it in cells.
func (m *mesh) flat() (s *surface, off []float64) {
	s = &surface{nx: max(m.nx, 1), ny: max(m.ny, 1), degree: 1}
	return s, s.fit(m, m.places())
}

// places are the points that were found.
func (m *mesh) places() (list []int) {
	for k, is := range m.seen {
		if is {
			list = append(list, k)
		}
	}
	return list
}

// fit sets the coefficients, and returns the sorted distances of the points in cells.
func (s *surface) fit(m *mesh, places []int) (sorted []float64) {
	weights := make([]float64, len(m.seen))
	for _, k := range places {
		weights[k] = 1
	}
	pitch := m.step()
	for range surfaceRounds {
		s.solve(m, places, weights)
		off := make([]float64, len(places))
		for q, k := range places {
			off[q] = distance(s.at(float64(k%(m.nx+1)), float64(k/(m.nx+1))), m.points[k]) / pitch
		}
		sorted = slices.Sorted(slices.Values(off))
		scale := max(2*sorted[len(sorted)/2], surfaceScale)
		for q, k := range places {
			w := 1 / (1 + off[q]*off[q]/(scale*scale))
			weights[k] = w * w
		}
	}
	return sorted
}

// solve sets the coefficients by weighted least squares.
func (s *surface) solve(m *mesh, places []int, weights []float64) {
	n := (s.degree + 1) * (s.degree + 2) / 2
	rows := make([][]float64, n) // the normal equations, both right-hand sides appended
	for k := range rows {
		rows[k] = make([]float64, n+2)
		rows[k][k] = 1e-9 // points on a line leave some undetermined
	}
	t := make([]float64, 0, n)
	for _, k := range places {
		t = s.terms(float64(k%(m.nx+1)), float64(k/(m.nx+1)), t)
		for a, ta := range t {
			w := weights[k] * ta
			for b, tb := range t[:a+1] {
				rows[a][b] += w * tb
			}
			rows[a][n] += w * m.points[k].X
			rows[a][n+1] += w * m.points[k].Y
		}
	}
	for a := range rows {
		for b := range a {
			rows[b][a] = rows[a][b]
		}
	}
	eliminate(rows)
	s.x, s.y = make([]float64, n), make([]float64, n)
	for k := range rows {
		s.x[k], s.y[k] = rows[k][n], rows[k][n+1]
	}
}

// eliminate solves equations in place (Gauss and Jordan).
func eliminate(rows [][]float64) {
	for k := range rows {
		top := k
		for q := k; q < len(rows); q++ {
			if math.Abs(rows[q][k]) > math.Abs(rows[top][k]) {
				top = q
			}
		}
		rows[k], rows[top] = rows[top], rows[k]
		inv := 1 / rows[k][k]
		for c := k; c < len(rows[k]); c++ {
			rows[k][c] *= inv
		}
		for q := range rows {
			if q == k || rows[q][k] == 0 {
				continue
			}
			f := rows[q][k]
			for c := k; c < len(rows[q]); c++ {
				rows[q][c] -= f * rows[k][c]
			}
		}
	}
}

// settle forgets points that are far from the surface, or not where the points around are
// from it, and puts those that were not found there.
func (m *mesh) settle() {
	s := m.fitted()
	w := m.nx + 1
	tolerance := max(offSurface*m.step(), .9)
	moves := make([]Point, len(m.seen))
	for k := range m.seen {
		moves[k] = minus(m.points[k], s.at(float64(k%w), float64(k/w)))
	}
	near := slices.Clone(m.seen)
	for k := range near {
		near[k] = near[k] && moves[k].length() < 2.2*tolerance
	}
	var xs, ys []float64
	for k := range m.seen {
		i, j := k%w, k/w
		xs, ys = append(xs[:0], 0), append(ys[:0], 0)
		for y := max(j-2, 0); y <= min(j+2, m.ny); y++ {
			for x := max(i-2, 0); x <= min(i+2, m.nx); x++ {
				if q := y*w + x; near[q] {
					xs, ys = append(xs, moves[q].X), append(ys, moves[q].Y)
				}
			}
		}
		usual := Point{ranked(xs, .5), ranked(ys, .5)}
		if m.seen[k] = near[k] && minus(moves[k], usual).length() < tolerance; !m.seen[k] {
			m.points[k] = plus(s.at(float64(i), float64(j)), usual)
		}
	}
}
