package lab

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"nonogram"
)

// Permutation elimination: perm_elim.
//
// All 2^n lines of the length of a row, and of a column if it differs, are generated and
// grouped by clue. Every line of the puzzle starts with its group. A sweep, the source's
// iteration, removes the members of columns that disagree with a cell on which all members
// of a row agree, and the same with rows and columns exchanged. In the source both use the
// members before the sweep, the snapshot. With turns, an addition of this package, the
// columns use the rows of the same sweep, which takes fewer sweeps.
//
// The search ends when every line has a single member. A line without members proves that
// there is no solution (the source's program restores its members and continues). The
// method cannot guess: a sweep without changes stalls the search, which ends with the known
// cells. The source's program repeats that sweep until max_iter, so the iterations count as
// max_iter without being made; with turns, or without a limit, only those made count.
//
// Cost: 2^n lines and 8 · 2^n bytes up front, see perm_set.go, unless a set is reused; a
// sweep takes two nanoseconds for every remaining member.
//
// Source: the R package nonogram, algorithm "perm_elim", its default. As there, max_iter is
// 100, and verbose and parallel are on by default. Verbose prints the lines of the source's
// program: the steps, and the number of members of each line after every sweep that is made.
// Parallel divides the lines of a sweep among all cores. A 3×3 puzzle of the package's README
// takes 1 iteration, its example 36 takes 6; with turns 2 and 4.

// permElim returns the solver of perm_elim. With reuse it keeps its sets.
func permElim(c config) nonogram.Solver {
	kept := map[int]*permSet{}
	return solver("perm_elim", MaxPermLine, func(r *run) bool {
		if !c.on("reuse") {
			clear(kept)
		}
		s := &permSearch{run: r, config: c, turns: c.values["order"] == "turns", kept: kept, marks: r.given.clone()}
		return s.prepare() && s.sweeps()
	})
}

type permSearch struct {
	*run
	config config
	turns  bool             // rows first, then columns with the new rows
	kept   map[int]*permSet // by length
	lines  []members
	marks  marks // cells on which the members of a line agree
}

// members are the remaining members of a line, the first left of list.
type members struct {
	list   []uint64
	left   int
	agreed agreement
}

// prepare takes the groups of all lines from the sets.
func (s *permSearch) prepare() bool {
	sides := []string{"row", "column"}
	lengths := map[string]int{"row": s.width, "column": s.height}
	if s.width == s.height {
		sides = sides[:1]
	}
	sides = slices.DeleteFunc(sides, func(side string) bool { return s.kept[lengths[side]] != nil })
	for _, side := range sides {
		s.say("Generating initial possible " + side + " permutations")
		if !s.makeSet(lengths[side]) {
			return false
		}
	}
	for _, side := range sides {
		s.say("Generating initial possible " + side + " patterns")
	}
	for line := range s.clues {
		switch line {
		case 0:
			s.say("Matching all possible starting solutions for each row")
		case s.height:
			s.say("Matching all possible starting solutions for each column")
		}
		if !s.take(line) {
			return false
		}
	}
	s.say("Creating empty lists of search vectors")
	s.say("Eliminating non-viable permutations")
	return true
}

// makeSet makes the set of lines of n cells.
func (s *permSearch) makeSet(n int) bool {
	if !s.hold(permBytes(n)) {
		return false
	}
	set := newPermSet(n, func() bool { return s.ctx.Err() == nil })
	if set == nil {
		return s.poll() && false
	}
	s.kept[n] = set
	s.look(1 << n)
	return true
}

// take copies the members of a group that agree with the given cells.
func (s *permSearch) take(line int) bool {
	clue := &s.clues[line]
	group := s.kept[clue.n].group(clue)
	if !s.hold(int64(len(group)) * wordBytes) {
		return false
	}
	list := make([]uint64, 0, len(group))
	for _, cells := range group {
		if s.given.lines[line].allows(uint64(cells)) {
			list = append(list, uint64(cells))
		}
	}
	s.result.Stats.Listed += int64(len(list))
	s.lines = append(s.lines, members{list: list, left: len(list)})
	if s.trace != nil {
		s.emitLine(line, nonogram.Event{Kind: nonogram.EventList, Count: int64(len(list))})
	}
	s.look(len(group))
	return s.tick(len(group))
}

