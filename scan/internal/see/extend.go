package see

// The mesh of the board is continued over the clues at its sides.

// extended is the mesh with more cells around it, continued along lines if there are any and
// straight otherwise.
func (m *mesh) extended(l *lines, left, top, right, bottom int) *mesh {
	e := newMesh(m.nx+left+right, m.ny+top+bottom)
	for j := range m.ny + 1 {
		for i := range m.nx + 1 {
			e.set(i+left, j+top, m.p(i, j))
			e.seen[(j+top)*(e.nx+1)+i+left] = m.seen[j*(m.nx+1)+i]
		}
	}
	for k := left - 1; k >= 0; k-- {
		e.continued(l, k, 1, top, top+m.ny, m.nx, true)
	}
	for k := left + m.nx + 1; k <= e.nx; k++ {
		e.continued(l, k, -1, top, top+m.ny, m.nx, true)
	}
	for k := top - 1; k >= 0; k-- {
		e.continued(l, k, 1, left, left+m.nx, m.ny, false)
	}
	for k := top + m.ny + 1; k <= e.ny; k++ {
		e.continued(l, k, -1, left, left+m.nx, m.ny, false)
	}
	// In the corners as in the rows and columns beside them.
	for j := range e.ny + 1 {
		for i := range e.nx + 1 {
			x, y := min(max(i, left), left+m.nx), min(max(j, top), top+m.ny)
			if x != i && y != j {
				e.set(i, j, minus(plus(e.p(x, j), e.p(i, y)), e.p(x, y)))
			}
		}
	}
	return e
}

// continued sets the points of line k outside the mesh, from the span of cells before it in
// direction dir. With across, line k runs down and its points continue the lines across.
func (m *mesh) continued(l *lines, k, dir, from, to, span int, across bool) {
	get := func(k, j int) Point {
		if across {
			return m.p(k, j)
		}
		return m.p(j, k)
	}
	next := steps(get, k+dir, dir, from, to, span)
	offsets := make([]float64, len(next))
	seen := make([]bool, len(next))
	count := 0
	for j := range next {
		near := get(k+dir, from+j)
		next[j] = plus(near, next[j])
		if offsets[j], seen[j] = l.snap(near, next[j], across); seen[j] {
			count++
		}
	}
	if 3*count < 2*len(next) { // here and there a digit is taken for a line
		clear(seen)
	}
	for j := range next {
		sum, n := 0.0, 0
		for q := max(j-2, 0); q <= min(j+2, len(next)-1); q++ {
			if seen[q] {
				sum += offsets[q]
				n++
			}
		}
		if n > 0 {
			if across {
				next[j].Y += sum / float64(n)
			} else {
				next[j].X += sum / float64(n)
			}
		}
		if across {
			m.set(k, from+j, next[j])
		} else {
			m.set(from+j, k, next[j])
		}
	}
}

// steps extrapolates the steps from line k outwards, against dir, from the last cells of nearby
// lines. If there are enough cells it follows their change: a page tilts, and falls towards its
// spine.
func steps(get func(k, j int) Point, k, dir, from, to, span int) []Point {
	back := min(5, span) // cells that give the direction
	xs, ys := make([]float64, to-from+1), make([]float64, to-from+1)
	for j := range xs {
		a, b := get(k, from+j), get(k+dir*back, from+j)
		step := times(minus(a, b), 1/float64(back))
		if span >= 3*back {
			bend := minus(plus(a, get(k+2*dir*back, from+j)), times(b, 2))
			step = plus(step, times(bend, float64(back+1)/float64(2*back*back)))
		}
		xs[j], ys[j] = step.X, step.Y
	}
	xs, ys = smoothed(xs), smoothed(ys)
	out := make([]Point, len(xs))
	for j := range out {
		out[j] = Point{xs[j], ys[j]}
	}
	return out
}

// smoothed fits a straight line to the values around each, the nearer the more they count.
func smoothed(values []float64) []float64 {
	const around = 9
	out := make([]float64, len(values))
	for j := range values {
		var w, wx, wxx, wy, wxy float64
		for q := max(j-around, 0); q <= min(j+around, len(values)-1); q++ {
			x := float64(q - j)
			weight := 1 - x*x/((around+1)*(around+1))
			w, wx, wxx = w+weight, wx+weight*x, wxx+weight*x*x
			wy, wxy = wy+weight*values[q], wxy+weight*x*values[q]
		}
		out[j] = wy / w
		if d := w*wxx - wx*wx; d > 0 {
			out[j] = (wy*wxx - wxy*wx) / d
		}
	}
	return out
}

// snap is how far beside b a line from a ends, if lines are known and there is one.
func (l *lines) snap(a, b Point, across bool) (float64, bool) {
	reach := int(.16 * distance(a, b))
	const line = .85 // strokes of digits are shorter
	if l == nil {
		return 0, false
	}
	best, share := 0, line
	for o := range reach + 1 {
		for _, s := range [2]int{o, -o} {
			to := b
			if across {
				to.Y += float64(s)
			} else {
				to.X += float64(s)
			}
			if f := l.between(a, to, across); f > share+.01 {
				best, share = s, f
			}
		}
	}
	return float64(best), share > line
}
