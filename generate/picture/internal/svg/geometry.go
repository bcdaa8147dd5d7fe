package svg

import (
	"fmt"
	"math"
	"strings"

	"nonogram/internal/plural"
)

// Points, coordinates and how they are changed.

type point struct{ x, y float64 }

func (p point) minus(q point) point             { return point{p.x - q.x, p.y - q.y} }
func (p point) plus(q point) point              { return point{p.x + q.x, p.y + q.y} }
func (p point) by(f float64) point              { return point{p.x * f, p.y * f} }
func (p point) length() float64                 { return math.Hypot(p.x, p.y) }
func (p point) toward(q point, t float64) point { return p.plus(q.minus(p).by(t)) }

// box is a rectangle.
type box struct{ x, y, width, height float64 }

// diagonal is what percentages of neither side are of.
func (b box) diagonal() float64 { return math.Hypot(b.width, b.height) / math.Sqrt2 }

// matrix maps x, y to a·x + c·y + e, b·x + d·y + f.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

func (m matrix) apply(p point) point { return point{m.a*p.x + m.c*p.y + m.e, m.b*p.x + m.d*p.y + m.f} }

// times is the matrix that applies n first.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b, m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) det() float64 { return m.a*m.d - m.b*m.c }

// scale is about how much longer things get.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.det())) }

func (m matrix) inverse() (matrix, bool) {
	det := m.det()
	if math.Abs(det) < 1e-12 || math.IsNaN(det) {
		return identity, false
	}
	return matrix{m.d / det, -m.b / det, -m.c / det, m.a / det, (m.c*m.f - m.d*m.e) / det, (m.b*m.e - m.a*m.f) / det}, true
}

func shift(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y} }

func stretch(x, y float64) matrix { return matrix{a: x, d: y} }

func turn(degrees float64) matrix {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return matrix{cos, sin, -sin, cos, 0, 0}
}

// parseTransform reads a list like "translate(3 4) rotate(45)".
func parseTransform(text string) (matrix, error) {
	out := identity
	for {
		text = strings.TrimLeft(text, ", \t\r\n")
		if text == "" || text == "none" {
			return out, nil
		}
		name, rest, ok := strings.Cut(text, "(")
		inside, after, closed := strings.Cut(rest, ")")
		if !ok || !closed {
			return out, fmt.Errorf("found the transform %.40q, expected one like scale(2)", text)
		}
		s := scanner{text: strings.ReplaceAll(strings.ReplaceAll(inside, "deg", ""), "px", "")}
		v, err := s.numbers()
		if err != nil {
			return out, fmt.Errorf("transform: %w", err)
		}
		m, ok := transformOf(strings.TrimSpace(name), v)
		if !ok {
			return out, plural.Errorf("found the transform %s with %d numbers, which it does not have", strings.TrimSpace(name), len(v))
		}
		out, text = out.times(m), after
	}
}

func transformOf(name string, v []float64) (matrix, bool) {
	switch n := len(v); {
	case name == "matrix" && n == 6:
		return matrix{v[0], v[1], v[2], v[3], v[4], v[5]}, true
	case name == "translate" && n == 1, name == "translateX" && n == 1:
		return shift(v[0], 0), true
	case name == "translate" && n == 2:
		return shift(v[0], v[1]), true
	case name == "translateY" && n == 1:
		return shift(0, v[0]), true
	case name == "scale" && n == 1:
		return stretch(v[0], v[0]), true
	case name == "scale" && n == 2:
		return stretch(v[0], v[1]), true
	case name == "rotate" && n == 1:
		return turn(v[0]), true
	case name == "rotate" && n == 3:
		return shift(v[1], v[2]).times(turn(v[0])).times(shift(-v[1], -v[2])), true
	case name == "skewX" && n == 1:
		return matrix{a: 1, c: math.Tan(v[0] * math.Pi / 180), d: 1}, true
	case name == "skewY" && n == 1:
		return matrix{a: 1, b: math.Tan(v[0] * math.Pi / 180), d: 1}, true
	}
	return identity, false
}

// view is the size of what is drawn, and where the coordinates of the file are in it.
type view struct {
	width, height int
	matrix        matrix
	box           box
}

// rootView fits a file into Side × Side pixels.
func rootView(root *node) (view, error) {
	inner, ok, err := viewBox(root)
	if err != nil {
		return view{}, err
	}
	const usual = 300 // of what says nothing of its size, as in browsers
	whole := box{width: usual, height: usual}
	if ok {
		whole = inner
	}
	size := box{width: whole.width, height: whole.height}
	for name, to := range map[string]*float64{"width": &size.width, "height": &size.height} {
		text := root.attr(name)
		if v, ok := length(text, 0); ok && !strings.HasSuffix(text, "%") {
			*to = v
		}
	}
	w, h := root.attr("width") != "", root.attr("height") != ""
	if ok && w != h { // the other side follows
		if w {
			size.height = size.width * inner.height / inner.width
		} else {
			size.width = size.height * inner.width / inner.height
		}
	}
	if !(size.width > 0 && size.height > 0 && size.width < maxCoordinate && size.height < maxCoordinate) {
		return view{}, root.fail("its size is %g × %g, expected a size above 0", size.width, size.height)
	}
	if !ok {
		inner = box{width: size.width, height: size.height}
	}
	f := Side / max(size.width, size.height)
	v := view{max(1, int(size.width*f+0.5)), max(1, int(size.height*f+0.5)), stretch(f, f), inner}
	v.matrix = v.matrix.times(fit(inner, size.width, size.height, root.attr("preserveAspectRatio")))
	return v, nil
}

// viewBox reads that attribute.
func viewBox(n *node) (box, bool, error) {
	text := n.attr("viewBox")
	if text == "" {
		return box{}, false, nil
	}
	s := scanner{text: text}
	v, err := s.numbers()
	if err != nil || len(v) != 4 || !(v[2] > 0 && v[3] > 0) {
		return box{}, false, n.fail("found the viewBox %.40q, expected four numbers, the last two above 0", text)
	}
	return box{v[0], v[1], v[2], v[3]}, true, nil
}

// fit maps a box into a rectangle, centered and whole unless the attribute says else.
func fit(b box, width, height float64, how string) matrix {
	sx, sy := width/b.width, height/b.height
	var dx, dy float64
	if !strings.Contains(how, "none") {
		s := min(sx, sy)
		if strings.Contains(how, "slice") {
			s = max(sx, sy)
		}
		dx, dy = align(how, "xM", width-s*b.width), align(how, "YM", height-s*b.height)
		sx, sy = s, s
	}
	return shift(dx, dy).times(stretch(sx, sy)).times(shift(-b.x, -b.y))
}

func align(how, axis string, room float64) float64 {
	switch {
	case strings.Contains(how, axis+"in"):
		return 0
	case strings.Contains(how, axis+"ax"):
		return room
	}
	return room / 2
}
