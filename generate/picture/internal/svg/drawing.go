package svg

import (
	"image"
	"math"
)

// The walk through the tree.

// drawing is a picture on its way.
type drawing struct {
	ids   map[string]*node
	rules map[string]declarations
	img   *image.RGBA
	left  int // work that may still be done
}

// What things cost that are not measured in points or characters.
const (
	elementWork = 200 // looking at an element, whatever it is
	// For each pixel that may be covered: one color over it, and one of a gradient.
	plainWork, gradientWork = 4, 12
)

// charge takes work off what is left.
func (d *drawing) charge(n *node, work int) error {
	if d.left -= work; d.left < 0 {
		return n.fail("the drawing takes too long; export it as PNG")
	}
	return nil
}

// refused are elements whose absence would change a picture.
var refused = map[string]string{"text": "text", "image": "a photograph inside it", "foreignObject": "a part of a web page"}

// drawn are the elements that are; others only stand for what these use.
var drawn = map[string]bool{
	"g": true, "a": true, "svg": true, "switch": true, "use": true, "path": true, "rect": true, "circle": true,
	"ellipse": true, "line": true, "polyline": true, "polygon": true,
}

// group draws the children of an element.
func (d *drawing) group(n *node, s style, depth int) error {
	for _, child := range n.children {
		if err := d.element(child, s, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// element draws one, with the style of what it is in.
func (d *drawing) element(n *node, s style, depth int) error {
	if depth > MaxDepth {
		return n.fail("found elements more than %d deep with those that are used again, which is the limit", MaxDepth)
	}
	if n.attr("requiredExtensions") != "" {
		return nil // for one program only, which put a substitute behind it
	}
	if err := d.charge(n, elementWork); err != nil {
		return err
	}
	if !drawn[n.name] && refused[n.name] == "" {
		return nil
	}
	s, err := d.styled(n, s)
	if err != nil || s.opacity == 0 {
		return err
	}
	if what := refused[n.name]; what != "" {
		return n.fail("it has %s, which is not drawn; export it as PNG", what)
	}
	switch n.name {
	case "g", "a", "switch":
		return d.group(n, s, depth)
	case "svg":
		return d.inner(n, n, s, depth)
	case "use":
		return d.use(n, s, depth)
	}
	p, err := d.shape(n, s)
	if err != nil || s.hidden {
		return err
	}
	return d.paintShape(n, p, s)
}

// inner draws an svg or a symbol in a place of its own, which the element at has.
func (d *drawing) inner(n, at *node, s style, depth int) error {
	place := box{0, 0, s.view.width, s.view.height}
	if err := n.lengths(s.view, map[string]*float64{"x": &place.x, "y": &place.y, "width": &place.width, "height": &place.height}); err != nil {
		return err
	}
	if at != n { // use says where, and may say how large
		place.x, place.y = 0, 0
		if err := at.lengths(s.view, map[string]*float64{"width": &place.width, "height": &place.height}); err != nil {
			return err
		}
	}
	s.matrix = s.matrix.times(shift(place.x, place.y))
	b, ok, err := viewBox(n)
	switch {
	case err != nil:
		return err
	case !(place.width > 0 && place.height > 0):
		return nil
	case ok:
		s.matrix = s.matrix.times(fit(b, place.width, place.height, n.attr("preserveAspectRatio")))
		s.view = b
	default:
		s.view = box{0, 0, place.width, place.height}
	}
	return d.group(n, s, depth)
}

// use draws an element of this file again.
func (d *drawing) use(n *node, s style, depth int) error {
	id, ok := n.attr("href"), false
	if len(id) > 0 && id[0] == '#' {
		id, ok = id[1:], true
	}
	if !ok {
		return n.fail("it uses %.40q, expected a part of this file like #id", id)
	}
	target := d.ids[id]
	if target == nil {
		return nil
	}
	var x, y float64
	if err := n.lengths(s.view, map[string]*float64{"x": &x, "y": &y}); err != nil {
		return err
	}
	s.matrix = s.matrix.times(shift(x, y))
	if target.name == "symbol" || target.name == "svg" {
		s, err := d.styled(target, s)
		if err != nil || s.opacity == 0 {
			return err
		}
		return d.inner(target, n, s, depth+1)
	}
	return d.element(target, s, depth+1)
}

// lengths reads attributes; those that are missing leave what is there.
func (n *node) lengths(view box, to map[string]*float64) error {
	for name, v := range to {
		text := n.attr(name)
		if text == "" || text == "auto" {
			continue
		}
		whole := view.diagonal()
		switch name {
		case "x", "width", "cx", "x1", "x2", "rx", "fx":
			whole = view.width
		case "y", "height", "cy", "y1", "y2", "ry", "fy":
			whole = view.height
		}
		got, ok := length(text, whole)
		if !ok || math.Abs(got) > maxCoordinate {
			return n.fail("found %.20q for %s, expected a length", text, name)
		}
		*v = got
	}
	return nil
}

// shape is the outline of an element.
func (d *drawing) shape(n *node, s style) (*pen, error) {
	p := &pen{scale: s.matrix.scale()}
	var b box
	var r, rx, ry float64
	var from, to point
	read := func(to map[string]*float64) error { return n.lengths(s.view, to) }
	var err error
	switch n.name {
	case "path":
		if err = d.charge(n, 4*len(n.attr("d"))); err == nil {
			err = place(n, p.data(n.attr("d")))
		}
	case "polygon", "polyline":
		err = d.points(n, p)
	case "rect":
		rx, ry = -1, -1
		err = read(map[string]*float64{"x": &b.x, "y": &b.y, "width": &b.width, "height": &b.height, "rx": &rx, "ry": &ry})
		if rx < 0 {
			rx = ry
		}
		if ry < 0 {
			ry = rx
		}
		if err == nil && b.width > 0 && b.height > 0 {
			p.rect(b, max(rx, 0), max(ry, 0))
		}
	case "circle", "ellipse":
		err = read(map[string]*float64{"cx": &from.x, "cy": &from.y, "r": &r, "rx": &rx, "ry": &ry})
		if n.name == "circle" {
			rx, ry = r, r
		}
		if err == nil && rx > 0 && ry > 0 {
			p.move(point{from.x + rx, from.y})
			p.ellipse(from, rx, ry, 0, 0, 2*math.Pi)
			p.close()
		}
	case "line":
		err = read(map[string]*float64{"x1": &from.x, "y1": &from.y, "x2": &to.x, "y2": &to.y})
		p.move(from)
		p.line(to)
	}
	if err == nil {
		err = d.charge(n, 8*p.count)
	}
	return p, err
}

// place gives an error the line of an element.
func place(n *node, err error) error {
	if err == nil {
		return nil
	}
	return n.fail("%v", err)
}

func (d *drawing) points(n *node, p *pen) error {
	text := n.attr("points")
	if err := d.charge(n, 4*len(text)); err != nil {
		return err
	}
	s := scanner{text: text}
	v, err := s.numbers()
	if err != nil {
		return n.fail("points: %v", err)
	}
	for i := 0; i+1 < len(v); i += 2 {
		if i == 0 {
			p.move(point{v[0], v[1]})
		} else {
			p.line(point{v[i], v[i+1]})
		}
	}
	if n.name == "polygon" && len(p.parts) > 0 {
		p.close()
	}
	return nil
}

// paintShape fills a shape and draws its line.
func (d *drawing) paintShape(n *node, p *pen, s style) error {
	if !s.fill.none && n.name != "line" {
		if err := d.fill(n, s, p.parts, inPixels(p.parts, s.matrix), s.fill, s.fillOpacity, s.evenOdd); err != nil {
			return err
		}
	}
	if s.stroke.none || s.width == 0 {
		return nil
	}
	st := stroker{style: s, round: roundness(s.width * p.scale)}
	parts, err := st.stroke(p.parts)
	if err != nil {
		return place(n, err)
	}
	if err := d.charge(n, 20*st.count); err != nil {
		return err
	}
	return d.fill(n, s, p.parts, parts, s.stroke, s.lineOpacity, false)
}

func inPixels(parts []outline, m matrix) [][]point {
	out := make([][]point, len(parts))
	for i, o := range parts {
		out[i] = make([]point, len(o.points))
		for k, q := range o.points {
			out[i][k] = m.apply(q)
		}
	}
	return out
}

// fill draws polygons, which are in pixels. The outlines are those of the shape, for
// gradients that follow its size.
func (d *drawing) fill(n *node, s style, shape []outline, polygons [][]point, p paint, opacity float64, evenOdd bool) error {
	c, ok, err := d.shader(n, s, shape, p)
	if err != nil || !ok {
		return err
	}
	alpha := opacity * s.opacity
	b := d.img.Bounds()
	work := plainWork
	if p.gradient != nil {
		work = gradientWork
	}
	return d.scan(n, polygons, evenOdd, work, func(y, from int, cover []float32) {
		for i, v := range cover {
			x := from + i
			a := float64(v) * alpha
			if s.clip != nil {
				a *= float64(s.clip.cover[y*b.Dx()+x]) / 255
			}
			if a > 0 {
				blend(d.img.Pix[d.img.PixOffset(x, y):][:4:4], c(x, y), a)
			}
		}
	})
}

// blend lays a color over a pixel.
func blend(pix []uint8, c rgba, a float64) {
	a = min(a, 1) * c.a
	for i, v := range [...]float64{c.r, c.g, c.b, 1} {
		pix[i] = uint8(float64(pix[i])*(1-a) + v*a*255 + 0.5)
	}
}

// mask says of every pixel how much of it is inside a clip.
type mask struct{ cover []uint8 }

// clipped is the style of an element whose clip-path is the value.
func (d *drawing) clipped(n *node, value string, s style) (style, error) {
	id, _, err := local(n, value)
	if err != nil {
		return s, err
	}
	target := d.ids[id]
	if target == nil || target.name != "clipPath" {
		return s, nil
	}
	size := d.img.Bounds().Size()
	if err := d.charge(n, size.X*size.Y/4); err != nil {
		return s, err
	}
	m := &mask{make([]uint8, size.X*size.Y)}
	within := newStyle()
	within.matrix, within.view = s.matrix, s.view
	if v := target.attr("transform"); v != "" {
		t, err := parseTransform(v)
		if err != nil {
			return s, target.fail("%v", err)
		}
		within.matrix = within.matrix.times(t)
	}
	if target.attr("clipPathUnits") == "objectBoundingBox" {
		return s, target.fail("found clipPathUnits objectBoundingBox, expected userSpaceOnUse; export it as PNG")
	}
	for _, child := range target.children {
		if err := d.clipPart(child, within, m, size.X); err != nil {
			return s, err
		}
	}
	if s.clip != nil {
		for i, v := range s.clip.cover {
			m.cover[i] = uint8(int(m.cover[i]) * int(v) / 255)
		}
	}
	s.clip = m
	return s, nil
}

// clipPart adds a shape to a mask.
func (d *drawing) clipPart(n *node, s style, m *mask, width int) error {
	if n.name == "use" || refused[n.name] != "" {
		return n.fail("found <%s> in a clip, expected shapes; export it as PNG", n.name)
	}
	set, err := d.declared(n)
	if err != nil {
		return err
	}
	if v := set["transform"]; v != "" {
		t, err := parseTransform(v)
		if err != nil {
			return n.fail("%v", err)
		}
		s.matrix = s.matrix.times(t)
	}
	if set["clip-path"] != "" && set["clip-path"] != "none" {
		return n.fail("found a clip of a clip; export it as PNG")
	}
	p, err := d.shape(n, s)
	if err != nil {
		return err
	}
	return d.scan(n, inPixels(p.parts, s.matrix), set["clip-rule"] == "evenodd", plainWork, func(y, from int, cover []float32) {
		row := m.cover[y*width+from:]
		for i, v := range cover {
			row[i] = max(row[i], uint8(min(v, 1)*255+0.5))
		}
	})
}
