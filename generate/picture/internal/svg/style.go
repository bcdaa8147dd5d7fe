package svg

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// What attributes and style sheets say about how shapes look.

// declarations are properties by their names.
type declarations map[string]string

// properties are those that mean something here; the value says whether children have
// them of their parents.
var properties = map[string]bool{
	"fill": true, "fill-rule": true, "fill-opacity": true, "stroke": true, "stroke-width": true, "stroke-opacity": true,
	"stroke-linecap": true, "stroke-linejoin": true, "stroke-miterlimit": true, "stroke-dasharray": true, "stroke-dashoffset": true,
	"color": true, "visibility": true, "clip-rule": true, "marker-start": true, "marker-mid": true, "marker-end": true,
	"display": false, "opacity": false, "clip-path": false, "mask": false, "filter": false, "transform": false,
	"stop-color": false, "stop-opacity": false,
}

// declare adds the declarations of a text.
func (d declarations) declare(text string) {
	for part := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(part, ":")
		if name = strings.TrimSpace(name); !ok || !known(name) {
			continue
		}
		value, _, _ = strings.Cut(value, "!important")
		d[name] = strings.TrimSpace(value)
	}
}

func known(name string) bool {
	_, ok := properties[name]
	return ok
}

// sheet reads a style sheet: rules for elements, classes, IDs and everything. Rules
// for what a pointer does, and those behind an @, are passed over.
func (p *parser) sheet(n *node) error {
	text, err := withoutComments(n)
	if err != nil {
		return err
	}
	for {
		selectors, rest, ok := strings.Cut(text, "{")
		if !ok {
			return nil
		}
		selectors = strings.TrimSpace(selectors)
		end := closing(rest)
		if end < 0 {
			return n.fail("found a style rule without an end, expected }")
		}
		body := rest[:end]
		text = rest[end+1:]
		if strings.HasPrefix(selectors, "@") {
			if strings.Contains(selectors, "@import") {
				return n.fail("the style sheet is in another file, which is not looked at")
			}
			continue
		}
		for selector := range strings.SplitSeq(selectors, ",") {
			if err := p.rule(n, strings.TrimSpace(selector), body); err != nil {
				return err
			}
		}
	}
}

// withoutComments is the text of a style sheet.
func withoutComments(n *node) (string, error) {
	var out strings.Builder
	rest := string(n.text)
	for {
		before, after, ok := strings.Cut(rest, "/*")
		out.WriteString(before)
		if !ok {
			return out.String(), nil
		}
		if _, rest, ok = strings.Cut(after, "*/"); !ok {
			return "", n.fail("found a comment without an end in the style sheet")
		}
	}
}

