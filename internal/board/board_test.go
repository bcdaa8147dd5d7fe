package board_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/board"
	"nonogram/internal/line"
)

// Propagation on boards finds the fixpoint of single lines, in every order, and
// contradictions.

var sizes = []struct{ width, height, colors int }{
	{1, 1, 2}, {5, 4, 2}, {12, 7, 2}, {63, 10, 2}, {10, 63, 2}, {64, 5, 2}, {4, 65, 2}, {130, 6, 2}, {9, 9, 3}, {70, 8, 4}, {6, 66, 3},
}

// random draws a picture and the puzzle of its clues.
func random(r *rand.Rand, width, height, colors int) (*nonogram.Puzzle, *nonogram.Grid) {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(max(0, r.IntN(2*colors)-colors))
		if i > 0 && r.IntN(3) > 0 {
			g.Cells[i] = g.Cells[i-1]
		}
	}
	palette := make(nonogram.Palette, colors)
	palette.AssignSymbols()
	p := nonogram.FromGrid(g, palette)
	p.Goal = nil
	return p, g
}

// sets returns the candidates of all cells.
func sets(b *board.Board) []line.Set {
	var all []line.Set
	for y := range b.Height {
		for x := range b.Width {
			all = append(all, b.Candidates(y, x))
		}
	}
	return all
}

// fixpoint solves all lines repeatedly on sets of cells, without a board.
func fixpoint(p *nonogram.Puzzle, cells []line.Set) bool {
	for changed := true; changed; {
		changed = false
		for _, l := range p.Lines() {
			var at []int
			for i := range cells {
				if l.Axis == nonogram.Row && i/p.Width() == l.Index || l.Axis == nonogram.Column && i%p.Width() == l.Index {
					at = append(at, i)
				}
			}
			now := make([]line.Set, len(at))
			for k, i := range at {
				now[k] = cells[i]
			}
			if !solveLine(p.Clue(l), len(p.Palette), now) {
				return false
			}
			for k, i := range at {
				changed = changed || cells[i] != now[k]
				cells[i] = now[k]
			}
		}
	}
	return true
}

// solveLine solves a line of sets in place; false if there is no arrangement.
func solveLine(clue nonogram.Clue, colors int, cells []line.Set) bool {
	l := line.New(clue, len(cells), colors)
	words := line.Words(len(cells))
	can := make([]uint64, colors*words)
	for i, s := range cells {
		for c := range colors {
			can[c*words+i>>6] |= uint64(s>>uint(c)&1) << uint(i&63)
		}
	}
	ok := l.Solve(can, new(line.Scratch))
	for i := range cells {
		cells[i] = 0
		for c := range colors {
			cells[i] |= line.Set(can[c*words+i>>6]>>uint(i&63)&1) << uint(c)
		}
	}
	return ok
}

// check compares a board's two copies of every candidate, its number and list of open
// cells, and its grid with the candidates.
func check(t *testing.T, name string, b *board.Board) {
	t.Helper()
	var open []int
	g := b.Grid()
	for cell, set := range sets(b) {
		row, col := b.LinesOf(cell)
		j := row // index of the cell in its column
		column := b.Masks(col)
		words := len(column) / b.Colors
		for c := range b.Colors {
			if inColumn := column[c*words+j>>6]>>(j&63)&1 != 0; inColumn != set.Has(nonogram.Color(c)) {
				t.Fatalf("%s: cell %d has color %d in one of its lines only", name, cell, c)
			}
		}
		if set.Len() > 1 {
			open = append(open, cell)
		}
		want := nonogram.Unknown
		if c, ok := set.Only(); ok {
			want = c
		}
		if g.Cells[cell] != want {
			t.Fatalf("%s: cell %d is %v in the grid, its candidates are %b", name, cell, g.Cells[cell], set)
		}
	}
	if b.Open != len(open) || !slices.Equal(b.OpenCells(nil), open) {
		t.Fatalf("%s: %d cells open, %v listed, want %v", name, b.Open, b.OpenCells(nil), open)
	}
}

