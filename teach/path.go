package teach

import (
	"context"
	"errors"
	"slices"

	"nonogram"
)

// The path from a position to the solution. It goes in rounds. In each position
// every line is searched for its cheapest technique, and the cheapest of all is applied
// to every line that allows it; the others wait, because after easy steps a hard one is
// often not needed any more. Where no single line allows a deduction, suppositions are
// tried (contradiction.go), and finally cases (cases.go).
//
// Because a round is taken at once, a mirrored or transposed puzzle has the same rounds,
// and with them the same rating.
//
// Cost: a line is looked at again only when one of its cells has changed, and
// first solved by package line, so that no technique is tried where there is
// nothing to find.
type path struct {
	ctx    context.Context
	b      *sheet
	solver nonogram.Solver
	limit  int64 // of b.solves
	record bool  // keep the steps, with their reasons

	language Language // of the steps

	turns []turn
	lines []lineState
	dirty []int32
	look  look
	notes notes
	trial *trial
	probe probeMemory

	// truth is what all solutions have in common, where that has been asked for;
	// Unknown where they differ.
	truth  *nonogram.Grid
	status nonogram.Status // of the truth

	steps   []Step
	round   int
	facts   Facts
	frozen  bool // the facts are complete
	unrated int  // cells open at that time
	stopped nonogram.StopReason
	broken  int   // a line that cannot be filled, noLine
	err     error // of the solver
}

// lineState is the state of a line during a path.
type lineState struct {
	dirty bool
	gains bool      // the line allows a deduction
	tried int       // all turns before this one find nothing
	found []finding // what it finds, if anything
}

func newPath(ctx context.Context, b *sheet) *path {
	p := &path{ctx: ctx, b: b, broken: noLine, lines: make([]lineState, len(b.Lines))}
	p.notes.b = b
	p.turns = plainTurns
	if b.Colors > 2 {
		p.turns = colorTurns
	}
	p.trial = newTrial(b)
	for i := range b.Lines {
		p.touch(i)
	}
	return p
}

// touch notes that a line has changed.
func (p *path) touch(i int) {
	if l := &p.lines[i]; !l.dirty {
		*l = lineState{dirty: true}
		p.probe.note(i)
		p.dirty = append(p.dirty, int32(i))
	}
}

// refresh solves the lines that have changed, to see whether they allow a
// deduction. It reports false if one cannot be filled.
func (p *path) refresh() bool {
	for _, i := range p.dirty {
		l := &p.lines[i]
		l.dirty = false
		if !p.b.solve(int(i), func(candidate) { l.gains = true }) {
			p.broken = int(i)
		}
	}
	p.dirty = p.dirty[:0]
	return p.broken == noLine
}

// walk goes on until the puzzle is solved, broken or stuck.
func (p *path) walk() {
	for p.advance() {
	}
}

// advance takes one round. It reports false at the end of the path.
func (p *path) advance() bool {
	if !p.refresh() || p.b.Open == 0 || p.exhausted() {
		return false
	}
	found := p.cheapest()
	if len(found) == 0 {
		found = p.supposition()
	}
	if len(found) == 0 {
		return false
	}
	p.take(found)
	return true
}

// exhausted reports whether the context or the work limit ends the path.
func (p *path) exhausted() bool {
	switch {
	case p.stopped != nonogram.StopNone:
	case p.ctx.Err() != nil:
		p.stopped = stopReason(p.ctx)
	case p.limit > 0 && p.b.solves > p.limit:
		p.stopped = nonogram.StopConflicts
	}
	return p.stopped != nonogram.StopNone
}

func stopReason(ctx context.Context) nonogram.StopReason {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nonogram.StopTime
	}
	return nonogram.StopCancelled
}

// turn is a technique's turn in the order of asking. In color every technique has
// two: first for what decides cells, which goes on the page, and later for what
// only takes colors away, which has to be kept in mind or penciled in. The two
// techniques that look at a whole line at once come after all pencil work.
type turn struct {
	technique Technique
	pencil    bool
}

var plainTurns, colorTurns = turnsOf(false), turnsOf(true)

func turnsOf(pencil bool) []turn {
	var turns []turn
	add := func(from, to Technique) {
		for t := from; t <= to; t++ {
			turns = append(turns, turn{t, false})
		}
		for t := from; t <= to && pencil; t++ {
			turns = append(turns, turn{t, true})
		}
	}
	add(EmptyLine, Squeezing-1)
	add(Squeezing, Squeezing)
	add(LineLogic, LineLogic)
	return turns
}

