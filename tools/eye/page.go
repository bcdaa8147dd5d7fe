// Package eye draws pages that show nonograms, and pages that do not, with the places of what is
// in them: the network of scan/internal/eye learns from them.
//
// A page is a square cut out of a picture, so that the network sees boards of every size with
// cells of 10 to 45 pixels. Equal seeds draw equal pages. The typefaces are those of Debian's
// packages (make fonts) and the pixel typefaces of internal/testkit/pages.
package eye

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"strconv"

	"golang.org/x/image/vector"

	"nonogram/internal/testkit/pages"
)

// Side is the side of a page in pixels.
const Side = 384

// Number is a number of a clue: where its center is, what it says, and by how many quarters it is
// turned clockwise.
type Number struct {
	X, Y        float64
	Value, Turn int
}

// Page is a page and what it shows.
type Page struct {
	*image.RGBA
	Numbers []Number
	Cells   [][2]float64 // their centers
}

// sheet is a page while it is drawn.
type sheet struct {
	*pen
	page           Page
	faces, bitmaps []*pages.Face

	w, h                      int     // cells of the board
	cell                      float64 // pixels
	x, y                      float64 // the board's corner
	paper, ground, tile, line color.RGBA
	rows, columns             [][]mark
	grid                      [][]int
	inks                      []color.RGBA
	stepX, stepY              float64 // from one number to the next
	gapX, gapY                float64 // between the clues and the board
	deepX, deepY              float64 // room of the clues
	hand                      hand
	turned                    int // of the columns' clues
	pixels                    bool
	outward                   bool // the numbers begin at the rim
	spread                    bool // the numbers of a line share its room
}

// mark is a number of a clue and its ink.
type mark struct{ value, ink int }

// Draw draws the page of a seed.
func Draw(seed uint64, faces, bitmaps []*pages.Face) *Page {
	r := rand.New(rand.NewPCG(seed, 58))
	img := image.NewRGBA(image.Rect(0, 0, Side, Side))
	s := &sheet{pen: &pen{RGBA: img, r: r, z: vector.NewRasterizer(1, 1)}, faces: faces, bitmaps: bitmaps}
	s.page.RGBA = img
	s.camera()
	s.paper = s.somePaper()
	s.flood(s.paper)
	if s.chance(.2) {
		s.other()
	} else {
		s.puzzle()
	}
	s.photograph()
	return &s.page
}

func (s *sheet) somePaper() color.RGBA {
	switch k := s.r.Float64(); {
	case k < .3:
		return gray(255)
	case k < .4:
		return gray(255 - s.r.IntN(30))
	case k < .7:
		return s.some(170, 255)
	case k < .8:
		return gray(s.r.IntN(60))
	case k < .9:
		return s.some(0, 90)
	}
	return s.some(0, 255)
}

func (s *sheet) flood(c color.RGBA) {
	for k := 0; k < len(s.Pix); k += 4 {
		s.Pix[k], s.Pix[k+1], s.Pix[k+2], s.Pix[k+3] = c.R, c.G, c.B, 255
	}
	switch {
	case s.chance(.2): // one color runs into another
		other, across := mixed(c, s.some(0, 255), s.between(.1, .6)), s.chance(.5)
		for y := range Side {
			for x := range Side {
				t := float64(y) / Side
				if across {
					t = float64(x) / Side
				}
				s.SetRGBA(x, y, mixed(c, other, t))
			}
		}
	case s.chance(.25):
		s.texture(s.between(3, 40))
	}
}

// texture is noise of a grain.
func (s *sheet) texture(strength float64) {
	grain := of(s.pen, 3, 6, 12, 24, 48)
	n := Side/grain + 2
	colored := s.chance(.5)
	noise := make([][3]float64, n*n)
	for k := range noise {
		v := s.r.NormFloat64()
		noise[k] = [3]float64{v, v, v}
		if colored {
			noise[k] = [3]float64{v, s.r.NormFloat64(), s.r.NormFloat64()}
		}
	}
	for y := range Side {
		for x := range Side {
			i, j := x/grain, y/grain
			fx, fy := float64(x%grain)/float64(grain), float64(y%grain)/float64(grain)
			o := s.PixOffset(x, y)
			for c := range 3 {
				v := (noise[j*n+i][c]*(1-fx)+noise[j*n+i+1][c]*fx)*(1-fy) + (noise[(j+1)*n+i][c]*(1-fx)+noise[(j+1)*n+i+1][c]*fx)*fy
				s.Pix[o+c] = uint8(max(0, min(255, float64(s.Pix[o+c])+strength*v)))
			}
		}
	}
}

