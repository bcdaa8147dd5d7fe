package lab

import "nonogram"

// The possibilities of a line: all arrangements of the blocks of its clue, beginning with
// the first block leftmost:
//
//	5-1,1   10100 10010 10001 01010 01001 00101
//
// A blotted block is placed with one cell, then with two, and so on, at every position.
//
// Cost: C(slack+blocks, blocks) lines, a few nanoseconds each.

// arranger enumerates the possibilities of a clue.
type arranger struct {
	clue  *clue
	visit func(line uint64) bool
	back  bool // begin with the first block rightmost
}

// arrange calls visit with every possibility, until visit returns false; then it returns
// false too.
func arrange(c *clue, visit func(line uint64) bool) bool {
	return (&arranger{clue: c, visit: visit}).all()
}

// arrangeBack is arrange in reverse order.
func arrangeBack(c *clue, visit func(line uint64) bool) {
	(&arranger{clue: c, visit: visit, back: true}).all()
}

func (a *arranger) all() bool {
	slack := a.clue.slack()
	return slack < 0 || a.block(0, 0, slack, 0)
}

// block places block k and those after it, from cell at on.
func (a *arranger) block(k, at, slack int, line uint64) bool {
	if k == len(a.clue.blocks) {
		return a.visit(line)
	}
	n := a.clue.blocks[k]
	for shift := range slack + 1 {
		if a.back {
			shift = slack - shift
		}
		if n == 0 {
			if !a.blotted(k, at+shift, slack-shift, line) {
				return false
			}
		} else if !a.block(k+1, at+shift+n+1, slack-shift, line|prefix(n)<<uint(at+shift)) {
			return false
		}
	}
	return true
}

// blotted places block k at a cell with every length that the slack allows.
func (a *arranger) blotted(k, at, slack int, line uint64) bool {
	for more := range slack + 1 {
		if a.back {
			more = slack - more
		}
		if !a.block(k+1, at+more+2, slack-more, line|prefix(more+1)<<uint(at)) {
			return false
		}
	}
	return true
}

// wordBytes is the size of a possibility in a list.
const wordBytes = 8

// list lists the possibilities of a line that agree with its known cells; false if memory
// or time run out.
func (r *run) list(line int, k known) ([]uint64, bool) {
	var list []uint64
	ok := arrange(&r.clues[line], func(cells uint64) bool {
		r.look(1)
		if !r.tick(1) {
			return false
		}
		if !k.allows(cells) {
			return true
		}
		var ok bool
		list, ok = push(r, list, cells, wordBytes)
		return ok
	})
	r.result.Stats.Listed += int64(len(list))
	if ok && r.trace != nil {
		r.emitLine(line, nonogram.Event{Kind: nonogram.EventList, Count: int64(len(list))})
	}
	return list, ok
}

// lists lists the possibilities of several lines from the first on.
func (r *run) lists(first int, marks []known) ([][]uint64, bool) {
	all := make([][]uint64, len(marks))
	for i, k := range marks {
		var ok bool
		if all[i], ok = r.list(first+i, k); !ok {
			return nil, false
		}
	}
	return all, true
}
