package eye

import (
	"cmp"
	"math"
	"slices"
)

// The boards of a lattice, and the numbers beside them. A board is a rectangle full of cells, with
// a number beside each line and none inside.

// Board is a board that there may be, with the numbers of its clues in reading order. A number
// that is hardly there has a low probability.
type Board struct {
	Width, Height int
	Rows, Columns [][]Number
	Fit           float64 // how well it is a board, for each line: at most 4.5
	Size          float64 // of a cell, in pixels of the picture

	x, y  int
	apart float64 // cells between two numbers, at least
	on    *lattice
}

// At is the place in the picture of a place on the board, in cells from its top left.
func (b *Board) At(u, v float64) (x, y float64) {
	return b.on.from.of(float64(b.x)+u-.5, float64(b.y)+v-.5)
}

// Whole is how well all of it is a board.
func (b *Board) Whole() float64 { return b.Fit * float64(b.Width+b.Height) }

const (
	sideCells  = 3   // of a board, at least
	around     = 3   // lines by which the edge of a board may lie elsewhere
	boards     = 3   // of a lattice that are looked at
	cellWeight = 7.0 // of cells, where a clue has 2.5
	isNumber   = .4  // the probability from which a number counts
)

// rect is columns from x0 to before x1, and rows.
type rect struct{ x0, y0, x1, y1 int }

// sums are those of all rectangles from the top left.
type sums [][]float64

func sumsOf(w, h int, of func(x, y int) float64) sums {
	s := make(sums, h+1)
	s[0] = make([]float64, w+1)
	for y := range h {
		s[y+1] = make([]float64, w+1)
		for x := range w {
			s[y+1][x+1] = s[y][x+1] + s[y+1][x] - s[y][x] + of(x, y)
		}
	}
	return s
}

func (s sums) in(r rect) float64 {
	return s[r.y1][r.x1] - s[r.y0][r.x1] - s[r.y1][r.x0] + s[r.y0][r.x0]
}

