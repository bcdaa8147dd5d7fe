package svg

import (
	"math"
	"slices"
	"strings"
)

// Colors of pixels.

// shader says which color a pixel gets; not ok if the shape is not painted at all.
func (d *drawing) shader(n *node, s style, shape []outline, p paint) (at func(x, y int) rgba, ok bool, err error) {
	if p.gradient == nil {
		return func(int, int) rgba { return p.color }, true, nil
	}
	g, err := d.gradient(n, p.gradient)
	if err != nil || len(g.stops) == 0 {
		return nil, false, err
	}
	units := s.matrix
	view := s.view
	if g.attr("gradientUnits") != "userSpaceOnUse" {
		b := bounds(shape)
		units = units.times(shift(b.x, b.y)).times(stretch(b.width, b.height))
		view = box{width: 1, height: 1}
	}
	if v := g.attr("gradientTransform"); v != "" {
		m, err := parseTransform(v)
		if err != nil {
			return nil, false, p.gradient.fail("%v", err)
		}
		units = units.times(m)
	}
	back, possible := units.inverse()
	offset, err := g.offset(p.gradient, view)
	if err != nil {
		return nil, false, err
	}
	if !possible {
		last := g.stops[len(g.stops)-1].color
		return func(int, int) rgba { return last }, true, nil
	}
	table, method := g.table(), g.attr("spreadMethod")
	return func(x, y int) rgba {
		t := spread(method, offset(back.apply(point{float64(x) + 0.5, float64(y) + 0.5})))
		return table[int(t*float64(len(table)-1)+0.5)]
	}, true, nil
}

func bounds(shape []outline) box {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, o := range shape {
		for _, p := range o.points {
			left, right = min(left, p.x), max(right, p.x)
			top, bottom = min(top, p.y), max(bottom, p.y)
		}
	}
	return box{left, top, right - left, bottom - top}
}

// stop is a color of a gradient.
type stop struct {
	at    float64
	color rgba
}

// gradient is one with what it takes over from others.
type gradient struct {
	chain []*node
	stops []stop
}

// maxChain bounds how many gradients one follows.
const maxChain = 8

func (d *drawing) gradient(n, from *node) (gradient, error) {
	g := gradient{}
	for node := from; node != nil && len(g.chain) < maxChain; node = d.ids[strings.TrimPrefix(node.attr("href"), "#")] {
		g.chain = append(g.chain, node)
		if len(g.stops) > 0 {
			continue
		}
		if err := d.charge(n, 100*len(node.children)); err != nil {
			return g, err
		}
		for _, child := range node.children {
			if child.name != "stop" {
				continue
			}
			set, err := d.declared(child)
			if err != nil {
				return g, err
			}
			s := stop{color: rgba{a: 1}}
			if c, ok := parseColor(set["stop-color"], rgba{a: 1}); ok {
				s.color = c
			}
			if a, ok := share(set["stop-opacity"]); ok {
				s.color.a *= a
			}
			s.at, _ = share(child.attr("offset"))
			if k := len(g.stops); k > 0 {
				s.at = max(s.at, g.stops[k-1].at)
			}
			g.stops = append(g.stops, s)
		}
	}
	return g, nil
}

// attr is an attribute of the first in the chain that has it.
func (g *gradient) attr(name string) string {
	for _, n := range g.chain {
		if v := n.attr(name); v != "" {
			return v
		}
	}
	return ""
}

// offset says where in the gradient a point is.
func (g *gradient) offset(n *node, view box) (func(point) float64, error) {
	read := func(to map[string]*float64) error {
		for _, n := range slices.Backward(g.chain) { // the first wins
			if err := n.lengths(view, to); err != nil {
				return err
			}
		}
		return nil
	}
	if n.name == "linearGradient" {
		from, to := point{}, point{view.width, 0}
		err := read(map[string]*float64{"x1": &from.x, "y1": &from.y, "x2": &to.x, "y2": &to.y})
		way := to.minus(from)
		square := way.x*way.x + way.y*way.y
		return func(p point) float64 {
			p = p.minus(from)
			return (p.x*way.x + p.y*way.y) / square
		}, err
	}
	c, r := point{view.width / 2, view.height / 2}, view.diagonal()/2
	if err := read(map[string]*float64{"cx": &c.x, "cy": &c.y, "r": &r}); err != nil {
		return nil, err
	}
	f := c
	err := read(map[string]*float64{"fx": &f.x, "fy": &f.y})
	if lead := f.minus(c); lead.length() > 0.99*r { // from just inside
		f = c.plus(lead.by(0.99 * r / lead.length()))
	}
	return func(p point) float64 { // t such that p is on the circle between focus and rim
		w, e := p.minus(f), c.minus(f)
		a := r*r - e.x*e.x - e.y*e.y
		b := w.x*e.x + w.y*e.y
		return (math.Sqrt(max(0, b*b+a*(w.x*w.x+w.y*w.y))) - b) / a
	}, err
}

// spread brings an offset between 0 and 1.
func spread(method string, t float64) float64 {
	if math.IsNaN(t) {
		return 1
	}
	switch method {
	case "repeat":
		t -= math.Floor(t)
	case "reflect":
		t = math.Abs(t - 2*math.Floor((t+1)/2))
	}
	return min(max(t, 0), 1)
}

// table is the gradient in 256 colors.
func (g *gradient) table() []rgba {
	out := make([]rgba, 256)
	k := 0
	for i := range out {
		t := float64(i) / float64(len(out)-1)
		for k < len(g.stops) && g.stops[k].at <= t {
			k++
		}
		switch {
		case k == 0:
			out[i] = g.stops[0].color
		case k == len(g.stops):
			out[i] = g.stops[k-1].color
		default:
			a, b := g.stops[k-1], g.stops[k]
			f := (t - a.at) / (b.at - a.at)
			mix := func(x, y float64) float64 { return x + (y-x)*f }
			out[i] = rgba{mix(a.color.r, b.color.r), mix(a.color.g, b.color.g), mix(a.color.b, b.color.b), mix(a.color.a, b.color.a)}
		}
	}
	return out
}
