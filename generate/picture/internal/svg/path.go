package svg

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Outlines as lists of points: curves are cut into straight pieces as soon as they are
// read, as fine as they will be seen.

// outline is a part of a shape.
type outline struct {
	points []point
	closed bool
}

// pen collects outlines.
type pen struct {
	parts []outline
	scale float64 // pixels in a unit
	count int     // of points
}

// maxPoints bounds a shape to some 100 MB.
const maxPoints = 1_000_000

// maxCoordinate keeps sums and squares of coordinates finite.
const maxCoordinate = 1e9

func (p *pen) move(to point) {
	p.parts = append(p.parts, outline{points: []point{to}})
	p.count += 4 // what an outline takes
}

func (p *pen) line(to point) {
	o := &p.parts[len(p.parts)-1]
	if o.closed { // a part that goes on where the last one began
		p.move(o.points[0])
		o = &p.parts[len(p.parts)-1]
	}
	o.points = append(o.points, to)
	p.count++
}

func (p *pen) at() point {
	o := p.parts[len(p.parts)-1]
	if o.closed {
		return o.points[0]
	}
	return o.points[len(o.points)-1]
}

func (p *pen) close() { p.parts[len(p.parts)-1].closed = true }

// steps is into how many pieces a curve of about that length is cut.
func (p *pen) steps(length float64) int {
	return int(min(max(math.Sqrt(length*p.scale)*1.5, 2), 100)) + 1
}

func (p *pen) cubic(b, c, d point) {
	a := p.at()
	n := p.steps(b.minus(a).length() + c.minus(b).length() + d.minus(c).length())
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		ab, bc, cd := a.toward(b, t), b.toward(c, t), c.toward(d, t)
		p.line(ab.toward(bc, t).toward(bc.toward(cd, t), t))
	}
}

func (p *pen) quadratic(b, c point) {
	a := p.at()
	p.cubic(a.toward(b, 2./3), c.toward(b, 2./3), c)
}

// ellipse draws a part of one, from and to in radians, turned by phi.
func (p *pen) ellipse(center point, rx, ry, phi, from, to float64) {
	n := p.steps(math.Abs(to-from) * max(rx, ry))
	sin, cos := math.Sincos(phi)
	for i := 1; i <= n; i++ {
		s, c := math.Sincos(from + (to-from)*float64(i)/float64(n))
		p.line(point{center.x + cos*rx*c - sin*ry*s, center.y + sin*rx*c + cos*ry*s})
	}
}

// arc is that of path data: SVG 2, appendix B.2.4.
func (p *pen) arc(rx, ry, degrees float64, large, sweep bool, to point) {
	from := p.at()
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || from == to {
		p.line(to)
		return
	}
	phi := degrees * math.Pi / 180
	sin, cos := math.Sincos(phi)
	half := from.minus(to).by(0.5)
	x, y := (cos*half.x+sin*half.y)/rx, (cos*half.y-sin*half.x)/ry
	if over := x*x + y*y; over > 1 {
		rx, ry = rx*math.Sqrt(over), ry*math.Sqrt(over)
		x, y = x/math.Sqrt(over), y/math.Sqrt(over)
	}
	f := math.Sqrt(max(0, 1/(x*x+y*y)-1))
	if large == sweep {
		f = -f
	}
	cx, cy := f*y, -f*x // the center, in a circle of radius 1
	middle := from.plus(to).by(0.5)
	center := point{middle.x + cos*cx*rx - sin*cy*ry, middle.y + sin*cx*rx + cos*cy*ry}
	start, end := math.Atan2(y-cy, x-cx), math.Atan2(-y-cy, -x-cx)
	switch {
	case sweep && end < start:
		end += 2 * math.Pi
	case !sweep && end > start:
		end -= 2 * math.Pi
	}
	p.ellipse(center, rx, ry, phi, start, end)
}

func (p *pen) rect(b box, rx, ry float64) {
	rx, ry = min(rx, b.width/2), min(ry, b.height/2)
	p.move(point{b.x + rx, b.y})
	for i, c := range [...]point{
		{b.x + b.width - rx, b.y + ry}, {b.x + b.width - rx, b.y + b.height - ry}, {b.x + rx, b.y + b.height - ry}, {b.x + rx, b.y + ry},
	} {
		s, k := math.Sincos(float64(i-1) * math.Pi / 2)
		p.line(point{c.x + rx*k, c.y + ry*s})
		if rx > 0 && ry > 0 {
			p.ellipse(c, rx, ry, 0, float64(i-1)*math.Pi/2, float64(i)*math.Pi/2)
		}
	}
	p.close()
}

