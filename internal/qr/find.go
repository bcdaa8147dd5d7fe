package qr

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
)

// Finding a code in a picture. Light and dark are told apart by the mean of the
// neighbourhood, which is tried in three sizes. An eye is where runs of 1:1:3:1:1 cross.
// Three of them that lie like corners of a square, and the mark of alignment in the
// fourth, give a perspective, through which every module is looked at.

const (
	// most is the longer side of the picture that is searched; larger ones are made
	// smaller first.
	most = 1600
	// maxSeen is how many eyes are noted: in noise there are hundreds. maxEyes is how
	// many of the likeliest are tried in threes, and maxTries how many threes.
	maxSeen  = 200
	maxEyes  = 12
	maxTries = 8
)

// Read gives the text of the code in a picture, if there is one.
func Read(img image.Image) (text string, ok bool) {
	g := grayOf(img)
	for _, part := range []int{4, 1, 16} {
		s := g.search(part)
		for _, three := range s.threes() {
			if text, ok = s.try(three); ok {
				return text, true
			}
		}
	}
	return "", false
}

// gray is a picture of shades.
type gray struct {
	w, h int
	at   []uint8
}

// grayOf makes a picture gray, and small enough.
func grayOf(img image.Image) *gray {
	b := img.Bounds()
	full, isGray := img.(*image.Gray)
	if !isGray {
		full = image.NewGray(b)
		draw.Draw(full, b, image.NewUniform(color.White), image.Point{}, draw.Src) // behind what is transparent
		draw.Draw(full, b, img, b.Min, draw.Over)
	}
	by := (max(b.Dx(), b.Dy()) + most - 1) / most
	g := &gray{w: b.Dx() / max(by, 1), h: b.Dy() / max(by, 1)}
	g.at = make([]uint8, g.w*g.h)
	for y := range g.h {
		for x := range g.w {
			sum := 0
			for dy := range by {
				row := full.PixOffset(b.Min.X+x*by, b.Min.Y+y*by+dy)
				for _, p := range full.Pix[row : row+by] {
					sum += int(p)
				}
			}
			g.at[y*g.w+x] = uint8(sum / (by * by))
		}
	}
	return g
}

// search is a picture in which light and dark are told apart.
type search struct {
	w, h int
	dark []bool
	eyes []eye
}

// eye is the middle of what looks like one, the length of its modules, and how often it
// was seen.
type eye struct {
	x, y, module float64
	seen         int
}

// search tells dark from light by the mean of a square whose side is a part of the
// picture's, and finds eyes.
func (g *gray) search(part int) *search {
	s := &search{w: g.w, h: g.h, dark: make([]bool, len(g.at))}
	sums := make([]int, (g.w+1)*(g.h+1)) // of all above and to the left
	for y := range g.h {
		for x := range g.w {
			sums[(y+1)*(g.w+1)+x+1] = int(g.at[y*g.w+x]) + sums[y*(g.w+1)+x+1] + sums[(y+1)*(g.w+1)+x] - sums[y*(g.w+1)+x]
		}
	}
	radius := max(max(g.w, g.h)/(2*part), 4)
	for y := range g.h {
		top, bottom := max(y-radius, 0)*(g.w+1), min(y+radius+1, g.h)*(g.w+1)
		for x := range g.w {
			left, right := max(x-radius, 0), min(x+radius+1, g.w)
			area := (bottom - top) / (g.w + 1) * (right - left)
			s.dark[y*g.w+x] = int(g.at[y*g.w+x])*area < sums[bottom+right]-sums[bottom+left]-sums[top+right]+sums[top+left]
		}
	}
	s.look()
	return s
}

func (s *search) isDark(x, y int) bool {
	return x >= 0 && y >= 0 && x < s.w && y < s.h && s.dark[y*s.w+x]
}

// look finds eyes by the runs of rows.
func (s *search) look() {
	for y := range s.h {
		var runs [5]int
		n, before := 0, false
		for x := range s.w + 1 {
			if dark := s.isDark(x, y); dark == before && x < s.w {
				runs[4]++
				continue
			} else if n++; before && n >= 5 && looksLikeEye(runs) {
				s.note(float64(x)-float64(runs[4]+runs[3])-float64(runs[2])/2, y)
			}
			copy(runs[:], runs[1:])
			runs[4], before = 1, s.isDark(x, y)
		}
	}
	slices.SortStableFunc(s.eyes, func(a, b eye) int { return b.seen - a.seen })
	s.eyes = s.eyes[:min(len(s.eyes), maxEyes)]
}

// looksLikeEye reports runs of 1:1:3:1:1, within half a module.
func looksLikeEye(runs [5]int) bool {
	sum := 0
	for _, n := range runs {
		sum += n
	}
	module := float64(sum) / 7
	for i, n := range runs {
		want := module
		if i == 2 {
			want = 3 * module
		}
		if n == 0 || math.Abs(float64(n)-want) > want/2+0.5 {
			return false
		}
	}
	return true
}

