package chart

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"strings"
)

// The layout, from top to bottom: title, subtitle, legend if it is on top, title of the Y
// axis, the plot with the labels of the series at the right ends of their lines, labels of
// the X axis, its title.
//
//	 Title
//	 Subtitle
//	 ─●─ one  ─■─ two            only if the labels are not at the ends
//	 time
//	 1 s  ┌──────────────────┐
//	      │              ●   │─●─ one
//	 1 ms │   ●      ■       │─■─ two
//	      └──────────────────┘
//	        5    10    15
//	          side of the board

// Sizes of text and distances, in pixels.
const (
	titleSize, textSize, smallSize = 16.0, 13.0, 12.0
	lineHeight                     = 18.0
	edge                           = 16.0 // around everything
	markerRadius                   = 3.6
	tickGap                        = 7.0 // between an axis and its labels
	xTickSpace                     = 64
	tickRoom                       = 24 // the least distance of two ticks that the caller chose
	yTickSpace, yLogSpace          = 44, 26
)

// drawing lays out a chart and writes SVG.
type drawing struct {
	*Chart
	out           bytes.Buffer
	id            string
	width, height float64
	x, y          scale
	xTicks        []tick
	yTicks        []tick
	legend        legend
	bars          []int // the series that are bars, from left to right
	barWidth      float64
	slanted       bool // the names on the X axis are too long to be horizontal
}

func newDrawing(c *Chart) *drawing {
	d := &drawing{Chart: c, id: c.scope(), width: float64(c.Width), height: float64(c.Height)}
	d.layout()
	return d
}

// layout positions everything, vertically first, because the labels of the Y axis decide
// the width of the plot.
func (d *drawing) layout() {
	xs, ys := d.spans()
	top := edge + titleSize
	if d.Subtitle != "" {
		top += lineHeight
	}
	d.legend.choose(d.Chart)
	top += d.legend.topHeight(d.width-2*edge) + 8
	if d.Y.Title != "" {
		top += lineHeight + 6
	}
	bottom := d.height - edge - lineHeight
	if d.X.Title != "" {
		bottom -= lineHeight + 2
	}
	d.slanted = d.mustSlant()
	if d.slanted {
		bottom -= d.widestName() * math.Sin(slant*math.Pi/180)
	}
	bottom = max(bottom, top+20)

	wanted := int((bottom - top) / yTickSpace)
	if d.Y.Log {
		wanted = int((bottom - top) / yLogSpace)
	}
	if d.Y.Max == 0 {
		ys = ys.rounded(d.Y.Log, wanted).nonEmpty(d.Y.Log)
	}
	d.y = scale{log: d.Y.Log, min: ys.min, max: ys.max, from: bottom, to: top}
	d.yTicks = d.Y.ticks(&d.y, wanted)

	left := edge + max(d.widestTick()+tickGap, d.overhang())
	right := max(d.width-edge-d.legend.sideWidth(), left+40)
	d.x = scale{log: d.X.Log, min: xs.min, max: xs.max, from: left + d.inset(), to: right - d.inset()}
	if len(d.X.Names) == 0 {
		d.xTicks = d.X.ticks(&d.x, int((right-left)/xTickSpace))
	}
	room := (d.x.to - d.x.from) / float64(max(len(d.X.Names), 1))
	d.barWidth = max(room*barShare/float64(max(len(d.bars), 1)), minBar)
}

// inset keeps markers off the edges of the plot.
func (d *drawing) inset() float64 {
	if len(d.X.Names) > 0 {
		return 0
	}
	return 10
}

// spans returns the ranges of the axes, and lists the bars.
func (d *drawing) spans() (xs, ys span) {
	xs, ys = newSpan(), newSpan()
	for i := range d.Series {
		s := &d.Series[i]
		if s.Kind == Bars {
			d.bars = append(d.bars, i)
		}
		for _, p := range s.Points {
			if !visible(p) {
				continue
			}
			xs.add(p.X)
			ys.add(p.Y)
			if s.Band {
				ys.add(p.Low)
				ys.add(p.High)
			}
		}
	}
	for _, r := range d.Rules {
		ys.add(r.Y)
	}
	if !d.Y.Log && (len(d.bars) > 0 || ys.min > 0 && ys.min < ys.max/3) {
		ys.add(0)
	}
	xs = d.X.bounded(xs)
	if n := len(d.X.Names); n > 0 {
		xs = span{-0.5, float64(n) - 0.5}
	}
	return xs.nonEmpty(d.X.Log), d.Y.bounded(ys).nonEmpty(d.Y.Log)
}

