package eye

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
)

// The board, what else is on a page, pages without a puzzle, and the camera.

// board draws the cells with what a player put into them, and the lines.
func (s *sheet) board() {
	switch k := s.r.IntN(6); {
	case k < 3:
		s.tile = gray(255)
	case k == 3:
		s.tile = mixed(s.paper, gray(255), s.r.Float64())
	case k == 4:
		s.tile = s.paper
	default:
		s.tile = s.some(0, 255)
	}
	if light(s.paper) < 90 && s.chance(.5) {
		s.tile = mixed(s.paper, gray(255), s.between(0, .25))
	}
	other := s.tile
	if s.chance(.3) {
		other = mixed(s.tile, s.against(s.tile, 20), s.between(.03, .2))
	}
	style := of(s.pen, "lines", "lines", "lines", "lines", "lines", "gaps", "gaps", "gaps", "tiles", "bevel", "faint", "dots")
	if s.chance(.05) {
		style = "text"
	}
	s.line = s.against(s.tile, 60)
	if style == "faint" {
		s.line = mixed(s.tile, s.line, s.between(.06, .3))
	}
	if style == "tiles" {
		other = mixed(s.tile, s.against(s.tile, 20), s.between(.08, .3))
	}
	w, h := float64(s.w), float64(s.h)
	x1, y1 := s.at(w, h)
	back := s.tile
	if style == "text" {
		s.tile, back = s.paper, s.paper
	}
	if style == "gaps" {
		back = s.paper
		if d := light(s.paper) - light(s.tile); d*d < 200 || s.chance(.4) {
			back = s.against(s.tile, of(s.pen, 15., 30, 60))
		}
	}
	if style != "text" && (style != "gaps" || back != s.paper) {
		s.fill(s.x, s.y, x1, y1, back)
	}
	c := filler{
		sheet: s, style: style, other: other, checks: s.r.IntN(3), gap: s.between(1, .16*s.cell),
		radius: of(s.pen, 0., 0, 2, 4), filled: of(s.pen, 0, 0, 0, .2, .5, 1, 1), crossed: of(s.pen, 0, 0, 0, .2, .6, 1),
		inset: of(s.pen, 0., 0, 0, 1, 2, .1*s.cell, .2*s.cell), corner: of(s.pen, 0., 0, 0, 3, s.cell/2),
		cross: of(s.pen, "x", "x", "thin", "dot", "box", "plus", "tone", "art"), ink: s.against(s.tile, 40), pencil: s.chance(.1),
	}
	if s.chance(.15) {
		c.art = s.someArt()
	}
	if s.chance(.08) {
		c.ground = s.someArt()
	}
	c.crossArt = s.someArt()
	c.letters = of(s.pen, [3]string{"[ ]", "[#]", "[x]"}, [3]string{".", "#", "x"}, [3]string{"_", "O", "X"}, [3]string{"-", "*", "x"}, [3]string{".", "1", "0"}, [3]string{"?", "#", "."}, [3]string{"+", "@", "-"})
	switch style {
	case "tiles":
		c.checks = 0
	case "text":
		c.checks = 3
		c.hand = hand{face: s.faces[s.r.IntN(len(s.faces))], high: max(5, s.cell*s.between(.45, .7)), gap: .14, wide: 1}
	}
	for range s.inks {
		c.inks = append(c.inks, s.against(s.tile, 60))
	}
	for j := range s.h {
		for i := range s.w {
			c.cell(i, j)
		}
	}
	if style == "text" {
		return
	}
	s.lines(style)
	if s.chance(.4) {
		width := of(s.pen, 1., 2, 3, 4)
		frame := s.against(s.paper, 40)
		for _, e := range [4][4]float64{{s.x, s.y, x1, s.y}, {s.x, y1, x1, y1}, {s.x, s.y, s.x, y1}, {x1, s.y, x1, y1}} {
			s.stroke(e[0], e[1], e[2], e[3], width, frame)
		}
	}
}

func (s *sheet) lines(style string) {
	every := of(s.pen, 0, 0, 5, 5, 5, 4, 3, 10)
	thin := of(s.pen, .8, 1., 1, 1.3, 2)
	thick := thin + of(s.pen, 1., 1, 2, 3)
	if style != "lines" && style != "faint" && style != "dots" {
		if every == 0 {
			return
		}
	}
	for side, n := range [2]int{s.w, s.h} {
		for k := range n + 1 {
			width := thin
			if every > 0 && k%every == 0 {
				width = thick
			} else if style != "lines" && style != "faint" && style != "dots" {
				continue
			}
			x, y := s.at(float64(k), float64(k))
			x1, y1 := s.at(float64(s.w), float64(s.h))
			from, to := [2]float64{x, s.y}, [2]float64{x, y1}
			if side == 1 {
				from, to = [2]float64{s.x, y}, [2]float64{x1, y}
			}
			if style != "dots" || width == thick {
				s.stroke(from[0], from[1], to[0], to[1], width, s.line)
				continue
			}
			for t := 0.; t < 1; t += 4 / max(4, to[0]-from[0]+to[1]-from[1]) {
				px, py := from[0]+t*(to[0]-from[0]), from[1]+t*(to[1]-from[1])
				if s.inside(px, py, 2) {
					s.fill(px-.6, py-.6, px+.8, py+.8, s.line)
				}
			}
		}
	}
}

