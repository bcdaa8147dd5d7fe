package lab

import (
	"math/bits"

	"nonogram"
)

// Intersection: methods 11 and 12.
//
// The possibilities of all lines are listed. Cells on which all possibilities of a row
// agree are fixed, and possibilities of columns that disagree with fixed cells are removed;
// then the same with rows and columns exchanged, until nothing changes. If cells are open,
// one is guessed and the search continues; on backtracking it gets the other value. Method
// 11 guesses that a random open cell is a box. Method 12 guesses the cell and the value
// with the highest P, where P(box) is the mean of the shares of boxes among the
// possibilities of its row and of its column; ties go to the first cell in reading order,
// and to a space.
//
// Cost: a sweep looks at every remaining possibility, t in each of 2n lines, and fixes at
// least one cell, so 2n³·t without a guess, and 2^g times that with g guesses at worst.
// Lists are filtered in place, so memory holds them once.
//
// Source: Liao, section VI; the sweeps after Yen, Su, Chiu and Chen, Optimization
// of Nonogram's Solver by Using an Efficient Algorithm, TAAI 2010. Liao's tables
// for ten 15×15 (Matlab): 28.2 s on average, 5.45 s greedy; 25×25 greedy 17 min. His
// program chooses the cell by another rule than his text; the option liao follows it, see
// liao.go.

// intersection makes methods 11 and 12.
func intersection(greedy bool) func(config) search {
	return func(c config) search {
		return func(r *run) bool {
			s := &intersectSearch{run: r, board: newMarks(r.width, r.height), open: r.width * r.height, liao: c.on("liao")}
			switch {
			case greedy && s.liao:
				s.choose = s.liaoProbable
			case s.liao:
				s.choose = s.liaoOpen
			case greedy:
				s.choose = s.mostProbable
			default:
				random := r.random()
				s.choose = func() (int, int, bool) { return s.anyCell(random) }
			}
			return s.prepare() && s.node(0, 0)
		}
	}
}

// intersectSearch is the state of the search. Lines are numbered rows first.
type intersectSearch struct {
	*run
	lines []possible
	board marks // the cells that are fixed
	open  int   // cells that are not fixed
	// The trail for backtracking: the numbers of fixed cells in reading order, negated
	// (bitwise) for a box that became a space, and filtered lists.
	fixed []int
	cuts  []cut
	// choose picks the cell to guess, and whether it is a box.
	choose func() (y, x int, box bool)
	shares []share // see sharesOf
	liao   bool    // pursues dead branches, see liao.go
}

// possible is the list of possibilities of one line, of which the first left remain.
type possible struct {
	list   []uint64
	left   int
	dirty  bool      // cells of the line were fixed since the list was last filtered
	agreed agreement // of the remaining possibilities
	fresh  bool      // the agreed cells are not yet fixed
	shares int       // where its shares begin, or uncounted
}

// cut is the state of a line before its list was filtered.
type cut struct{ line, left, shares int }

const cutBytes = 24

// prepare lists the possibilities that agree with the given cells.
func (s *intersectSearch) prepare() bool {
	for line, k := range s.given.lines {
		list, ok := s.list(line, k)
		if !ok {
			return false
		}
		s.lines = append(s.lines, possible{list: list, left: len(list), dirty: true, shares: uncounted})
	}
	return true
}

// node propagates and branches if cells are open. It returns false when the run is over.
func (s *intersectSearch) node(id int64, depth int) bool {
	settled := s.settle()
	if depth == 0 {
		s.result.Stats.LineOpen = s.open
	}
	switch {
	case s.over():
		return false
	case !settled:
		return s.prune()
	case s.open > 0:
		return s.branch(id, depth) && s.leave(id, depth)
	case s.liao && nonogram.Check(s.p, s.grid(s.boxes())) != nil:
		return s.conflict() && s.leave(id, depth)
	}
	more := s.again(s.boxes())
	if depth == 0 {
		return s.err == nil // without a guess the solution is unique
	}
	return more && s.leave(id, depth)
}

// boxes are the rows of a complete board.
func (s *intersectSearch) boxes() []uint64 {
	rows := make([]uint64, s.height)
	for y := range rows {
		rows[y] = s.board.rows[y].boxes
	}
	return rows
}

