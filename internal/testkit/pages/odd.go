package pages

import (
	"image/color"
	"math/rand/v2"
	"strconv"

	"nonogram"
)

// Pages as apps and handhelds show them, and pages of other things.

// Kinds are the pages of [Odd], in the order of its seeds.
var Kinds = []string{"pixel typefaces", "struck-through numbers", "dimmed numbers", "small digits", "halftone"}

// Odd chooses a page of one of the Kinds, by its seed.
func Odd(seed uint64, p *nonogram.Puzzle, faces []*Face) *Page {
	page := Random(seed, p, faces)
	r := rand.New(rand.NewPCG(seed, 7))
	s := &page.Style
	s.Own, s.Chips = false, false
	switch seed % uint64(len(Kinds)) {
	case 0:
		_, unseen := Bitmaps()
		s.Face, page.Camera = unseen[r.IntN(len(unseen))], randomScreen(r)
	case 1:
		s.Struck = between(r, .2, .8)
	case 2:
		s.Dimmed = between(r, .2, .8)
	case 3:
		s.Cell, s.Size, s.Pitch, s.Ruled = 60+r.IntN(60), between(r, .2, .35), between(r, .4, .6), false
		page.Camera = randomScreen(r)
	default:
		s.Halftone = true
	}
	return page
}

// Others are the pages of [Other], in the order of its seeds.
var Others = []string{"an empty board", "a sudoku", "a crossword", "a calendar"}

// Other chooses a page without a nonogram. The puzzle gives its size.
func Other(seed uint64, p *nonogram.Puzzle, faces []*Face) *Page {
	page := Random(seed, p, faces)
	page.Style.Own, page.Style.Both, page.Style.Far, page.Style.Ruled = false, false, false, false
	page.Style.Other = 1 + int(seed)%len(Others)
	return page
}

// other draws one of the Others.
func (s *sheet) other() {
	n := 0
	for y := range s.p.Height() {
		for x := range s.p.Width() {
			at := [2]float64{s.x + (float64(x)+.5)*s.cell, s.y + (float64(y)+.5)*s.cell}
			chance := s.r.Float64()
			switch {
			case s.style.Other == 2 && chance < .4:
				s.number(nonogram.Block{Length: 1 + s.r.IntN(9), Color: nonogram.Black}, at[0], at[1])
			case s.style.Other == 3 && chance < .2:
				s.fill(at[0]-s.cell/2, at[1]-s.cell/2, at[0]+s.cell/2, at[1]+s.cell/2, s.theme.line)
			case s.style.Other == 3 && chance < .4, s.style.Other == 4:
				n++
				s.number(nonogram.Block{Length: n%99 + 1, Color: nonogram.Black}, at[0], at[1])
			}
		}
	}
}

// pixels writes a number in a pixel typeface around a place.
func (s *sheet) pixels(value int, x, y float64, ink color.RGBA) {
	text := strconv.Itoa(value)
	digits := &s.style.Face.digits
	wide, high := len(text)-1, len(digits[8])
	for _, d := range text {
		wide += len(digits[d-'0'][0])
	}
	side := min(s.style.Size*s.cell/float64(high), .86*s.step()/float64(wide))
	x, y = x-side*float64(wide)/2, y-side*float64(high)/2
	for _, d := range text {
		for j, row := range digits[d-'0'] {
			for i, c := range row {
				if left, top := x+float64(i)*side, y+float64(j)*side; c == '#' {
					s.fill(left, top, left+side, top+side, ink)
				}
			}
		}
		x += side * float64(len(digits[d-'0'][0])+1)
	}
}

// halftone prints the paper in dots.
func (s *sheet) halftone() {
	period := max(int(s.cell/8), 4)
	paper := s.theme.page
	for y := range s.Rect.Dy() {
		for x := range s.Rect.Dx() {
			if (x+y)%period < period/2 && (x-y+s.Rect.Dy()*period)%period < period/2 && s.RGBAAt(x, y).R > 200 {
				s.SetRGBA(x, y, color.RGBA{paper.R - 60, paper.G - 60, paper.B - 60, 255})
			}
		}
	}
}