// across measures the five runs of an eye from its middle, in both directions.
func (s *search) across(x, y, dx, dy int) (runs [5]int, middle float64) {
	forward, back := 0, 0
	for _, way := range []int{1, -1} {
		i, run := 0, 2
		if way < 0 {
			i = -1
		}
		for ; ; i += way {
			px, py := x+i*dx, y+i*dy
			if px < 0 || py < 0 || px >= s.w || py >= s.h {
				break
			}
			if s.isDark(px, py) != (run%2 == 0) {
				if run == 2 && way > 0 {
					forward = i
				} else if run == 2 {
					back = i + 1
				}
				if run += way; run < 0 || run > 4 {
					break
				}
			}
			runs[run]++
		}
	}
	return runs, float64(forward+back) / 2
}

// note keeps what looks like an eye in a row if it does so in its column, in its row
// again, and aslant.
func (s *search) note(fx float64, y int) {
	x := int(fx)
	column, up := s.across(x, y, 0, 1)
	if !looksLikeEye(column) {
		return
	}
	fy := float64(y) + up
	row, left := s.across(x, int(fy), 1, 0)
	if slant, _ := s.across(int(float64(x)+left), int(fy), 1, 1); !looksLikeEye(row) || !looksLikeEye(slant) {
		return
	}
	fx = float64(x) + left
	sum := 0
	for i := range row {
		sum += row[i] + column[i]
	}
	found := eye{fx, fy, float64(sum) / 14, 1}
	for i := range s.eyes {
		if e := &s.eyes[i]; max(math.Abs(e.x-fx), math.Abs(e.y-fy)) < 2*e.module {
			n := float64(e.seen)
			*e = eye{(e.x*n + fx) / (n + 1), (e.y*n + fy) / (n + 1), (e.module*n + found.module) / (n + 1), e.seen + 1}
			return
		}
	}
	if len(s.eyes) < maxSeen {
		s.eyes = append(s.eyes, found)
	}
}

// three eyes: the one in the corner, that to its right and that below it.
type three struct {
	corner, right, below eye
	off                  float64 // from half a square
}

