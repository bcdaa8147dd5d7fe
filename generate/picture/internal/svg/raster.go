package svg

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Polygons become pixels: four lines are sampled in every row of pixels, and what is
// inside between two crossings counts for each pixel as much of it as it covers.

// samples is how many lines are looked at in a row.
const samples = 4

// edge is a side of a polygon, from its upper end to its lower.
type edge struct {
	x, slope    float64 // x at height 0
	top, bottom float64
	down        int // 1 or -1, the way it went
}

// crossing is where a line meets an edge.
type crossing struct {
	x    float64
	down int
}

// scan finds what of each row is inside, and yields the part of the row that may be:
// its first pixel and the shares covered. What is then done costs so much work for a
// pixel.
func (d *drawing) scan(n *node, polygons [][]point, evenOdd bool, work int, yield func(y, from int, cover []float32)) error {
	count := 0
	for _, p := range polygons {
		count += len(p)
	}
	if err := d.charge(n, 20*count+100); err != nil {
		return err
	}
	size := d.img.Bounds().Size()
	edges, left, right := edgesOf(polygons, count)
	from, to := int(max(left, 0)), int(min(math.Ceil(right), float64(size.X)))
	if len(edges) == 0 || from >= to {
		return nil
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.top, b.top) })
	cover := make([]float32, to-from+1)
	var active []edge
	var found []crossing
	next := 0
	for y := int(max(edges[0].top, 0)); y < size.Y && (next < len(edges) || len(active) > 0); y++ {
		for next < len(edges) && edges[next].top < float64(y+1) {
			active = append(active, edges[next])
			next++
		}
		active = slices.DeleteFunc(active, func(e edge) bool { return e.bottom <= float64(y) })
		if len(active) == 0 {
			continue
		}
		if err := d.charge(n, (to-from)*work+len(active)*samples*(6+3*bits.Len(uint(len(active)))/2)); err != nil {
			return err
		}
		clear(cover)
		for k := range samples {
			at := float64(y) + (float64(k)+0.5)/samples
			found = crossings(found[:0], active, at)
			spans(found, evenOdd, func(a, b float64) { add(cover, a-float64(from), b-float64(from)) })
		}
		sum := float32(0) // cover has the changes from pixel to pixel
		for i := range to - from {
			sum += cover[i]
			cover[i] = sum
		}
		yield(y, from, cover[:to-from])
	}
	return nil
}

// edgesOf lists the sides that are not level, and how far left and right they go.
func edgesOf(polygons [][]point, count int) (edges []edge, left, right float64) {
	left, right = math.Inf(1), math.Inf(-1)
	edges = make([]edge, 0, count)
	for _, p := range polygons {
		for i, b := range p {
			a := p[(i+len(p)-1)%len(p)]
			if far(a) || far(b) || a.y == b.y {
				continue
			}
			left, right = min(left, a.x, b.x), max(right, a.x, b.x)
			e := edge{down: 1}
			if a.y > b.y {
				a, b, e.down = b, a, -1
			}
			e.top, e.bottom = a.y, b.y
			e.slope = (b.x - a.x) / (b.y - a.y)
			e.x = a.x - e.slope*a.y
			edges = append(edges, e)
		}
	}
	return edges, left, right
}

// far reports whether a point is where nothing can be computed any more.
func far(p point) bool {
	return !(math.Abs(p.x) < maxCoordinate*maxCoordinate && math.Abs(p.y) < maxCoordinate*maxCoordinate)
}

func crossings(out []crossing, active []edge, y float64) []crossing {
	for _, e := range active {
		if e.top <= y && y < e.bottom {
			out = append(out, crossing{e.x + e.slope*y, e.down})
		}
	}
	slices.SortFunc(out, func(a, b crossing) int { return cmp.Compare(a.x, b.x) })
	return out
}

// spans yields what is inside, by one of the two rules.
func spans(found []crossing, evenOdd bool, yield func(from, to float64)) {
	winding := 0
	for i, c := range found {
		before := winding
		if evenOdd {
			winding ^= 1
		} else {
			winding += c.down
		}
		if before != 0 && i > 0 {
			yield(found[i-1].x, c.x)
		}
	}
}

// add counts a span of one line: cover gets the changes that make its share.
func add(cover []float32, from, to float64) {
	last := float64(len(cover) - 1)
	from, to = min(max(from, 0), last), min(max(to, 0), last)
	if from >= to {
		return
	}
	step := func(at float64, by float32) {
		i := int(at)
		part := float32(at - float64(i))
		cover[i] += by * (1 - part)
		if i+1 < len(cover) {
			cover[i+1] += by * part
		}
	}
	step(from, 1./samples)
	step(to, -1./samples)
}
