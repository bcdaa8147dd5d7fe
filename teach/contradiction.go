package teach

import (
	"slices"

	"nonogram"
)

// Contradiction: suppose that a cell has some color and follow what single lines
// make of it. When a line breaks, the cell does not have that color.
//
//	suppose  row 1, cell 3 filled ─▶ column 3: cells 1 to 4 filled ─▶ row 4 breaks
//
// Edge contradiction is the form that people know best: at the border of the
// puzzle the first blocks of the crossing lines begin, so that a filled cell there
// runs deep into the puzzle, and a few lines are enough. It is tried first, on the
// outermost lines that are not finished, for edgeRounds rounds.
//
// Among all suppositions that break, those are taken that break after the fewest
// rounds, of these the ones that need the fewest lines, and of these the ones that
// yield most.
//
// Cost: a trial for every candidate of every open cell; a candidate that survived
// is tried again only when a line that its trial has touched has changed.

// edgeRounds is how far an edge contradiction looks: the line at the edge, the
// lines that cross it, and a line next to it.
const edgeRounds = 3

// deepening are the numbers of rounds after which trials are cut off, one after
// the other: suppositions that break soon are the ones wanted, and the others are
// expensive to follow to their end.
var deepening = [...]int{edgeRounds, 4, 5, 6, 8, 12, noLimit}

// refutation is a supposition that breaks.
type refutation struct {
	candidate
	outcome
	follows int    // consequences of supposing it, for cases
	chain   *Chain // how it breaks, if that is known already
	gain    int    // cells decided by single lines once the candidate is gone
}

// supposition finds the next step that needs one.
func (p *path) supposition() []finding {
	if found := p.refute(p.edgeCells(), edgeRounds); len(found) > 0 {
		return p.refutations(found, EdgeContradiction)
	}
	if p.exhausted() {
		return nil
	}
	for _, limit := range deepening {
		if found := p.refute(p.openCells(), limit); len(found) > 0 {
			return p.refutations(found, Contradiction)
		}
		if p.exhausted() {
			return nil
		}
	}
	return p.cases()
}

// openCells lists the cells that are not decided.
func (p *path) openCells() []int32 {
	cells := make([]int32, 0, p.b.Open)
	for cell := range p.b.Width * p.b.Height {
		if p.b.set(cell).Len() > 1 {
			cells = append(cells, int32(cell))
		}
	}
	return cells
}

// edgeCells lists the open cells of the outermost lines that have any.
func (p *path) edgeCells() []int32 {
	open := p.openCells()
	var first, last [3]int // by direction
	for n, cell := range open {
		for k, i := range p.b.linesOf(int(cell)) {
			if n == 0 {
				first[k] = i
			}
			first[k], last[k] = min(first[k], i), max(last[k], i)
		}
	}
	return slices.DeleteFunc(open, func(cell int32) bool {
		for k, i := range p.b.linesOf(int(cell)) {
			if i == first[k] || i == last[k] {
				return false
			}
		}
		return true
	})
}

// refute tries all candidates of some cells, and returns the best of those that
// break within so many rounds.
func (p *path) refute(cells []int32, limit int) []refutation {
	var best []refutation
	for _, cell := range cells {
		for s := p.b.set(int(cell)); s != 0; s &= s - 1 {
			c := candidate{cell, uint8(lowest(s))}
			if p.certain(c) {
				continue
			}
			if p.exhausted() {
				return nil
			}
			o, survived := p.probe.outcome(p, c, limit)
			switch {
			case survived:
				continue
			case len(best) > 0 && o.rounds == limit && o.lines > best[0].lines:
				continue
			case len(best) == 0 || o.rounds < limit || o.lines < best[0].lines:
				best = best[:0]
			}
			limit = o.rounds
			best = append(best, refutation{candidate: c, outcome: o})
		}
	}
	return p.mostUseful(best)
}

// certain reports a candidate that is known to be right, so that trying it is
// useless.
func (p *path) certain(c candidate) bool {
	return p.truth != nil && p.truth.Cells[c.cell] == nonogram.Color(c.color)
}