// sweeps sweeps until nothing changes.
func (s *permSearch) sweeps() bool {
	if !s.turns && !s.sweep(0, len(s.lines)) { // finds the agreements
		return !s.over()
	}
	limit := s.config.number("max_iter")
	for left := s.total(); left > int64(len(s.lines)) || s.turns; {
		before := left
		if s.result.Stats.Sweeps == limit {
			s.say("Maximum iterations reached.")
			break
		}
		if !s.iterate() {
			return !s.over()
		}
		s.result.Stats.Sweeps++
		left = s.total()
		s.report()
		if s.trace != nil {
			s.emit(nonogram.Event{Kind: nonogram.EventSweep, Count: left})
		}
		stalled := left == before && s.result.Stats.Sweeps > 1
		if left == int64(len(s.lines)) || stalled && (s.turns || limit == endless) {
			break
		}
		if stalled {
			s.result.Stats.Sweeps = limit
		}
	}
	return s.end(s.total())
}

// iterate makes one sweep over all lines; false if the search has ended.
func (s *permSearch) iterate() bool {
	if !s.turns {
		return s.sweep(0, len(s.lines))
	}
	return s.sweep(0, s.height) && s.sweep(s.height, len(s.lines))
}

// end reports a solution if every line has a single member, and stalls otherwise.
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

// total is the number of remaining members.
func (s *permSearch) total() int64 {
	n := int64(0)
	for i := range s.lines {
		n += int64(s.lines[i].left)
	}
	return n
}

// sweep eliminates the members of the lines from…to that disagree with the marks, and marks
// the cells on which the others agree. It returns false if a line has no members or the run
// is over. The marks change only after all lines, so that the result does not depend on
// parallelism.
func (s *permSearch) sweep(from, to int) bool {
	before := make([]int, len(s.lines))
	for i := from; i < to; i++ {
		before[i] = s.lines[i].left
		s.look(before[i])
	}
	s.each(from, to, s.eliminate)
	if s.poll() {
		return false
	}
	for i := from; i < to; i++ {
		l := &s.lines[i]
		s.result.Stats.LineSolves++
		if s.trace != nil && l.left < before[i] {
			s.emitLine(i, nonogram.Event{Kind: nonogram.EventPrune, Count: int64(before[i] - l.left)})
		}
		if l.left == 0 || !s.fix(&s.marks, i, l.agreed.known(s.clues[i].n)) {
			return s.prune() && false
		}
	}
	return true
}

// eliminate sweeps one line.
func (s *permSearch) eliminate(i int) {
	l := &s.lines[i]
	l.agreed = newAgreement()
	l.left = split(l.list[:l.left], s.marks.lines[i], &l.agreed)
}

// each calls do for the lines from…to, in parallel if configured, until the context ends. A panic of do
// becomes one of each.
func (s *permSearch) each(from, to int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	var fault atomic.Pointer[any]
	for range s.workers(s.total() / membersPerWorker) {
		group.Go(func() {
			defer func() {
				if f := recover(); f != nil {
					fault.Store(&f)
				}
			}()
			for i := from + int(next.Add(1)) - 1; i < to && s.ctx.Err() == nil; i = from + int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
	if f := fault.Load(); f != nil {
		panic(*f)
	}
}

// membersPerWorker is the least number of members for another worker.
const membersPerWorker = 1 << 14

// workers limits a number of workers by the available cores.
func (s *permSearch) workers(most int64) int {
	if !s.config.on("parallel") {
		return 1
	}
	return int(max(min(int64(runtime.GOMAXPROCS(0)), most), 1))
}

// say writes a line of the source's report, with the puzzle in place of the time of day.
func (s *permSearch) say(text string) {
	if s.config.log != nil && s.config.on("verbose") {
		_, _ = fmt.Fprintf(s.config.log, "puzzle %s : %s\n", s.p.ID, text) // reports are optional
	}
}

// report writes the number of members of each line.
func (s *permSearch) report() {
	var left []int
	for i := range s.lines {
		left = append(left, s.lines[i].left)
	}
	text := func(counts []int) string { return strings.Trim(fmt.Sprint(counts), "[]") }
	s.say(fmt.Sprintf("Iter %d :\nColumns:  %s \nRows:     %s ", s.result.Stats.Sweeps, text(left[s.height:]), text(left[:s.height])))
}
