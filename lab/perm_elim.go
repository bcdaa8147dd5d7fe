package lab

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"nonogram"
)

// Permutation elimination: perm_elim.
//
// All 2^n lines of the length of a row are made, and of a column if that is
// another length, and grouped by clue. Every line of the puzzle starts with its
// group. Then come sweeps: where all members of a row agree on a cell, the members
// of the column through it that disagree go, and the same with columns and rows.
// It ends when every line has a single member; a line without members proves that
// there is no solution. It cannot guess: a sweep that changes nothing is the end,
// stalled, with the cells that are known by then.
//
// Cost: 2^n lines and 8 · 2^n bytes up front, see perm_set.go, unless a set is
// reused; a sweep is two nanoseconds for every member that is left.
//
// Source: the R package nonogram, algorithm "perm_elim", its default. Verbose prints
// after every sweep how many members each line has left, as there; parallel shares
// the lines of a sweep among all cores.

// permElim makes perm_elim. A solver with Reuse keeps the sets that it makes.
func permElim(c Config) nonogram.Solver {
	kept := map[int]*PermSet{}
	return solver("perm_elim", MaxPermLine, func(r *run) bool {
		if !c.Reuse {
			clear(kept)
		}
		s := &permSearch{run: r, config: c, kept: kept, marks: r.given.clone()}
		return s.prepare() && s.sweeps()
	})
}

type permSearch struct {
	*run
	config Config
	kept   map[int]*PermSet   // by length; perhaps from the puzzle before
	refs   []nonogram.LineRef // rows, then columns
	lines  []members
	marks  marks // on which cells some line agrees
}

// members is what is left of the group of a line, the first left of list.
type members struct {
	list   []uint64
	left   int
	agreed agreement
}

// prepare takes the groups of all lines from the sets.
func (s *permSearch) prepare() bool {
	s.refs = s.p.Lines()
	rows, ok := s.set(s.width)
	if !ok {
		return false
	}
	cols := rows
	if s.height != s.width {
		if cols, ok = s.set(s.height); !ok {
			return false
		}
	}
	for _, l := range s.refs {
		set := rows
		if l.Axis == nonogram.Column {
			set = cols
		}
		if !s.take(l, set) {
			return false
		}
	}
	s.report(0)
	return true
}

// set finds or makes the set of lines of n cells. What the caller has brought along
// is not counted against the budget.
func (s *permSearch) set(n int) (*PermSet, bool) {
	for _, set := range s.config.Perms {
		if set.n == n {
			return set, true
		}
	}
	if !s.hold(permBytes(n)) {
		return nil, false
	}
	if s.kept[n] == nil {
		set := newPermSet(n, func() bool { return !s.poll() })
		if set == nil {
			return nil, false
		}
		s.kept[n] = set
	}
	return s.kept[n], true
}

// take copies the group of a line, without what contradicts given cells.
func (s *permSearch) take(l nonogram.LineRef, set *PermSet) bool {
	group := set.group(s.clue(l))
	if !s.hold(int64(len(group)) * wordBytes) {
		return false
	}
	list := make([]uint64, 0, len(group))
	for _, line := range group {
		if s.givenOf(l).allows(uint64(line)) {
			list = append(list, uint64(line))
		}
	}
	s.lines = append(s.lines, members{list: list, left: len(list)})
	if s.trace != nil {
		s.emit(nonogram.Event{Kind: nonogram.EventList, Row: rowOf(l), Column: columnOf(l), Count: int64(len(list))})
	}
	return s.tick(len(group))
}

// sweeps sweeps until nothing changes.
func (s *permSearch) sweeps() bool {
	for n := 1; ; n++ {
		before := s.total()
		if !s.sweep(0, s.height) || !s.sweep(s.height, len(s.lines)) {
			return !s.over()
		}
		after := s.total()
		s.report(n)
		if s.trace != nil {
			s.emit(nonogram.Event{Kind: nonogram.EventSweep, Count: after})
		}
		if after == int64(len(s.lines)) || after == before && n > 1 {
			return s.end(after)
		}
	}
}

// end says what has come of it: a solution, if every line has a single member.
func (s *permSearch) end(total int64) bool {
	if total == int64(len(s.lines)) {
		rows := make([]uint64, s.height)
		for y := range rows {
			rows[y] = s.lines[y].list[0]
		}
		s.solution(rows)
		return s.err == nil
	}
	s.reason = nonogram.StopStalled
	s.result.Known = nonogram.NewGrid(s.width, s.height)
	for y, k := range s.marks.rows {
		for x := range s.width {
			if k.cells>>uint(x)&1 != 0 {
				s.result.Known.Set(y, x, nonogram.Color(k.boxes>>uint(x)&1))
			}
		}
	}
	s.result.Stats.LineOpen = s.result.Known.Open()
	return false
}

// total is the number of members left.
func (s *permSearch) total() int64 {
	n := int64(0)
	for i := range s.lines {
		n += int64(s.lines[i].left)
	}
	return n
}

// sweep eliminates in the lines from…to what disagrees with the marks, and marks
// on which cells the rest agrees. False if a line has no members left or the run
// is over. Lines of one direction do not touch each other, so that it does not
// matter whether they are done at once or in turn.
func (s *permSearch) sweep(from, to int) bool {
	before := make([]int, len(s.lines))
	for i := from; i < to; i++ {
		before[i] = s.lines[i].left
	}
	s.each(from, to, s.eliminate)
	if s.poll() {
		return false
	}
	for i := from; i < to; i++ {
		l := &s.lines[i]
		s.result.Stats.LineSolves++
		if s.trace != nil && l.left < before[i] {
			s.emit(nonogram.Event{Kind: nonogram.EventPrune, Row: rowOf(s.refs[i]), Column: columnOf(s.refs[i]), Count: int64(before[i] - l.left)})
		}
		if l.left == 0 || !s.fix(&s.marks, s.refs[i], l.agreed.known(s.clue(s.refs[i]).n)) {
			return s.prune() && false
		}
	}
	return true
}

// eliminate does one line, for sweep.
func (s *permSearch) eliminate(i int) {
	l := &s.lines[i]
	k := s.marks.rows
	if s.refs[i].Axis == nonogram.Column {
		k = s.marks.cols
	}
	l.agreed = newAgreement()
	l.left = split(l.list[:l.left], k[s.refs[i].Index], &l.agreed)
}

// each calls do for the lines from…to, in parallel if that is wanted, until the
// context ends.
func (s *permSearch) each(from, to int, do func(i int)) {
	workers := 1
	if s.config.Parallel {
		workers = min(runtime.GOMAXPROCS(0), to-from)
	}
	var next atomic.Int64
	next.Store(int64(from))
	work := func() {
		for i := next.Add(1) - 1; i < int64(to) && s.ctx.Err() == nil; i = next.Add(1) - 1 {
			do(int(i))
		}
	}
	var group sync.WaitGroup
	for range workers - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
}

// report writes how many members the lines have left, for verbose.
func (s *permSearch) report(sweep int) {
	if !s.config.Verbose || s.config.Log == nil {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "puzzle %s, sweep %d: columns", s.p.ID, sweep)
	for i := range s.lines {
		l := &s.lines[(i+s.height)%len(s.lines)] // columns first, as the source does
		if i == s.width {
			b.WriteString(", rows")
		}
		fmt.Fprintf(&b, " %d", l.left)
	}
	b.WriteByte('\n')
	_, _ = io.WriteString(s.config.Log, b.String()) // a report that nobody takes is no reason to stop
}
