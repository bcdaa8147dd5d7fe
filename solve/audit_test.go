package solve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"nonogram"
	"nonogram/internal/board"
)

// Tests that derive every clause that a member of a team imports. A clause excludes no
// solution that is not blocked. It is compared with all known solutions, and a separate
// engine looks for one that violates it; on larger boards this is done for some of the
// clauses.

// longClause is the size from which all clauses are derived: known solutions seldom expose a
// wrong one.
const longClause = 10

// auditor checks the clauses of one puzzle.
type auditor struct {
	t         *testing.T
	mu        sync.Mutex
	board     board.Board
	base      int64
	public    []int64 // by line: variable of its first offset
	solutions []*nonogram.Grid
	truths    []map[int64]bool // by solution: its true variables
	one       int              // one in how many clauses is derived
	engine    Engine

	checked, long, blocks, derived int
}

// audit makes a team pass its imported clauses to an auditor. The list of solutions may be
// incomplete.
func audit(t *testing.T, team *Team, p *nonogram.Puzzle, one int, solutions ...*nonogram.Grid) *auditor {
	a := &auditor{t: t, one: one, solutions: solutions}
	a.board.Reset(p)
	variables := 1
	if a.board.Colors > 2 {
		variables = a.board.Colors
	}
	a.base = int64(p.Width() * p.Height() * variables)
	next := a.base
	for i := range a.board.Lines {
		l := &a.board.Lines[i]
		a.public = append(a.public, next)
		next += int64(l.Blocks()) * int64(max(0, l.Slack()))
	}
	for _, g := range solutions {
		a.truths = append(a.truths, a.truthsOf(g))
	}
	team.audit = a.check
	return a
}

// truthsOf returns the variables that are true in a solution.
func (a *auditor) truthsOf(g *nonogram.Grid) map[int64]bool {
	set := map[int64]bool{}
	for i, c := range g.Cells {
		switch {
		case a.board.Colors > 2:
			set[int64(i*a.board.Colors)+int64(c)] = true
		case c == nonogram.Black:
			set[int64(i)] = true
		}
	}
	for i := range a.board.Lines {
		l := &a.board.Lines[i]
		for b, start := range starts(lineOf(g, &a.board, i)) {
			left, _, _ := l.Block(b)
			for o := range start - left {
				set[a.public[i]+int64(b*l.Slack()+o)] = true // the offset exceeds o
			}
		}
	}
	return set
}

func lineOf(g *nonogram.Grid, b *board.Board, i int) []nonogram.Color {
	if i < b.Height {
		return g.Row(i)
	}
	var cells []nonogram.Color
	for y := range b.Height {
		cells = append(cells, g.Cells[y*g.Width+i-b.Height])
	}
	return cells
}

// starts returns the first cells of all blocks.
func starts(cells []nonogram.Color) []int {
	var list []int
	for i, c := range cells {
		if c != nonogram.Empty && (i == 0 || cells[i-1] != c) {
			list = append(list, i)
		}
	}
	return list
}

// holds reports whether one of the literals is true in a solution.
func holds(truths map[int64]bool, clause []uint32) bool {
	return slices.ContainsFunc(clause, func(l uint32) bool { return truths[int64(l>>1)] == (l&1 == 0) })
}

func (a *auditor) check(p *nonogram.Puzzle, excluded [][]uint32, clause []uint32) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.t.Failed() {
		return
	}
	a.checked++
	if len(clause) > longClause {
		a.long++
	}
	if slices.ContainsFunc(clause, func(l uint32) bool { return int64(l>>1) >= a.base }) {
		a.blocks++
	}
	for i, truths := range a.truths {
		if !holds(truths, clause) && !slices.ContainsFunc(excluded, func(c []uint32) bool { return !holds(truths, c) }) {
			a.t.Errorf("rows %v columns %v: the clause %v was shared, and this solution breaks it:\n%s", p.Rows, p.Cols, clause, a.solutions[i])
		}
	}
	if len(clause) > longClause || a.checked%a.one == 0 {
		a.derive(p, excluded, clause)
	}
}

// derive looks, with a new engine, for a solution that violates a clause.
func (a *auditor) derive(p *nonogram.Puzzle, excluded [][]uint32, clause []uint32) {
	stop := newStopper(context.Background(), nonogram.Budget{Conflicts: 1000})
	var stats nonogram.Stats
	if !a.engine.solveLines(p, &stats.LineSolves, &stop) {
		return
	}
	s := a.engine.searcher(p, 1, &stats, &stop)
	s.proofModeFirst = true // facts about blocks follow from rules alone
	m := &member{core: s}
	known := s.propagate() && s.openBlocks()
	for _, c := range excluded {
		known = known && m.addClause(c, keptGlue)
	}
	for _, l := range clause {
		known = known && m.addClause([]uint32{l ^ 1}, 1)
	}
	if !known || !s.propagate() {
		a.derived++
		return
	}
	switch s.find(1) {
	case refuted:
		a.derived++
	case satisfied:
		a.t.Errorf("rows %v columns %v: the clause %v was shared, and does not follow:\n%s", p.Rows, p.Cols, clause, s.board.Grid())
	}
}

