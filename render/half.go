package render

// The small picture: two rows share a line of text, by half blocks. In ASCII, or with letters
// for colors, each row is a line.

// stacked reports whether two rows share a line.
func (d *textDrawing) stacked() bool {
	return !d.o.ASCII && (d.painted || !d.p.Colored())
}

func (d *textDrawing) half() {
	step := 1
	if d.stacked() {
		step = 2
	}
	for y := 0; y < d.p.Height(); y += step {
		for x := range d.cols {
			switch {
			case step == 1:
				d.single(d.at(y, x))
			case d.painted:
				d.paintedPair(d.at(y, x), d.below(y, x))
			default:
				d.pair(d.at(y, x).inked(), d.below(y, x).inked())
			}
		}
		d.newline()
	}
	d.legend()
}

// below is the cell below (y, x); below the last row it is blank.
func (d *textDrawing) below(y, x int) look {
	if y+1 < d.p.Height() {
		return d.at(y+1, x)
	}
	return look{kind: blank}
}

func (l look) inked() bool { return l.kind == inked || l.kind == markedInk }

func (d *textDrawing) single(l look) {
	switch {
	case l.inked():
		d.ink(l, 1)
	case l.kind == undecided:
		d.put(lineStyle, d.dot)
	default:
		d.spaces(1)
	}
}

func (d *textDrawing) pair(upper, lower bool) {
	switch {
	case upper && lower:
		d.put(style{}, d.glyphs.ink)
	case upper:
		d.put(style{}, d.upperHalf)
	case lower:
		d.put(style{}, d.lowerHalf)
	default:
		d.spaces(1)
	}
}

// paintedPair draws the upper cell in the text color and the lower one in the background.
func (d *textDrawing) paintedPair(upper, lower look) {
	rgb := func(l look) rgb {
		if l.kind == undecided {
			return gray
		}
		return of(d.p.Palette[l.color].RGB)
	}
	d.put(style{fg: rgb(upper), bg: rgb(lower)}, d.upperHalf)
}
