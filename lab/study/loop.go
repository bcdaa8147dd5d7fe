package study

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"nonogram"
)

// Why rule cutting was slow in Liao's program (github.com/wchliao/Nonogram). His text
// says: check the lines after every step, and leave a branch that breaks a rule. The
// program differs in two points.
//
// In DFS_rulecut.m the recursion to the next row is inside the loop over the columns,
//
//	for every possibility of the row
//	    for every column
//	        if the column breaks its rule: leave this loop
//	        search the next row
//
// so that a branch is searched once for every column that passes before the first that
// fails; a good branch n times at every level. Repetitions of a branch without a solution
// are identical, so count visits it once and multiplies.
//
// And checkline.m, by which brute force cuts as well, lets a line pass that is
// finished with blocks missing; see passesAsLiao.
//
// Cost: the boards that the rows allow, some tens of nanoseconds each.

// The sizes of Liao's depth-first table. All boards that the rows allow can be visited
// within a second or so on both, but the tree of his brute force only on the smaller.
const smallLoop, largeLoop = 5, 7

// loopSizes are those of the two that the study has.
func (s *settings) loopSizes() []int {
	return slices.DeleteFunc([]int{smallLoop, largeLoop}, func(side int) bool { return !slices.Contains(s.Sizes, side) })
}

func (l *laboratory) loops(ctx context.Context) error {
	for _, side := range l.loopSizes() {
		set, err := l.boards(side, l.Boards)
		if err != nil {
			return err
		}
		for _, p := range set.Puzzles {
			loop, ok := newLoop(ctx, p)
			if !ok {
				return ctx.Err()
			}
			l.data.Loops = append(l.data.Loops, loop)
			l.step()
		}
	}
	return nil
}

// newLoop counts in all these ways; false if the context ends.
func newLoop(ctx context.Context, p *nonogram.Puzzle) (loopCount, bool) {
	c := &loopCounter{ctx: ctx, p: p, cols: make([]uint64, p.Width()), rows: make([]uint64, p.Height())}
	for _, clue := range p.Rows {
		c.lists = append(c.lists, possibilities(clue, p.Width()))
	}
	once := func(int) float64 { return 1 }
	allPass := func(passed int) float64 { return float64(passed / p.Width()) }
	each := func(passed int) float64 { return float64(passed) }

	loop := loopCount{Side: p.Width(), Puzzle: p.ID}
	plain, _ := c.count(0, passes, once)
	cut, _ := c.count(0, passes, allPass)
	loop.Plain, loop.Cut = int64(plain), int64(cut)
	loop.AsIs, _ = c.count(0, passesAsLiao, each)
	if loop.Side <= smallLoop {
		loop.Cells, _ = c.cells(0, passes, false)
		loop.CellsAsIs, _ = c.cells(0, passesAsLiao, true)
	}
	return loop, ctx.Err() == nil
}

type loopCounter struct {
	ctx   context.Context
	p     *nonogram.Puzzle
	lists [][]uint64 // the possibilities of the rows
	rows  []uint64   // the filled cells, by row
	cols  []uint64   // and by column
	work  int
}

// check looks at the first cells of a line, n of length.
type check func(clue nonogram.Clue, cells uint64, n, length int) bool

// count is how many rows are placed from row y on, and whether a solution comes of
// it. times says how often a branch is searched of which so many columns passed.
func (c *loopCounter) count(y int, ok check, times func(passed int) float64) (placed float64, solved bool) {
	for _, row := range c.lists[y] {
		if c.stopped() {
			return placed, false
		}
		placed++
		c.place(y, row)
		if y == c.p.Height()-1 {
			if c.passed(y+1, passes) == len(c.cols) {
				return placed, true
			}
			continue
		}
		n := times(c.passed(y+1, ok))
		if n == 0 {
			continue
		}
		below, solved := c.count(y+1, ok, times)
		if solved {
			return placed + below, true // the first visit finds it
		}
		placed += n * below
	}
	return placed, false
}

