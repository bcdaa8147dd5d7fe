package generate

import "math"

// Error diffusion (Floyd and Steinberg, 1976), row by row in alternating directions. A bias bends
// the curve of tones and leaves black and white as they are. Cells of pure background are empty
// and pass nothing on.

const (
	// ditherDoubt is the doubt of a dot.
	ditherDoubt = 0.8
	// toneRange is the exponent of tones for a bias of -1; 1 inverts it.
	toneRange = 4
)

// dither decides the cells by darkness.
func (s *sketch) dither(dark []float64, bias float64) {
	ink := make([]float64, len(dark))
	for i, v := range dark {
		ink[i] = math.Pow(v, math.Pow(toneRange, -bias))
	}
	for y := range s.height {
		for k := range s.width {
			x, ahead := k, 1
			if y%2 == 1 {
				x, ahead = s.width-1-k, -1
			}
			i := y*s.width + x
			s.doubt[i] = ditherDoubt
			if dark[i] <= 0 {
				continue
			}
			rest := ink[i]
			if rest > 0.5 {
				s.cells[i] = 1
				rest--
			}
			s.pass(ink, y, x+ahead, rest*7/16)
			s.pass(ink, y+1, x-ahead, rest*3/16)
			s.pass(ink, y+1, x, rest*5/16)
			s.pass(ink, y+1, x+ahead, rest*1/16)
		}
	}
}

// pass adds an error to a cell inside the picture.
func (s *sketch) pass(ink []float64, y, x int, rest float64) {
	if y < s.height && x >= 0 && x < s.width {
		ink[y*s.width+x] += rest
	}
}
