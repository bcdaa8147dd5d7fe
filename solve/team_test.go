package solve

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"

	"nonogram"
	"nonogram/solve/internal/share"
)

// earlyTeam is a team whose helpers come in at the first conflict and that
// restarts as often as can be, so that puzzles of a test keep it busy.
func earlyTeam(helpers int) *Team {
	return &Team{Cores: NewCores(helpers), start: start{after: 1, unit: 1}}
}

// teamPuzzle makes a random puzzle on which lines and probing seldom suffice; in
// every fourth two columns have changed places, so that there may be no solution.
func teamPuzzle(rng *rand.Rand, width, height, colors int) *nonogram.Puzzle {
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
	if rng.IntN(4) == 0 {
		x, y := rng.IntN(width), rng.IntN(width)
		p.Cols[x], p.Cols[y] = p.Cols[y], p.Cols[x]
	}
	return p
}

// TestTeamVerdicts compares a team with a single engine: the same verdicts, and
// where all solutions are asked for the same set of them.
func TestTeamVerdicts(t *testing.T) {
	puzzles := 400
	if testing.Short() {
		puzzles = 60
	}
	sizes := [][3]int{{9, 9, 2}, {12, 12, 2}, {14, 9, 2}, {5, 66, 2}, {8, 8, 3}, {12, 10, 3}, {14, 14, 4}}
	for k, size := range sizes {
		rng := rand.New(rand.NewPCG(uint64(k), 7))
		var e Engine
		team := earlyTeam(1 + k%3)
		for range puzzles {
			p := teamPuzzle(rng, size[0], size[1], size[2])
			for _, limit := range []int{1, 2, 3, 40} {
				compareTeam(t, &e, team, p, limit)
			}
			if t.Failed() {
				t.Fatalf("%d×%d in %d colors", size[0], size[1], size[2])
			}
		}
		if len(team.spare) == 0 {
			t.Errorf("%d×%d in %d colors: no helper was ever called in", size[0], size[1], size[2])
		}
	}
}

func compareTeam(t *testing.T, e *Engine, team *Team, p *nonogram.Puzzle, limit int) {
	t.Helper()
	opts := nonogram.Options{Limit: limit}
	want, err := e.Solve(context.Background(), p, opts)
	if err != nil {
		t.Fatal(err)
	}
	got, err := team.Solve(context.Background(), p, opts)
	if err != nil {
		t.Fatalf("rows %v columns %v: %v", p.Rows, p.Cols, err)
	}
	if len(got.Solutions) != len(want.Solutions) || !distinct(got.Solutions) {
		t.Errorf("rows %v columns %v limit %d: %d solutions, an engine has %d", p.Rows, p.Cols, limit, len(got.Solutions), len(want.Solutions))
	}
	// Of a limit of 1 both may or may not know that there is no other.
	if limit > 1 && got.Status != want.Status || got.Stopped != nonogram.StopNone {
		t.Errorf("rows %v columns %v limit %d: %v %v, an engine says %v", p.Rows, p.Cols, limit, got.Status, got.Stopped, want.Status)
	}
	if len(got.Solutions) < limit && (!got.Exhausted || !sameGrids(got.Solutions, want.Solutions)) {
		t.Errorf("rows %v columns %v limit %d: other solutions than an engine's, exhausted %v", p.Rows, p.Cols, limit, got.Exhausted)
	}
}

func sameGrids(a, b []*nonogram.Grid) bool {
	set := map[string]bool{}
	for _, g := range a {
		set[g.String()] = true
	}
	for _, g := range b {
		if !set[g.String()] {
			return false
		}
	}
	return len(a) == len(b)
}

// TestTeamProves is TestTeamVerdicts with a lead that proves from the beginning, so
// that clauses about blocks go to helpers that prove as well, and to some that do not.
func TestTeamProves(t *testing.T) {
	puzzles := 100
	if testing.Short() {
		puzzles = 15
	}
	for k, size := range [][3]int{{9, 9, 2}, {12, 12, 2}, {5, 66, 2}, {8, 8, 3}} {
		rng := rand.New(rand.NewPCG(uint64(k), 17))
		var e Engine
		team := earlyTeam(1 + k%3)
		team.engine.core.proofModeFirst = true
		for range puzzles {
			p := teamPuzzle(rng, size[0], size[1], size[2])
			for _, limit := range []int{2, 40} {
				compareTeam(t, &e, team, p, limit)
			}
			if t.Failed() {
				t.Fatalf("%d×%d in %d colors", size[0], size[1], size[2])
			}
		}
	}
}

// withBlocks returns a searcher at its root, with block literals.
func withBlocks(t *testing.T, p *nonogram.Puzzle) *core {
	t.Helper()
	e := new(Engine)
	e.board.Reset(p)
	e.board.AssignGiven(p.Given)
	stop := newStopper(context.Background(), nonogram.Budget{})
	s := e.searcher(p, 1, new(nonogram.Stats), &stop)
	if !s.propagate() || !s.openBlocks() || !s.blocks.on {
		t.Fatal("no blocks")
	}
	return s
}

