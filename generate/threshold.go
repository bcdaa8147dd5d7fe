package generate

import (
	"math"
	"slices"

	"nonogram"
)

// Thresholding. The global threshold is Otsu's (IEEE Transactions on Systems, Man, and
// Cybernetics 9, 1979). Under uneven light a local threshold is better, but only where the
// surroundings have contrast.
//
// A line thinner than a cell is fainter where it lies between two cells, so that a threshold
// makes dots of it. Cells below the threshold that continue a line are therefore filled too:
// crests of darkness that are connected with a filled cell, as in Canny's hysteresis. How dark a
// thin line is, its own points say: a black area elsewhere raises the threshold of cells.
//
// Ink mode sharpens the picture first, as the extended difference of Gaussians does
// (Winnemöller, Kyprianidis and Olsen, Computers & Graphics 36, 2012): dark areas are filled,
// light ones keep the lines in them, and faces their features.

const (
	// contrast is the standard deviation around a cell above which the local mean counts
	// fully.
	contrast = 0.12
	// doubtRange is the distance from the threshold at which the doubt is 1/e.
	doubtRange = 0.06
	// opaque is the opacity above which a point belongs to the picture.
	opaque = 0.5
	// faintLine is where a line ends, between the threshold and the mean of lighter cells.
	faintLine = 0.6
	// inkSharpness is how much ink mode exaggerates differences from the surroundings.
	inkSharpness = 4
)

// threshold decides the cells by the darkness of their points.
func (s *sketch) threshold(f *field, points []float64, bias, local float64) {
	dark, peaks := f.inCells(points), f.peaks(points)
	level := otsu(dark)
	less, more := classMeans(dark, level)
	around := newAround(dark, s.width, s.height, max(2, min(s.width, s.height)/5))
	if bias > 0 {
		level -= bias * (level - less)
	} else {
		level -= bias * (more - level)
	}
	weak := make([]bool, len(dark))
	for i, v := range dark {
		mean, deviation := around.at(i)
		trust := local * min(1, deviation/contrast)
		t := level*(1-trust) + mean*trust
		if v > t {
			s.cells[i] = 1
		}
		weak[i] = v > t-faintLine*(t-less) || peaks[i] > (t+less)/2 // half, as a line between two points has it
		s.doubt[i] = math.Exp(-math.Abs(v-t) / doubtRange)
	}
	s.traceLines(dark, weak, less, nil)
}

// classMeans returns the mean of the values up to a level and of those above it.
func classMeans(values []float64, level float64) (less, more float64) {
	var sum [2]float64
	var n [2]float64
	for _, v := range values {
		k := 0
		if v > level {
			k = 1
		}
		sum[k] += v
		n[k]++
	}
	return sum[0] / max(n[0], 1), sum[1] / max(n[1], 1)
}

// traceLines fills the weak crests of darkness that are connected with filled cells, with the
// given inks or with black. Light is the darkness of the other cells.
func (s *sketch) traceLines(dark []float64, weak []bool, light float64, ink []nonogram.Color) {
	var stack []int
	for i, c := range s.cells {
		if c != 0 {
			stack = append(stack, i)
		}
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for y := max(i/s.width-1, 0); y <= min(i/s.width+1, s.height-1); y++ {
			for x := max(i%s.width-1, 0); x <= min(i%s.width+1, s.width-1); x++ {
				if j := y*s.width + x; s.cells[j] == 0 && weak[j] && s.crest(dark, y, x, light) {
					s.cells[j] = 1
					if ink != nil {
						s.cells[j] = ink[j]
					}
					stack = append(stack, j)
				}
			}
		}
	}
}

// crest reports whether a cell is part of a dark line of at most two cells: in one of four
// directions it is darker than its neighbors on both sides, and one or two cells away there is
// at most half of its darkness, above that of the light cells. Of two equal cells the first
// counts.
func (s *sketch) crest(dark []float64, y, x int, light float64) bool {
	at := func(y, x int) float64 {
		if y < 0 || y >= s.height || x < 0 || x >= s.width {
			return 0
		}
		return dark[y*s.width+x]
	}
	v := at(y, x)
	half := (v + light) / 2
	for _, d := range [...][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		before, after := at(y-d[0], x-d[1]), at(y+d[0], x+d[1])
		if v > before && v >= after &&
			min(before, at(y-2*d[0], x-2*d[1])) <= half && min(after, at(y+2*d[0], x+2*d[1])) <= half {
			return true
		}
	}
	return false
}

// darkness returns how dark each point is, from 0 to 1, or how light if inverted. Transparent
// points are background.
func (f *field) darkness(invert bool) []float64 {
	dark := make([]float64, len(f.points))
	for i, p := range f.points {
		dark[i] = float64(1 - p.onWhite())
		if invert {
			dark[i] = float64(p.on(0))
		}
	}
	return dark
}

// inCells averages values of points over the cells.
func (f *field) inCells(values []float64) []float64 {
	width := f.width / fine
	cells := make([]float64, len(values)/(fine*fine))
	for i, v := range values {
		cells[i/f.width/fine*width+i%f.width/fine] += v / (fine * fine)
	}
	return cells
}

// peaks returns the mean of the darkest points of each cell, as many as a line of a point's
// width has in it.
func (f *field) peaks(values []float64) []float64 {
	width := f.width / fine
	peaks := make([]float64, len(values)/(fine*fine))
	var cell [fine * fine]float64
	for i := range peaks {
		at := i/width*fine*f.width + i%width*fine
		for y := range fine {
			copy(cell[y*fine:], values[at+y*f.width:][:fine])
		}
		slices.Sort(cell[:])
		for _, v := range cell[len(cell)-fine:] {
			peaks[i] += v / fine
		}
	}
	return peaks
}

// sharpened exaggerates the differences of values from their surroundings of a cell's size.
func (f *field) sharpened(values []float64) []float64 {
	around := newAround(values, f.width, f.height, fine)
	sharp := make([]float64, len(values))
	for i, v := range values {
		mean, _ := around.at(i)
		sharp[i] = min(max(v+inkSharpness*(v-mean), 0), 1)
	}
	return sharp
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