// picture chooses the drawing of the puzzle, and the clues.
func (s *sheet) picture() {
	s.w = of(s.pen, 4, 5, 5, 6, 8, 10, 10, 10, 12, 15, 15, 20, 20, 25, 30, 35, 40, 60, 80)
	s.h = s.w
	if s.chance(.3) {
		s.h = of(s.pen, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 50)
	}
	if fill := int(s.between(120, 300) / s.cell); s.chance(.7) { // few empty pages
		s.w, s.h = max(s.w, fill), max(s.h, fill)
	}
	inks := 1
	if s.chance(.2) {
		inks = 2 + s.r.IntN(5)
	}
	dense, grain := s.between(.3, .75), of(s.pen, 1, 1, 2, 3, 6)
	if s.chance(.2) {
		dense = s.between(.75, .97)
	}
	blobs := make(map[[2]int]float64)
	s.grid = make([][]int, s.h)
	for y := range s.grid {
		s.grid[y] = make([]int, s.w)
		for x := range s.grid[y] {
			at := [2]int{x / grain, y / grain}
			if _, ok := blobs[at]; !ok {
				blobs[at] = s.r.Float64()
			}
			if .8*blobs[at]+.2*s.r.Float64() < dense {
				s.grid[y][x] = 1 + (x/4+y/3+s.r.IntN(2))%inks
			}
		}
	}
	invented := s.chance(.3) // numbers that no picture has, as often large as small
	zeros := s.chance(.5)
	lines := func(n, long int, at func(i, k int) int) [][]mark {
		all := make([][]mark, n)
		for i := range all {
			last := 0
			for k := range long {
				v := at(i, k)
				if v > 0 && v == last {
					all[i][len(all[i])-1].value++
				} else if v > 0 {
					all[i] = append(all[i], mark{1, v})
				}
				last = v
			}
			if invented {
				all[i] = all[i][:min(len(all[i]), 12)]
				for k := range all[i] {
					all[i][k].value = 1 + s.r.IntN(of(s.pen, 9, 19, 30, 60, 60, 99))
				}
			}
			if len(all[i]) == 0 && zeros {
				all[i] = []mark{{0, 1}}
			}
		}
		return all
	}
	s.rows = lines(s.h, s.w, func(i, k int) int { return s.grid[i][k] })
	s.columns = lines(s.w, s.h, func(i, k int) int { return s.grid[k][i] })
	for range inks + 1 {
		s.inks = append(s.inks, color.RGBA{})
	}
}

// puzzle draws a board with clues.
func (s *sheet) puzzle() {
	s.cell = math.Exp(s.between(math.Log(10), math.Log(46)))
	s.picture()
	s.letters()
	s.place()
	s.clueGround()
	s.board()
	s.clues()
	s.besides()
	s.over()
}

// letters chooses typeface, size and pace of the clues.
func (s *sheet) letters() {
	h := &s.hand
	h.face, h.wide, h.gap = s.faces[s.r.IntN(len(s.faces))], 1, s.between(.08, .22)
	if s.aspect != 1 && s.chance(.7) {
		h.wide = 1 / s.aspect // the cells are wide or narrow, and the letters are not
	}
	if s.pixels = s.chance(.15); s.pixels {
		h.face = s.bitmaps[s.r.IntN(len(s.bitmaps))]
	}
	if s.chance(.2) {
		h.wide = s.between(.75, 1.25)
	}
	if s.chance(.1) {
		h.slant = s.between(-.1, .25)
	}
	share := s.between(.3, .7)
	if s.chance(.35) {
		share = s.between(.13, .4)
	}
	h.high = max(5.2, share*s.cell)
	if s.chance(.2) {
		h.bold = .02 * h.high
	}
	s.stepX, s.stepY = s.cell, s.cell
	tight := s.chance(.6)
	if tight {
		s.stepX = h.high * s.between(1.1, 2)
		s.stepY = h.high * s.between(1.25, 2)
	}
	if s.chance(.07) {
		s.turned = of(s.pen, 1, 3, 3)
	}
	two := false
	for _, line := range append(s.rows, s.columns...) {
		for _, m := range line {
			two = two || m.value > 9
		}
	}
	if two {
		s.stepX = max(s.stepX, h.high*(1.5*h.wide+.35))
		if s.turned > 0 {
			s.stepY = max(s.stepY, h.high*(1.5*h.wide+.35))
		}
		if h.high*1.5*h.wide > .95*s.cell { // columns side by side
			h.wide *= .95 * s.cell / (h.high * 1.5 * h.wide)
			h.wide = max(h.wide, .6)
		}
	}
	if h.high > .85*s.cell {
		s.cell = h.high / .85
	}
	s.gapX, s.gapY = s.between(0, .5)*s.cell, s.between(0, .5)*s.cell
	if s.chance(.1) { // apart from the board
		s.gapX, s.gapY = s.between(.3, 1.5)*s.cell, s.between(.3, 1.5)*s.cell
	}
	s.spread = s.chance(.05)
}

