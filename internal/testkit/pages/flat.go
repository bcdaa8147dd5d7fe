package pages

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"math/rand/v2"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"nonogram"
	"nonogram/render"
)

// The clean page, before a camera sees it: drawn larger by oversize, so that what the
// camera makes of it is not a copy of our pixels.
const oversize = 1.5

// theme is the colors of a page.
type theme struct{ page, paper, ink, text, line, tint color.RGBA }

func (s *Style) theme() theme {
	if s.Dark {
		return theme{rgb(18, 20, 26), rgb(34, 38, 46), rgb(225, 228, 235), rgb(230, 232, 238), rgb(84, 90, 104), rgb(44, 50, 60)}
	}
	return theme{rgb(250, 250, 247), rgb(252, 252, 250), rgb(25, 25, 25), rgb(15, 15, 15), rgb(45, 45, 45), rgb(232, 234, 238)}
}

func rgb(r, g, b uint8) color.RGBA { return color.RGBA{r, g, b, 255} }

// sheet is a page while it is drawn.
type sheet struct {
	*image.RGBA
	style Style
	theme theme
	p     *nonogram.Puzzle
	r     *rand.Rand
	cell  float64
	x, y  float64 // the board's corner
	face  font.Face
	deep  [2]int // numbers of the longest clue of rows and of columns
}

// Flat draws the clean page.
func (p *Page) Flat() (*image.RGBA, error) {
	r := rand.New(rand.NewPCG(p.Seed, 3))
	if p.Style.Own {
		return own(p, r)
	}
	s := &sheet{style: p.Style, theme: p.Style.theme(), p: p.Puzzle, r: r, cell: oversize * float64(p.Style.Cell)}
	s.deep = [2]int{longest(p.Puzzle.Rows), longest(p.Puzzle.Cols)}
	if err := s.openFace(); err != nil {
		return nil, err
	}
	s.lay()
	s.draw()
	return s.RGBA, nil
}

// own is the page of the project's renderer.
func own(p *Page, r *rand.Rand) (*image.RGBA, error) {
	d := &render.Drawing{Puzzle: p.Puzzle, Style: render.Style{Cell: oversize * float64(p.Style.Cell)}}
	if p.Style.Dark {
		d.Style.Theme = "dark"
	}
	if p.Style.Filled > 0 {
		d.Grid = marks(p.Puzzle, p.Style.Filled, r)
	}
	var b bytes.Buffer
	if err := render.PNG(&b, d); err != nil {
		return nil, err
	}
	img, err := png.Decode(&b)
	if err != nil {
		return nil, err
	}
	flat := image.NewRGBA(img.Bounds())
	draw.Draw(flat, flat.Rect, img, img.Bounds().Min, draw.Src)
	return flat, nil
}

// marks fills some cells as a player might, without regard to the clues.
func marks(p *nonogram.Puzzle, share float64, r *rand.Rand) *nonogram.Grid {
	g := nonogram.NewGrid(p.Width(), p.Height())
	for i := range g.Cells {
		g.Cells[i] = nonogram.Unknown
		if r.Float64() < share/2 {
			g.Cells[i] = nonogram.Color(1 + r.IntN(len(p.Palette)-1))
		}
	}
	return g
}

func longest(clues []nonogram.Clue) int {
	n := 1
	for _, c := range clues {
		n = max(n, len(c))
	}
	return n
}

// openFace finds the size at which a digit has the wanted height.
func (s *sheet) openFace() error {
	options := &opentype.FaceOptions{Size: 100, DPI: 72, Hinting: font.HintingNone}
	from := s.style.Face.font
	if from == nil {
		from = Plain().font // of captions, beside pixel digits
	}
	probe, err := opentype.NewFace(from, options)
	if err != nil {
		return err
	}
	bounds, _ := font.BoundString(probe, "8")
	high := float64(bounds.Max.Y-bounds.Min.Y) / 64
	options.Size = 100 * s.style.Size * s.cell / high
	// Two digits must fit, with a gap to the next number that people see.
	wide := float64(font.MeasureString(probe, "88")) / 64 * options.Size / 100
	if room := 0.86 * s.step(); wide > room {
		options.Size *= room / wide
	}
	s.face, err = opentype.NewFace(from, options)
	return err
}