// filler draws the cells of one board alike.
type filler struct {
	*sheet
	style, cross           string
	other, ink             color.RGBA
	inks                   []color.RGBA
	checks                 int
	gap, radius, filled    float64
	crossed, inset, corner float64
	pencil                 bool
	art, crossArt, ground  *art      // of filled cells, of crossed ones, of all; nil for none
	letters                [3]string // for empty, filled and crossed cells
	hand                   hand
}

func (c *filler) cell(i, j int) {
	x, y := c.at(float64(i), float64(j))
	cx, cy := x+c.sheet.cell/2, y+c.sheet.cell/2
	px, py := c.warp(cx, cy)
	if px < -60 || py < -60 || px > Side+60 || py > Side+60 {
		return
	}
	if px >= 0 && py >= 0 && px < Side && py < Side {
		c.page.Cells = append(c.page.Cells, [2]float64{px, py})
	}
	size := c.sheet.cell
	ground := c.tile
	if c.checks == 0 && (i+j)%2 == 1 || c.checks == 1 && (i/5+j/5)%2 == 1 || c.checks == 2 && j%2 == 1 {
		ground = c.other
	}
	switch {
	case c.style == "gaps":
		c.sheet.round(x+c.gap/2, y+c.gap/2, x+size-c.gap/2, y+size-c.gap/2, c.radius, ground)
	case ground != c.tile:
		c.fill(x, y, x+size, y+size, ground)
	}
	if c.style == "bevel" {
		pale, dark := mixed(ground, gray(255), .6), mixed(ground, gray(0), .4)
		c.fill(x+1, y+1, x+size-1, y+2, pale)
		c.fill(x+1, y+1, x+2, y+size-1, pale)
		c.fill(x+1, y+size-2, x+size-1, y+size-1, dark)
		c.fill(x+size-2, y+1, x+size-1, y+size-1, dark)
	}
	v := c.grid[j][i]
	if c.style == "text" {
		text, ink := c.letters[0], c.ink
		if on := c.chance(c.filled); v > 0 && on {
			text, ink = c.letters[1], c.inks[v]
		} else if v == 0 && c.chance(c.crossed) {
			text = c.letters[2]
		}
		c.write(&c.hand, text, cx, cy, ink)
		return
	}
	if c.ground != nil {
		c.draw(c.ground, cx, cy, size, ground)
	}
	switch {
	case v > 0 && c.art != nil && c.chance(c.filled):
		c.draw(c.art, cx, cy, size, c.inks[v])
	case v > 0 && c.chance(c.filled) && c.pencil:
		for k := range 4 {
			t := size * (.15 + .22*float64(k))
			c.stroke(x+.1*size, y+t+c.between(-2, 2), x+.9*size, y+t+c.between(-3, 3), size*.12, mixed(ground, gray(60), .7))
		}
	case v > 0 && c.chance(c.filled):
		d := c.inset
		if c.style == "gaps" {
			d += c.gap / 2
		}
		c.sheet.round(x+d, y+d, x+size-d, y+size-d, c.corner, c.inks[v])
	case v == 0 && c.chance(c.crossed):
		c.mark(cx, cy)
	}
}

func (c *filler) mark(x, y float64) {
	size := c.sheet.cell
	m, width := size*.25, max(1.2, .09*size)
	switch c.cross {
	case "thin":
		width = 1
	case "plus":
		c.stroke(x-m, y, x+m, y, width, c.ink)
		c.stroke(x, y-m, x, y+m, width, c.ink)
		return
	case "tone":
		c.sheet.round(x-.46*size, y-.46*size, x+.46*size, y+.46*size, c.corner, mixed(c.tile, c.ink, .4))
		return
	case "art":
		c.draw(c.crossArt, x, y, size, c.ink)
		return
	case "dot":
		m = .1 * size
		c.sheet.round(x-m, y-m, x+m, y+m, m, c.ink)
		return
	case "box":
		m = .15 * size
		c.fill(x-m, y-m, x+m, y+m, c.ink)
		return
	}
	c.stroke(x-m, y-m, x+m, y+m, width, c.ink)
	c.stroke(x-m, y+m, x+m, y-m, width, c.ink)
}

