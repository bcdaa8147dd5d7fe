package teach_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/naive"
	"nonogram/solve"
	"nonogram/teach"
)

// The replay of explanations and hints. It shares nothing with the package but the steps
// themselves: a line is all its arrangements, a cell the colors left for it. A step on a
// line follows if its marks hold in every arrangement that the position before allows. A
// contradiction follows if that is so for each of its links, from the position, the
// supposition and the links before, and if no arrangement of the last line is left. The
// position is the board as drawn, with every earlier step on it: a step speaks of runs as
// they are there, and no link says what the board says already, or the opposite.

// replayer is a position of a puzzle.
type replayer struct {
	p     *nonogram.Puzzle
	clues []uint                                  // by cell: the colors that all its clues have, as bits
	lines map[nonogram.LineRef][][]nonogram.Color // arrangements, when first used
	cells []uint                                  // by cell: the colors left, as bits
	from  *nonogram.Grid

	steps, colored, chains, coloredChains int
}

// newReplayer begins at a drawing. In color a cell has only colors that all its clues
// have; a clue without blocks excludes none here, that is a step of its own.
func newReplayer(p *nonogram.Puzzle, from *nonogram.Grid) *replayer {
	r := &replayer{p: p, from: from, lines: map[nonogram.LineRef][][]nonogram.Color{}, clues: make([]uint, p.Width()*p.Height())}
	for i, outside := range p.NewGrid().Cells {
		if r.clues[i] = 1<<len(p.Palette) - 1; outside == nonogram.Empty {
			r.clues[i] = 1
		}
	}
	for _, l := range p.Lines() {
		for i := range p.Len(l) {
			r.clues[r.cell(l, i)] &= colorsOf(p.Clue(l), len(p.Palette))
		}
	}
	r.cells = slices.Clone(r.clues)
	for i := range r.cells {
		if from != nil && from.Cells[i] != nonogram.Unknown {
			r.cells[i] = 1 << from.Cells[i]
		}
	}
	return r
}

func colorsOf(clue nonogram.Clue, colors int) uint {
	all := uint(1)<<colors - 1
	if len(clue) == 0 || clue.Missing() || colors == 2 {
		return all
	}
	used := uint(1)
	for _, b := range clue {
		used |= 1 << b.Color
	}
	return used
}

// cell is the index of a cell of a line.
func (r *replayer) cell(l nonogram.LineRef, i int) int {
	switch {
	case r.p.Shape != nil:
		return int(r.p.Shape.Lines[r.p.Shape.Index(l)][i])
	case l.Axis == nonogram.Row:
		return l.Index*r.p.Width() + i
	}
	return i*r.p.Width() + l.Index
}

// arrangements goes through those of a line that the position allows.
func (r *replayer) arrangements(l nonogram.LineRef) iter.Seq[[]nonogram.Color] {
	if r.lines[l] == nil {
		r.lines[l] = naive.Arrangements(r.p.Clue(l), r.p.Len(l), len(r.p.Palette))
	}
	return func(yield func([]nonogram.Color) bool) {
		for _, cells := range r.lines[l] {
			allowed := true
			for i, c := range cells {
				allowed = allowed && r.cells[r.cell(l, i)]>>c&1 != 0
			}
			if allowed && !yield(cells) {
				return
			}
		}
	}
}

// left lists the colors that the cells of a line have in its possible arrangements; ok is
// false if there is none.
func (r *replayer) left(l nonogram.LineRef) (sets map[int]uint, ok bool) {
	sets = make(map[int]uint, r.p.Len(l))
	for cells := range r.arrangements(l) {
		ok = true
		for i, c := range cells {
			sets[r.cell(l, i)] |= 1 << c
		}
	}
	return sets, ok
}

// holds reports whether a mark says no more than the colors left.
func holds(m teach.Mark, left uint) bool {
	if m.Not {
		return left>>m.Color&1 == 0
	}
	return left&^(1<<m.Color) == 0
}

func (r *replayer) at(m teach.Mark) int { return m.Row*r.p.Width() + m.Col }

// draw applies a mark.
func (r *replayer) draw(m teach.Mark) {
	if m.Not {
		r.cells[r.at(m)] &^= 1 << m.Color
	} else {
		r.cells[r.at(m)] &= 1 << m.Color
	}
}