// branch tries both values of an open cell.
func (s *intersectSearch) branch(parent int64, depth int) bool {
	y, x, box := s.choose()
	s.result.Stats.Guesses++
	fixed, cuts, shares := len(s.fixed), len(s.cuts), len(s.shares)
	for _, kind := range [2]nonogram.EventKind{nonogram.EventGuess, nonogram.EventPlace} {
		if !s.run.open() {
			return false
		}
		id := s.result.Stats.Nodes
		if s.trace != nil {
			s.emitOpened(nonogram.Event{Kind: kind, Row: y + 1, Column: x + 1, Cells: s.symbol(box)}, parent, depth+1)
		}
		s.fixCell(y, x, box)
		s.dirty(y, x, -1)
		if !s.node(id, depth+1) {
			return false
		}
		s.undo(fixed, cuts)
		s.shares = s.shares[:shares]
		box = !box
	}
	return true
}

// settle filters lists and fixes cells, alternating rows and columns, until nothing
// changes; false if a list becomes empty or the run is over.
func (s *intersectSearch) settle() bool {
	if s.liao {
		return s.liaoSettle()
	}
	for changed := true; changed; {
		changed = false
		for i := range s.lines {
			if !s.lines[i].dirty {
				continue
			}
			changed = true
			if !s.filter(i) || s.lines[i].left == 0 {
				return false
			}
			s.fixAgreed(i, s.lines[i].agreed.known(s.clues[i].n))
		}
	}
	return true
}

// filter filters the list of a line by its fixed cells; false if the run is over.
func (s *intersectSearch) filter(i int) bool {
	s.result.Stats.LineSolves++
	l := &s.lines[i]
	l.dirty, l.agreed = false, newAgreement()
	s.look(l.left)
	left := split(l.list[:l.left], s.board.lines[i], &l.agreed)
	if left < l.left && !s.remember(i, left) {
		return false
	}
	return s.tick(left)
}

// fixAgreed fixes the cells of a line on which its possibilities agree.
func (s *intersectSearch) fixAgreed(i int, agreed known) {
	k := s.board.lines[i]
	for cells := agreed.cells & (^k.cells | k.boxes&^agreed.boxes); cells != 0; cells &= cells - 1 {
		at := bits.TrailingZeros64(cells)
		y, x := s.position(i, at)
		box := agreed.boxes>>uint(at)&1 != 0
		s.fixCell(y, x, box)
		s.dirty(y, x, i)
		if s.trace != nil {
			s.emitFix(y, x, box)
		}
	}
}

// dirty marks the lines of a cell for filtering, but for one that knows it.
func (s *intersectSearch) dirty(y, x, but int) {
	for _, i := range [2]int{y, s.height + x} {
		if i != but {
			s.lines[i].dirty = true
		}
	}
}

// remember puts the state of a line on the trail; false if there is no room.
func (s *intersectSearch) remember(i, left int) (ok bool) {
	l := &s.lines[i]
	if s.trace != nil {
		s.emitLine(i, nonogram.Event{Kind: nonogram.EventPrune, Count: int64(l.left - left)})
	}
	s.cuts, ok = push(s.run, s.cuts, cut{i, l.left, l.shares}, cutBytes)
	l.left, l.shares = left, uncounted
	return ok
}

// fixCell fixes an open cell, or makes a box a space.
func (s *intersectSearch) fixCell(y, x int, box bool) {
	cell := y*s.width + x
	if s.board.rows[y].boxes>>uint(x)&1 != 0 {
		s.board.clear(y, x)
		s.fixed = append(s.fixed, ^cell)
	} else {
		s.fixed = append(s.fixed, cell)
		s.open--
	}
	s.board.set(y, x, box)
}

// undo backtracks to a point of the trail. Filtering only reorders a list, so restoring its
// length suffices.
func (s *intersectSearch) undo(fixed, cuts int) {
	for i := len(s.fixed) - 1; i >= fixed; i-- {
		cell := s.fixed[i]
		if cell < 0 {
			s.board.set(^cell/s.width, ^cell%s.width, true)
			continue
		}
		s.board.clear(cell/s.width, cell%s.width)
		s.open++
	}
	s.fixed = s.fixed[:fixed]
	for i := len(s.cuts) - 1; i >= cuts; i-- {
		c := s.cuts[i]
		s.lines[c.line].left, s.lines[c.line].shares = c.left, c.shares
	}
	s.cuts = s.cuts[:cuts]
	for i := range s.lines {
		s.lines[i].dirty, s.lines[i].fresh = false, false // a conflict may have left some
	}
}