// place chooses what part of the page is seen.
func (s *sheet) place() {
	for _, l := range s.rows {
		s.deepX = max(s.deepX, float64(len(l))*s.stepX)
	}
	for _, l := range s.columns {
		s.deepY = max(s.deepY, float64(len(l))*s.stepY)
	}
	s.deepX, s.deepY = s.deepX+s.gapX+s.between(0, .6)*s.cell, s.deepY+s.gapY+s.between(0, .6)*s.cell
	if s.outward = s.chance(.12); s.outward && s.chance(.4) {
		s.deepX, s.deepY = s.deepX+s.between(0, 2.5)*s.cell, s.deepY+s.between(0, 1.5)*s.cell
	}
	where := func(deep, size float64) float64 {
		if deep+size < Side-30 {
			return deep + s.between(5, Side-deep-size-5)
		}
		if s.chance(.75) {
			return Side * s.between(.15, .8) // the clues are seen
		}
		return s.between(min(Side*.2, Side*.8-size), Side*.8)
	}
	s.x, s.y = where(s.deepX, float64(s.w)*s.cell), where(s.deepY, float64(s.h)*s.cell)
	if s.long > 1e6 { // on a screen edges are between pixels
		if s.chance(.6) {
			s.cell = math.Round(s.cell)
		}
		s.x, s.y = math.Round(s.x), math.Round(s.y)
	}
}

func (s *sheet) at(i, j float64) (x, y float64) { return s.x + i*s.cell, s.y + j*s.cell }

// inside reports that a place may be in the picture.
func (s *sheet) inside(x, y, reach float64) bool {
	wx, wy := s.warp(x, y)
	return wx > -reach && wy > -reach && wx < Side+reach && wy < Side+reach
}

// clueGround draws what is under the clues: panels, tiles, rules, a highlight.
func (s *sheet) clueGround() {
	s.ground = s.paper
	w, h := float64(s.w), float64(s.h)
	right, bottom := s.x+w*s.cell, s.y+h*s.cell
	if s.chance(.35) {
		s.ground = mixed(s.paper, s.some(0, 255), s.between(.15, .95))
		other := mixed(s.ground, s.against(s.ground, 20), s.between(0, .25)*float64(s.r.IntN(2)))
		radius, inset, full := of(s.pen, 0, 0, 3, 6), of(s.pen, 0, 0, 1, 2), s.chance(.5)
		end := s.between(0, .3) * s.cell * float64(s.r.IntN(2))
		for j := range s.rows {
			from := s.x - s.deepX
			if !full {
				from = s.x - s.gapX - float64(len(s.rows[j]))*s.stepX - 3
			}
			_, y := s.at(0, float64(j))
			s.round(from, y+float64(inset), s.x-end, y+s.cell-float64(inset), float64(radius), [2]color.RGBA{s.ground, other}[j%2])
		}
		for i := range s.columns {
			from := s.y - s.deepY
			if !full {
				from = s.y - s.gapY - float64(len(s.columns[i]))*s.stepY - 3
			}
			x, _ := s.at(float64(i), 0)
			s.round(x+float64(inset), from, x+s.cell-float64(inset), s.y-end, float64(radius), [2]color.RGBA{s.ground, other}[i%2])
		}
	}
	if s.chance(.3) { // lines go on between the clues
		c, width := mixed(s.ground, s.against(s.ground, 40), s.between(.2, 1)), s.between(.7, 2)
		for j := range s.h + 1 {
			_, y := s.at(0, float64(j))
			s.stroke(s.x-s.deepX, y, s.x, y, width, c)
		}
		for i := range s.w + 1 {
			x, _ := s.at(float64(i), 0)
			s.stroke(x, s.y-s.deepY, x, s.y, width, c)
		}
		if s.chance(.5) {
			for x := s.x - s.gapX; x > s.x-s.deepX; x -= s.stepX {
				s.stroke(x, s.y, x, bottom, width, c)
			}
			for y := s.y - s.gapY; y > s.y-s.deepY; y -= s.stepY {
				s.stroke(s.x, y, right, y, width, c)
			}
		}
	}
	if s.chance(.12) {
		c := mixed(s.ground, s.some(0, 255), s.between(.15, .6))
		x, y := s.at(float64(s.r.IntN(s.w)), float64(s.r.IntN(s.h)))
		s.fill(s.x-s.deepX, y, s.x, y+s.cell, c)
		s.fill(x, s.y-s.deepY, x+s.cell, s.y, c)
	}
}