// threes are the eyes that lie most like corners of a square, the best first.
func (s *search) threes() []three {
	var list []three
	for i, a := range s.eyes {
		for j, b := range s.eyes {
			for _, c := range s.eyes[:j] {
				if a == b || a == c || i == j {
					continue
				}
				if t, ok := arrange(a, b, c); ok {
					list = append(list, t)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b three) int {
		if a.off < b.off {
			return -1
		}
		return 1
	})
	return list[:min(len(list), maxTries)]
}

// arrange puts three eyes in order, if the first may be the corner.
func arrange(corner, a, b eye) (three, bool) {
	ax, ay, bx, by := a.x-corner.x, a.y-corner.y, b.x-corner.x, b.y-corner.y
	la, lb := math.Hypot(ax, ay), math.Hypot(bx, by)
	turn, along := ax*by-ay*bx, ax*bx+ay*by
	if turn < 0 {
		a, b = b, a
	}
	sizes := []float64{corner.module, a.module, b.module}
	off := math.Abs(math.Log(la/lb)) + math.Abs(along)/(la*lb) + math.Log(slices.Max(sizes)/slices.Min(sizes))
	return three{corner, a, b, off}, off < 1.5 && min(la, lb) > 10*slices.Min(sizes)
}

// try reads the code of three eyes, in the sizes that it may have.
func (s *search) try(t three) (string, bool) {
	dx, dy := t.right.x-t.corner.x, t.right.y-t.corner.y
	legs := math.Hypot(dx, dy) + math.Hypot(t.below.x-t.corner.x, t.below.y-t.corner.y)
	module := (t.corner.module + t.right.module + t.below.module) / 3
	module *= max(math.Abs(dx), math.Abs(dy)) / math.Hypot(dx, dy) // rows cross a turned eye aslant
	guess := int(math.Round((legs/2/module + 7 - 17) / 4))
	for _, step := range []int{0, 1, -1, 2, -2, 3, -3} {
		version := guess + step
		if version < minVersion || version > maxVersion || max(step, -step) > 1+version/10 {
			continue
		}
		see := s.view(t, version)
		if !s.timed(see, sideOf(version)) {
			continue
		}
		c := s.sample(see, version)
		for range 2 { // as it is, and mirrored
			if text, ok := c.text(); ok {
				return text, true
			}
			c.mirror()
		}
	}
	return "", false
}

// view takes the places of a code's modules to those of the picture.
func (s *search) view(t three, version int) func(point) point {
	side := float64(sideOf(version))
	span, end, far := side-7, side-3.5, side-3.5
	fourth := point{t.right.x + t.below.x - t.corner.x, t.right.y + t.below.y - t.corner.y}
	if version > 1 {
		right := point{(t.right.x - t.corner.x) / span, (t.right.y - t.corner.y) / span} // a module's length
		below := point{(t.below.x - t.corner.x) / span, (t.below.y - t.corner.y) / span}
		far -= 3
		fourth = s.alignment(point{fourth.x - 3*(right.x+below.x), fourth.y - 3*(right.y+below.y)}, right, below, span)
	}
	return perspective(
		[4]point{{3.5, 3.5}, {end, 3.5}, {far, far}, {3.5, end}},
		[4]point{{t.corner.x, t.corner.y}, {t.right.x, t.right.y}, fourth, {t.below.x, t.below.y}})
}

// through reports a module as it is seen.
func (s *search) through(see func(point) point, x, y int) bool {
	p := see(point{float64(x) + 0.5, float64(y) + 0.5})
	return s.isDark(int(math.Floor(p.x)), int(math.Floor(p.y)))
}

// timed reports whether between the eyes light and dark alternate, nearly always: where
// they do not, there is no code, or not of that size.
func (s *search) timed(see func(point) point, side int) bool {
	good := 0
	for i := 8; i < side-8; i++ {
		for _, dark := range []bool{s.through(see, i, 6), s.through(see, 6, i)} {
			if dark == (i%2 == 0) {
				good++
			}
		}
	}
	return good >= 3*(side-16)/2
}

// sample looks at every module of a code.
func (s *search) sample(see func(point) point, version int) *Code {
	c := newCode(version)
	for i := range c.dark {
		c.dark[i] = s.through(see, i%c.side, i/c.side)
	}
	return c
}

// mirror exchanges rows and columns.
func (c *Code) mirror() {
	for y := range c.side {
		for x := range y {
			i, j := y*c.side+x, x*c.side+y
			c.dark[i], c.dark[j] = c.dark[j], c.dark[i]
		}
	}
}

// alignment finds the mark of alignment near a place: where most of its modules, and the
// light ones around, are as they should be; of equal places that which is nearest.
func (s *search) alignment(near, right, below point, span float64) point {
	const part = 3 // steps of a module
	best, most := near, -1
	reach := part * int(3+span/8)
	for ring := 0; ring <= reach; ring++ {
		for v := -ring; v <= ring; v++ {
			step := 1
			if v != -ring && v != ring {
				step = max(2*ring, 1)
			}
			for u := -ring; u <= ring; u += step {
				at := point{near.x + (float64(u)*right.x+float64(v)*below.x)/part, near.y + (float64(u)*right.y+float64(v)*below.y)/part}
				if n := s.agreement(at, right, below); n > most {
					best, most = at, n
				}
			}
		}
	}
	return best
}

// agreement counts the modules of a mark of alignment that are as they should be.
func (s *search) agreement(at, right, below point) (n int) {
	for v := -2; v <= 2; v++ {
		for u := -2; u <= 2; u++ {
			x, y := at.x+float64(u)*right.x+float64(v)*below.x, at.y+float64(u)*right.y+float64(v)*below.y
			if dark := max(u, -u, v, -v) != 1; s.isDark(int(math.Floor(x)), int(math.Floor(y))) == dark {
				n++
			}
		}
	}
	return n
}

type point struct{ x, y float64 }

// perspective is the map of the plane that takes four points to four others, in turn
// around (Heckbert, Fundamentals of Texture Mapping, 1989, appendix A).
func perspective(from, to [4]point) func(point) point {
	a, b := adjugate(squareTo(from)), squareTo(to)
	var m [9]float64
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				m[3*i+j] += b[3*i+k] * a[3*k+j]
			}
		}
	}
	return func(p point) point {
		w := m[6]*p.x + m[7]*p.y + m[8]
		return point{(m[0]*p.x + m[1]*p.y + m[2]) / w, (m[3]*p.x + m[4]*p.y + m[5]) / w}
	}
}

// squareTo takes the unit square to four points.
func squareTo(p [4]point) [9]float64 {
	sx, sy := p[0].x-p[1].x+p[2].x-p[3].x, p[0].y-p[1].y+p[2].y-p[3].y
	dx1, dx2, dy1, dy2 := p[1].x-p[2].x, p[3].x-p[2].x, p[1].y-p[2].y, p[3].y-p[2].y
	det := dx1*dy2 - dx2*dy1
	g, h := (sx*dy2-dx2*sy)/det, (dx1*sy-sx*dy1)/det
	return [9]float64{
		p[1].x - p[0].x + g*p[1].x, p[3].x - p[0].x + h*p[3].x, p[0].x,
		p[1].y - p[0].y + g*p[1].y, p[3].y - p[0].y + h*p[3].y, p[0].y,
		g, h, 1,
	}
}

// adjugate is the inverse, but for a factor that does not matter here.
func adjugate(m [9]float64) [9]float64 {
	return [9]float64{
		m[4]*m[8] - m[5]*m[7], m[2]*m[7] - m[1]*m[8], m[1]*m[5] - m[2]*m[4],
		m[5]*m[6] - m[3]*m[8], m[0]*m[8] - m[2]*m[6], m[2]*m[3] - m[0]*m[5],
		m[3]*m[7] - m[4]*m[6], m[1]*m[6] - m[0]*m[7], m[0]*m[4] - m[1]*m[3],
	}
}
