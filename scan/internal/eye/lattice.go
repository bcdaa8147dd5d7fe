package eye

import (
	"cmp"
	"math"
	"slices"
)

// The lattice of a board: cells that lie beside each other in equal steps, seen in perspective.
// Patches grow from the surest cells, over gaps of one; a projective map is fitted to the largest,
// and every cell that lies well joins it.

const (
	nearest, farthest = 7, 64 // pixels of a view from a cell to the next that the network knows
	fewestCells       = 9     // of a lattice
	seeds             = 60    // cells from which patches grow
	astray            = .25   // steps that a cell may be away from its place
	projective        = 40    // cells from which a map is projective: fewer do not tell how a page is tilted
	surely            = .25   // the probability from which a cell counts
)

// lattice is cells by their place in the rows and columns.
type lattice struct {
	at, from plane       // from a picture to places in the lattice, and back
	w, h     int         // places
	there    [][]float64 // how surely there is a cell, by row
}

// findLattice fits a lattice to the cells of a view, nil if they have none.
func findLattice(v *View) *lattice {
	cells := slices.DeleteFunc(slices.Clone(v.Cells), func(s Spot) bool { return s.There < surely })
	slices.SortStableFunc(cells, func(a, b Spot) int { return cmp.Compare(b.There, a.There) })
	right, ok := step(cells, false)
	down, also := step(cells, true)
	if !ok || !also {
		return nil
	}
	size := min(math.Hypot(right[0], right[1]), math.Hypot(down[0], down[1]))
	if size*v.Scale < nearest || size*v.Scale > farthest {
		return nil
	}
	at, ok := fitted(cells, grown(cells, right, down, size))
	if !ok {
		return nil
	}
	return placed(cells, at)
}

// step is the commonest way from a cell to the next at its right, or below.
func step(cells []Spot, downward bool) (way [2]float64, ok bool) {
	const some, alike, aside = 250, .08, .3
	var ways [][2]float64 // along and aside
	for _, a := range cells[:min(some, len(cells))] {
		best := [2]float64{math.Inf(1), 0}
		for _, b := range cells {
			x, y := b.X-a.X, b.Y-a.Y
			if downward {
				x, y = y, x
			}
			if x > 1 && math.Abs(y) < aside*x && x < best[0] {
				best = [2]float64{x, y}
			}
		}
		if !math.IsInf(best[0], 1) {
			ways = append(ways, best)
		}
	}
	if len(ways) < 5 {
		return way, false
	}
	like := func(w [2]float64) (list [][2]float64) {
		for _, o := range ways {
			if math.Abs(o[0]-w[0]) < alike*w[0] {
				list = append(list, o)
			}
		}
		return list
	}
	var most [][2]float64
	score := 0.0
	for _, w := range ways { // a double step is no better than a single one
		if l := like(w); float64(len(l))/math.Sqrt(w[0]) > score {
			most, score = l, float64(len(l))/math.Sqrt(w[0])
		}
	}
	middle := func(k int) float64 {
		v := make([]float64, len(most))
		for i := range most {
			v[i] = most[i][k]
		}
		slices.Sort(v)
		return v[len(v)/2]
	}
	if downward {
		return [2]float64{middle(1), middle(0)}, true
	}
	return [2]float64{middle(0), middle(1)}, true
}

type place struct{ i, j int }

// grown is the places of the cells of the largest patch, by their indices.
func grown(cells []Spot, right, down [2]float64, size float64) map[int]place {
	bin := func(x, y float64) place { return place{int(math.Floor(x / size)), int(math.Floor(y / size))} }
	bins := map[place][]int{}
	for k, c := range cells {
		bins[bin(c.X, c.Y)] = append(bins[bin(c.X, c.Y)], k)
	}
	at := func(x, y float64) int {
		best, off := -1, astray*size
		low, high := bin(x-off, y-off), bin(x+off, y+off)
		for i := low.i; i <= high.i; i++ {
			for j := low.j; j <= high.j; j++ {
				for _, k := range bins[place{i, j}] {
					if d := math.Hypot(cells[k].X-x, cells[k].Y-y); d < off {
						best, off = k, d
					}
				}
			}
		}
		return best
	}
	type open struct {
		cell        int
		right, down [2]float64
	}
	var best map[int]place
	most, seen := 0.0, make([]bool, len(cells))
	for first, tries := 0, 0; first < len(cells) && tries < seeds && 2*len(best) <= len(cells); first++ {
		if seen[first] {
			continue
		}
		tries++
		places, taken := map[int]place{first: {}}, map[place]bool{{}: true}
		seen[first] = true
		sum := cells[first].There
		for todo := []open{{first, right, down}}; len(todo) > 0; todo = todo[1:] {
			o, from := todo[0], places[todo[0].cell]
			for _, d := range [8]place{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {2, 0}, {-2, 0}, {0, 2}, {0, -2}} {
				m, n := float64(d.i), float64(d.j)
				c := cells[o.cell]
				to := place{from.i + d.i, from.j + d.j}
				k := at(c.X+m*o.right[0]+n*o.down[0], c.Y+m*o.right[1]+n*o.down[1])
				if _, known := places[k]; k < 0 || known || taken[to] {
					continue
				}
				places[k], taken[to], seen[k] = to, true, true
				sum += cells[k].There
				next := open{k, o.right, o.down}
				way := &next.right
				if d.j != 0 {
					way = &next.down
				}
				way[0] = .8*way[0] + .2*(cells[k].X-c.X)/(m+n)
				way[1] = .8*way[1] + .2*(cells[k].Y-c.Y)/(m+n)
				todo = append(todo, next)
			}
		}
		if sum > most {
			best, most = places, sum
		}
	}
	return best
}