// Clauses of every size are imported unchanged, at the exchange and when a helper starts.
// Unlike the clauses that a team shares, this does not depend on timing.
func TestClausesArriveWhole(t *testing.T) {
	for colors := 2; colors <= 3; colors++ {
		const size = 14 // of a board on which lines decide nothing
		p := &nonogram.Puzzle{Palette: make(nonogram.Palette, colors)}
		for i := range size {
			p.Rows = append(p.Rows, nonogram.Clue{{Length: 1, Color: nonogram.Color(1 + i%(colors-1))}})
		}
		p.Cols = p.Rows
		f := portfolio{team: &Team{}, puzzle: p}
		rng := rand.New(rand.NewPCG(uint64(colors), 25))
		newMember := func(blocks bool) *member {
			m := &member{portfolio: &f, engine: new(Engine)}
			m.core = searcherOf(m.engine, p)
			if m.core == nil || !m.core.propagate() || blocks && !m.core.openBlocks() {
				t.Fatal("the puzzle of this test has a solution")
			}
			f.exchange.Join(&m.reader)
			return m
		}
		from, to := newMember(true), newMember(true)
		sent := everySize(rng, from.core)
		for _, clause := range sent {
			from.note(clause, shareGlue)
		}
		from.note(openLits(rng, from.core, shareSize+1), shareGlue) // too long to be shared
		from.exchange()
		to.exchange()
		arrived(t, "at the exchange", to.core, sent)

		lead, helper := newMember(false), &member{portfolio: &f, engine: new(Engine)}
		sent = everySize(rng, lead.core)
		for _, clause := range sent {
			lead.core.clauses.add(clause, shareGlue, true)
		}
		helper.begin(p, lead.core, 1)
		arrived(t, "from the lead", helper.core, sent)
	}
}

// everySize returns a clause of each size that is shared.
func everySize(rng *rand.Rand, s *core) (clauses [][]lit) {
	for size := 2; size <= shareSize; size++ {
		clauses = append(clauses, openLits(rng, s, size))
	}
	return clauses
}

// openLits returns a clause of different open variables, those of blocks among them.
func openLits(rng *rand.Rand, s *core, size int) (clause []lit) {
	for _, v := range rng.Perm(len(s.value) / 2) {
		if len(clause) < size && s.value[2*v] == 0 {
			clause = append(clause, lit(2*v+rng.IntN(2)))
		}
	}
	return clause
}

// arrived compares the clauses that a searcher has imported with those sent.
func arrived(t *testing.T, how string, s *core, sent [][]lit) {
	t.Helper()
	if len(s.clauses.learned) != len(sent) {
		t.Fatalf("%s: %d clauses arrived of %d", how, len(s.clauses.learned), len(sent))
	}
	for i, r := range s.clauses.learned {
		if !slices.EqualFunc(s.clauses.lits(r), sent[i], func(a uint32, b lit) bool { return lit(a) == b }) {
			t.Errorf("%s: the clause %v arrived as %v", how, sent[i], s.clauses.lits(r))
		}
	}
}

// TestTeamClauses derives all shared clauses on small boards, with all their solutions, and
// on boards of tournament size with the solution that they were made from. Helpers start
// early and restarts are frequent, so that members share thousands.
func TestTeamClauses(t *testing.T) {
	sizes := []struct{ width, height, colors, puzzles, one int }{
		{12, 12, 2, 60, 1}, {8, 8, 3, 60, 1}, {20, 20, 2, 40, 2}, {25, 25, 2, 25, 5}, {30, 30, 2, 8, 20},
	}
	var all auditor
	for k, size := range sizes {
		t.Run(fmt.Sprintf("%dx%d in %d", size.width, size.height, size.colors), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(k), 23))
			team := earlyTeam(2)
			var sum auditor
			for i := range puzzlesOf(size.puzzles) {
				team.engine.core.proofModeFirst = i%2 == 1
				p, solutions := knownPuzzle(t, rng, size.width, size.height, size.colors)
				a := audit(t, team, p, size.one, solutions...)
				for _, limit := range []int{2, 40} {
					opts := nonogram.Options{Limit: limit, Seed: uint64(i), Budget: nonogram.Budget{Conflicts: 3000}}
					r, err := team.Solve(context.Background(), p, opts)
					if err != nil || r.Status == nonogram.Unsolvable {
						t.Fatalf("rows %v columns %v, made from a picture: %v %v", p.Rows, p.Cols, r, err)
					}
				}
				if t.Failed() {
					return
				}
				sum.checked, sum.long, sum.blocks, sum.derived = sum.checked+a.checked, sum.long+a.long, sum.blocks+a.blocks, sum.derived+a.derived
			}
			t.Logf("%d clauses, %d of them long, %d about blocks, %d derived", sum.checked, sum.long, sum.blocks, sum.derived)
			all.checked, all.long, all.blocks, all.derived = all.checked+sum.checked, all.long+sum.long, all.blocks+sum.blocks, all.derived+sum.derived
		})
	}
	// The clauses shared depend on timing; that there are many does not.
	if testing.Short() {
		return
	}
	if all.checked < 1000 || all.long < 200 || all.blocks < 50 || all.derived < 50 {
		t.Errorf("%d clauses were shared, %d of them long, %d about blocks, %d derived: that tests little", all.checked, all.long, all.blocks, all.derived)
	}
}

// puzzlesOf returns how many of n puzzles to test.
func puzzlesOf(n int) int {
	if testing.Short() {
		return (n + 9) / 10
	}
	return n
}

// knownPuzzle makes a puzzle of a random picture, with that solution and some others.
func knownPuzzle(t *testing.T, rng *rand.Rand, width, height, colors int) (*nonogram.Puzzle, []*nonogram.Grid) {
	t.Helper()
	palette := make(nonogram.Palette, colors)
	palette.AssignSymbols()
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rng.IntN(5) < 2 {
			g.Cells[i] = nonogram.Color(1 + rng.IntN(colors-1))
		}
	}
	p := nonogram.FromGrid(g, palette)
	p.Goal = nil
	r, err := Solve(context.Background(), p, nonogram.Options{Limit: 20, Budget: nonogram.Budget{Conflicts: 2000}})
	if err != nil {
		t.Fatal(err)
	}
	return p, append(r.Solutions, g)
}
