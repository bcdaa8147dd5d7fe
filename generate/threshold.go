package generate

import "math"

// Thresholding. The global threshold is Otsu's (IEEE Transactions on Systems, Man, and
// Cybernetics 9, 1979). Under uneven light a local threshold is better, but only where the
// surroundings have contrast.

const (
	// biasRange is the shift of the threshold for a bias of 1.
	biasRange = 0.3
	// contrast is the standard deviation around a cell above which the local mean counts
	// fully.
	contrast = 0.12
	// doubtRange is the distance from the threshold at which the doubt is 1/e.
	doubtRange = 0.06
	// opaque is the opacity above which a cell belongs to the picture.
	opaque = 0.5
)

// threshold decides the cells by lightness.
func (s *sketch) threshold(f *field, bias, local float64, invert bool) {
	values := make([]float64, len(f.points))
	for i, p := range f.points {
		values[i] = float64(p.l)
	}
	level := otsu(values)
	around := newAround(values, f.width, f.height, max(2, min(f.width, f.height)/5))
	if invert {
		bias = -bias
	}
	for i, v := range values {
		mean, deviation := around.at(i)
		trust := local * min(1, deviation/contrast)
		t := level*(1-trust) + mean*trust + bias*biasRange
		dark := v < t
		if dark != invert && f.points[i].alpha >= opaque {
			s.cells[i] = 1
		}
		s.doubt[i] = math.Exp(-math.Abs(v-t) / doubtRange)
	}
}

// otsu returns the threshold for values from 0 to 1 that separates two classes best.
func otsu(values []float64) float64 {
	const bins = 256
	var histogram [bins]float64
	total := 0.0
	for _, v := range values {
		b := int(min(max(v, 0), 1) * (bins - 1))
		histogram[b]++
		total += float64(b)
	}
	n := float64(len(values))
	best, first, last := -1.0, 0, 0
	below, sum := 0.0, 0.0
	for b := range bins - 1 {
		below += histogram[b]
		sum += float64(b) * histogram[b]
		if below == 0 || below == n {
			continue
		}
		d := sum/below - (total-sum)/(n-below)
		switch between := below * (n - below) * d * d; {
		case between > best*(1+1e-12):
			best, first, last = between, b, b
		case between >= best*(1-1e-12):
			last = b // the middle of an empty range
		}
	}
	if best < 0 { // a single value
		return 0.5
	}
	return (float64(first+last)/2 + 1) / (bins - 1)
}

// around computes the mean and deviation in the square around a cell, by summed-area tables.
type around struct {
	width, height, radius int
	sums, squares         []float64 // one row and column more than cells
}

func newAround(values []float64, width, height, radius int) *around {
	a := &around{width: width, height: height, radius: radius}
	a.sums = make([]float64, (width+1)*(height+1))
	a.squares = make([]float64, len(a.sums))
	for y := range height {
		for x := range width {
			i, v := (y+1)*(width+1)+x+1, values[y*width+x]
			a.sums[i] = v + a.sums[i-1] + a.sums[i-width-1] - a.sums[i-width-2]
			a.squares[i] = v*v + a.squares[i-1] + a.squares[i-width-1] - a.squares[i-width-2]
		}
	}
	return a
}

func (a *around) at(cell int) (mean, deviation float64) {
	y, x := cell/a.width, cell%a.width
	top, bottom := max(y-a.radius, 0), min(y+a.radius+1, a.height)
	left, right := max(x-a.radius, 0), min(x+a.radius+1, a.width)
	n := float64((bottom - top) * (right - left))
	over := func(s []float64) float64 {
		w := a.width + 1
		return s[bottom*w+right] - s[top*w+right] - s[bottom*w+left] + s[top*w+left]
	}
	mean = over(a.sums) / n
	return mean, math.Sqrt(max(0, over(a.squares)/n-mean*mean))
}