// cells is how many cells are filled from cell i on, a space first, when the row and the
// column of a cell are checked after it. The text goes in reading order, the program down the
// columns.
func (c *loopCounter) cells(i int, ok check, down bool) (filled int64, solved bool) {
	width, height := c.p.Width(), c.p.Height()
	if i == width*height {
		return 0, c.solved()
	}
	y, x := i/width, i%width
	if down {
		y, x = i%height, i/height
	}
	for _, box := range [2]uint64{0, 1} {
		if c.stopped() {
			return filled, false
		}
		filled++
		c.rows[y] = c.rows[y]&(1<<uint(x)-1) | box<<uint(x)
		c.cols[x] = c.cols[x]&(1<<uint(y)-1) | box<<uint(y)
		if !ok(c.p.Cols[x], c.cols[x], y+1, height) || !ok(c.p.Rows[y], c.rows[y], x+1, width) {
			continue
		}
		below, solved := c.cells(i+1, ok, down)
		filled += below
		if solved {
			return filled, true
		}
	}
	return filled, false
}

// solved holds a full board against all clues.
func (c *loopCounter) solved() bool {
	for y, row := range c.rows {
		if !passes(c.p.Rows[y], row, c.p.Width(), c.p.Width()) {
			return false
		}
	}
	return c.passed(c.p.Height(), passes) == len(c.cols)
}

// stopped looks at the context now and then.
func (c *loopCounter) stopped() bool {
	c.work++
	return c.work%4096 == 0 && c.ctx.Err() != nil
}

// place lays a row; rows below it are forgotten.
func (c *loopCounter) place(y int, row uint64) {
	for x := range c.cols {
		c.cols[x] = c.cols[x]&(1<<uint(y)-1) | row>>uint(x)&1<<uint(y)
	}
}

// passed is the number of columns before the first that breaks its rule.
func (c *loopCounter) passed(rows int, ok check) int {
	for x, col := range c.cols {
		if !ok(c.p.Cols[x], col, rows, c.p.Height()) {
			return x
		}
	}
	return len(c.cols)
}

// passes: a block that is complete must be that of the clue, the one at the end may
// still grow, and a line that is finished has all of them.
func passes(clue nonogram.Clue, cells uint64, n, length int) bool {
	k := 0
	for run, end := range blocks(cells) {
		growing := end == n && n < length
		if k == len(clue) || run > clue[k].Length || run < clue[k].Length && !growing {
			return false
		}
		k++
	}
	return n < length || k == len(clue)
}

// passesAsLiao: a block that is followed by another must be that of the clue; the
// last one must only not be too long, and may be one too many if it has one cell.
// Blocks that are missing are never noticed. A single box in the line is a block of
// one, unless it stands at the end.
func passesAsLiao(clue nonogram.Clue, cells uint64, n, _ int) bool {
	if cells == 0 || len(clue) == 0 {
		return cells == 0
	}
	if bits.OnesCount64(cells) == 1 {
		return bits.Len64(cells) == n || clue[0].Length == 1
	}
	k := 0
	for run, end := range blocks(cells) {
		switch last := end == bits.Len64(cells); {
		case last && run == 1:
			return true
		case k == len(clue), last && run > clue[k].Length, !last && run != clue[k].Length:
			return false
		}
		k++
	}
	return true
}

// blocks yields the lengths of the runs of a line, each with the cell after it.
func blocks(cells uint64) iter.Seq2[int, int] {
	return func(yield func(run, end int) bool) {
		for end := 0; cells != 0; {
			skip := bits.TrailingZeros64(cells)
			run := bits.TrailingZeros64(^(cells >> uint(skip)))
			cells >>= uint(skip + run)
			end += skip + run
			if !yield(run, end) {
				return
			}
		}
	}
}

// possibilities lists the arrangements of a clue, the leftmost first.
func possibilities(clue nonogram.Clue, n int) []uint64 {
	if len(clue) == 0 {
		return []uint64{0}
	}
	var list []uint64
	block := uint64(1)<<uint(clue[0].Length) - 1
	for at := 0; at+clue.MinLength() <= n; at++ {
		behind := at + clue[0].Length + 1
		for _, rest := range possibilities(clue[1:], n-behind) {
			list = append(list, block<<uint(at)|rest<<uint(behind))
		}
	}
	return list
}