// step is from one number of a row's clue to the next.
func (s *sheet) step() float64 {
	if s.style.Ruled {
		return s.cell
	}
	return s.style.Pitch * s.cell
}

// lay measures the page.
func (s *sheet) lay() {
	margin := 0.8 * s.cell
	left, top := float64(s.deep[0])*s.step(), float64(s.deep[1])*s.step()
	s.x, s.y = margin+left, margin+top
	if s.style.Far {
		s.x, s.y = margin, margin
	}
	if s.style.Caption {
		s.y += 2 * s.cell
	}
	w, h := s.x+float64(s.p.Width())*s.cell+margin, s.y+float64(s.p.Height())*s.cell+margin
	if s.style.Both || s.style.Far {
		w, h = w+left, h+top
	}
	if s.style.Caption {
		h += 3 * s.cell
	}
	s.RGBA = image.NewRGBA(image.Rect(0, 0, int(w), int(h)))
}

func (s *sheet) draw() {
	t := &s.theme
	draw.Draw(s.RGBA, s.Rect, image.NewUniform(t.page), image.Point{}, draw.Src)
	w, h := float64(s.p.Width())*s.cell, float64(s.p.Height())*s.cell
	left, top := float64(s.deep[0])*s.step(), float64(s.deep[1])*s.step()
	if s.style.Drop {
		d := 0.5 * s.cell
		s.fill(s.x-left+d, s.y-top+d, s.x+w+d, s.y+h+d, t.line)
		s.fill(s.x-left, s.y-top, s.x+w, s.y+h, t.paper)
	}
	if s.style.Tinted {
		s.tints(left, top)
	}
	if s.style.Corner {
		s.corner(left, top)
	}
	s.cells()
	if s.style.Ruled && s.style.Far {
		s.rules(s.x+w, s.y, s.deep[0], s.p.Height(), false)
		s.rules(s.x, s.y+h, s.p.Width(), s.deep[1], false)
		s.frame(s.x, s.y, s.x+w+left, s.y+h+top)
	} else if s.style.Ruled {
		s.rules(s.x-left, s.y, s.deep[0], s.p.Height(), false)
		s.rules(s.x, s.y-top, s.p.Width(), s.deep[1], false)
		s.frame(s.x-left, s.y-top, s.x+w, s.y+h)
	}
	if s.style.Other > 0 {
		s.other()
	} else {
		s.clues()
	}
	if s.style.Halftone {
		s.halftone()
	}
	if s.style.Caption {
		s.text("Puzzle "+strconv.Itoa(s.r.IntN(300)), s.x, s.y-top-1.2*s.cell, t.text)
		s.text("Level 3 of 12: shade the cells of each row", 1.5*s.cell, float64(s.Rect.Dy())-s.cell, t.text)
	}
}

// tints puts a ground under every second clue.
func (s *sheet) tints(left, top float64) {
	for y := 0; y < s.p.Height(); y += 2 {
		at := s.y + float64(y)*s.cell
		s.fill(s.x-left, at, s.x, at+s.cell, s.theme.tint)
	}
	for x := 0; x < s.p.Width(); x += 2 {
		at := s.x + float64(x)*s.cell
		s.fill(at, s.y-top, at+s.cell, s.y, s.theme.tint)
	}
}

// corner puts a little picture above the rows' clues.
func (s *sheet) corner(left, top float64) {
	w, h := min(left, top)*0.8, min(left, top)*0.8
	x, y := s.x-left+0.1*left, s.y-top+0.1*top
	s.path(s.theme.line, [2]float64{x + w/2, y}, [2]float64{x + w, y + h}, [2]float64{x, y + h})
	s.path(color.RGBA{128, 128, 128, 255}, [2]float64{x + w/2, y}, [2]float64{x + w*0.6, y + h}, [2]float64{x + w*0.2, y + 0.9*h})
}

