package lab

import (
	"math/rand/v2"

	"nonogram"
)

// Depth first, row by row: methods 5 to 10.
//
// The possibilities of all rows are listed first. In each row one of them is picked
// at random, then the next row follows. Plain, the columns are looked at when the
// board is full. With rule cutting (6, 8) their filled parts are held against the
// clues after every row. With state space cutting (9, 10) the possibilities of the
// columns are listed as well, and after every row those that disagree with it are
// removed; a column without any is the end of the branch. The wiki variants list
// only the rows that agree with the simple boxes and spaces.
//
// Cost: with p possibilities a row p^n boards of side n; memory for the lists, n·p
// words, twice that with state space cutting.
//
// Source: Liao, section V. His tables for 7×7 (Matlab): plain 21 s, with wiki
// 1.81 s, with rule cutting over 20 min, with state space cutting 105 s, with that
// and wiki 4.22 s. He is surprised that cutting makes it slower. His program, not
// the idea, is to blame: with rule cutting the descent stands inside the loop over
// the columns, so that a board is searched again for every column that passes, and
// with state space cutting an empty list ends nothing. Here both do what his text
// says, and with the option liao what his program does, see liao.go.

// depthFirst makes methods 5 to 8.
func depthFirst(cut, wiki bool) func(config) search {
	return func(c config) search {
		return func(r *run) bool {
			lists, ok := r.rowLists(wiki)
			if !ok {
				return !r.over()
			}
			rule := r.columnsAtEnd
			if cut {
				rule = r.columnsEachRow
			}
			s := newRowSearch(r, lists, r.shuffling(c), rule)
			s.liao = cut && c.liao
			return s.row(0, 0)
		}
	}
}

// possibleCut makes methods 9 and 10.
func possibleCut(wiki bool) func(config) search {
	return func(c config) search {
		return func(r *run) bool {
			rows, ok := r.rowLists(wiki)
			if !ok {
				return !r.over()
			}
			cols, ok := r.lists(nonogram.Column, r.given.cols)
			if !ok {
				return false
			}
			lists := newColumnLists(r, cols)
			lists.liao = c.liao
			return newRowSearch(r, rows, r.shuffling(c), lists.accept).row(0, 0)
		}
	}
}

// shuffling is what mixes the possibilities of a row: chance, or as programmed nothing.
func (r *run) shuffling(c config) *rand.Rand {
	if c.liao {
		return nil
	}
	return r.random()
}

// rowLists lists the possibilities of the rows; false if the run is over or, with
// wiki, the marks leave no solution.
func (r *run) rowLists(wiki bool) ([][]uint64, bool) {
	fixed := r.given
	if wiki {
		var ok bool
		if fixed, ok = r.wiki(); !ok {
			return nil, false
		}
	}
	return r.lists(nonogram.Row, fixed.rows)
}

// columnLists keeps the possibilities of the columns. Those that are left stand in
// front of their list; how many they were before each row is remembered, so that
// going back costs nothing:
//
//	list of column x   a c f g | b d e        left[y+1][x] = 4, left[y][x] = 7
type columnLists struct {
	*run
	lists [][]uint64
	left  [][]int // [rows placed][column]
	liao  bool    // a column without any ends only a full board
}

func newColumnLists(r *run, lists [][]uint64) *columnLists {
	c := &columnLists{run: r, lists: lists, left: make([][]int, r.height+1)}
	for y := range c.left {
		c.left[y] = make([]int, r.width)
	}
	for x, list := range lists {
		c.left[0][x] = len(list)
	}
	return c
}

// accept is a columnRule. There is nothing to undo afterwards: left[y] still says how
// many there were.
func (c *columnLists) accept(b *board, y int) bool {
	for x, list := range c.lists {
		before := c.left[y][x]
		c.result.Stats.Checks++
		c.tick(before)
		left := split(list[:before], known{cells: 1 << uint(y), boxes: b.cols[x] & (1 << uint(y))}, nil)
		c.left[y+1][x] = left
		if c.trace != nil {
			c.emitSplit(x, before, left)
		}
		if left == 0 && !c.liao {
			return false
		}
	}
	return !c.liao || c.columnsAtEnd(b, y)
}

func (c *columnLists) emitSplit(x, before, left int) {
	c.emitCheck(0, x+1, left > 0)
	if left < before {
		c.emit(nonogram.Event{Kind: nonogram.EventPrune, Column: x + 1, Count: int64(before - left)})
	}
}
