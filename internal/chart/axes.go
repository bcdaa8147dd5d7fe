package chart

import (
	"fmt"
	"math"
)

// Grid lines, labels of the axes, names, rules.

// slant is the angle of names that do not fit horizontally, in degrees.
const slant = 40

// maxNameWidth bounds the room that names take from the plot.
const maxNameWidth = 150

func (d *drawing) grid() {
	d.put(`<g class="grid" color="%s" stroke="currentColor" shape-rendering="crispEdges">`+"\n", light.grid)
	for _, t := range d.yTicks {
		y := d.y.at(t.value)
		d.gridLine(t, d.left(), y, d.right(), y)
	}
	for _, t := range d.xTicks {
		x := d.x.at(t.value)
		d.gridLine(t, x, d.y.from, x, d.y.to)
	}
	d.put("</g>\n")
	d.put(`<g class="ink" color="%s" fill="currentColor">`+"\n", light.ink)
	d.put(`<path d="M%s %sH%s" stroke="currentColor" fill="none" shape-rendering="crispEdges"/>`+"\n", px(d.left()), px(d.baseline()), px(d.right()))
	for _, t := range d.yTicks {
		if !t.minor {
			d.text(d.left()-tickGap, d.y.at(t.value)+4, end, d.Y.label(t.value), "")
		}
	}
	for _, t := range d.xTicks {
		if !t.minor {
			d.text(d.x.at(t.value), d.y.from+lineHeight, middle, d.X.label(t.value), "")
		}
	}
	d.names()
	d.put("</g>\n")
}

func (d *drawing) gridLine(t tick, x1, y1, x2, y2 float64) {
	opacity := ""
	if t.minor {
		opacity = ` opacity="0.45"`
	}
	d.put(`<path d="M%s %sL%s %s"%s/>`+"\n", px(x1), px(y1), px(x2), px(y2), opacity)
}

// baseline is the foot of bars: 0 if it is on the axis.
func (d *drawing) baseline() float64 {
	if !d.Y.Log && d.y.contains(0) {
		return d.y.at(0)
	}
	return d.y.from
}

// names writes the names on the X axis, horizontal or slanted.
func (d *drawing) names() {
	for i, name := range d.X.Names {
		x, y := d.x.at(float64(i)), d.y.from+lineHeight
		if !d.slanted {
			d.text(x, y, middle, name, "")
			continue
		}
		y -= 3
		d.text(x+4, y, end, shortened(name), fmt.Sprintf(`transform="rotate(-%d %s %s)"`, slant, px(x+4), px(y)))
	}
}

// mustSlant reports whether a name is too wide. The width of the plot is not known yet, so
// the result is an estimate.
func (d *drawing) mustSlant() bool {
	n := len(d.X.Names)
	if n == 0 {
		return false
	}
	room := (d.width - 2*edge - 60 - d.legend.sideWidth()) / float64(n)
	for _, name := range d.X.Names {
		if textWidth(name) > room-6 {
			return true
		}
	}
	return false
}

// overhang is how far the first name reaches out to the left of the plot.
func (d *drawing) overhang() float64 {
	if !d.slanted {
		return 0
	}
	slot := (d.width - 2*edge) / float64(len(d.X.Names))
	return textWidth(shortened(d.X.Names[0]))*math.Cos(slant*math.Pi/180) - slot/3
}

func (d *drawing) widestName() float64 {
	w := 0.0
	for _, name := range d.X.Names {
		w = max(w, textWidth(shortened(name)))
	}
	return w
}

// shortened cuts names that would take too much room.
func shortened(name string) string {
	w := 0.0
	for i, r := range name {
		w += runeWidth(r) * smallSize
		if w > maxNameWidth {
			return name[:i] + "…"
		}
	}
	return name
}

// rules draws the horizontal rules; their labels are drawn last, on top.
func (d *drawing) rules() {
	if len(d.Rules) == 0 {
		return
	}
	d.put(`<g class="ink" color="%s" stroke="currentColor" stroke-dasharray="2 3">`+"\n", light.ink)
	for _, r := range d.Rules {
		if d.y.contains(r.Y) {
			d.put(`<path d="M%s %sH%s"/>`+"\n", px(d.left()), px(d.y.at(r.Y)), px(d.right()))
		}
	}
	d.put("</g>\n")
}

// ruleLabels writes the labels above their rules at the left, or below at the top edge.
func (d *drawing) ruleLabels() {
	for _, r := range d.Rules {
		if !d.y.contains(r.Y) || r.Label == "" {
			continue
		}
		y := d.y.at(r.Y) - 5
		if y-smallSize < d.y.to {
			y += smallSize + 8
		}
		d.haloed(d.left()+6, y, r.Label)
	}
}

// haloed writes text that is legible over lines: below it is a copy with a thick outline
// in the color of the paper.
func (d *drawing) haloed(x, y float64, s string) {
	d.put(`<g class="paper" color="%s" fill="currentColor" stroke="currentColor" stroke-width="4" stroke-linejoin="round" aria-hidden="true">`, light.paper)
	d.text(x, y, start, s, "")
	d.put(`</g><g class="ink" color="%s" fill="currentColor">`, light.ink)
	d.text(x, y, start, s, "")
	d.put("</g>\n")
}