// bounded applies the bounds of the caller.
func (a *Axis) bounded(s span) span {
	if a.Max == 0 {
		return s
	}
	return span{0, a.Max}
}

// ticks returns the ticks of the caller that have room for labels, or round ones.
func (a *Axis) ticks(s *scale, wanted int) []tick {
	if len(a.Ticks) == 0 {
		return s.ticks(wanted)
	}
	var list []tick
	for _, v := range a.Ticks {
		if s.contains(v) && (len(list) == 0 || math.Abs(s.at(v)-s.at(list[len(list)-1].value)) >= tickRoom) {
			list = append(list, tick{value: v})
		}
	}
	return list
}

func (a *Axis) label(v float64) string {
	if a.Format != nil {
		return a.Format(v)
	}
	return Number(v)
}

func (d *drawing) widestTick() float64 {
	w := 0.0
	for _, t := range d.yTicks {
		if !t.minor {
			w = max(w, textWidth(d.Y.label(t.value)))
		}
	}
	return w
}

func (d *drawing) draw() {
	d.open()
	d.titles()
	d.grid()
	d.rules()
	d.put(`<g clip-path="url(#%s-clip)">`+"\n", d.id)
	d.drawBands()
	d.drawBars()
	d.drawLines()
	d.put("</g>\n")
	d.drawMarkers()
	d.ruleLabels()
	d.drawLegend()
	d.put("</svg>\n")
}

// open writes the root element, its description for screen readers, and definitions.
func (d *drawing) open() {
	d.put(`<svg xmlns="http://www.w3.org/2000/svg" class="%s" width="%s" height="%s" viewBox="0 0 %s %s" role="img" aria-labelledby="%s-title %s-desc" `,
		d.id, px(d.width), px(d.height), px(d.width), px(d.height), d.id, d.id)
	d.put(`style="max-width:100%%;height:auto" font-family="system-ui,-apple-system,'Segoe UI','Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif" font-size="%s">`+"\n", px(smallSize))
	d.put(`<title id="%s-title">%s</title>`+"\n", d.id, escaped(d.Title))
	d.put(`<desc id="%s-desc">%s</desc>`+"\n", d.id, escaped(d.description()))
	d.put("<style>%s</style>\n", d.styleSheet(d.id))
	d.put(`<defs><clipPath id="%s-clip"><rect x="%s" y="%s" width="%s" height="%s"/></clipPath>`, d.id,
		px(d.left()-1), px(d.y.to-6), px(d.right()-d.left()+2), px(d.y.from-d.y.to+12))
	d.hatching()
	d.put("</defs>\n")
	d.put(`<g class="paper" color="%s"><rect width="%s" height="%s" fill="currentColor"/></g>`+"\n", light.paper, px(d.width), px(d.height))
}

// left and right are the edges of the plot.
func (d *drawing) left() float64  { return d.x.from - d.inset() }
func (d *drawing) right() float64 { return d.x.to + d.inset() }

// description describes the chart in words.
func (d *drawing) description() string {
	var names []string
	for i := range d.Series {
		names = append(names, d.Series[i].Name)
	}
	parts := []string{d.Subtitle, fmt.Sprintf("%s against %s: %s.", cmp.Or(d.Y.Title, "values"), cmp.Or(d.X.Title, "values"), strings.Join(names, ", "))}
	return strings.TrimSpace(strings.Join(parts, " "))
}

func (d *drawing) titles() {
	d.put(`<g class="ink" color="%s" fill="currentColor">`+"\n", light.ink)
	y := edge + titleSize - 3
	d.text(edge, y, start, d.Title, fmt.Sprintf(`font-size="%s" font-weight="600"`, px(titleSize)))
	d.put("</g>\n")
	d.put(`<g class="quiet" color="%s" fill="currentColor">`+"\n", light.quiet)
	d.text(edge, y+lineHeight+1, start, d.Subtitle, fmt.Sprintf(`font-size="%s"`, px(textSize)))
	d.text(edge, d.y.to-12, start, d.Y.Title, "")
	d.text((d.left()+d.right())/2, d.height-edge, middle, d.X.Title, "")
	d.put("</g>\n")
}