// cells draws the board.
func (s *sheet) cells() {
	var grid *nonogram.Grid
	if s.style.Filled > 0 {
		grid = marks(s.p, s.style.Filled, s.r)
	}
	for y := range s.p.Height() {
		for x := range s.p.Width() {
			ground, crossed := s.theme.paper, false
			if grid != nil {
				switch c := grid.Cells[y*s.p.Width()+x]; {
				case c != nonogram.Unknown:
					ground = s.ink(c)
				default:
					crossed = s.r.Float64() < s.style.Filled/4
				}
			}
			s.one(s.x+float64(x)*s.cell, s.y+float64(y)*s.cell, ground, crossed)
		}
	}
	if !s.style.Rounded {
		s.rules(s.x, s.y, s.p.Width(), s.p.Height(), true)
		s.frame(s.x, s.y, s.x+float64(s.p.Width())*s.cell, s.y+float64(s.p.Height())*s.cell)
	}
}

// one draws a cell.
func (s *sheet) one(x, y float64, ground color.RGBA, crossed bool) {
	if s.style.Rounded {
		if ground == s.theme.paper {
			ground = s.theme.tint
		}
		s.round(x+0.06*s.cell, y+0.06*s.cell, 0.88*s.cell, 0.2*s.cell, ground)
	} else if ground != s.theme.paper {
		s.fill(x, y, x+s.cell, y+s.cell, ground)
	}
	if crossed {
		a, b, w := 0.25*s.cell, 0.75*s.cell, 0.05*s.cell
		s.path(s.theme.line, [2]float64{x + a, y + a}, [2]float64{x + a + w, y + a}, [2]float64{x + b, y + b}, [2]float64{x + b - w, y + b})
		s.path(s.theme.line, [2]float64{x + b, y + a}, [2]float64{x + b - w, y + a}, [2]float64{x + a, y + b}, [2]float64{x + a + w, y + b})
	}
}

// rules draws the lines of a block of cells.
func (s *sheet) rules(x, y float64, columns, rows int, thick bool) {
	w, h := float64(columns)*s.cell, float64(rows)*s.cell
	for i := 0; i <= columns; i++ {
		t := s.weight(thick || columns == s.p.Width(), i)
		s.fill(x+float64(i)*s.cell-t/2, y, x+float64(i)*s.cell+t/2, y+h, s.theme.line)
	}
	for i := 0; i <= rows; i++ {
		t := s.weight(thick || rows == s.p.Height(), i)
		s.fill(x, y+float64(i)*s.cell-t/2, x+w, y+float64(i)*s.cell+t/2, s.theme.line)
	}
}

// weight is how thick a line is.
func (s *sheet) weight(guided bool, i int) float64 {
	if guided && s.style.Thick > 0 && i%s.style.Thick == 0 {
		return 0.1 * s.cell
	}
	return 0.045 * s.cell
}

func (s *sheet) frame(x0, y0, x1, y1 float64) {
	t := 0.06 * s.cell
	s.fill(x0-t, y0-t, x1+t, y0+t, s.theme.line)
	s.fill(x0-t, y1-t, x1+t, y1+t, s.theme.line)
	s.fill(x0-t, y0-t, x0+t, y1+t, s.theme.line)
	s.fill(x1-t, y0-t, x1+t, y1+t, s.theme.line)
}

// clues writes the numbers, the last of each line next to the board.
func (s *sheet) clues() {
	right, bottom := s.x+float64(s.p.Width())*s.cell, s.y+float64(s.p.Height())*s.cell
	for y, clue := range s.p.Rows {
		clue = s.shown(clue)
		for i, b := range clue {
			at := s.y + (float64(y)+0.5)*s.cell
			if !s.style.Far {
				s.number(b, s.x-(float64(len(clue)-1-i)+0.5)*s.step(), at)
			}
			if s.style.Both || s.style.Far {
				s.number(b, right+(float64(i)+0.5)*s.step(), at)
			}
		}
	}
	for x, clue := range s.p.Cols {
		clue = s.shown(clue)
		for i, b := range clue {
			at := s.x + (float64(x)+0.5)*s.cell
			if !s.style.Far {
				s.number(b, at, s.y-(float64(len(clue)-1-i)+0.5)*s.step())
			}
			if s.style.Both || s.style.Far {
				s.number(b, at, bottom+(float64(i)+0.5)*s.step())
			}
		}
	}
}

