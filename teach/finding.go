package teach

import (
	"cmp"
	"slices"

	"nonogram"
	"nonogram/internal/line"
)

// finding is a step before it is taken: the candidates that a technique eliminates, all
// of which are still present in the position in which it was found.
type finding struct {
	technique  Technique
	line       int
	reason     reason
	eliminated []candidate
	chain      *Chain
	pencil     bool // decides no cell, only takes colors away
}

// notes collects the findings in one line. A technique marks cells, in the
// coordinates of its view, and then adds them as one finding with its reason.
type notes struct {
	b         *sheet
	line      int
	technique Technique
	found     []finding
	pending   []candidate
	holders   []int // memory for view.holders
}

// search runs one technique on a line and returns what it finds.
func (n *notes) search(l *look, t Technique) []finding {
	n.line, n.technique, n.found = l.line, t, nil
	d := &detectors[t]
	d.find(&l.front, n)
	if d.sided {
		d.find(&l.back, n)
	}
	return n.found
}

// not notes that a cell does not have a color.
func (n *notes) not(v *view, i int, c nonogram.Color) {
	if !v.can(i, c) {
		return
	}
	if v.far {
		i = len(v.set) - 1 - i
	}
	n.pending = append(n.pending, candidate{int32(n.b.Cell(n.line, i)), uint8(c)})
}

// only notes that a cell has a color.
func (n *notes) only(v *view, i int, c nonogram.Color) {
	for s := v.set[i] &^ line.Of(c); s != 0; s &= s - 1 {
		n.not(v, i, lowest(s))
	}
}

// fill notes that all cells of a stretch have a color.
func (n *notes) fill(v *view, s span, c nonogram.Color) {
	for i := s.From; i < s.To; i++ {
		n.only(v, i, c)
	}
}

// clear notes that all cells of a stretch are empty.
func (n *notes) clear(v *view, s span) { n.fill(v, s, nonogram.Empty) }

// any reports whether something has been noted for the next finding.
func (n *notes) any() bool { return len(n.pending) > 0 }

// add makes a finding of the notes since the last one, or none if there are no new
// notes. In color the cells that only lose some of their colors become a
// finding of their own.
func (n *notes) add(v *view, r reason) {
	if len(n.pending) == 0 {
		return
	}
	if v.far {
		r.mirror(len(v.set), len(v.clue))
	}
	decided, pencil := n.b.divide(n.pending)
	if len(decided) > 0 {
		n.found = append(n.found, finding{technique: n.technique, line: n.line, reason: r, eliminated: decided})
	}
	if len(pencil) > 0 {
		n.found = append(n.found, finding{technique: n.technique, line: n.line, reason: r, eliminated: pencil, pencil: true})
	}
	n.pending = n.pending[:0]
}

// divide sorts the candidates, removes duplicates, and separates those that decide their
// cell from those that leave it open.
func (b *sheet) divide(eliminated []candidate) (decided, pencil []candidate) {
	if b.Colors == 2 {
		return slices.Clone(eliminated), nil
	}
	slices.SortFunc(eliminated, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(x.cell, y.cell), cmp.Compare(x.color, y.color))
	})
	eliminated = slices.Compact(eliminated)
	for i := 0; i < len(eliminated); {
		from, left := i, b.set(int(eliminated[i].cell))
		for ; i < len(eliminated) && eliminated[i].cell == eliminated[from].cell; i++ {
			left &^= line.Of(nonogram.Color(eliminated[i].color))
		}
		if left.Len() == 1 {
			decided = append(decided, eliminated[from:i]...)
		} else {
			pencil = append(pencil, eliminated[from:i]...)
		}
	}
	return decided, pencil
}

// mirror turns a reason from the mirrored view into one for the line.
func (r *reason) mirror(cells, blocks int) {
	r.Far = true
	for i, j := range r.Blocks {
		r.Blocks[i] = blocks - 1 - j
	}
	slices.Reverse(r.Blocks)
	for _, spans := range [2][]span{r.Covers, r.Runs} {
		for i, s := range spans {
			spans[i] = span{cells - s.To, cells - s.From}
		}
		slices.Reverse(spans)
	}
	r.Part = span{cells - r.Part.To, cells - r.Part.From}
}

// lowest is the first color of a set.
func lowest(s line.Set) nonogram.Color {
	c, _ := (s & -s).Only()
	return c
}