// cheapest asks every line, and returns what the cheapest technique finds in all
// of them.
func (p *path) cheapest() []finding {
	best := len(p.turns) - 1
	offering := 0
	for i := range p.lines {
		if l := &p.lines[i]; l.gains {
			offering++
			p.examine(i, best)
			best = min(best, l.tried)
		}
	}
	if offering == 0 {
		return nil
	}
	var all []finding
	for i := range p.lines {
		if l := &p.lines[i]; l.gains && l.tried == best {
			all = append(all, l.found...)
		}
	}
	if !p.frozen {
		p.facts.offer(offering)
	}
	return sparing(all)
}

// examine tries the techniques on a line in order, up to the given one, until one finds
// something. If the line allows a deduction, the last technique finds it.
func (p *path) examine(i int, upTo int) {
	l := &p.lines[i]
	if l.found != nil || l.tried > upTo {
		return
	}
	p.look.load(p.b, i)
	for ; l.tried <= upTo; l.tried++ {
		t := p.turns[l.tried]
		found := p.ask(t.technique)
		l.found = slices.DeleteFunc(found, func(f finding) bool { return f.pencil != t.pencil })
		if len(l.found) > 0 {
			return
		}
		l.found = nil
	}
}

// ask has one technique look at the line in p.look.
func (p *path) ask(t Technique) []finding {
	if t == LineLogic {
		return p.lineLogic(p.look.line)
	}
	return p.notes.search(&p.look, t)
}

// sparing keeps only the most productive findings of an expensive technique: after one
// of them easy steps may be available again.
func sparing(found []finding) []finding {
	if found[0].technique < Squeezing {
		return found
	}
	most := 0
	for i := range found {
		most = max(most, len(found[i].eliminated))
	}
	return slices.DeleteFunc(found, func(f finding) bool { return len(f.eliminated) < most })
}

// take draws the findings of a round. Those that are told are argued from the board with the
// earlier ones of the round on it, see argue.go.
func (p *path) take(found []finding) {
	open := p.b.Open
	for i := range found {
		if !p.record {
			p.eliminate(&found[i])
			continue
		}
		for _, f := range p.argue(&found[i]) {
			if marks := p.eliminate(&f); len(marks) > 0 {
				p.steps = append(p.steps, p.step(&f, marks))
			}
		}
	}
	if !p.frozen {
		p.facts.add(found, open-p.b.Open)
	}
	p.round++
}

func (p *path) step(f *finding, marks []Mark) Step {
	return Step{
		Technique: f.technique, Round: p.round, Line: p.b.Ref(f.line),
		reason: f.reason, Marks: marks, Chain: f.chain, language: p.language,
	}
}

// eliminate applies one finding and returns its new marks.
func (p *path) eliminate(f *finding) []Mark {
	var marks []Mark
	for i := 0; i < len(f.eliminated); {
		cell := f.eliminated[i].cell
		before := p.b.set(int(cell))
		from := i
		for ; i < len(f.eliminated) && f.eliminated[i].cell == cell; i++ {
			if p.b.has(f.eliminated[i]) {
				p.b.eliminate(f.eliminated[i])
			}
		}
		after := p.b.set(int(cell))
		if after == before {
			continue
		}
		for _, i := range p.b.linesOf(int(cell)) {
			p.touch(i)
		}
		if before.Len() > 1 && after.Len() <= 1 {
			p.b.Open--
		}
		marks = p.b.marks(marks, f.eliminated[from:i], int(cell))
	}
	return marks
}

// marks converts the eliminated candidates of one cell to marks. A cell about which two
// lines disagree gets none: the puzzle has no solution, which its lines will show.
func (b *sheet) marks(marks []Mark, eliminated []candidate, cell int) []Mark {
	place := b.place(cell)
	if b.set(cell) == 0 {
		return marks
	}
	if c, ok := b.set(cell).Only(); ok {
		return append(marks, Mark{Cell: place, Color: c})
	}
	for _, s := range eliminated {
		marks = append(marks, Mark{Cell: place, Color: nonogram.Color(s.color), Not: true})
	}
	return marks
}

// share takes the steps that a color puzzle begins with. Their cells are empty
// on the board already.
func (p *path) share(drawn *nonogram.Grid) {
	found := p.b.sharedFindings(drawn)
	if len(found) == 0 {
		return
	}
	seen := map[int32]bool{}
	for i := range found {
		var marks []Mark
		for _, c := range found[i].eliminated {
			if !seen[c.cell] {
				seen[c.cell] = true
				marks = append(marks, Mark{Cell: p.b.place(int(c.cell)), Color: nonogram.Empty})
			}
		}
		if p.record && len(marks) > 0 {
			p.steps = append(p.steps, p.step(&found[i], marks))
		}
	}
	p.facts.add(found, len(seen))
	p.round++
}