// clues writes the numbers.
func (s *sheet) clues() {
	ink := s.against(s.ground, of(s.pen, 45., 70, 100))
	for k := range s.inks {
		s.inks[k] = ink
		if len(s.inks) > 2 {
			s.inks[k] = s.against(s.ground, 40)
		}
	}
	w := writer{
		sheet: s, chips: s.chance(.05) || len(s.inks) > 2 && s.chance(.5), radius: of(s.pen, 0., 0, 3),
		chip: s.against(s.ground, 50), side: min(s.stepX, s.stepY, s.cell) * s.between(.42, .5),
		done: of(s.pen, 0, 0, 0, .2, .5, .9), pale: s.between(.3, .8), struck: s.chance(.35),
	}
	between := ""
	if !s.pixels && s.chance(.12) {
		between = of(s.pen, ",", ",", ".", "-", ";")
	}
	loose := 0.
	if s.chance(.15) {
		loose = .06 * s.cell
	}
	far := s.chance(.05)
	for j, line := range s.rows {
		for k, m := range line {
			x := s.x - s.gapX - (float64(len(line)-1-k)+.5)*s.stepX
			if s.outward {
				x = s.x - s.deepX + (float64(k)+.5)*s.stepX
			}
			if s.spread {
				x = s.x - s.gapX - (s.deepX-s.gapX)*(float64(len(line)-1-k)+.5)/float64(len(line))
			}
			_, y := s.at(0, float64(j)+.5)
			if between != "" && k+1 < len(line) {
				s.write(&s.hand, between, x+.5*s.stepX, y+.35*s.hand.high, s.inks[m.ink])
			}
			w.number(m, x+loose*s.r.NormFloat64(), y+loose*s.r.NormFloat64(), 0)
			if far {
				w.number(m, s.x+float64(s.w)*s.cell+s.gapX+(float64(k)+.5)*s.stepX, y, 0)
			}
		}
	}
	for i, line := range s.columns {
		for k, m := range line {
			y := s.y - s.gapY - (float64(len(line)-1-k)+.5)*s.stepY
			if s.turned == 3 { // written upwards
				y = s.y - s.gapY - (float64(k)+.5)*s.stepY
			}
			if s.outward {
				y = s.y - s.deepY + (float64(k)+.5)*s.stepY
			}
			x, _ := s.at(float64(i)+.5, 0)
			w.number(m, x+loose*s.r.NormFloat64(), y+loose*s.r.NormFloat64(), s.turned)
			if far {
				w.number(m, x, s.y+float64(s.h)*s.cell+s.gapY+(float64(k)+.5)*s.stepY, s.turned)
			}
		}
	}
}

// writer writes the numbers of one page alike.
type writer struct {
	*sheet
	chips, struck            bool
	radius, side, done, pale float64
	chip                     color.RGBA
}

func (w *writer) number(m mark, x, y float64, turn int) {
	if !w.inside(x, y, 30) {
		return
	}
	c, done := w.inks[m.ink], w.chance(w.done)
	if done && (!w.struck || w.chance(.5)) {
		c = mixed(c, w.ground, w.pale)
	}
	if w.chips {
		under := w.chip
		if len(w.inks) > 2 {
			under = c
		}
		w.round(x-w.side, y-w.side, x+w.side, y+w.side, w.radius, under)
		if c = gray(255); light(under) > 140 {
			c = gray(0)
		}
	}
	h := w.hand
	h.turn = turn
	half := w.write(&h, strconv.Itoa(m.value), x, y, c)
	if w.struck && done {
		d := half + .15*h.high
		if turn == 0 {
			w.stroke(x-d, y+w.between(-.1, .1)*h.high, x+d, y+w.between(-.1, .1)*h.high, max(1, .08*h.high), c)
		} else {
			w.stroke(x, y-d, x, y+d, max(1, .08*h.high), c)
		}
	}
	if px, py := w.warp(x, y); px >= 0 && py >= 0 && px < Side && py < Side {
		w.page.Numbers = append(w.page.Numbers, Number{px, py, m.value, turn})
	}
}