// Every order of line solves leads to the same fixpoint.
func TestPropagateFindsTheFixpoint(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 4))
	var b board.Board // shared, to test that its memory is reused
	for _, s := range sizes {
		for round := range 8 {
			name := fmt.Sprintf("%d×%d in %d colors, round %d", s.width, s.height, s.colors, round)
			p, g := random(r, s.width, s.height, s.colors)
			given := nonogram.NewGrid(s.width, s.height)
			for range round % 4 {
				cell := r.IntN(len(g.Cells))
				given.Cells[cell] = g.Cells[cell]
			}
			b.Reset(p)
			check(t, name+", blank", &b)
			want := sets(&b)
			for cell, c := range given.Cells {
				if c != nonogram.Unknown {
					want[cell] = line.Of(c)
				}
			}
			b.AssignGiven(given)
			if round%2 == 0 {
				b.EnqueueInformative()
			} else {
				b.EnqueueAll()
			}
			if _, ok := b.Propagate(); !ok || !fixpoint(p, want) {
				t.Fatalf("%s: a contradiction in a puzzle with a solution", name)
			}
			if !slices.Equal(sets(&b), want) {
				t.Fatalf("%s: not the fixpoint", name)
			}
			check(t, name, &b)
		}
	}
}

// A wrong cell leads to a contradiction if and only if the naive fixpoint finds one, and
// otherwise to the same candidates.
func TestPropagateFindsContradictions(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 5))
	contradictions := 0
	for _, s := range sizes {
		for range 6 {
			p, g := random(r, s.width, s.height, s.colors)
			var b board.Board
			b.Reset(p)
			want := sets(&b)
			given := nonogram.NewGrid(s.width, s.height)
			cell := r.IntN(len(g.Cells))
			given.Cells[cell] = nonogram.Color((int(g.Cells[cell]) + 1) % s.colors)
			want[cell] = line.Of(given.Cells[cell])
			b.AssignGiven(given)
			b.EnqueueAll()
			_, ok := b.Propagate()
			if wantOK := fixpoint(p, want); ok != wantOK || ok && !slices.Equal(sets(&b), want) {
				t.Fatalf("%v: settled %v, want %v", s, ok, wantOK)
			}
			if b.Queued() != 0 {
				t.Fatal("the queue is not empty")
			}
			if !ok {
				contradictions++
			}
		}
	}
	if contradictions < 10 {
		t.Errorf("only %d contradictions", contradictions)
	}
}

// Narrow leaves the board unchanged and predicts the effect of Step.
func TestNarrow(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 6))
	for _, s := range sizes {
		p, _ := random(r, s.width, s.height, s.colors)
		var a, b board.Board
		a.Reset(p)
		b.Reset(p)
		a.EnqueueAll()
		for a.Queued() > 0 {
			copy(b.Can, a.Can)
			i, changed, _ := a.Step()
			before := slices.Clone(b.Can)
			was, now, ok := b.Narrow(i)
			if !ok || !slices.Equal(b.Can, before) || !slices.Equal(was, b.Masks(i)) {
				t.Fatalf("%v: Narrow says %v of line %d, and writes to the board or not", s, ok, i)
			}
			if !slices.Equal(now, a.Masks(i)) || changed == slices.Equal(was, now) {
				t.Fatalf("%v: Step makes another line %d than Narrow, or says so", s, i)
			}
		}
	}
}

func TestStrikesAndStates(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 7))
	for _, s := range sizes {
		p, g := random(r, s.width, s.height, s.colors)
		var b board.Board
		b.Reset(p)
		blank := b.Save()
		cell, color := r.IntN(len(g.Cells)), r.IntN(s.colors)
		row, col := cell/s.width, cell%s.width
		b.Eliminate(row, col, color)
		if b.Candidates(row, col).Has(nonogram.Color(color)) {
			t.Fatal("struck and still there")
		}
		b.Restore(row, col, color)
		check(t, "unstruck", &b)
		b.AssignGiven(g)
		if b.Open != 0 || !b.Grid().Equal(g) {
			t.Fatalf("%v: %d cells open when all are given", s, b.Open)
		}
		whole := b.Save()
		b.Load(blank)
		if check(t, "loaded", &b); b.Open != len(g.Cells) || b.Queued() != 0 {
			t.Fatalf("%v: %d cells open, %d lines queued on a blank board", s, b.Open, b.Queued())
		}
		b.Load(whole)
		if !b.Grid().Equal(g) {
			t.Fatalf("%v: a state has changed since it was saved", s)
		}
	}
}

