package generate

// Error diffusion (Floyd and Steinberg, 1976), row by row in alternating directions. Values stay
// between black and white, so that a bias does not let errors grow; transparent cells are empty and
// pass nothing on.

// ditherDoubt is the doubt of a dot.
const ditherDoubt = 0.8

// dither decides the cells by lightness.
func (s *sketch) dither(f *field, bias float64, invert bool) {
	gray := make([]float64, len(f.points))
	for i, p := range f.points {
		light := float64(p.l)
		if invert {
			light = 1 - light
		}
		gray[i] = min(max(light-bias*biasRange, 0), 1)
	}
	for y := range s.height {
		for k := range s.width {
			x, ahead := k, 1
			if y%2 == 1 {
				x, ahead = s.width-1-k, -1
			}
			i := y*s.width + x
			s.doubt[i] = ditherDoubt
			if f.points[i].alpha < opaque {
				continue
			}
			rest := gray[i] - 1
			if gray[i] < 0.5 {
				s.cells[i] = 1
				rest = gray[i]
			}
			s.pass(gray, y, x+ahead, rest*7/16)
			s.pass(gray, y+1, x-ahead, rest*3/16)
			s.pass(gray, y+1, x, rest*5/16)
			s.pass(gray, y+1, x+ahead, rest*1/16)
		}
	}
}

// pass adds an error to a cell inside the picture.
func (s *sketch) pass(gray []float64, y, x int, rest float64) {
	if y < s.height && x >= 0 && x < s.width {
		gray[y*s.width+x] += rest
	}
}
