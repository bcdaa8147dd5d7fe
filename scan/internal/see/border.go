package see

import (
	"iter"
	"math"
	"slices"
)

// The ends of a mesh. Outer rows and columns without lines are dropped, and rows and columns that
// the search missed, as cells without a frame, are added. The brightness at a line is compared
// with that of lines inside, since faint lines are hardly visible beside black digits. Cost:
// linear in the cells.

const (
	edgeShare = 0.6 // of a cell's side that must be seen as a line
	leastLine = 0.5 // of what lines inside show, for another to be one
	visible   = 5   // of so many lines one must be visible, for the others to be missed
	mostLine  = 1.9 // lines are about as dark as each other, digits at the left and at the top are darker
)

// bordered is the mesh of the rows and columns that have lines, nil if there are none or if no
// crossing is left. If lines are gaps between cells, only those that lead to the border count: a
// shadow may hide the last one.
func (m *mesh) bordered(g *grower, gaps bool) *mesh {
	on := &g.on
	if m.nx > minSide && m.ny > minSide && m.betweenLines(on) {
		m = m.moved()
	}
	if m.nx < minSide || m.ny < minSide {
		return nil
	}
	usual := [2]strength{m.usualLine(on, false, lineFlank), m.usualLine(on, true, lineFlank)}
	for s, kept := left, 0; kept < 4; s = (s + 1) % 4 {
		lead, end, _ := m.outermost(on, s, usual, 0)
		if lead >= leastLine && (end >= leastLine || gaps) {
			kept++
			continue
		}
		if kept = 0; m.nx <= minSide || m.ny <= minSide {
			return nil
		}
		cut := [4]int{}
		cut[s] = 1
		m = m.part(cut[left], cut[top], m.nx-cut[right], m.ny-cut[bottom])
	}
	more := false
	for s := left; s <= bottom; s++ {
		for range maxMargin {
			e := m.oneMore(g, s, usual)
			if e == nil {
				break
			}
			m, more = e, true
		}
	}
	if more && m.crossings() > 0 {
		m.settle()
	}
	if m.crossings() == 0 {
		return nil
	}
	return m
}

// strength is how much darker lines of one direction are than their surroundings; lighter ones
// have a negative one. Where black cells have light lines between them and others dark ones, the
// sign does not count.
type strength struct {
	usual float64
	mixed bool
}

// share is a measured difference as a share of the usual one.
func (s strength) share(v float64) float64 {
	if s.mixed {
		v = math.Abs(v)
	}
	return v / s.usual
}

// usualLine measures the lines of one direction, where they can be seen.
func (m *mesh) usualLine(on *sheet, across bool, flank float64) strength {
	const both, visible = .2, .4 // share of cells with lines of the other sign; of the strongest: a usual line
	var ridges []float64
	for j := range m.ny {
		for i := range m.nx {
			to := m.p(i, j+1)
			if across {
				to = m.p(i+1, j)
			}
			if on.hides(m.p(i, j), to, across) {
				continue
			}
			ridge, _ := on.profile(m.p(i, j), to, across, flank, .2, .8)
			ridges = append(ridges, ridge)
		}
	}
	if len(ridges) == 0 {
		return strength{}
	}
	s := strength{usual: ranked(ridges, .5)}
	light, dark := -ranked(ridges, both), ranked(ridges, 1-both)
	if s.mixed = min(light, dark) > 0 && math.Abs(s.usual) < visible*max(light, dark); s.mixed {
		for k, v := range ridges {
			ridges[k] = math.Abs(v)
		}
		s.usual = ranked(ridges, .5)
	}
	return s
}

// betweenLines reports a mesh that runs through the middle of cells: those with faint gaps
// between them look like broad lines.
func (m *mesh) betweenLines(on *sheet) bool {
	const clearer = 1.5
	half := m.moved()
	for _, across := range [2]bool{false, true} {
		if math.Abs(half.usualLine(on, across, lineFlank).usual) < clearer*math.Abs(m.usualLine(on, across, lineFlank).usual) {
			return false
		}
	}
	return true
}

