package generate

import "math"

// Outlines by Canny's method (IEEE Transactions on Pattern Analysis and Machine Intelligence
// 8, 1986) on the fine points: blur, gradient, non-maximum suppression, and hysteresis. A
// cell is black if enough of its points are on an edge.

const (
	// strongEdge and weakEdge are slopes per point; a bias divides
	// them by up to edgeBias.
	strongEdge, weakEdge = 0.025, 0.012
	edgeBias             = 4
	// edgePoints is the number of edge points that make a cell black; a straight line
	// through a cell has four.
	edgePoints = 2.5
)

// edges decides the cells by outlines.
func (s *sketch) edges(f *field, bias float64) {
	e := newSlopes(f)
	scale := math.Pow(edgeBias, -bias)
	on := e.connected(strongEdge*scale, weakEdge*scale)
	for i := range s.cells {
		y, x := i/s.width*fine, i%s.width*fine
		n := 0
		for v := y; v < y+fine; v++ {
			for _, edge := range on[v*f.width+x : v*f.width+x+fine] {
				if edge {
					n++
				}
			}
		}
		if float64(n) > edgePoints {
			s.cells[i] = 1
		}
		s.doubt[i] = max(0, 1-math.Abs(float64(n)-edgePoints)/edgePoints)
	}
}

// slopes is the gradient of a field.
type slopes struct {
	width, height int
	size          []float64 // 0 where it is not a local maximum
}

func newSlopes(f *field) *slopes {
	e := &slopes{width: f.width, height: f.height, size: make([]float64, len(f.points))}
	size, dirs := make([]float64, len(f.points)), make([][2]float64, len(f.points))
	for _, channel := range []func(lab) float32{lab.onWhite, func(p lab) float32 { return p.a * p.alpha }, func(p lab) float32 { return p.b * p.alpha }} {
		v := make([]float64, len(f.points))
		for i, p := range f.points {
			v[i] = float64(channel(p))
		}
		e.steepest(blur(blur(v, f.width, f.height), f.width, f.height), size, dirs)
	}
	for i := range size {
		if e.crest(size, i, dirs[i]) {
			e.size[i] = size[i]
		}
	}
	return e
}

// steepest keeps the gradient of a channel where it is larger than that of the channels
// before, with Sobel's weights.
func (e *slopes) steepest(v, size []float64, dirs [][2]float64) {
	for i := range v {
		at := func(dy, dx int) float64 {
			y, x := min(max(i/e.width+dy, 0), e.height-1), min(max(i%e.width+dx, 0), e.width-1)
			return v[y*e.width+x]
		}
		gx := (at(-1, 1) + 2*at(0, 1) + at(1, 1) - at(-1, -1) - 2*at(0, -1) - at(1, -1)) / 8
		gy := (at(1, -1) + 2*at(1, 0) + at(1, 1) - at(-1, -1) - 2*at(-1, 0) - at(-1, 1)) / 8
		if s := math.Hypot(gx, gy); s > size[i] {
			size[i], dirs[i] = s, [2]float64{gx, gy}
		}
	}
}

// crest reports whether the gradient has a local maximum across the edge. Of two equal
// points the first counts.
func (e *slopes) crest(size []float64, i int, dir [2]float64) bool {
	if size[i] == 0 {
		return false
	}
	dx, dy := int(math.Round(dir[0]/size[i])), int(math.Round(dir[1]/size[i]))
	at := func(sign int) float64 {
		y, x := i/e.width+sign*dy, i%e.width+sign*dx
		if y < 0 || y >= e.height || x < 0 || x >= e.width {
			return 0
		}
		return size[y*e.width+x]
	}
	return size[i] > at(-1) && size[i] >= at(1)
}

// connected finds the strong points and the weak ones connected to them.
func (e *slopes) connected(strong, weak float64) []bool {
	on := make([]bool, len(e.size))
	var stack []int
	for i, v := range e.size {
		if v < strong || on[i] {
			continue
		}
		on[i] = true
		stack = append(stack, i)
		for len(stack) > 0 {
			j := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for y := max(j/e.width-1, 0); y <= min(j/e.width+1, e.height-1); y++ {
				for x := max(j%e.width-1, 0); x <= min(j%e.width+1, e.width-1); x++ {
					if k := y*e.width + x; !on[k] && e.size[k] >= weak {
						on[k] = true
						stack = append(stack, k)
					}
				}
			}
		}
	}
	return on
}

// blur averages each point with its neighbors, with weights 1 2 1 in both directions.
func blur(v []float64, w, h int) []float64 {
	row, out := make([]float64, len(v)), make([]float64, len(v))
	for i := range v {
		y, x := i/w*w, i%w
		row[i] = (v[y+max(x-1, 0)] + 2*v[i] + v[y+min(x+1, w-1)]) / 4
	}
	for i := range row {
		y, x := i/w, i%w
		out[i] = (row[max(y-1, 0)*w+x] + 2*row[i] + row[min(y+1, h-1)*w+x]) / 4
	}
	return out
}