// shown is a clue as it is printed.
func (s *sheet) shown(c nonogram.Clue) nonogram.Clue {
	if len(c) == 0 && s.style.Zero {
		return nonogram.Clue{{Length: 0, Color: nonogram.Black}}
	}
	return c
}

// number writes one around a place.
func (s *sheet) number(b nonogram.Block, x, y float64) {
	ink := s.ink(b.Color)
	if s.style.Chips && len(s.p.Palette) > 2 && !s.style.Dark {
		side := 0.43 * s.cell
		s.fill(x-side, y-side, x+side, y+side, ink)
		ink = s.theme.paper
	}
	if s.style.Dimmed > 0 && s.r.Float64() < s.style.Dimmed {
		ink = rgb(ink.R/2+s.theme.paper.R/2, ink.G/2+s.theme.paper.G/2, ink.B/2+s.theme.paper.B/2)
	}
	text := strconv.Itoa(b.Length)
	bounds, _ := font.BoundString(s.face, text)
	if s.style.Face.font == nil {
		s.pixels(b.Length, x, y, ink)
	} else {
		wide, high := bounds.Min.X+bounds.Max.X, bounds.Min.Y+bounds.Max.Y
		s.text(text, x-float64(wide)/128, y-float64(high)/128, ink)
	}
	if s.style.Struck > 0 && s.r.Float64() < s.style.Struck {
		half := float64(bounds.Max.X-bounds.Min.X)/128 + .06*s.cell
		s.fill(x-half, y-.02*s.cell, x+half, y+.02*s.cell, ink)
	}
}

// ink is what a color is printed with.
func (s *sheet) ink(c nonogram.Color) color.RGBA {
	if c == nonogram.Black {
		return s.theme.ink
	}
	v := s.p.Palette[c].RGB
	if s.style.Dark { // lighter, to be seen
		return rgb(v.R/2+127, v.G/2+127, v.B/2+127)
	}
	return rgb(v.R, v.G, v.B)
}

func (s *sheet) text(text string, x, y float64, ink color.RGBA) {
	d := font.Drawer{Dst: s.RGBA, Src: image.NewUniform(ink), Face: s.face, Dot: fixed.Point26_6{X: fixed.Int26_6(math.Round(x * 64)), Y: fixed.Int26_6(math.Round(y * 64))}}
	d.DrawString(text)
}

// fill paints a rectangle, its edges by how much of a pixel they cover.
func (s *sheet) fill(x0, y0, x1, y1 float64, c color.RGBA) {
	s.path(c, [2]float64{x0, y0}, [2]float64{x1, y0}, [2]float64{x1, y1}, [2]float64{x0, y1})
}

// path paints a polygon.
func (s *sheet) path(c color.RGBA, points ...[2]float64) {
	box := image.Rectangle{Min: image.Pt(math.MaxInt32, math.MaxInt32), Max: image.Pt(math.MinInt32, math.MinInt32)}
	for _, p := range points {
		box.Min.X, box.Min.Y = min(box.Min.X, int(math.Floor(p[0]))), min(box.Min.Y, int(math.Floor(p[1])))
		box.Max.X, box.Max.Y = max(box.Max.X, int(math.Ceil(p[0]))), max(box.Max.Y, int(math.Ceil(p[1])))
	}
	z := vector.NewRasterizer(box.Dx(), box.Dy())
	for i, p := range points {
		x, y := float32(p[0]-float64(box.Min.X)), float32(p[1]-float64(box.Min.Y))
		if i == 0 {
			z.MoveTo(x, y)
		} else {
			z.LineTo(x, y)
		}
	}
	z.ClosePath()
	z.Draw(s.RGBA, box, image.NewUniform(c), image.Point{})
}

// round paints a square with rounded corners.
func (s *sheet) round(x, y, side, radius float64, c color.RGBA) {
	var points [][2]float64
	for corner, center := range [4][2]float64{{x + side - radius, y + radius}, {x + side - radius, y + side - radius}, {x + radius, y + side - radius}, {x + radius, y + radius}} {
		for i := range 5 {
			a := (float64(corner) - 1 + float64(i)/4) * math.Pi / 2
			points = append(points, [2]float64{center[0] + radius*math.Cos(a), center[1] + radius*math.Sin(a)})
		}
	}
	s.path(c, points...)
}