// moved is the mesh of the middles of its cells.
func (m *mesh) moved() *mesh {
	half := newMesh(m.nx-1, m.ny-1)
	for j := range m.ny {
		for i := range m.nx {
			half.set(i, j, m.at(float64(i)+.5, float64(j)+.5))
			half.seen[j*m.nx+i] = m.seen[j*(m.nx+1)+i]
		}
	}
	return half
}

// lined reports a side of the mesh that ends with a line, about where it should be, and as
// dark as those inside.
func (m *mesh) lined(p *plane, s side) bool {
	const least, most, flank, stray = .25, .6, .13, .12
	across := s == top || s == bottom
	wide := max(lineFlank, flank*m.pitch())
	usual := m.usualLine(&sheet{plane: p}, across, wide)
	reach := int(stray*m.pitch() + 1)
	best := 0.0
	for off := -reach; off <= reach; off++ {
		var shares []float64
		d := Point{X: float64(off)}
		if across {
			d = Point{Y: float64(off)}
		}
		for a, b := range m.ends(s) {
			// Digits are in the middle of a side, lines all along.
			share := math.Inf(1)
			for _, part := range [3][2]float64{{.06, .17}, {.2, .8}, {.83, .94}} {
				ridge, _ := p.profile(plus(a, d), plus(b, d), across, wide, part[0], part[1])
				share = min(share, usual.share(ridge))
			}
			shares = append(shares, share)
		}
		best = max(best, ranked(shares, 1-most))
	}
	return best >= least
}

// ends gives the outer sides of the cells at a side of the mesh.
func (m *mesh) ends(s side) iter.Seq2[Point, Point] {
	return func(yield func(a, b Point) bool) {
		at := [4]int{0, 0, m.nx, m.ny}[s]
		across := s == top || s == bottom
		for q := range [2]int{m.ny, m.nx}[int(s)%2] {
			var a, b Point
			if across {
				a, b = m.p(q, at), m.p(q+1, at)
			} else {
				a, b = m.p(at, q), m.p(at, q+1)
			}
			if !yield(a, b) {
				return
			}
		}
	}
}

// outermost measures the outermost cells of a side, shifted outwards by some pixels, as shares of
// a usual line: the lines that lead to the side and the line that ends it, in half of the cells,
// where steps at filled cells count too, and both in most cells.
func (m *mesh) outermost(on *sheet, s side, usual [2]strength, shift float64) (halfLead, halfEnd, most float64) {
	across := s == left || s == right
	count, at, dir, d := m.ny, 0, 1, Point{X: -shift}
	leads, ends := usual[1], usual[0]
	if !across {
		count, d = m.nx, Point{Y: -shift}
		leads, ends = ends, leads
	}
	switch s {
	case right:
		at, dir, d = m.nx, -1, Point{X: shift}
	case bottom:
		at, dir, d = m.ny, -1, Point{Y: shift}
	}
	if math.Abs(leads.usual) < 1 || math.Abs(ends.usual) < 1 {
		return 0, 0, 0
	}
	point := func(k, q int) Point {
		if across {
			return m.p(k, q)
		}
		return m.p(q, k)
	}
	var lead, end, anyLead, anyEnd []float64
	for q := range count + 1 {
		if a, b := point(at, q), point(at+dir, q); !on.hides(a, b, across) {
			ridge, step := on.profile(a, b, across, lineFlank, .2, .8)
			lead = append(lead, leads.share(ridge))
			anyLead = append(anyLead, max(leads.share(ridge), math.Abs(leads.share(step))))
		}
		if q == count {
			break
		}
		if a, b := plus(point(at, q), d), plus(point(at, q+1), d); !on.hides(a, b, !across) {
			line, step := on.ending(a, b, !across, ends, float64(dir))
			end, anyEnd = append(end, line), append(anyEnd, step)
		}
	}
	if visible*min(len(lead), len(end)) < count {
		if m.mostlyHidden(s, on) {
			return 1, 1, 0
		}
		return 0, 0, 0
	}
	if s >= right || ranked(lead, .5) <= mostLine {
		most = min(middling(lead), middling(end))
	}
	return ranked(anyLead, .55), ranked(anyEnd, .55), most
}