// fitted is the map from the picture to the lattice that fits a patch, and then all cells that lie
// well on it.
func fitted(cells []Spot, patch map[int]place) (plane, bool) {
	const rounds = 4
	var from, to [][2]float64
	for k, c := range cells {
		if p, ok := patch[k]; ok {
			from, to = append(from, [2]float64{c.X, c.Y}), append(to, [2]float64{float64(p.i), float64(p.j)})
		}
	}
	for round := 0; ; round++ {
		if len(from) < fewestCells {
			return plane{}, false
		}
		at, ok := solved(from, to)
		if !ok || round == rounds {
			return at, ok
		}
		from, to = from[:0], to[:0]
		for _, c := range cells {
			u, v := at.of(c.X, c.Y)
			i, j := math.Round(u), math.Round(v)
			if math.Abs(u-i) < astray && math.Abs(v-j) < astray {
				from, to = append(from, [2]float64{c.X, c.Y}), append(to, [2]float64{i, j})
			}
		}
	}
}

// placed is the lattice of a map, from its first cell to its last.
func placed(cells []Spot, at plane) *lattice {
	low, high := place{math.MaxInt, math.MaxInt}, place{math.MinInt, math.MinInt}
	found := map[place]float64{}
	for _, c := range cells {
		u, v := at.of(c.X, c.Y)
		i, j := math.Round(u), math.Round(v)
		if math.Abs(u-i) >= astray || math.Abs(v-j) >= astray {
			continue
		}
		p := place{int(i), int(j)}
		found[p] = max(found[p], c.There)
		low, high = place{min(low.i, p.i), min(low.j, p.j)}, place{max(high.i, p.i), max(high.j, p.j)}
	}
	const most = 150 // places a side; a larger board is no photograph
	l := &lattice{w: high.i - low.i + 1, h: high.j - low.j + 1}
	if len(found) < fewestCells || l.w > most || l.h > most {
		return nil
	}
	l.at = at.moved(-float64(low.i), -float64(low.j))
	l.from = l.at.inverse()
	l.there = make([][]float64, l.h)
	for j := range l.there {
		l.there[j] = make([]float64, l.w)
		for i := range l.there[j] {
			l.there[j][i] = found[place{low.i + i, low.j + j}]
		}
	}
	return l
}

// plane is a projective map: a matrix of three rows.
type plane [9]float64

func (p *plane) of(x, y float64) (u, v float64) {
	w := p[6]*x + p[7]*y + p[8]
	if math.Abs(w) < 1e-9 {
		w = 1e-9
	}
	return (p[0]*x + p[1]*y + p[2]) / w, (p[3]*x + p[4]*y + p[5]) / w
}

// moved is the map, then a step.
func (p plane) moved(u, v float64) plane {
	for k := range 3 {
		p[k] += u * p[6+k]
		p[3+k] += v * p[6+k]
	}
	return p
}

func (p *plane) inverse() plane {
	a := p
	return plane{
		a[4]*a[8] - a[5]*a[7], a[2]*a[7] - a[1]*a[8], a[1]*a[5] - a[2]*a[4],
		a[5]*a[6] - a[3]*a[8], a[0]*a[8] - a[2]*a[6], a[2]*a[3] - a[0]*a[5],
		a[3]*a[7] - a[4]*a[6], a[1]*a[6] - a[0]*a[7], a[0]*a[4] - a[1]*a[3],
	}
}

// solved is the map that takes points to others, by least squares: affine for few.
func solved(from, to [][2]float64) (plane, bool) {
	n, unknown := float64(len(from)), 6
	if len(from) >= projective {
		unknown = 8
	}
	var mx, my, size float64
	for _, p := range from {
		mx, my = mx+p[0]/n, my+p[1]/n
	}
	for _, p := range from {
		size += math.Hypot(p[0]-mx, p[1]-my) / n
	}
	if size == 0 {
		return plane{}, false
	}
	var normal [8][9]float64
	for k, p := range from {
		x, y := (p[0]-mx)/size, (p[1]-my)/size
		for _, row := range [2][9]float64{
			{x, y, 1, 0, 0, 0, -to[k][0] * x, -to[k][0] * y, to[k][0]},
			{0, 0, 0, x, y, 1, -to[k][1] * x, -to[k][1] * y, to[k][1]},
		} {
			for i := range unknown {
				for j := range unknown {
					normal[i][j] += row[i] * row[j]
				}
				normal[i][8] += row[i] * row[8]
			}
		}
	}
	var h [8]float64
	for i := range unknown { // Gauss
		top := i
		for k := i + 1; k < unknown; k++ {
			if math.Abs(normal[k][i]) > math.Abs(normal[top][i]) {
				top = k
			}
		}
		normal[i], normal[top] = normal[top], normal[i]
		if math.Abs(normal[i][i]) < 1e-9 {
			return plane{}, false
		}
		for k := range unknown {
			if k != i {
				f := normal[k][i] / normal[i][i]
				for j := i; j < 9; j++ {
					normal[k][j] -= f * normal[i][j]
				}
			}
		}
	}
	for i := range unknown {
		h[i] = normal[i][8] / normal[i][i]
	}
	// From points in the middle, of size 1, back to those of the picture.
	p := plane{h[0] / size, h[1] / size, h[2], h[3] / size, h[4] / size, h[5], h[6] / size, h[7] / size, 1}
	for k := range 3 {
		p[3*k+2] -= p[3*k]*mx + p[3*k+1]*my
	}
	return p, true
}