// closing is where the brace ends that was opened before the text; -1 if nowhere.
func closing(text string) int {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func (p *parser) rule(n *node, selector, body string) error {
	if strings.Contains(selector, ":") {
		return nil
	}
	if strings.ContainsAny(selector, " >+~[") {
		return n.fail("found the selector %q in the style sheet, expected an element, a .class or an #id", selector)
	}
	if p.styling += len(body); p.styling > MaxBytes { // a body is read for each of its selectors
		return n.fail("found over %d MiB of style rules, which is the limit", MaxBytes>>20)
	}
	if p.rules[selector] == nil {
		p.rules[selector] = declarations{}
	}
	p.rules[selector].declare(body)
	return nil
}

// declared are the properties of an element, the later ones winning: attributes, rules
// of the sheet, the style attribute.
func (d *drawing) declared(n *node) (declarations, error) {
	out := declarations{}
	apply := func(selector string) {
		for name, value := range d.rules[selector] {
			out[name] = value
		}
	}
	for _, a := range n.attrs {
		if err := d.charge(n, 10+len(a.Value)); err != nil {
			return nil, err
		}
		if a.Name.Space == "" && known(a.Name.Local) {
			out[a.Name.Local] = strings.TrimSpace(a.Value)
		}
	}
	if len(d.rules) > 0 {
		apply("*")
		apply(n.name)
		for class := range strings.FieldsSeq(n.attr("class")) {
			if err := d.charge(n, 10*len(d.rules["."+class])); err != nil {
				return nil, err
			}
			apply("." + class)
			apply(n.name + "." + class)
		}
		apply("#" + n.attr("id"))
	}
	out.declare(n.attr("style"))
	return out, nil
}

// paint is what a shape is filled with: nothing, a color or a gradient.
type paint struct {
	none     bool
	color    rgba
	gradient *node
}

// rgba is a color from 0 to 1, not multiplied.
type rgba struct{ r, g, b, a float64 }

// style is how shapes are drawn at a place of the tree.
type style struct {
	matrix       matrix
	view         box // what percentages are of
	fill, stroke paint
	color        rgba
	evenOdd      bool // fills
	clipEvenOdd  bool
	hidden       bool
	width        float64
	cap, join    string
	miter        float64
	dashes       []float64
	dashOffset   float64
	fillOpacity  float64
	lineOpacity  float64
	opacity      float64 // of all groups around: they are not blended as wholes
	clip         *mask
}

func newStyle() style {
	black := rgba{a: 1}
	return style{
		matrix: identity, fill: paint{color: black}, stroke: paint{none: true}, color: black,
		width: 1, cap: "butt", join: "miter", miter: 4, fillOpacity: 1, lineOpacity: 1, opacity: 1,
	}
}

// styled is the style of an element inside of another's. Display none gives hidden.
func (d *drawing) styled(n *node, s style) (style, error) {
	set, err := d.declared(n)
	if err != nil {
		return s, err
	}
	for _, name := range [...]string{"mask", "filter", "marker-start", "marker-mid", "marker-end"} {
		if v := set[name]; v != "" && v != "none" {
			return s, n.fail("it has a %s, which is not drawn; export it as PNG", name)
		}
	}
	if v := set["transform"]; v != "" {
		m, err := parseTransform(v)
		if err != nil {
			return s, n.fail("%v", err)
		}
		s.matrix = s.matrix.times(m)
	}
	if c, ok := parseColor(set["color"], s.color); ok {
		s.color = c
	}
	if err := d.paints(n, set, &s); err != nil {
		return s, err
	}
	s.strokes(set)
	number := func(name string, old float64) float64 {
		if v, ok := share(set[name]); ok {
			return v
		}
		return old
	}
	s.fillOpacity, s.lineOpacity = number("fill-opacity", s.fillOpacity), number("stroke-opacity", s.lineOpacity)
	s.opacity *= number("opacity", 1)
	if v := set["visibility"]; v != "" && v != "inherit" {
		s.hidden = v != "visible"
	}
	s.evenOdd = either(set["fill-rule"], "evenodd", s.evenOdd)
	s.clipEvenOdd = either(set["clip-rule"], "evenodd", s.clipEvenOdd)
	if set["display"] == "none" {
		s.opacity = 0
	}
	if v := set["clip-path"]; v != "" && v != "none" && s.opacity > 0 {
		return d.clipped(n, v, s)
	}
	return s, nil
}

// either reports whether a value is the word, or the old answer without a value.
func either(value, word string, old bool) bool {
	if value == "" || value == "inherit" {
		return old
	}
	return value == word
}

func (d *drawing) paints(n *node, set declarations, s *style) error {
	for name, p := range map[string]*paint{"fill": &s.fill, "stroke": &s.stroke} {
		v := set[name]
		if v == "" || v == "inherit" {
			continue
		}
		got, err := d.paint(n, v, s.color)
		if err != nil {
			return err
		}
		*p = got
	}
	return nil
}

// paint reads one: a word, a color, or the address of a gradient with what to take if
// there is none.
func (d *drawing) paint(n *node, value string, current rgba) (paint, error) {
	if strings.HasPrefix(value, "url(") {
		id, rest, err := local(n, value)
		if err != nil {
			return paint{}, err
		}
		switch target := d.ids[id]; {
		case target == nil && rest == "":
			return paint{none: true}, nil
		case target == nil:
			value = rest
		case target.name == "linearGradient" || target.name == "radialGradient":
			return paint{gradient: target}, nil
		default:
			return paint{}, n.fail("it is painted with a %s, which is not drawn; export it as PNG", target.name)
		}
	}
	if value == "none" || value == "transparent" {
		return paint{none: true}, nil
	}
	c, ok := parseColor(value, current)
	if !ok {
		return paint{}, n.fail("found the color %.30q, expected a name, #rrggbb, rgb() or hsl()", value)
	}
	return paint{color: c}, nil
}

// local is the ID that url(#id) names, and what follows it.
func local(n *node, value string) (id, rest string, err error) {
	inside, rest, ok := strings.Cut(strings.TrimPrefix(value, "url("), ")")
	id, here := strings.CutPrefix(strings.Trim(inside, `"' `), "#")
	if !ok || !here {
		return "", "", n.fail("found the address %.40q, expected one in this file, like url(#id)", value)
	}
	return id, strings.TrimSpace(rest), nil
}

func (s *style) strokes(set declarations) {
	if v, ok := length(set["stroke-width"], s.view.diagonal()); ok && v >= 0 {
		s.width = v
	}
	for name, to := range map[string]*string{"stroke-linecap": &s.cap, "stroke-linejoin": &s.join} {
		if v := set[name]; v != "" && v != "inherit" {
			*to = v
		}
	}
	if v, ok := length(set["stroke-miterlimit"], 1); ok && v >= 1 {
		s.miter = v
	}
	if v, ok := length(set["stroke-dashoffset"], s.view.diagonal()); ok {
		s.dashOffset = v
	}
	if v := set["stroke-dasharray"]; v != "" && v != "inherit" {
		s.dashes = nil
		for part := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == ',' || r == ' ' }) {
			n, ok := length(part, s.view.diagonal())
			if !ok || n < 0 {
				s.dashes = nil // as the word none
				return
			}
			s.dashes = append(s.dashes, n)
		}
	}
}

