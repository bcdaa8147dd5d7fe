package lab

import (
	"math/rand/v2"

	"nonogram"
)

// Depth first, row by row: methods 5 to 10.
//
// The possibilities of all rows are listed first. In each row one of them is picked at
// random, then the next row follows. The plain methods check the columns of full boards.
// With rule cutting (6, 8) their filled parts are checked after every row. With state space
// cutting (9, 10) the possibilities of the columns are listed as well, and those that
// disagree with a row are removed; a column without possibilities ends the branch. The wiki
// variants list only rows that agree with the simple boxes and spaces.
//
// Cost: with p possibilities a row p^n boards of side n; memory for the lists, n·p
// words, twice that with state space cutting.
//
// Source: Liao, section V. His times for 7×7 (Matlab): plain 21 s, with wiki 1.81 s, with
// rule cutting over 20 min, with state space cutting 105 s, with that and wiki 4.22 s. He is
// surprised that cutting is slower. The cause is his program: with rule cutting the
// recursion is inside the loop over the columns, so that a board is searched again for
// every column that passes, and with state space cutting an empty list does not end the
// branch. These methods follow his text, and with the option liao his program, see liao.go.

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
			s.liao = cut && c.on("liao")
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
			cols, ok := r.lists(r.height, r.given.cols)
			if !ok {
				return false
			}
			lists := newColumnLists(r, cols)
			lists.liao = c.on("liao")
			return newRowSearch(r, rows, r.shuffling(c), lists.accept).row(0, 0)
		}
	}
}

// shuffling shuffles the possibilities of a row; nil for Liao's program.
func (r *run) shuffling(c config) *rand.Rand {
	if c.on("liao") {
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
	return r.lists(0, fixed.rows)
}

// columnLists holds the possibilities of the columns. The remaining ones are at the front
// of their list. Their number before each row is kept, so backtracking is free:
//
//	list of column x   a c f g | b d e        left[y+1][x] = 4, left[y][x] = 7
type columnLists struct {
	*run
	lists [][]uint64
	left  [][]int // [rows placed][column]
	liao  bool    // an empty list ends only a full board
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

// accept is a columnRule. Nothing has to be undone: left[y] still has the number before.
func (c *columnLists) accept(b *board, y int) bool {
	for x, list := range c.lists {
		before := c.left[y][x]
		c.tick(before)
		c.look(before)
		left := split(list[:before], known{cells: 1 << uint(y), boxes: b.cols[x] & (1 << uint(y))}, nil)
		c.left[y+1][x] = left
		c.checked(c.height+x, left > 0)
		if c.trace != nil && left < before {
			c.emitLine(c.height+x, nonogram.Event{Kind: nonogram.EventPrune, Count: int64(before - left)})
		}
		if left == 0 && !c.liao {
			return false
		}
	}
	return !c.liao || c.columnsAtEnd(b, y)
}