// oneMore is the mesh with one more line on a side, nil if there is none. A line runs along nearly
// the whole side and is about as dark as those inside; digits are scattered and darker.
func (m *mesh) oneMore(g *grower, s side, usual [2]strength) *mesh {
	more := [4]int{}
	more[s] = 1
	e := m.extended(g.l, more[left], more[top], more[right], more[bottom])
	// The line may be a little nearer or farther than expected.
	reach := int(.12*e.pitch() + .5)
	best, shift := 0.0, 0
	for off := -reach; off <= reach; off++ {
		if _, _, share := e.outermost(&g.on, s, usual, float64(off)); share > best {
			best, shift = share, off
		}
	}
	if best < leastLine {
		return nil
	}
	d := [4]Point{{X: -1}, {Y: -1}, {X: 1}, {Y: 1}}[s]
	for j := range e.ny + 1 {
		for i := range e.nx + 1 {
			if [4]int{i, j, e.nx - i, e.ny - j}[s] == 0 {
				at := plus(e.p(i, j), times(d, float64(shift)))
				if k := g.near(at, offSurface*e.pitch()); k >= 0 {
					at, e.seen[j*(e.nx+1)+i] = g.found[k].Point, true
				}
				e.set(i, j, at)
			}
		}
	}
	return e
}

// ranked is the value with a share of the others below it.
func ranked(values []float64, share float64) float64 {
	slices.Sort(values)
	return values[int(share*float64(len(values)))]
}

// middling is the mean of the values without the least and the greatest quarter: surer than
// one of them where all are noisy.
func middling(values []float64) float64 {
	slices.Sort(values)
	n := len(values) / 4
	sum := 0.0
	for _, v := range values[n : len(values)-n] {
		sum += v
	}
	return sum / float64(len(values)-2*n)
}

// ending measures the line from a to b that ends a cell, as a share of a usual line, and any step
// in brightness there. A line runs along the whole side, a digit does not.
func (p *plane) ending(a, b Point, across bool, usual strength, inwards float64) (line, step float64) {
	const sections = 4
	var lines, steps [sections]float64
	for k := range sections {
		from := .15 + .7*float64(k)/sections
		ridge, side := p.profile(a, b, across, lineFlank, from, from+.7/sections)
		lines[k] = max(usual.share(ridge), usual.share(inwards*side))
		steps[k] = max(usual.share(ridge), math.Abs(usual.share(side)))
	}
	slices.Sort(lines[:])
	slices.Sort(steps[:])
	return lines[1], steps[1]
}

// profile measures a line from a to b, between two shares of its length: how much darker it
// is than the pixels beside it at the distance of its flank, and how much brighter the pixels after
// it are than those before.
func (p *plane) profile(a, b Point, across bool, flank, from, to float64) (ridge, step float64) {
	on, before, after := p.flanks(a, b, across, flank, from, to)
	return (before+after)/2 - on, after - before
}

// flanks is the brightness of a line and of the pixels before and after it.
func (p *plane) flanks(a, b Point, across bool, flank, from, to float64) (on, before, after float64) {
	d := Point{X: flank}
	if across {
		d = Point{Y: flank}
	}
	samples := int(12*(to-from)) + 2
	for k := range samples {
		q := mix(a, b, from+(to-from)*(float64(k)+.5)/float64(samples))
		on += p.at(q.X, q.Y)
		before += p.at(q.X-d.X, q.Y-d.Y)
		after += p.at(q.X+d.X, q.Y+d.Y)
	}
	n := float64(samples)
	return on / n, before / n, after / n
}
