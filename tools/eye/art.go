package eye

import "image/color"

// Little pictures in cells, and what lies over a board.

// art is a little picture that every cell of a kind shows: shapes within each other, from dark to
// pale or at random, and strokes.
type art struct {
	shapes []artShape
	turns  bool // its pieces lie elsewhere in each cell
}

// artShape is a shape, in cells: half of its size, how round it is, and its color's share of another.
type artShape struct {
	x, y, half, round, share float64
	other                    color.RGBA
	line                     bool
}

func (s *sheet) someArt() *art {
	a := &art{turns: s.chance(.1)}
	other := s.some(0, 255)
	switch n := 2 + s.r.IntN(5); {
	case s.chance(.5): // within each other
		round := s.between(0, 1)
		for k := range n {
			t := float64(k) / float64(n-1)
			a.shapes = append(a.shapes, artShape{half: .5 - .42*t, round: round, share: t, other: other})
		}
	default:
		a.shapes = append(a.shapes, artShape{half: s.between(.3, .5), round: s.between(0, 1), share: s.between(0, .5), other: other})
		for range n {
			a.shapes = append(a.shapes, artShape{x: s.between(-.3, .3), y: s.between(-.3, .3), half: s.between(.05, .25), round: s.between(0, 1), share: s.between(0, 1), other: s.some(0, 255), line: s.chance(.4)})
		}
	}
	return a
}

func (s *sheet) draw(a *art, x, y, size float64, c color.RGBA) {
	for _, p := range a.shapes {
		px, py, d := x+p.x*size, y+p.y*size, p.half*size
		if a.turns {
			px, py = px+s.between(-.1, .1)*size, py+s.between(-.1, .1)*size
		}
		if ink := mixed(c, p.other, p.share); p.line {
			s.stroke(px-d, py-d, px+d, py+d, .08*size, ink)
		} else {
			s.round(px-d, py-d, px+d, py+d, p.round*d, ink)
		}
	}
}

// over draws what lies over a board: a message, a pointer, a chosen cell, sparks. Cells below a
// message are still cells of the board.
func (s *sheet) over() {
	w, h := float64(s.w)*s.cell, float64(s.h)*s.cell
	if s.chance(.05) {
		x, y := s.x+s.between(.1, .9)*w, s.y+s.between(.2, 1.2)*h
		dx, dy := s.between(.1, .4)*w, min(s.between(.05, .2)*h, 40)
		c := of(s.pen, s.paper, gray(255), s.some(0, 255))
		s.round(x-dx, y-dy, x+dx, y+dy, of(s.pen, 0., 4, 10), c)
		t := hand{face: s.faces[s.r.IntN(len(s.faces))], high: max(6, .5*dy), gap: .14, wide: 1}
		s.write(&t, of(s.pen, "You won!", "SOLVED", s.words()), x, y, s.against(c, 60))
	}
	if s.chance(.1) {
		x, y := s.at(float64(s.r.IntN(s.w)), float64(s.r.IntN(s.h)))
		c, width := s.some(0, 255), s.between(1, 3)
		for _, e := range [4][4]float64{{0, 0, 1, 0}, {0, 1, 1, 1}, {0, 0, 0, 1}, {1, 0, 1, 1}} {
			s.stroke(x+e[0]*s.cell, y+e[1]*s.cell, x+e[2]*s.cell, y+e[3]*s.cell, width, c)
		}
	}
	if s.chance(.04) {
		c := s.some(0, 255)
		for range 20 + s.r.IntN(200) {
			x, y := s.x+s.between(-.2, 1)*w, s.y+s.between(-.2, 1)*h
			s.fill(x-1, y-1, x+s.between(0, 1.5), y+s.between(0, 1.5), c)
		}
	}
}