// follows reports the first mark that a line does not imply, or that is against the board
// or on it already.
func (r *replayer) follows(l nonogram.LineRef, marks []teach.Mark) error {
	if r.p.Clue(l).Missing() {
		return fmt.Errorf("%s says %+v and has no clue", l, marks)
	}
	sets, ok := r.left(l)
	if !ok {
		return fmt.Errorf("%s cannot be filled before it says %+v", l, marks)
	}
	for _, m := range marks {
		if had := r.cells[r.at(m)]; had>>m.Color&1 == 0 || had == 1<<m.Color {
			return fmt.Errorf("%s says %+v, the board has %b", l, m, had)
		}
		left, onLine := sets[r.at(m)]
		if !onLine {
			return fmt.Errorf("%s says %+v about a cell of another line", l, m)
		}
		if !holds(m, left) {
			return fmt.Errorf("%s says %+v and allows %b", l, m, left)
		}
	}
	return nil
}

// step checks a step and draws it.
func (r *replayer) step(s *teach.Step) error {
	var err error
	switch {
	case s.Technique == teach.SharedColors:
		for _, m := range s.Marks {
			if all := r.clues[r.at(m)]; !holds(m, all) {
				err = fmt.Errorf("%+v, and all clues have %b", m, all)
			}
		}
	case s.Chain == nil:
		if err = r.follows(s.Line, s.Marks); err == nil {
			err = r.premise(s)
		}
	case s.Chain.Depth == 1:
		err = r.chain(s)
	default:
		err = r.conclusion(s)
	}
	for _, m := range s.Marks {
		r.draw(m)
	}
	r.count(s)
	return err
}

// premise checks what a step says about its line: runs are drawn, and drawn in full; blocks
// cover what they are said to cover wherever they go; arrangements are counted right.
func (r *replayer) premise(s *teach.Step) error {
	blocks, covers, runs, count := s.Reason()
	for _, run := range runs {
		color := r.cells[r.cell(s.Line, run[0])]
		end := r.p.Len(s.Line)
		for i := run[0]; i < run[1]; i++ {
			if c := r.cells[r.cell(s.Line, i)]; c != color || c&(c-1) != 0 || c == 1 {
				return fmt.Errorf("%s rests on a run in %v, cell %d has %b", s.Line, run, i, c)
			}
		}
		if s.Technique != teach.ColorAdjacency && (run[0] > 0 && r.cells[r.cell(s.Line, run[0]-1)] == color || run[1] < end && r.cells[r.cell(s.Line, run[1])] == color) {
			return fmt.Errorf("%s rests on a run in %v, and that is longer", s.Line, run)
		}
	}
	if s.Technique == teach.BoundedRuns { // covered by one of the blocks, that is what the marks say
		covers = nil
	}
	ways := int64(0)
	for cells := range r.arrangements(s.Line) {
		ways++
		for i, span := range covers {
			if at := blockAt(cells, blocks[i]); at[0] > span[0] || at[1] < span[1] {
				return fmt.Errorf("%s: block %d covers %v, in %v it is at %v", s.Line, blocks[i], span, cells, at)
			}
		}
	}
	if s.Technique == teach.LineLogic && count != ways && (count != 0 || ways <= 1000) {
		return fmt.Errorf("%s has %d ways, said to be %d", s.Line, ways, count)
	}
	return nil
}

// blockAt is where block j of an arrangement lies.
func blockAt(cells []nonogram.Color, j int) [2]int {
	from := 0
	for to := 1; to <= len(cells); to++ {
		if to < len(cells) && cells[to] == cells[from] {
			continue
		}
		if cells[from] != nonogram.Empty {
			if j == 0 {
				return [2]int{from, to}
			}
			j--
		}
		from = to
	}
	return [2]int{}
}

func (r *replayer) count(s *teach.Step) {
	r.steps++
	if len(r.p.Palette) > 2 {
		r.colored++
	}
	if s.Chain != nil && s.Chain.Depth == 1 {
		r.chains++
		if len(r.p.Palette) > 2 {
			r.coloredChains++
		}
	}
}

