package see

import (
	"math"
	"slices"
)

// Lines and their crossings, at one scale.
//
// A line is a dark or light ridge, or a step between a filled and an empty cell, in the profile
// across it, averaged over lineReach pixels along it in both directions. The average hides digits
// and noise and allows a slant of about ten degrees. The response is relative to the contrast
// nearby, so light may be uneven and lines faint. A crossing is where lines of both directions
// meet. Cost: linear in the pixels.

const (
	lineReach = 4  // pixels averaged to both sides along a line
	lineFlank = 3  // distance from a line to the paper beside it
	longReach = 10 // the same through noise
	contrastR = 20 // pixels around which contrast is measured
	// contrastStep is the pixels of a tile in which the contrast is the same.
	contrastStep = contrastR / 2
	floorNoise   = 6  // levels of brightness that are no contrast
	faintNoise   = 2  // the same where faint lines are looked for
	strong       = 45 // of 255: least response of a line
	maxCross     = 60_000
	faintGain    = 1.3 // deviation on quiet paper, as a multiple of its own
)

// lines is the evidence for lines across and down at each pixel, 0 to 255.
type lines struct {
	w, h         int
	across, down []uint8
}

// crossing is where two lines meet.
type crossing struct {
	Point
	strength uint8
}

// focus is a method of searching for lines.
type focus struct {
	reach int  // pixels averaged to both sides along a line
	quiet bool // contrast is measured in the quieter places nearby, for faint lines
	gaps  bool // lines are gaps between cells
}

// ways are the methods, in order: clear lines, gaps between cells, faint lines, and lines averaged
// over a longer distance, to see them through noise and dots of print.
var ways = [4]focus{
	{reach: lineReach},
	{reach: lineReach, quiet: true, gaps: true},
	{reach: lineReach, quiet: true},
	{reach: longReach, quiet: true},
}

func findLines(p *plane, f focus) *lines {
	l := &lines{w: p.w, h: p.h, across: make([]uint8, p.w*p.h), down: make([]uint8, p.w*p.h)}
	gain := contrast(p, f)
	smooth, row := make([]int16, p.w*p.h), make([]int16, p.w)
	const margin = lineFlank + 1
	find := func(out []uint8, at, stride int) {
		gain := gain[at/p.w/contrastStep*p.w+at%p.w:]
		respond(row[:len(out)], smooth[at-margin*stride:], stride)
		for x, r := range row[:len(out)] {
			if r > 0 {
				out[x] = level(r, gain[x])
			}
		}
	}
	smoothAcross(p, smooth, f.reach)
	for y := margin; y < p.h-margin; y++ {
		find(l.across[y*p.w:][:p.w], y*p.w, p.w)
	}
	smoothDown(p, smooth, f.reach)
	for y := 0; y < p.h && p.w > 2*margin; y++ {
		find(l.down[y*p.w+margin:][:p.w-2*margin], y*p.w+margin, 1)
	}
	return l
}

// respond is the evidence for lines in the profiles along a stride, the first of which begins at the
// first sum: a ridge, or a step between two plateaus.
func respond(out, sums []int16, stride int) {
	n := len(out)
	at := func(k int) []int16 { return sums[k*stride:][:n] }
	const middle = lineFlank + 1
	as, bs, cs := at(middle-lineFlank), at(middle+lineFlank), at(middle)
	as2, bs2, as4, bs4 := at(middle-2), at(middle+2), at(middle-4), at(middle+4)
	for k := range out {
		a, b, c := as[k], bs[k], cs[k]
		amin, amax := min(a, as2[k], as4[k]), max(a, as2[k], as4[k])
		bmin, bmax := min(b, bs2[k], bs4[k]), max(b, bs2[k], bs4[k])
		out[k] = max(min(a, b)-c, c-max(a, b), amin-bmax, bmin-amax)
	}
}

// level is a response as a byte.
func level(r int16, gain float32) uint8 {
	if v := float32(r) * gain; v < 255 {
		return uint8(v)
	}
	return 255
}

// smoothAcross and smoothDown are sums over 2·reach+1 pixels along lines.
func smoothAcross(p *plane, out []int16, reach int) {
	line := make([]int, p.w+2*reach+1)
	for y := range p.h {
		for k := range line {
			line[k] = int(p.pix[y*p.w+min(max(k-reach, 0), p.w-1)])
		}
		sum := 0
		for _, v := range line[:2*reach+1] {
			sum += v
		}
		for x := range p.w {
			out[y*p.w+x] = int16(sum)
			sum += line[x+2*reach+1] - line[x]
		}
	}
}

func smoothDown(p *plane, out []int16, reach int) {
	sums := make([]int16, p.w)
	add := func(y int, sign int16) {
		for x, v := range p.row(min(max(y, 0), p.h-1)) {
			sums[x] += sign * int16(v)
		}
	}
	for k := -reach; k <= reach; k++ {
		add(k, 1)
	}
	for y := range p.h {
		copy(out[y*p.w:], sums)
		add(y+reach+1, 1)
		add(y-reach, -1)
	}
}