// A clue that does not fit its line is a contradiction, and does not affect earlier or
// later uses of the board.
func TestTooLong(t *testing.T) {
	fair := nonogram.New([][]int{{1}, {1}}, [][]int{{2}, {}})
	var b board.Board
	for range 2 {
		b.Reset(fair)
		b.EnqueueAll()
		if _, ok := b.Propagate(); !ok || b.TooLong || b.Open != 0 {
			t.Errorf("settled %v, too long %v, %d open", ok, b.TooLong, b.Open)
		}
		b.Reset(nonogram.New([][]int{{3}, {1}}, [][]int{{2}, {}}))
		b.EnqueueAll()
		if _, ok := b.Propagate(); ok || !b.TooLong {
			t.Errorf("a clue of 3 in a line of 2: settled %v, too long %v", ok, b.TooLong)
		}
	}
}

func TestQueue(t *testing.T) {
	var b board.Board
	b.Reset(nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}, {}}))
	var got []int
	for range 3 {
		for _, i := range []int{4, 0, 4, 2} {
			b.Enqueue(i)
		}
		for b.Queued() > 1 {
			got = append(got, b.Dequeue())
		}
	}
	if want := []int{4, 0, 2, 4, 0, 4}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v: oldest first, each once", got, want)
	}
	b.ClearQueue()
	b.EnqueueAll()
	if b.Queued() != 5 || b.Dequeue() != 0 {
		t.Error("not all lines, in order")
	}
}

func TestGeometry(t *testing.T) {
	var b board.Board
	p, _ := random(rand.New(rand.NewPCG(1, 1)), 4, 3, 2)
	b.Reset(p)
	for i, ref := range p.Lines() {
		if b.Ref(i) != ref {
			t.Errorf("line %d is %v, want %v", i, b.Ref(i), ref)
		}
		for j := range b.Len(i) {
			if row, col := b.LinesOf(b.Cell(i, j)); row != i && col != i {
				t.Errorf("cell %d of line %d is on %d and %d", j, i, row, col)
			}
			if at := b.At(i, b.Cell(i, j)); at != j {
				t.Errorf("cell %d of line %d is at %d", j, i, at)
			}
		}
		for cell := range b.Width * b.Height {
			if at := b.At(i, cell); at >= 0 && b.Cell(i, at) != cell {
				t.Errorf("line %d has cell %d at %d", i, cell, at)
			}
		}
	}
}

// While rows and columns alternate, the number of line solves does not depend on the
// order within an axis.
func TestTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 8))
	for _, s := range sizes {
		p, _ := random(r, s.width, s.height, s.colors)
		solved := map[int]bool{}
		for range 5 {
			var b board.Board
			b.Reset(p)
			for _, i := range r.Perm(b.Height) {
				b.Enqueue(i)
			}
			for _, i := range r.Perm(b.Width) {
				b.Enqueue(b.Height + i)
			}
			n, _ := b.Propagate()
			solved[n] = true
		}
		if len(solved) != 1 {
			t.Errorf("%v: %v lines solved, depending on their order", s, solved)
		}
	}
}

// Propagation in small parts reaches the same fixpoint, and the lines reported as changed
// suffice to reach it on another board.
func TestPropagateSome(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 32))
	for _, s := range sizes {
		p, _ := random(r, s.width, s.height, s.colors)
		var whole, parts, again board.Board
		whole.Reset(p)
		whole.EnqueueAll()
		want, _ := whole.Propagate()
		parts.Reset(p)
		parts.EnqueueAll()
		var changed []int
		solved, calls := 0, 0
		for ; parts.Queued() > 0; calls++ {
			n, ok := parts.PropagateSome(1, &changed)
			if !ok || n == 0 {
				t.Fatalf("%v: %d lines solved, %v", s, n, ok)
			}
			solved += n
		}
		again.Reset(p)
		for _, i := range changed {
			again.ClearQueue()
			again.Enqueue(i)
			if _, changed, ok := again.Step(); !changed || !ok {
				t.Fatalf("%v: line %d is reported as changed and is not", s, i)
			}
		}
		if solved != want || calls < 2 && solved > s.width+s.height || !slices.Equal(sets(&parts), sets(&whole)) || !slices.Equal(sets(&again), sets(&whole)) || parts.Open != whole.Open {
			t.Errorf("%v: %d lines solved in %d calls, %d at once", s, solved, calls, want)
		}
	}
}