// words are as in menus and captions.
func (s *sheet) words() string {
	n := s.r.IntN(100)
	return of(s.pen, fmt.Sprint("Level ", n), fmt.Sprintf("%02d:%02d", n%24, s.r.IntN(60)), fmt.Sprintf("%dx%d", s.w, s.h), "Nonogram", fmt.Sprint("Score ", n*7),
		"Hint", "Menu", fmt.Sprint("#", n*13), fmt.Sprintf("%d/%d", n, 100), "Undo", "New game", fmt.Sprint(n*11), "Rows", "File Edit View", "A B C D", "Back", "Reset", "Check")
}

// besides writes what else a page shows around its puzzle.
func (s *sheet) besides() {
	if s.chance(.5) {
		return
	}
	x1, y1 := s.at(float64(s.w), float64(s.h))
	for range 1 + s.r.IntN(5) {
		h := hand{face: s.faces[s.r.IntN(len(s.faces))], high: s.between(6, 18), gap: .14, wide: 1}
		x, y := s.between(0, Side), s.between(0, Side)
		// Not over the clues and the board.
		if x > s.x-s.deepX-60 && x < x1+60 && y > s.y-s.deepY-14 && y < y1+14 {
			if x > s.x-20 || y > s.y-10 || !s.chance(.6) {
				continue
			}
			x, y = s.x-s.between(.4, 1)*s.deepX, s.y-s.between(.4, 1)*s.deepY // in the corner
		}
		s.write(&h, s.words(), x, y, s.against(s.paper, 50))
	}
	if s.chance(.15) { // a little picture in the corner
		for range 4 {
			x, y, d := s.x-s.between(.2, 1)*s.deepX, s.y-s.between(.2, 1)*s.deepY, s.between(3, 14)
			s.sheetRound(x, y, d)
		}
	}
}

func (s *sheet) sheetRound(x, y, d float64) { s.round(x-d, y-d, x+d, y+d, d, s.some(0, 255)) }

// other draws a page without a puzzle: digits in grids, tables, calendars, text, tiles, charts. Of
// a grid without anything beside it the cells are told: they look like those of a board.
func (s *sheet) other() {
	ink := s.against(s.paper, 60)
	h := hand{face: s.faces[s.r.IntN(len(s.faces))], high: s.between(6, 20), gap: .14, wide: 1}
	switch kind := s.r.IntN(6); kind {
	case 0, 1: // sudoku, number crosswords, tables, calendars
		s.w, s.h = 4+s.r.IntN(15), 4+s.r.IntN(15)
		if s.chance(.5) {
			s.w, s.h = 9, 9
		}
		s.cell = s.between(14, 44)
		aspect := 1.
		if kind == 1 {
			aspect = s.between(1, 2.5)
		}
		h.high = s.cell * s.between(.25, .65)
		s.x, s.y = s.between(-150, 60), s.between(-150, 60)
		share, most, blank := s.between(.3, 1), of(s.pen, 9, 9, 31, 99), s.chance(.7)
		n := 0
		for j := range s.h {
			for i := range s.w {
				x, y := s.x+float64(i)*s.cell*aspect, s.y+float64(j)*s.cell
				if n++; !blank && s.chance(.15) {
					s.fill(x, y, x+s.cell*aspect, y+s.cell, s.against(s.paper, 30))
				}
				if s.chance(share) {
					v := 1 + s.r.IntN(most)
					if most == 31 {
						v = 1 + n%31
					}
					s.write(&h, fmt.Sprint(v), x+.5*s.cell*aspect, y+.5*s.cell, ink)
				}
			}
		}
		if s.chance(.85) {
			for k := range s.h + 1 {
				y := s.y + float64(k)*s.cell
				s.stroke(s.x, y, s.x+float64(s.w)*s.cell*aspect, y, of(s.pen, 1., 1, 2), ink)
			}
			for k := range s.w + 1 {
				x := s.x + float64(k)*s.cell*aspect
				s.stroke(x, s.y, x, s.y+float64(s.h)*s.cell, of(s.pen, 1., 1, 2), ink)
			}
		}
	case 2: // an empty grid, or a picture of squares
		s.picture()
		s.cell = s.between(10, 45)
		s.x, s.y = s.between(-100, 150), s.between(-100, 150)
		s.board()
	case 3: // text
		pace := h.high * s.between(1.5, 2.4)
		for y := s.between(0, 30); y < Side; y += pace {
			for x := s.between(0, 40); x < Side*s.between(.6, 1.2); {
				text := of(s.pen, s.words(), "the", "and", "1", "2", "3", "12", "puzzle", "solve", "7", "2026")
				half := s.write(&h, text, x, y, ink)
				x += 2*half + 1.2*h.high
			}
		}
	case 4: // tiles of a menu
		size, gap := s.between(40, 110), s.between(4, 20)
		x0, y0, radius := s.between(-40, 40), s.between(-40, 40), s.between(0, 16)
		c := s.some(0, 255)
		for y := y0; y < Side; y += size + gap {
			for x := x0; x < Side; x += size + gap {
				s.round(x, y, x+size, y+size, radius, c)
				s.write(&h, of(s.pen, fmt.Sprint(s.r.IntN(99)), s.words()), x+size/2, y+size*s.between(.3, .8), s.against(c, 60))
			}
		}
	default: // shapes
		for range 5 + s.r.IntN(60) {
			x, y := s.between(0, Side), s.between(0, Side)
			s.round(x, y, x+s.between(3, 90), y+s.between(3, 90), s.between(0, 30), s.some(0, 255))
		}
		s.besides()
	}
}