// contrast is, for each column and each contrastStep rows, the factor that brings a sum of
// differences to the scale of the standard deviation around it. For faint lines it
// is that of the quieter places around: thick lines and digits nearby do not count.
func contrast(p *plane, f focus) []float32 {
	const step = contrastStep
	mw, mh := p.w/step+2, p.h/step+2
	tiles := make([]spread, mw*mh)
	for y := range p.h {
		row := p.row(y)
		for x := 0; x < p.w; x += step {
			var part spread
			for _, v := range row[x:min(x+step, p.w)] {
				part.add(spread{1, int64(v), int64(v) * int64(v)})
			}
			tiles[y/step*mw+x/step].add(part)
		}
	}
	deviations := make([]float64, len(tiles))
	for k, tile := range tiles {
		deviations[k] = tile.deviation()
	}
	mesh := make([]float32, mw*mh)
	quiet := make([]float64, 0, 25)
	for my := range mh {
		for mx := range mw {
			var all spread
			quiet = quiet[:0]
			for ny := max(my-2, 0); ny <= min(my+2, mh-1); ny++ {
				for nx := max(mx-2, 0); nx <= min(mx+2, mw-1); nx++ {
					tile := tiles[ny*mw+nx]
					all.add(tile)
					if f.quiet && tile.n > 0 {
						quiet = append(quiet, deviations[ny*mw+nx])
					}
				}
			}
			deviation := all.deviation() + floorNoise
			if len(quiet) > 0 {
				slices.Sort(quiet)
				deviation = min(deviation, faintGain*quiet[len(quiet)/2]+faintNoise)
			}
			mesh[my*mw+mx] = float32(64 / (deviation * float64(2*f.reach+1)))
		}
	}
	out := make([]float32, p.w*mh)
	for k := range out {
		out[k] = mesh[k/p.w*mw+k%p.w/step]
	}
	return out
}

// spread adds up brightness, to tell how much it varies.
type spread struct{ n, sum, squares int64 }

func (s *spread) add(t spread) {
	s.n, s.sum, s.squares = s.n+t.n, s.sum+t.sum, s.squares+t.squares
}

func (s spread) deviation() float64 {
	n := float64(max(s.n, 1))
	mean := float64(s.sum) / n
	return math.Sqrt(max(float64(s.squares)/n-mean*mean, 0))
}

// crossings are the places where lines across and down meet, strongest first.
func (l *lines) crossings() []crossing {
	const r = 3
	meet := make([]uint8, l.w*l.h)
	for i := range meet {
		meet[i] = min(l.across[i], l.down[i])
	}
	var found []crossing
	for y := r; y < l.h-r; y++ {
		for x := r; x < l.w-r; x++ {
			v := meet[y*l.w+x]
			if v < strong/2 || !peak(meet, l.w, x, y, r) {
				continue
			}
			found = append(found, crossing{centroid(meet, l.w, x, y), v})
		}
	}
	slices.SortStableFunc(found, func(a, b crossing) int { return int(b.strength) - int(a.strength) })
	return found[:min(len(found), maxCross)]
}

// peak reports the first of the greatest values around.
func peak(m []uint8, w, x, y, r int) bool {
	v := m[y*w+x]
	for dy := -r; dy <= r; dy++ {
		for dx := -r; dx <= r; dx++ {
			u := m[(y+dy)*w+x+dx]
			if u > v || u == v && (dy < 0 || dy == 0 && dx < 0) {
				return false
			}
		}
	}
	return true
}

func centroid(m []uint8, w, x, y int) Point {
	var sx, sy, s float64
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			v := float64(m[(y+dy)*w+x+dx])
			sx, sy, s = sx+v*float64(dx), sy+v*float64(dy), s+v
		}
	}
	return Point{float64(x) + sx/s, float64(y) + sy/s}
}

// between is the part of the way from a to b that runs on a line, where the way goes
// across or down.
func (l *lines) between(a, b Point, across bool) float64 {
	field, side := l.down, 1
	if across {
		field, side = l.across, l.w
	}
	n := int(math.Ceil(math.Hypot(b.X-a.X, b.Y-a.Y)))
	hits, all := 0, 0
	for k := 2; k <= n-2; k++ {
		t := float64(k) / float64(n)
		x, y := int(a.X+(b.X-a.X)*t+.5), int(a.Y+(b.Y-a.Y)*t+.5)
		if x < 2 || y < 2 || x >= l.w-2 || y >= l.h-2 {
			all++
			continue
		}
		i := y*l.w + x
		all++
		if max(field[i], field[i-side], field[i+side], field[i-2*side], field[i+2*side]) >= strong {
			hits++
		}
	}
	return float64(hits) / float64(max(all, 1))
}