// chain replays a contradiction on a copy of the position.
func (r *replayer) chain(s *teach.Step) error {
	c := s.Chain
	trial := *r
	trial.cells = append([]uint(nil), r.cells...)
	if r.cells[r.at(c.Suppose)]>>c.Suppose.Color&1 == 0 {
		return fmt.Errorf("%+v is supposed and excluded already", c.Suppose)
	}
	for _, m := range s.Marks {
		if m.Cell != c.Suppose.Cell || !holds(m, r.cells[r.at(m)]&^(1<<c.Suppose.Color)) {
			return fmt.Errorf("%+v does not follow from the refutation of %+v", m, c.Suppose)
		}
	}
	trial.draw(c.Suppose)
	for i, link := range c.Links {
		if err := trial.follows(link.Line, link.Marks); err != nil {
			return fmt.Errorf("link %d of %d: %w", i+1, len(c.Links), err)
		}
		for _, m := range link.Marks {
			trial.draw(m)
		}
	}
	if r.p.Clue(c.Breaks).Missing() {
		return fmt.Errorf("%s breaks and has no clue", c.Breaks)
	}
	if _, ok := trial.left(c.Breaks); ok {
		return fmt.Errorf("%s can still be filled after %d links", c.Breaks, len(c.Links))
	}
	return trial.flaw(c)
}

// flaw checks the reason why the last line cannot be filled.
func (r *replayer) flaw(c *teach.Chain) error {
	what, color := c.Flaw()
	want, longest := 0, 0
	for _, b := range r.p.Clue(c.Breaks) {
		if b.Color == color {
			want += max(b.Length, 1)
			longest = max(longest, b.Length)
		}
	}
	have, may, run, most := 0, 0, 0, 0
	for i := range r.p.Len(c.Breaks) {
		left := r.cells[r.cell(c.Breaks, i)]
		run++
		if left&^(1<<color) != 0 {
			run = 0
		} else {
			have++
		}
		most = max(most, run)
		may += int(left >> color & 1)
	}
	ok := map[string]bool{"no place": true, "too many": have > want, "too few": may < want, "too long": most > longest}[what]
	if !ok {
		return fmt.Errorf("%s has %s cells of color %d: %d, at most %d, a run of %d", c.Breaks, what, color, have, may, most)
	}
	return nil
}

// conclusion asks the engine whether the opposite of a mark has a solution, for a step
// whose refutation is not spelled out.
func (r *replayer) conclusion(s *teach.Step) error {
	q := *r.p
	for _, m := range s.Marks {
		for c := range q.Palette {
			q.Given = nonogram.NewGrid(q.Width(), q.Height())
			if r.from != nil {
				q.Given = r.from.Clone()
			}
			if m.Not != (nonogram.Color(c) == m.Color) {
				continue
			}
			q.Given.Set(m.Row, m.Col, nonogram.Color(c))
			result, err := solve.Solve(context.Background(), &q, nonogram.Options{Limit: 1})
			if err != nil || result.Status != nonogram.Unsolvable {
				return fmt.Errorf("%+v, and color %d is %v (%w)", m, c, result, err)
			}
		}
	}
	return nil
}

// TestStepsFollow replays explanations and hints in black and white, in color and with
// blotted blocks, from the start and from partial drawings: 60,000 steps, and a million
// with NONOGRAM_LONG.
func TestStepsFollow(t *testing.T) {
	wanted := 60_000
	if os.Getenv("NONOGRAM_LONG") != "" {
		wanted = 1_000_000
	}
	rng := rand.New(rand.NewPCG(7, 1))
	var all replayer
	for all.steps < wanted {
		p := noise(rng, 2+rng.IntN(3))
		var from *nonogram.Grid
		if rng.IntN(3) > 0 {
			from = randomState(rng, p.Goal)
		}
		if rng.IntN(5) == 0 {
			blot(rng, p)
		}
		r := newReplayer(p, from)
		replay(t, r, rng.IntN(4) > 0)
		all.steps += r.steps
		all.colored += r.colored
		all.chains += r.chains
		all.coloredChains += r.coloredChains
		if t.Failed() && os.Getenv("NONOGRAM_LONG") == "" {
			return
		}
	}
	t.Logf("%d steps, %d in color; %d contradictions, %d in color", all.steps, all.colored, all.chains, all.coloredChains)
	if all.colored < wanted/2 || all.chains < wanted/120 || all.coloredChains < wanted/200 {
		t.Error("too few of one kind")
	}
}