// TestBlockRules decides every literal in turn: after propagation in proof mode no rule of the
// blocks has a single open literal, nor is one broken.
func TestBlockRules(t *testing.T) {
	s := withBlocks(t, dominoes(5))
	s.proofMode.on, s.head = true, 0
	if !s.propagate() {
		t.Fatal("a contradiction at the root")
	}
	forced := 0
	for l := range lit(2 * s.blocks.limit) {
		if s.value[l] != 0 {
			continue
		}
		s.decide(l)
		before := len(s.trail)
		if s.propagate() {
			for _, r := range s.blocks.rules {
				isTrue, open := 0, 0
				for _, x := range r.lits[:r.size()] {
					isTrue += max(0, int(s.value[x]))
					open += 1 - int(s.value[x]*s.value[x])
				}
				if isTrue == 0 && open < 2 {
					t.Fatalf("after literal %d the rule %v has %d open literals and none that is true", l, r.lits, open)
				}
			}
			forced += len(s.trail) - before
		}
		s.backtrack(0)
	}
	if forced == 0 {
		t.Error("nothing was propagated")
	}
}

// TestPublicLiterals gives literals to the outside and takes them back, between
// searches whose roots differ.
func TestPublicLiterals(t *testing.T) {
	p := dominoes(5)
	knows := dominoes(5)
	knows.Given = nonogram.NewGrid(p.Width(), p.Height())
	knows.Given.Set(0, 0, nonogram.Empty)
	a, b := withBlocks(t, p), withBlocks(t, knows)
	moved := 0
	for l := range lit(2 * a.blocks.limit) {
		if back := a.ownLit(a.publicLit(l)); back != l {
			t.Fatalf("literal %d comes back as %d", l, back)
		}
		x := b.ownLit(a.publicLit(l))
		if v := int32(l >> 1); a.isCell(v) || x>>1 == b.always()>>1 {
			continue // the other root has decided it
		} else if b.publicLit(x) != a.publicLit(l) {
			t.Fatalf("literal %d is %d there, which is %d here", l, x, a.ownLit(b.publicLit(x)))
		}
		if x != l {
			moved++
		}
	}
	if moved == 0 {
		t.Error("both number their literals alike: that tests nothing")
	}
}

// While no core is idle a team is an engine, to the last counter.
func TestTeamAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for range 30 {
		p := teamPuzzle(rng, 20, 20, 2)
		want, err := Solve(context.Background(), p, nonogram.Options{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		for _, team := range []*Team{{}, {Cores: NewCores(0)}} {
			if got, err := team.Solve(context.Background(), p, nonogram.Options{Seed: 3}); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%v %+v, want %v %+v", got, err, want, nil)
			}
		}
	}
}

// dominoes is Josh Greifer's pattern of n dominoes down a diagonal. It has one
// solution, and the proof by clauses takes about half as long again for every one more.
func dominoes(n int) *nonogram.Puzzle {
	rows, cols := [][]int{{3}}, [][]int{{1}, {1}}
	for range n - 1 {
		rows = append(rows, []int{1}, []int{3, 1})
		cols = append(cols, []int{1, 3}, []int{1})
	}
	return nonogram.New(append(rows, []int{1}, []int{1}), append(cols, []int{3}))
}

// inked adds an ink that no clue uses and blots a block, whose length follows from the
// totals: the same puzzle with masks of several colors, to which the Lagrangian bound does
// not apply.
func inked(p *nonogram.Puzzle) *nonogram.Puzzle {
	p.Rows[0][0].Length = 0
	p.Palette = make(nonogram.Palette, 3)
	p.Palette.AssignSymbols()
	return p
}

// hardPuzzle is far beyond what any search can do in the life of a test.
func hardPuzzle() *nonogram.Puzzle { return inked(dominoes(30)) }

// A bubble of synctest does not end before all its goroutines have.
func TestTeamCancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		team := earlyTeam(2)
		done := make(chan struct{})
		var r *nonogram.Result
		var err error
		go func() {
			r, err = team.Solve(ctx, hardPuzzle(), nonogram.Options{})
			close(done)
		}()
		for team.Cores.idle.Load() > 0 { // until both helpers are in
			select {
			case <-done:
				t.Errorf("ended without its helpers: %v %v", r, err)
				return
			default:
			}
		}
		cancel()
		<-done
		if err != nil || r.Status != nonogram.Undecided || r.Stopped != nonogram.StopCancelled {
			t.Errorf("%v %v", r, err)
		}
		if n := team.Cores.idle.Load(); n != 2 {
			t.Errorf("%d cores given back, want 2", n)
		}
	})
}

func TestTeamDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 1)
	defer cancel()
	<-ctx.Done()
	r, err := earlyTeam(2).Solve(ctx, hardPuzzle(), nonogram.Options{})
	if err != nil || r.Stopped != nonogram.StopTime {
		t.Errorf("%v %v", r, err)
	}
}

// The budget of conflicts is one for all, and is used to the last.
func TestTeamConflicts(t *testing.T) {
	for _, budget := range []int64{1, 2, 3, 100, 1000} {
		team := earlyTeam(3)
		r, err := team.Solve(context.Background(), hardPuzzle(), nonogram.Options{Budget: nonogram.Budget{Conflicts: budget}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != nonogram.Undecided || r.Stopped != nonogram.StopConflicts || r.Stats.Conflicts != budget {
			t.Errorf("budget %d: %v %q after %d conflicts", budget, r.Status, r.Stopped, r.Stats.Conflicts)
		}
		if n := team.Cores.idle.Load(); n != 3 {
			t.Errorf("budget %d: %d cores given back, want 3", budget, n)
		}
	}
}

// Helpers come in only where the budget has room for them.
func TestTeamMemory(t *testing.T) {
	p := inked(dominoes(16))
	need := int64(p.Width()*p.Height()*len(p.Palette)) * varBytes
	for _, c := range []struct {
		budget  int64
		helpers int
	}{
		{need + 2*share.MemoryDraw, 0},
		{2*need + share.ExchangeBytes + 2*share.MemoryDraw, 1},
		{3*need + share.ExchangeBytes + 2*share.MemoryDraw, 2},
	} {
		team := earlyTeam(2)
		r, err := team.Solve(context.Background(), p, nonogram.Options{Budget: nonogram.Budget{Memory: c.budget}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != nonogram.Undecided || r.Stopped != nonogram.StopMemory || len(team.spare) != c.helpers {
			t.Errorf("%d bytes: %v %q with %d helpers, want %d", c.budget, r.Status, r.Stopped, len(team.spare), c.helpers)
		}
	}
}

// A long list of solutions counts as memory too.
func TestTeamBudgetOfSolutions(t *testing.T) {
	ones := make([][]int, 20)
	for i := range ones {
		ones[i] = []int{1}
	}
	team := earlyTeam(1)
	r, err := team.Solve(context.Background(), nonogram.New(ones, ones), nonogram.Options{Limit: math.MaxInt, Budget: nonogram.Budget{Memory: 1 << 20}})
	if err != nil || r.Status != nonogram.Multiple || r.Stopped != nonogram.StopMemory || r.Exhausted {
		t.Errorf("%v %v", r, err)
	}
}

// Teams may share their cores, and never have more helpers than there are.
func TestTeamsShareCores(t *testing.T) {
	cores := NewCores(2)
	var wg sync.WaitGroup
	for k := range uint64(3) {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(k, 10))
			team := &Team{Cores: cores, start: start{after: 1, unit: 1}}
			var e Engine
			for range 60 {
				compareTeam(t, &e, team, teamPuzzle(rng, 12, 12, 2), 3)
			}
			if len(team.spare) > 2 {
				t.Errorf("%d helpers at once", len(team.spare))
			}
		})
	}
	wg.Wait()
	if n := cores.idle.Load(); n != 2 {
		t.Errorf("%d cores idle in the end, want 2", n)
	}
}

func TestTeamErrors(t *testing.T) {
	if _, err := earlyTeam(1).Solve(context.Background(), new(nonogram.Puzzle), nonogram.Options{}); err == nil {
		t.Error("no error for no puzzle")
	}
}

// A searcher can be brought to a solution that another found.
func TestReplay(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 11))
	for k := range 100 {
		p := teamPuzzle(rng, 10, 10, 2+k%3)
		var a, b Engine
		var statsA, statsB nonogram.Stats
		stopA, stopB := newStopper(context.Background(), nonogram.Budget{}), newStopper(context.Background(), nonogram.Budget{})
		s, out := a.begin(p, 1, &statsA, &stopA)
		if out != paused || s.find(0) != satisfied {
			continue
		}
		other, _ := b.begin(p, 2, &statsB, &stopB)
		other.replay(s)
		if !other.complete() || !other.board.Grid().Equal(s.board.Grid()) {
			t.Fatalf("rows %v columns %v: another solution", p.Rows, p.Cols)
		}
		if len(other.blockingClause()) != len(other.levels) {
			t.Fatal("a decision is missing in the blocking clause")
		}
	}
}

// No counter is forgotten.
func TestAddStats(t *testing.T) {
	var one, sum nonogram.Stats
	v := reflect.ValueOf(&one).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("lab") == "" { // no engine counts the others
			v.Field(i).SetInt(1)
		}
	}
	addStats(&sum, &one)
	sum.LineOpen++
	if sum != one {
		t.Errorf("%+v, want %+v", sum, one)
	}
}
