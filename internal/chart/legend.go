package chart

import (
	"cmp"
	"math"
	"slices"
)

// The legend. The names of lines are at their right ends. Names that would overlap are moved
// apart, and a thin leader connects each line with its name, unless the line ends far from
// the edge. The names are in rows above the plot for scatter plots and bars, for too many
// lines, and if they would take more than a third of the width.

const (
	sampleWidth = 26.0 // of the sample before a name
	sampleGap   = 6.0
	leaderWidth = 14.0
	maxLeader   = 60.0 // within the plot; a longer one looks like data
	labelHeight = 17.0
)

// legend is the position of the names of the series.
type legend struct {
	names []string
	side  bool
	width float64 // of the widest name
}

func (l *legend) choose(c *Chart) {
	l.side = true
	for i := range c.Series {
		s := &c.Series[i]
		l.names = append(l.names, s.Name)
		l.width = max(l.width, textWidth(s.Name))
		if s.Kind != Line {
			l.side = false
		}
	}
	if !slices.ContainsFunc(l.names, func(name string) bool { return name != "" }) {
		l.names = nil
	}
	if float64(len(l.names))*labelHeight > float64(c.Height)/2 || l.sideWidth() > float64(c.Width)/3 {
		l.side = false
	}
}

// sideWidth is the room to the right of the plot.
func (l *legend) sideWidth() float64 {
	if !l.side || len(l.names) == 0 {
		return 0
	}
	return leaderWidth + sampleWidth + sampleGap + l.width
}

// entries places the names in rows of the given width: the distance of each from the left, and
// its row.
func (l *legend) entries(width float64) (lefts []float64, rows []int) {
	row, x := 0, 0.0
	for _, name := range l.names {
		w := sampleWidth + sampleGap + textWidth(name) + 18
		if x > 0 && x+w > width {
			row++
			x = 0
		}
		lefts, rows = append(lefts, x), append(rows, row)
		x += w
	}
	return lefts, rows
}

// topHeight is the room above the plot, for rows of the given width.
func (l *legend) topHeight(width float64) float64 {
	if l.side || len(l.names) == 0 {
		return 0
	}
	_, rows := l.entries(width)
	return float64(rows[len(rows)-1]+1)*lineHeight + 4
}

func (d *drawing) drawLegend() {
	switch {
	case len(d.legend.names) == 0:
	case d.legend.side:
		d.sideLegend()
	default:
		d.topLegend()
	}
}

func (d *drawing) topLegend() {
	top := edge + titleSize + lineHeight
	if d.Subtitle != "" {
		top += lineHeight
	}
	lefts, rows := d.legend.entries(d.width - 2*edge)
	for i, name := range d.legend.names {
		d.entry(i, edge+lefts[i], top+float64(rows[i])*lineHeight-4, name)
	}
}

// entry draws a sample of a series and its name.
func (d *drawing) entry(i int, x, y float64, name string) {
	s := &d.Series[i]
	d.group(i, `fill="currentColor" stroke="currentColor"`)
	switch s.Kind {
	case Bars:
		d.put(`<rect x="%s" y="%s" width="%s" height="12" fill="%s"/>`+"\n", px(x+4), px(y-6), px(sampleWidth-8), d.fill(slices.Index(d.bars, i), i))
	case Line:
		d.put(`<path d="M%s %sh%s" stroke-width="2"%s/>`+"\n", px(x), px(y), px(sampleWidth), dashes(d.look(i)))
		if s.marked() {
			d.marker(d.look(i).marker, x+sampleWidth/2, y, "")
		}
	case Scatter:
		d.marker(d.look(i).marker, x+sampleWidth/2, y, "")
	}
	d.put("</g>\n")
	d.put(`<g class="ink" color="%s" fill="currentColor">`, light.ink)
	d.text(x+sampleWidth+sampleGap, y+4, start, name, "")
	d.put("</g>\n")
}

// sideLabel is a name at the right of the plot.
type sideLabel struct {
	series   int
	from     Point   // the end of the line
	at, want float64 // heights
}

func (d *drawing) sideLegend() {
	labels := d.sideLabels()
	spread(labels, d.y.to+4, d.y.from-4)
	x := d.right() + leaderWidth
	for _, l := range labels {
		if end := d.x.at(l.from.X); d.right()-end <= maxLeader {
			d.group(l.series, `fill="none" stroke="currentColor" opacity="0.6"`)
			d.put(`<path d="M%s %sL%s %s"/>`+"\n</g>\n", px(end+markerRadius+2), px(l.want), px(x-2), px(l.at))
		}
		d.entry(l.series, x, l.at, d.legend.names[l.series])
	}
}

// sideLabels finds the right ends of the lines, from top to bottom.
func (d *drawing) sideLabels() []sideLabel {
	var labels []sideLabel
	for i := range d.Series {
		last := Point{X: math.Inf(-1)}
		for _, p := range d.Series[i].Points {
			if visible(p) && p.X >= last.X {
				last = p
			}
		}
		if !math.IsInf(last.X, -1) {
			y := min(max(d.y.at(last.Y), d.y.to), d.y.from)
			labels = append(labels, sideLabel{i, last, y, y})
		}
	}
	slices.SortStableFunc(labels, func(a, b sideLabel) int { return cmp.Compare(a.want, b.want) })
	return labels
}

// spread moves labels that overlap down, and up again from the bottom.
func spread(labels []sideLabel, top, bottom float64) {
	for i := range labels {
		labels[i].at = max(labels[i].want, top+float64(i)*labelHeight)
		if i > 0 {
			labels[i].at = max(labels[i].at, labels[i-1].at+labelHeight)
		}
	}
	for i := range slices.Backward(labels) {
		labels[i].at = min(labels[i].at, bottom-float64(len(labels)-1-i)*labelHeight)
	}
}