// Boards are the likeliest boards in views of a picture, best first.
func Boards(views ...*View) []*Board {
	var list []*Board
	for _, v := range views {
		l := findLattice(v)
		if l == nil {
			continue
		}
		ux, uy := l.from.of(0, 0)
		vx, vy := l.from.of(1, 1)
		size := math.Hypot(vx-ux, vy-uy) / math.Sqrt2
		for _, apart := range [2]float64{.3, .2} { // cells between two numbers, at least
			numbers := pooled(views, apart*size)
			for _, r := range l.rectangles(numbers) {
				b := &Board{Width: r.x1 - r.x0, Height: r.y1 - r.y0, Fit: r.fit, Size: size, x: r.x0, y: r.y0, apart: apart, on: l}
				b.assign(numbers)
				list = append(list, b)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *Board) int { return cmp.Compare(b.Whole(), a.Whole()) })
	type likeness struct {
		w, h  int
		apart float64
	}
	known := map[likeness]bool{}
	return slices.DeleteFunc(list, func(b *Board) bool { // what several views see is one board
		k := likeness{b.Width, b.Height, b.apart}
		again := known[k]
		known[k] = true
		return again
	})
}

// pooled are the numbers of several views: those in one place are one.
func pooled(views []*View, apart float64) (list []Number) {
	var all []Number
	for _, v := range views {
		all = append(all, v.Numbers...)
	}
	slices.SortStableFunc(all, func(a, b Number) int { return cmp.Compare(b.There, a.There) })
	weights := []float64{}
	for _, n := range all {
		sure := n.There * slices.Max(n.Values[:])
		k := slices.IndexFunc(list, func(o Number) bool { return math.Abs(o.X-n.X)+math.Abs(o.Y-n.Y) < apart })
		if k < 0 {
			list, weights = append(list, n), append(weights, sure)
			continue
		}
		o := &list[k]
		share := sure / (weights[k] + sure)
		for v := range o.Values {
			o.Values[v] += share * (n.Values[v] - o.Values[v])
		}
		for t := range o.Turned {
			o.Turned[t] += share * (n.Turned[t] - o.Turned[t])
		}
		o.There = min(o.There+.3*n.There, 1)
		weights[k] += sure
	}
	return list
}

type rectangle struct {
	rect
	fit float64 // for each line
}

// rectangles are the likeliest boards of a lattice.
func (l *lattice) rectangles(numbers []Number) []rectangle {
	usual := l.usual()
	full := func(x, y int) float64 { return min(l.there[y][x]/usual, 1) }
	gain, filled := sumsOf(l.w, l.h, func(x, y int) float64 { return full(x, y) - .45 }), sumsOf(l.w, l.h, full)
	inside := make([][]float64, l.h)
	for y := range inside {
		inside[y] = make([]float64, l.w)
	}
	type at struct{ u, v float64 }
	var places []at
	for _, n := range numbers {
		if n.There < isNumber {
			continue
		}
		u, v := l.at.of(n.X, n.Y)
		places = append(places, at{u, v})
		if i, j := int(math.Round(u)), int(math.Round(v)); i >= 0 && j >= 0 && i < l.w && j < l.h {
			sure := slices.Max(n.Values[:]) // marks of players are like numbers, but like which?
			inside[j][i] += n.There * sure * sure
		}
	}
	numbered := sumsOf(l.w, l.h, func(x, y int) float64 { return inside[y][x] })
	best, most := rect{}, math.Inf(-1)
	for y0 := range l.h { // the rectangle of the largest sum
		for y1 := y0 + sideCells; y1 <= l.h; y1++ {
			low, from := 0.0, 0
			for x1 := 1; x1 <= l.w; x1++ {
				c := gain.in(rect{0, y0, x1, y1})
				if c-low > most {
					best, most = rect{from, y0, x1, y1}, c-low
				}
				if c < low {
					low, from = c, x1
				}
			}
		}
	}
	var list []rectangle
	for x0 := max(0, best.x0-around); x0 <= best.x0+around; x0++ {
		rows := make([]int, l.h) // with a number at the left
		for _, p := range places {
			if j := int(math.Round(p.v)); p.u < float64(x0)-.4 && j >= 0 && j < l.h {
				rows[j] = 1
			}
		}
		for y0 := max(0, best.y0-around); y0 <= best.y0+around; y0++ {
			columns := make([]int, l.w)
			for _, p := range places {
				if i := int(math.Round(p.u)); p.v < float64(y0)-.4 && i >= 0 && i < l.w {
					columns[i] = 1
				}
			}
			for x1 := max(x0+sideCells, best.x1-around); x1 <= min(l.w, best.x1+around); x1++ {
				for y1 := max(y0+sideCells, best.y1-around); y1 <= min(l.h, best.y1+around); y1++ {
					r := rect{x0, y0, x1, y1}
					w, h := float64(x1-x0), float64(y1-y0)
					clued := 0
					for _, k := range rows[y0:y1] {
						clued += k
					}
					for _, k := range columns[x0:x1] {
						clued += k
					}
					has := filled.in(r)
					fit := cellWeight*((has/w-.5*h)+(has/h-.5*w)) + 2.5*float64(clued) - 1.5*(w+h) - 1.5*numbered.in(r)
					list = append(list, rectangle{r, fit * min(1, usual/.7) / (w + h)})
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b rectangle) int {
		return cmp.Compare(b.fit*float64(b.x1-b.x0+b.y1-b.y0), a.fit*float64(a.x1-a.x0+a.y1-a.y0))
	})
	return list[:min(len(list), boards)]
}

// usual is how surely a cell of the lattice is there.
func (l *lattice) usual() float64 {
	var all []float64
	for _, row := range l.there {
		for _, p := range row {
			if p > 0 {
				all = append(all, p)
			}
		}
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// assign gives each number to the line that it stands beside.
func (b *Board) assign(numbers []Number) {
	type beside struct {
		far float64 // cells from the board
		Number
	}
	rows, columns := make([][]beside, b.Height), make([][]beside, b.Width)
	for _, n := range numbers {
		u, v := b.on.at.of(n.X, n.Y)
		u, v = u-float64(b.x), v-float64(b.y)
		switch i, j := int(math.Round(u)), int(math.Round(v)); {
		case u < -.4 && j >= 0 && j < b.Height:
			rows[j] = append(rows[j], beside{-.5 - u, n})
		case v < -.4 && i >= 0 && i < b.Width:
			columns[i] = append(columns[i], beside{-.5 - v, n})
		}
	}
	lines := func(all [][]beside) [][]Number {
		var gaps []float64
		for k, line := range all {
			slices.SortStableFunc(line, func(a, b beside) int { return cmp.Compare(b.There, a.There) })
			var kept []beside
			for _, n := range line {
				if !slices.ContainsFunc(kept, func(o beside) bool { return math.Abs(o.far-n.far) <= b.apart }) {
					kept = append(kept, n)
				}
			}
			slices.SortStableFunc(kept, func(a, b beside) int { return cmp.Compare(b.far, a.far) })
			for i := 1; i < len(kept); i++ {
				if min(kept[i-1].There, kept[i].There) > isNumber {
					gaps = append(gaps, kept[i-1].far-kept[i].far)
				}
			}
			all[k] = kept
		}
		gap := 1.0
		if len(gaps) > 0 {
			slices.Sort(gaps)
			gap = gaps[len(gaps)/2]
		}
		list := make([][]Number, len(all))
		for k, line := range all {
			last, apart := math.NaN(), false
			for i := len(line) - 1; i >= 0; i-- { // what stands apart from the clue is hardly part of it
				if apart = apart || line[i].far-last > 1.5*gap+.15; apart {
					line[i].There = max(0, line[i].There-.5)
				} else if line[i].There > isNumber {
					last = line[i].far
				}
			}
			for _, n := range line {
				list[k] = append(list[k], n.Number)
			}
		}
		return list
	}
	b.Rows, b.Columns = lines(rows), lines(columns)
}