// mostUseful keeps the refutations that decide most cells.
func (p *path) mostUseful(list []refutation) []refutation {
	most := -1
	for i := range list {
		t := p.trial
		open := p.b.Open
		t.exclude(list[i].candidate)
		t.run(noLimit)
		list[i].gain = open - p.b.Open
		t.undo(0)
		most = max(most, list[i].gain)
	}
	return slices.DeleteFunc(list, func(r refutation) bool { return r.gain < most })
}

// refutations makes findings.
func (p *path) refutations(list []refutation, t Technique) []finding {
	found := make([]finding, len(list))
	for i, r := range list {
		chain := r.chain
		switch {
		case chain != nil:
		case p.record:
			chain = p.chain(r.candidate)
		default: // a rating asks for no more
			chain = &Chain{Rounds: r.rounds, Depth: 1, Breaks: p.b.Ref(r.broken)}
		}
		chain.Suppose = p.b.mark(r.candidate)
		line := p.b.linesOf(int(r.cell))[0]
		if chain.Depth < 3 {
			line = p.lineIndex(chain.Breaks)
		}
		found[i] = finding{technique: t, line: line, eliminated: []candidate{r.candidate}, chain: chain}
	}
	return found
}

func (p *path) lineIndex(l nonogram.LineRef) int {
	switch {
	case p.b.Shape != nil:
		return p.b.Shape.Index(l)
	case l.Axis == nonogram.Row:
		return l.Index
	}
	return p.b.Height + l.Index
}

// probeMemory remembers trials that broke nothing, and which lines they touched.
type probeMemory struct {
	clock   int32
	changed []int32         // per line: when it was last changed for good
	memory  map[int64]probe // per candidate
	held    int             // entries of all lists in memory
}

type probe struct {
	time    int32
	limit   int // no line breaks within so many rounds
	touched []int32
}

// maxHeld bounds the lists of touched lines; beyond it trials are simply repeated.
const maxHeld = 8 << 20

// outcome runs a trial; survived is true if no line breaks within the limit.
func (m *probeMemory) outcome(p *path, c candidate, limit int) (o outcome, survived bool) {
	key := int64(c.cell)<<8 | int64(c.color)
	if last, ok := m.memory[key]; ok && last.limit >= limit && m.unchanged(last) {
		return outcome{}, true
	}
	t := p.trial
	t.suppose(c)
	o = t.run(limit)
	if o.broken == noLine {
		if o.done {
			limit = noLimit
		}
		m.keep(p, key, probe{time: m.clock, limit: limit, touched: t.touchedLines()})
	}
	t.undo(0)
	return o, o.broken == noLine
}

// survivors is the number of suppositions known to break nothing.
func (m *probeMemory) survivors() int {
	return len(m.memory)
}

func (m *probeMemory) unchanged(last probe) bool {
	return !slices.ContainsFunc(last.touched, func(i int32) bool { return m.changed[i] > last.time })
}

func (m *probeMemory) keep(p *path, key int64, entry probe) {
	if m.memory == nil {
		m.memory = map[int64]probe{}
		m.changed = make([]int32, len(p.b.Lines))
	}
	m.held += len(entry.touched) - len(m.memory[key].touched)
	if m.held > maxHeld {
		m.held -= len(entry.touched)
		delete(m.memory, key)
		return
	}
	m.memory[key] = entry
}

// note tells the memory that a line has changed.
func (m *probeMemory) note(line int) {
	if m.memory != nil {
		m.clock++
		m.changed[line] = m.clock
	}
}

// touchedLines lists the lines through the cells of the trail.
func (t *trial) touchedLines() []int32 {
	var lines []int32
	for _, c := range t.trail {
		for _, i := range t.b.linesOf(int(c.cell)) {
			if !t.queued[i] { // the queue is empty between runs, its marks are free
				t.queued[i] = true
				lines = append(lines, int32(i))
			}
		}
	}
	for _, i := range lines {
		t.queued[i] = false
	}
	return lines
}
