package chart

import "math"

// Bars stand over the names of the X axis, side by side for each name. The first series is
// plain, the others are hatched.

// barShare is the share of the room of a name that bars take.
const barShare = 0.78

// minBar is the narrowest bar that can be seen.
const minBar = 1.0

// hatching defines the patterns of the bars after the first series.
func (d *drawing) hatching() {
	for k, i := range d.bars {
		if k == 0 {
			continue
		}
		d.put(`<pattern id="%s-h%d" width="6" height="6" patternUnits="userSpaceOnUse"><g class="s%d" color="%s">`,
			d.id, i, d.lookIndex(i), d.look(i).light)
		d.put(`<rect width="6" height="6" fill="currentColor" opacity="0.3"/><path d="%s" stroke="currentColor" stroke-width="1.6" fill="none"/></g></pattern>`,
			hatches[(k-1)%len(hatches)])
	}
}

// fill is the paint of a bar.
func (d *drawing) fill(k, i int) string {
	if k == 0 {
		return "currentColor"
	}
	return "url(#" + d.id + "-h" + Number(float64(i)) + ")"
}

func (d *drawing) drawBars() {
	n := float64(len(d.bars))
	for k, i := range d.bars {
		s := &d.Series[i]
		d.group(i, `stroke="currentColor" fill="`+d.fill(k, i)+`"`)
		shift := (float64(k) - n/2) * d.barWidth
		for _, p := range s.Points {
			if visible(p) {
				d.bar(s, p, d.x.at(p.X)+shift)
			}
		}
		d.put("</g>\n")
	}
}

func (d *drawing) bar(s *Series, p Point, x float64) {
	y, base := d.y.at(p.Y), d.baseline()
	d.put(`<rect x="%s" y="%s" width="%s" height="%s"><title>%s</title></rect>`+"\n",
		px(x), px(min(y, base)), px(d.barWidth), px(math.Abs(base-y)), escaped(d.tooltip(s, p)))
}
