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
// a dozen rounds of 21 × 21 sums over the points.

const (
	maxDegree     = 5    // of the polynomial, in both variables together
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

// fitted is the surface of the known points of a mesh. Few points determine a simple one.
func (m *mesh) fitted(known []bool) *surface {
	var places []int
	for k, is := range known {
		if is {
			places = append(places, k)
		}
	}
	s := &surface{nx: max(m.nx, 1), ny: max(m.ny, 1), degree: 1}
	terms := func(degree int) int { return (degree + 1) * (degree + 2) / 2 }
	for s.degree < min(maxDegree, m.nx-1, m.ny-1) && terms(s.degree+1)*5/2 <= len(places) {
		s.degree++
	}
	weights := make([]float64, len(known))
	for _, k := range places {
		weights[k] = 1
	}
	pitch := m.pitchOf(known)
	for range surfaceRounds {
		s.solve(m, places, weights)
		off := make([]float64, len(places))
		for q, k := range places {
			off[q] = distance(s.at(float64(k%(m.nx+1)), float64(k/(m.nx+1))), m.points[k]) / pitch
		}
		sorted := slices.Sorted(slices.Values(off))
		scale := max(2*sorted[len(sorted)/2], surfaceScale)
		for q, k := range places {
			w := 1 / (1 + off[q]*off[q]/(scale*scale))
			weights[k] = w * w
		}
	}
	return s
}

// solve sets the coefficients by weighted least squares.
func (s *surface) solve(m *mesh, places []int, weights []float64) {
	n := (s.degree + 1) * (s.degree + 2) / 2
	rows := make([][]float64, n) // the normal equations, both right sides behind
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

// settle puts the points that are not known, or not near the surface, onto it, moved like
// the points around that are.
func (m *mesh) settle(known []bool) {
	s := m.fitted(known)
	w := m.nx + 1
	tolerance := max(offSurface*m.pitchOf(known), .9)
	moves := make([]Point, len(known))
	for k := range known {
		on := s.at(float64(k%w), float64(k/w))
		moves[k] = minus(m.points[k], on)
		known[k] = known[k] && moves[k].length() < tolerance
		m.points[k] = on
	}
	for j := range m.ny + 1 {
		for i := range w {
			if known[j*w+i] {
				m.set(i, j, plus(m.p(i, j), moves[j*w+i]))
				continue
			}
			sum, n := Point{}, 2.0 // no move counts for two
			for y := max(j-2, 0); y <= min(j+2, m.ny); y++ {
				for x := max(i-2, 0); x <= min(i+2, m.nx); x++ {
					if known[y*w+x] {
						sum = plus(sum, moves[y*w+x])
						n++
					}
				}
			}
			m.set(i, j, plus(m.p(i, j), times(sum, 1/n)))
		}
	}
}
