package see

import (
	"cmp"
	"math"
	"slices"
)

// Growing a mesh.
//
// It begins at a crossing with four like neighbors and goes on step by step: where the
// next crossing should be follows from the steps before, and the nearest one there is
// taken if a line leads to it. So the mesh bends with the page, and no camera or page need
// be modeled. Cost: about linear in the crossings.

const (
	minPitch = 8.0  // pixels from line to line, at the scale that is looked at
	maxPitch = 90.0 //
	stray    = 0.24 // of a pitch: how far a crossing may be from where it should be
	minMesh  = 16   // crossings that make a mesh
	maxSeeds = 400  // tried for one mesh
)

// grower finds the mesh among the crossings of one scale.
type grower struct {
	l       *lines
	found   []crossing
	buckets map[[2]int][]int32
	used    []bool
	on      sheet
}

const bucket = 16

func newGrower(l *lines, p *plane) *grower {
	g := &grower{l: l, found: l.crossings(), buckets: map[[2]int][]int32{}, on: sheet{plane: p}}
	g.used = make([]bool, len(g.found))
	for k, c := range g.found {
		key := [2]int{int(c.X) / bucket, int(c.Y) / bucket}
		g.buckets[key] = append(g.buckets[key], int32(k))
	}
	return g
}

// near is the crossing nearest to a place within r, -1 for none.
func (g *grower) near(at Point, r float64) int {
	best, least := -1, r
	for by := int(at.Y-r) / bucket; by <= int(at.Y+r)/bucket; by++ {
		for bx := int(at.X-r) / bucket; bx <= int(at.X+r)/bucket; bx++ {
			for _, k := range g.buckets[[2]int{bx, by}] {
				if d := distance(g.found[k].Point, at); d < least {
					best, least = int(k), d
				}
			}
		}
	}
	return best
}

// next is the nearest crossing that a line leads to in a direction: 0 right, 1 down,
// 2 left, 3 up.
func (g *grower) next(k, direction int) int {
	from := g.found[k].Point
	type option struct {
		k int32
		d float64
	}
	var options []option
	for reach := 1; reach*bucket < int(maxPitch)+bucket; reach++ {
		options = options[:0]
		bx, by := int(from.X)/bucket, int(from.Y)/bucket
		for a := -reach; a <= reach; a++ {
			for b := reach - 1; b <= reach; b++ {
				key := [2]int{bx + b, by + a}
				switch direction {
				case 1:
					key = [2]int{bx + a, by + b}
				case 2:
					key = [2]int{bx - b, by + a}
				case 3:
					key = [2]int{bx + a, by - b}
				}
				for _, o := range g.buckets[key] {
					d := minus(g.found[o].Point, from)
					along, off := d.X, d.Y
					if direction%2 == 1 {
						along, off = d.Y, d.X
					}
					if direction >= 2 {
						along = -along
					}
					if along >= minPitch && along <= maxPitch && math.Abs(off) < along/4 {
						options = append(options, option{o, along})
					}
				}
			}
		}
		slices.SortFunc(options, func(a, b option) int { return cmp.Compare(a.d, b.d) })
		for _, o := range options {
			if g.l.between(from, g.found[o.k].Point, direction%2 == 0) >= .8 {
				return int(o.k)
			}
		}
	}
	return -1
}

// largest grows meshes from several seeds and returns the nodes of the largest.
func (g *grower) largest() map[node]Point {
	var best map[node]Point
	// Evenly from strong to weak: the strongest may all be digits.
	stride := max(1, len(g.found)/maxSeeds)
	for k := 0; k < len(g.found); k += stride {
		if g.used[k] {
			continue
		}
		u, v, ok := g.seed(k)
		if !ok {
			continue
		}
		if nodes := g.grow(k, u, v); len(nodes) > len(best) {
			best = nodes
		}
		if len(best) > len(g.found)/2 {
			break
		}
	}
	return best
}

// seed gives the steps to the right and down from a crossing with four like neighbors.
func (g *grower) seed(k int) (u, v Point, ok bool) {
	var to [4]Point
	for d := range to {
		n := g.next(k, d)
		if n < 0 {
			return u, v, false
		}
		to[d] = minus(g.found[n].Point, g.found[k].Point)
	}
	like := func(a, b Point) bool { return plus(a, b).length() < .2*max(a.length(), b.length()) }
	if !like(to[0], to[2]) || !like(to[1], to[3]) {
		return u, v, false
	}
	u, v = mix(to[0], Point{-to[2].X, -to[2].Y}, .5), mix(to[1], Point{-to[3].X, -to[3].Y}, .5)
	ratio := u.length() / v.length()
	return u, v, ratio > .55 && ratio < 1.8
}

var around = [4]node{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// grow adds crossings to a mesh as long as there are any where they should be.
func (g *grower) grow(seed int, u, v Point) map[node]Point {
	type state struct {
		at, u, v Point
	}
	nodes := map[node]state{{}: {g.found[seed].Point, u, v}}
	g.used[seed] = true
	queue := []node{{}}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		for _, d := range around {
			to := node{from.i + d.i, from.j + d.j}
			if _, taken := nodes[to]; taken {
				continue
			}
			// All neighbors have a say in where it should be.
			var sum state
			n := 0.0
			for _, e := range around {
				s, ok := nodes[node{to.i + e.i, to.j + e.j}]
				if !ok {
					continue
				}
				n++
				fi, fj := float64(-e.i), float64(-e.j)
				sum.at = plus(sum.at, Point{s.at.X + fi*s.u.X + fj*s.v.X, s.at.Y + fi*s.u.Y + fj*s.v.Y})
				sum.u, sum.v = plus(sum.u, s.u), plus(sum.v, s.v)
			}
			expected := state{times(sum.at, 1/n), times(sum.u, 1/n), times(sum.v, 1/n)}
			k := g.near(expected.at, stray*min(expected.u.length(), expected.v.length()))
			if k < 0 || g.used[k] || g.l.between(nodes[from].at, g.found[k].Point, d.i != 0) < edgeShare {
				continue
			}
			s := state{g.found[k].Point, expected.u, expected.v}
			g.used[k] = true
			moved := times(minus(s.at, nodes[from].at), float64(d.i+d.j))
			if d.i != 0 {
				s.u = mix(s.u, moved, .3)
			} else {
				s.v = mix(s.v, moved, .3)
			}
			nodes[to] = s
			queue = append(queue, to)
		}
	}
	points := make(map[node]Point, len(nodes))
	for n, s := range nodes {
		points[n] = s.at
	}
	return points
}