// photograph is the light, the lens, the sensor and the file.
func (s *sheet) photograph() {
	if s.chance(.2) {
		s.shade()
	}
	if s.chance(.35) {
		for range 1 + s.r.IntN(2) {
			s.soften()
		}
	}
	if s.chance(.15) { // a small picture, enlarged
		s.enlarge(s.between(1.2, 2))
	}
	if s.chance(.25) {
		noise := s.between(1, 12)
		for k := range s.Pix {
			if k%4 < 3 {
				s.Pix[k] = uint8(max(0, min(255, float64(s.Pix[k])+noise*s.r.NormFloat64())))
			}
		}
	}
	if s.chance(.4) {
		var b bytes.Buffer
		if err := jpeg.Encode(&b, s.page.RGBA, &jpeg.Options{Quality: 30 + s.r.IntN(65)}); err != nil {
			return
		}
		if img, err := jpeg.Decode(&b); err == nil {
			draw.Draw(s.page.RGBA, s.Rect, img, image.Point{}, draw.Src)
		}
	}
}

// shade lays shadows and the waves of a photographed screen over the page.
func (s *sheet) shade() {
	angle, edge, soft, depth := s.between(0, 2*math.Pi), s.between(-.4, .4), s.between(.01, .4), s.between(.1, .6)
	sin, cos := math.Sincos(angle)
	waves := 0.
	if s.chance(.25) {
		waves = s.between(2, 12)
	}
	kx, ky := s.between(.2, 1.2), s.between(-1.2, 1.2)
	for y := range Side {
		for x := range Side {
			u := (float64(x)*cos+float64(y)*sin)/Side - .5*(cos+sin)
			f := 1 - depth/(1+math.Exp((u-edge)/soft))
			wave := waves * math.Sin(kx*float64(x)+ky*float64(y)+5*math.Sin(.02*float64(x))+5*math.Sin(.015*float64(y)))
			o := s.PixOffset(x, y)
			for c := range 3 {
				s.Pix[o+c] = uint8(max(0, min(255, f*float64(s.Pix[o+c])+wave)))
			}
		}
	}
}

// soften is a blur of one pixel around.
func (s *sheet) soften() {
	weight := s.between(.1, .5)
	for _, step := range [2]int{4, s.Stride} {
		before := append([]uint8(nil), s.Pix...)
		for k := step; k < len(before)-step; k++ {
			s.Pix[k] = uint8((1-weight)*float64(before[k]) + weight/2*(float64(before[k-step])+float64(before[k+step])) + .5)
		}
	}
}

// enlarge makes the picture of fewer pixels.
func (s *sheet) enlarge(times float64) {
	small := int(Side / times)
	few := make([][3]float64, small*small)
	for y := range small {
		for x := range small {
			x0, x1, y0, y1 := x*Side/small, (x+1)*Side/small, y*Side/small, (y+1)*Side/small
			for v := y0; v < y1; v++ {
				for u := x0; u < x1; u++ {
					for c := range 3 {
						few[y*small+x][c] += float64(s.Pix[s.PixOffset(u, v)+c]) / float64((x1-x0)*(y1-y0))
					}
				}
			}
		}
	}
	for y := range Side {
		for x := range Side {
			u, v := max(0, (float64(x)+.5)/times-.5), max(0, (float64(y)+.5)/times-.5)
			i, j := min(int(u), small-2), min(int(v), small-2)
			fu, fv := min(u-float64(i), 1), min(v-float64(j), 1)
			o := s.PixOffset(x, y)
			for c := range 3 {
				top := few[j*small+i][c]*(1-fu) + few[j*small+i+1][c]*fu
				low := few[(j+1)*small+i][c]*(1-fu) + few[(j+1)*small+i+1][c]*fu
				s.Pix[o+c] = uint8(top*(1-fv) + low*fv + .5)
			}
		}
	}
}