// units are lengths in pixels.
var units = map[string]float64{"": 1, "px": 1, "pt": 4. / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "em": 16, "rem": 16, "ex": 8}

// length reads a number with a unit, or a percentage of something.
func length(text string, whole float64) (float64, bool) {
	text = strings.TrimSpace(text)
	i := len(text)
	for i > 0 && (text[i-1] == '%' || text[i-1] >= 'a' && text[i-1] <= 'z') {
		i--
	}
	v, err := strconv.ParseFloat(text[:i], 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	if text[i:] == "%" {
		return v / 100 * whole, true
	}
	unit, ok := units[text[i:]]
	return v * unit, ok
}

// share reads a number from 0 to 1.
func share(text string) (float64, bool) {
	v, ok := length(text, 1)
	return min(max(v, 0), 1), ok
}

// parseColor reads a color.
func parseColor(text string, current rgba) (rgba, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "currentcolor" {
		return current, true
	}
	if hex, ok := strings.CutPrefix(text, "#"); ok {
		return hexColor(hex)
	}
	if c, ok := colornames.Map[text]; ok {
		return rgba{float64(c.R) / 255, float64(c.G) / 255, float64(c.B) / 255, 1}, true
	}
	name, rest, ok := strings.Cut(text, "(")
	if !ok {
		return rgba{}, false
	}
	inside, _, _ := strings.Cut(rest, ")")
	parts := strings.FieldsFunc(inside, func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
	if len(parts) < 3 || len(parts) > 4 {
		return rgba{}, false
	}
	c := rgba{a: 1}
	if len(parts) == 4 {
		if c.a, ok = share(parts[3]); !ok {
			return rgba{}, false
		}
	}
	switch name {
	case "rgb", "rgba":
		for i, to := range [...]*float64{&c.r, &c.g, &c.b} {
			v, ok := length(parts[i], 255)
			if !ok {
				return rgba{}, false
			}
			*to = min(max(v/255, 0), 1)
		}
		return c, true
	case "hsl", "hsla":
		return hsl(parts, c.a)
	}
	return rgba{}, false
}

func hexColor(hex string) (rgba, bool) {
	v, err := strconv.ParseUint(hex, 16, 64)
	if err != nil {
		return rgba{}, false
	}
	digits := len(hex) / 3 // in a color
	switch len(hex) {
	case 3, 6:
		v = v<<(4*digits) | (1<<(4*digits) - 1)
	case 4, 8:
		digits = len(hex) / 4
	default:
		return rgba{}, false
	}
	most := uint64(1)<<(4*digits) - 1
	at := func(i int) float64 { return float64(v>>(4*digits*(3-i))&most) / float64(most) }
	return rgba{at(0), at(1), at(2), at(3)}, true
}

func hsl(parts []string, alpha float64) (rgba, bool) {
	h, ok1 := length(strings.TrimSuffix(parts[0], "deg"), 360)
	s, ok2 := share(parts[1])
	l, ok3 := share(parts[2])
	if !ok1 || !ok2 || !ok3 {
		return rgba{}, false
	}
	at := func(n float64) float64 {
		k := math.Mod(n+math.Mod(h, 360)/30+12, 12)
		return l - s*min(l, 1-l)*max(-1, min(k-3, 9-k, 1))
	}
	return rgba{at(0), at(8), at(4), alpha}, true
}
