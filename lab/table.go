package lab

import (
	"slices"
	"strconv"
	"strings"
)

// Clue table: table_bfs and table_dfs, each with three prunings.
//
// A clue table maps the length of a line and its clue to all states of the line; equal
// clues share an entry:
//
//	5-1,2   10110 10011 01011
//
// The tree places row after row, one child for each state of the row. Breadth first and
// depth first visit the same boards; breadth first holds a whole level in memory, and
// visits all boards above the last level before the first solution. Prunings: none checks
// the columns of full boards, up to the first that fails; columns looks up, after every
// row, a state of each column that begins with the placed cells, and prunes the board if
// some column has none; early does the same and stops at the first such column.
//
// Cost: with s states a row, up to s^n boards of side n; the check of a column scans its
// states. Memory for the table, and for breadth first 8 bytes for every board that is not
// pruned.
//
// Source: Wang, sections 2 and 3. He found that early exit saves two thirds of the
// time of pruning, whatever the size, and that depth first nearly always wins.

// clueTable maps "length-clue" to the states of such a line.
type clueTable map[string][]uint64

// key is the name of a clue in the table: "5-1,2".
func (c *clue) key() string {
	numbers := make([]string, len(c.blocks))
	for i, b := range c.blocks {
		numbers[i] = strconv.Itoa(b)
	}
	return strconv.Itoa(c.n) + "-" + strings.Join(numbers, ",")
}

// newClueTable fills a table for all lines of the puzzle; false if the run is over.
func (r *run) newClueTable() (clueTable, bool) {
	t := clueTable{}
	for line := range r.clues {
		key := r.clues[line].key()
		if _, ok := t[key]; ok {
			continue
		}
		states, ok := r.list(line, known{})
		if !ok {
			return nil, false
		}
		t[key] = states
	}
	return t, true
}

// rowStates are the states of the rows, without those that contradict given cells.
// Rows without given cells share the table's.
func (r *run) rowStates(t clueTable) [][]uint64 {
	all := make([][]uint64, r.height)
	for y := range all {
		all[y] = t[r.clues[y].key()]
		if k := r.given.rows[y]; k.cells != 0 {
			all[y] = slices.DeleteFunc(slices.Clone(all[y]), func(state uint64) bool { return !k.allows(state) })
		}
	}
	return all
}

// tableDepth makes table_dfs.
func tableDepth(pruning string) search {
	return func(r *run) bool {
		t, ok := r.newClueTable()
		if !ok {
			return false
		}
		return newRowSearch(r, r.rowStates(t), nil, r.tableRule(t, pruning)).row(0, 0)
	}
}

// tableRule returns the check of a pruning.
func (r *run) tableRule(t clueTable, pruning string) columnRule {
	rule := &tableColumns{run: r, atEnd: pruning == "none", early: pruning != "columns"}
	for x := range r.width {
		rule.states = append(rule.states, t[r.clues[r.height+x].key()])
	}
	return rule.accept
}

// tableColumns looks up columns in the table.
type tableColumns struct {
	*run
	states [][]uint64 // of every column
	atEnd  bool       // full boards only
	early  bool       // stop at the first column that fails
}

// accept is a columnRule.
func (c *tableColumns) accept(b *board, y int) bool {
	if c.atEnd && y < c.height-1 {
		return true
	}
	ok := true
	for x, col := range b.cols {
		if !c.fits(x, y+1, col) {
			if ok = false; c.early {
				break
			}
		}
	}
	return ok
}

// fits reports whether the table has a state of column x that begins with the n placed
// cells.
func (c *tableColumns) fits(x, n int, col uint64) bool {
	placed := known{cells: prefix(n), boxes: col & prefix(n)}
	found := false
	for _, state := range c.states[x] {
		c.look(1)
		if placed.allows(state) {
			found = true
			break
		}
	}
	c.tick(len(c.states[x]) / 2)
	return c.checked(c.height+x, found)
}