// TestStepsWithoutClues does so on puzzles of which one to three lines have no clue, which no step
// may name: 20,000 steps, and 300,000 with NONOGRAM_LONG.
func TestStepsWithoutClues(t *testing.T) {
	wanted := 20_000
	if os.Getenv("NONOGRAM_LONG") != "" {
		wanted = 300_000
	}
	rng := rand.New(rand.NewPCG(59, 1))
	steps, chains := 0, 0
	for steps < wanted && !t.Failed() {
		p := noise(rng, 2+rng.IntN(3))
		var from *nonogram.Grid
		if rng.IntN(3) > 0 {
			from = randomState(rng, p.Goal)
		}
		if rng.IntN(5) == 0 {
			blot(rng, p)
		}
		hide(rng, p)
		r := newReplayer(p, from)
		replay(t, r, rng.IntN(4) > 0)
		steps += r.steps
		chains += r.chains
	}
	t.Logf("%d steps, %d contradictions", steps, chains)
	if chains < wanted/120 {
		t.Error("too few contradictions")
	}
}

// hide takes the clues of one to three lines.
func hide(rng *rand.Rand, p *nonogram.Puzzle) {
	for range 1 + rng.IntN(3) {
		if i := rng.IntN(len(p.Rows) + len(p.Cols)); i < len(p.Rows) {
			p.Rows[i] = nonogram.MissingClue()
		} else {
			p.Cols[i-len(p.Rows)] = nonogram.MissingClue()
		}
	}
}

// TestChainsFollowTheBoard replays whole explanations of puzzles with chains, in black and
// white and in color: 30 of each, and 300 with NONOGRAM_LONG.
func TestChainsFollowTheBoard(t *testing.T) {
	wanted := 30
	if os.Getenv("NONOGRAM_LONG") != "" {
		wanted = 300
	}
	rng := rand.New(rand.NewPCG(7, 3))
	for colors := 2; colors <= 4; colors += 2 {
		var puzzles, chains, links, shared, against int
		for puzzles < wanted {
			p := noise(rng, max(2, colors-rng.IntN(2)))
			e, err := teach.Explain(t.Context(), p, teach.Options{Solver: solve.Solve})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(e.Steps, func(s teach.Step) bool { return s.Chain != nil }) {
				continue
			}
			puzzles++
			r := newReplayer(p, nil)
			for i := range e.Steps {
				s := &e.Steps[i]
				if s.Chain != nil {
					chains++
					links += len(s.Chain.Links)
					if i > 0 && e.Steps[i-1].Round == s.Round {
						shared++
					}
				}
				if err := r.step(s); err != nil {
					against++
					t.Errorf("%v %v, step %d: %s: %v\n%s", p.Rows, p.Cols, i, s.Technique, err, s.Sentence(p))
				}
			}
		}
		t.Logf("%d colors: %d puzzles with %d chains and %d links, %d chains after another step of the round, %d steps against the board",
			colors, puzzles, chains, links, shared, against)
		if shared < wanted/10 {
			t.Errorf("%d colors: only %d chains after another step of the round", colors, shared)
		}
	}
}

// noise makes a puzzle of a random picture, often without connected parts: those need
// contradictions.
func noise(rng *rand.Rand, colors int) *nonogram.Puzzle {
	if rng.IntN(2) == 0 {
		return randomPuzzle(rng, 10, colors)
	}
	g := nonogram.NewGrid(5+rng.IntN(6), 5+rng.IntN(6))
	density := 30 + rng.IntN(40)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rng.IntN(100) < density {
			g.Cells[i] = nonogram.Color(1 + rng.IntN(colors-1))
		}
	}
	return nonogram.FromGrid(g, palette(colors))
}

// replay checks all steps of an explanation, or those of a hint.
func replay(t *testing.T, r *replayer, hint bool) {
	t.Helper()
	opts := teach.Options{From: r.from, Solver: solve.Solve}
	var steps []teach.Step
	if hint {
		a, err := teach.Hint(t.Context(), r.p, opts)
		if err != nil {
			t.Fatal(err)
		}
		if a.Kind == "step" {
			steps = append(a.Notes, *a.Step)
			if !slices.ContainsFunc(a.Step.Marks, func(m teach.Mark) bool { return !m.Not }) {
				t.Errorf("%v %v from\n%v\nthe hint decides no cell: %s", r.p.Rows, r.p.Cols, r.from, a.Tip(4).Message)
			}
		}
	} else {
		e, err := teach.Explain(t.Context(), r.p, opts)
		if err != nil {
			t.Fatal(err)
		}
		steps = e.Steps
	}
	for i := range steps {
		if err := r.step(&steps[i]); err != nil {
			t.Errorf("%v %v from\n%v\nhint %v: %s: %v\n%s", r.p.Rows, r.p.Cols, r.from, hint, steps[i].Technique, err, steps[i].Sentence(r.p))
			return
		}
	}
}
