package svg

import (
	"fmt"
	"math"
)

// Lines as areas: a rectangle for every straight piece, and what lies between two of them or
// at an end. All of them go around the same way, so that together they cover what any
// of them covers.

// stroker makes the polygons of lines, in pixels.
type stroker struct {
	style
	round int // corners of a circle
	out   [][]point
	count int // of points
}

// roundness is how many corners a circle of so many pixels gets.
func roundness(pixels float64) int { return int(min(max(math.Sqrt(pixels)*4, 8), 64)) }

// maxStroke bounds the points of these polygons, dashes included.
const maxStroke = 2 * maxPoints

func (s *stroker) stroke(parts []outline) ([][]point, error) {
	for _, o := range parts {
		for _, part := range s.dashed(o.distinct()) {
			s.line(part.distinct())
			if s.count > maxStroke {
				return nil, fmt.Errorf("found a line whose edge has over %d points, which is the limit", maxStroke)
			}
		}
	}
	return s.out, nil
}

// distinct leaves out points that are where the one before is.
func (o outline) distinct() outline {
	out := outline{closed: o.closed}
	for i, p := range o.points {
		if i == 0 || p != o.points[i-1] {
			out.points = append(out.points, p)
		}
	}
	if n := len(out.points); o.closed && n > 1 && out.points[0] == out.points[n-1] {
		out.points = out.points[:n-1]
	}
	return out
}

// polygon keeps one, turned the common way.
func (s *stroker) polygon(points ...point) {
	s.count += len(points)
	area := 0.0
	for i, p := range points {
		points[i] = s.matrix.apply(p)
	}
	for i, p := range points {
		q := points[(i+1)%len(points)]
		area += p.x*q.y - q.x*p.y
	}
	if area < 0 {
		for i, k := 0, len(points)-1; i < k; i, k = i+1, k-1 {
			points[i], points[k] = points[k], points[i]
		}
	}
	s.out = append(s.out, points)
}

func (s *stroker) line(o outline) {
	p, half := o.points, s.width/2
	if len(p) == 1 {
		if s.cap == "round" {
			s.disc(p[0])
		} else if s.cap == "square" {
			s.piece(point{p[0].x - half, p[0].y}, point{p[0].x + half, p[0].y})
		}
		return
	}
	n := len(p) - 1
	if o.closed {
		n = len(p)
	}
	for i := range n {
		a, b := p[i], p[(i+1)%len(p)]
		if s.cap == "square" && !o.closed {
			along := b.minus(a).by(half / b.minus(a).length())
			if i == 0 {
				a = a.minus(along)
			}
			if i == n-1 {
				b = b.plus(along)
			}
		}
		s.piece(a, b)
		if i+1 < n || o.closed {
			s.corner(p[i], p[(i+1)%len(p)], p[(i+2)%len(p)])
		}
	}
	if s.cap == "round" && !o.closed {
		s.disc(p[0])
		s.disc(p[n])
	}
}

// aside is a step from a line to its left, half a width long.
func (s *stroker) aside(a, b point) point {
	d := b.minus(a)
	return point{-d.y, d.x}.by(s.width / 2 / d.length())
}

func (s *stroker) piece(a, b point) {
	n := s.aside(a, b)
	s.polygon(a.plus(n), b.plus(n), b.minus(n), a.minus(n))
}

func (s *stroker) disc(c point) {
	points := make([]point, s.round)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(s.round))
		points[i] = point{c.x + s.width/2*cos, c.y + s.width/2*sin}
	}
	s.polygon(points...)
}

// corner fills the outer side where two pieces meet.
func (s *stroker) corner(a, b, c point) {
	m, n := s.aside(a, b), s.aside(b, c)
	const nearly = 0.95 // the cosine of a turn that looks the same with any corner
	if s.join == "round" && m.x*n.x+m.y*n.y < nearly*s.width*s.width/4 {
		s.disc(b)
		return
	}
	if cross := m.x*n.y - m.y*n.x; cross > 0 {
		m, n = m.by(-1), n.by(-1)
	}
	p, q := b.plus(m), b.plus(n)
	middle := m.plus(n)
	// The tip is where both outer sides meet; the ratio of its distance to the width is
	// the secant of half the angle.
	square := middle.x*middle.x + middle.y*middle.y
	if reach := s.width * s.width / 2; s.join != "bevel" && square > 0 && s.width*s.width/square <= s.miter*s.miter {
		s.polygon(b, p, b.plus(middle.by(reach/square)), q)
		return
	}
	s.polygon(b, p, q)
}

// dashed cuts an outline into its dashes.
func (s *stroker) dashed(o outline) []outline {
	sum := 0.0
	for _, d := range s.dashes {
		sum += d
	}
	if len(o.points) < 2 || sum*s.matrix.scale() < 0.5 { // finer than can be seen
		return []outline{o}
	}
	points := o.points
	if o.closed {
		points = append(points, points[0])
	}
	pattern := s.dashes
	if len(pattern)%2 == 1 {
		pattern = append(append([]float64{}, pattern...), pattern...)
		sum *= 2
	}
	left := math.Mod(s.dashOffset, sum) // of the offset
	if left < 0 {
		left += sum
	}
	k := 0
	for left >= pattern[k] && left > 0 {
		left -= pattern[k]
		k = (k + 1) % len(pattern)
	}
	left = pattern[k] - left // of the dash or gap
	var out []outline
	current := []point{points[0]}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		for length := b.minus(a).length(); length > left; length = b.minus(a).length() {
			a = a.toward(b, left/length)
			if k%2 == 0 {
				out = append(out, outline{points: append(current, a)})
			}
			current = []point{a}
			k = (k + 1) % len(pattern)
			left = pattern[k]
			if len(out) > maxStroke/4 {
				return out
			}
		}
		left -= b.minus(a).length()
		current = append(current, b)
	}
	if k%2 == 0 && len(current) > 1 {
		out = append(out, outline{points: current})
	}
	return out
}
