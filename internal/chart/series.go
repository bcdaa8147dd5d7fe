package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Lines, bands, markers and bars.

// manyPoints is the number of points from which a line has no markers.
const manyPoints = 60

// marked reports whether the points of a series have markers.
func (s *Series) marked() bool { return s.Kind == Scatter || !s.Bare && len(s.Points) <= manyPoints }

// group opens a group in the color of a series.
func (d *drawing) group(i int, attributes string) {
	d.put(`<g class="s%d" color="%s" %s>`+"\n", d.lookIndex(i), d.look(i).light, attributes)
}

// runs are the stretches of a line between its gaps.
func runs(points []Point) [][]Point {
	var list [][]Point
	begin := 0
	for i := range len(points) + 1 {
		if i < len(points) && visible(points[i]) {
			continue
		}
		if i > begin {
			list = append(list, points[begin:i])
		}
		begin = i + 1
	}
	return list
}

// polyline joins the values that pick selects.
func (d *drawing) polyline(points []Point, pick func(Point) float64) string {
	var b strings.Builder
	for i, p := range points {
		command := byte('L')
		if i == 0 {
			command = 'M'
		}
		fmt.Fprintf(&b, "%c%s %s", command, px(d.x.at(p.X)), px(d.y.at(pick(p))))
	}
	return b.String()
}

func valueOf(p Point) float64 { return p.Y }
func lowOf(p Point) float64   { return p.Low }
func highOf(p Point) float64  { return p.High }

// drawBands is called first, so that no band hides a line.
func (d *drawing) drawBands() {
	for i := range d.Series {
		s := &d.Series[i]
		if !s.Band || s.Kind != Line {
			continue
		}
		d.group(i, `fill="currentColor" stroke="none"`)
		for _, run := range runs(s.Points) {
			back := slices.Clone(run)
			slices.Reverse(back)
			d.put(`<path d="%sL%sz" opacity="0.13"/>`+"\n", d.polyline(run, highOf), d.polyline(back, lowOf)[1:])
			for _, pick := range [2]func(Point) float64{lowOf, highOf} {
				if slices.ContainsFunc(run, func(p Point) bool { return pick(p) != p.Y }) {
					d.put(`<path d="%s" fill="none" stroke="currentColor" stroke-width="1.2" opacity="0.8"%s/>`+"\n", d.polyline(run, pick), dashes(d.look(i)))
				}
			}
		}
		d.put("</g>\n")
	}
}

func (d *drawing) drawLines() {
	for i := range d.Series {
		s := &d.Series[i]
		if s.Kind != Line {
			continue
		}
		d.group(i, `fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"`+dashes(d.look(i)))
		for _, run := range runs(s.Points) {
			if len(run) > 1 {
				d.put(`<path d="%s"/>`+"\n", d.polyline(run, valueOf))
			}
		}
		d.put("</g>\n")
	}
}

func dashes(l *look) string {
	if l.dash == "" {
		return ""
	}
	return fmt.Sprintf(` stroke-dasharray="%s"`, l.dash)
}

// drawMarkers draws the points, with their values as tooltips.
func (d *drawing) drawMarkers() {
	for i := range d.Series {
		s := &d.Series[i]
		if s.Kind == Bars || !s.marked() {
			continue
		}
		d.group(i, `fill="currentColor" stroke="currentColor"`)
		for _, p := range s.Points {
			if !visible(p) || !d.x.contains(p.X) || !d.y.contains(p.Y) {
				continue
			}
			d.marker(d.look(i).marker, d.x.at(p.X), d.y.at(p.Y), d.tooltip(s, p))
		}
		d.put("</g>\n")
	}
}

func (d *drawing) marker(m marker, x, y float64, tooltip string) {
	style := ` stroke="none"`
	if m.open() {
		style = ` fill="none" stroke-width="2"`
	}
	d.put(`<path d="%s"%s>`, m.path(x, y, markerRadius), style)
	if tooltip != "" {
		d.put("<title>%s</title>", escaped(tooltip))
	}
	d.put("</path>\n")
}

func (d *drawing) tooltip(s *Series, p Point) string {
	x := d.X.label(p.X)
	if n := len(d.X.Names); n > 0 {
		x = d.X.Names[min(max(int(math.Round(p.X)), 0), n-1)]
	}
	text := fmt.Sprintf("%s, %s: %s", s.Name, x, d.Y.label(p.Y))
	if s.Band {
		text += fmt.Sprintf(" (%s to %s)", d.Y.label(p.Low), d.Y.label(p.High))
	}
	return text
}