// data draws path data.
func (p *pen) data(text string) error {
	s := scanner{text: text}
	var command byte
	var start, control point
	var last byte
	for {
		s.blanks()
		if s.pos == len(text) {
			return nil
		}
		if c := text[s.pos]; strings.IndexByte("MmLlHhVvCcSsQqTtAaZz", c) >= 0 {
			command = c
			s.pos++
		} else if command == 0 || command|0x20 == 'z' {
			return fmt.Errorf("found %q in path data, expected a letter like M", c)
		}
		if len(p.parts) == 0 && command|0x20 != 'm' {
			return fmt.Errorf("found %q first in path data, expected M", command)
		}
		v, err := s.arguments(command)
		switch {
		case err != nil:
			return err
		case p.count > maxPoints:
			return fmt.Errorf("found an outline of over %d points, which is the limit", maxPoints)
		}
		at := point{}
		if len(p.parts) > 0 {
			at = p.at()
		}
		base := point{}
		if command >= 'a' {
			base = at
		}
		to := func(i int) point { return point{v[i], v[i+1]}.plus(base) }
		mirror := at
		if strings.IndexByte(smoothAfter[command|0x20], last) >= 0 && last != 0 {
			mirror = at.plus(at.minus(control))
		}
		control = at
		switch command | 0x20 {
		case 'm':
			start = to(0)
			p.move(start)
			command-- // to l: more numbers are lines
		case 'l':
			p.line(to(0))
		case 'h':
			p.line(point{v[0] + base.x, at.y})
		case 'v':
			p.line(point{at.x, v[0] + base.y})
		case 'c':
			control = to(2)
			p.cubic(to(0), control, to(4))
		case 's':
			control = to(0)
			p.cubic(mirror, control, to(2))
		case 'q':
			control = to(0)
			p.quadratic(control, to(2))
		case 't':
			control = mirror
			p.quadratic(mirror, to(0))
		case 'a':
			p.arc(v[0], v[1], v[2], v[3] != 0, v[4] != 0, to(5))
		case 'z':
			p.close()
		}
		last = command | 0x20
	}
}

// smoothAfter says behind which commands another goes on as the curve went.
var smoothAfter = [256]string{'s': "cs", 't': "qt"}

// argumentsOf says how many numbers a command has.
var argumentsOf = [256]int{'m': 2, 'l': 2, 'h': 1, 'v': 1, 'c': 6, 's': 4, 'q': 4, 't': 2, 'a': 7}

// scanner reads lists of numbers.
type scanner struct {
	text string
	pos  int
	room [7]float64
}

func (s *scanner) blanks() {
	for s.pos < len(s.text) && strings.IndexByte(", \t\r\n\f", s.text[s.pos]) >= 0 {
		s.pos++
	}
}

// arguments reads the numbers of a command.
func (s *scanner) arguments(command byte) ([]float64, error) {
	n := argumentsOf[command|0x20]
	for i := range n {
		s.blanks()
		if command|0x20 == 'a' && (i == 3 || i == 4) { // a flag is one digit, with nothing around it
			if s.pos == len(s.text) || s.text[s.pos]|1 != '1' {
				return nil, fmt.Errorf("found no flag of an arc, expected 0 or 1 as its number %d", i+1)
			}
			s.room[i] = float64(s.text[s.pos] - '0')
			s.pos++
			continue
		}
		v, err := s.number()
		if err != nil {
			return nil, fmt.Errorf("path data: %w", err)
		}
		s.room[i] = v
	}
	return s.room[:n], nil
}

// number reads one, which ends where it cannot go on: "1-2.5.5" are three.
func (s *scanner) number() (float64, error) {
	from := s.pos
	digits := func() {
		for s.pos < len(s.text) && s.text[s.pos] >= '0' && s.text[s.pos] <= '9' {
			s.pos++
		}
	}
	if s.next("+-") {
		s.pos++
	}
	digits()
	if s.next(".") {
		s.pos++
		digits()
	}
	if end := s.pos; end > from && s.next("eE") {
		s.pos++
		if s.next("+-") {
			s.pos++
		}
		exponent := s.pos
		if digits(); s.pos == exponent {
			s.pos = end
		}
	}
	v, err := strconv.ParseFloat(s.text[from:s.pos], 64)
	if err != nil || math.Abs(v) > maxCoordinate {
		end := min(len(s.text), max(s.pos, from+1))
		return 0, fmt.Errorf("found %.20q, expected a number up to 1,000,000,000", s.text[from:end])
	}
	return v, nil
}

func (s *scanner) next(bytes string) bool {
	return s.pos < len(s.text) && strings.IndexByte(bytes, s.text[s.pos]) >= 0
}

// numbers reads all there are.
func (s *scanner) numbers() ([]float64, error) {
	var out []float64
	for {
		if s.blanks(); s.pos == len(s.text) {
			return out, nil
		}
		v, err := s.number()
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
}
