package count

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nonogram"
	"nonogram/internal/line"
	"nonogram/internal/testkit/corpus"
)

// Counts compared with plain enumeration, closed forms and symmetry.

func TestCountBlotted(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 6))
	several := 0
	for range 20_000 {
		p, cells := smallCase(r)
		for _, clues := range [][]nonogram.Clue{p.Rows, p.Cols} {
			for _, clue := range clues {
				if r.IntN(2) == 0 {
					blot(r, clue)
				}
			}
		}
		want := int64(0)
		everySolution(p, cells, func(*nonogram.Grid) { want++ })
		if want > 1 {
			several++
		}
		if got := countCells(t, p, cells, 1<<20); got.Cmp(big.NewInt(want)) != 0 {
			t.Fatalf("rows %v, columns %v, candidates %v: %v solutions, want %d", p.Rows, p.Cols, cells, got, want)
		}
	}
	if several < 2000 {
		t.Errorf("only %d cases with several solutions", several)
	}
}

func TestCountAgainstEverySolution(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	several := 0
	for range 40_000 {
		p, cells := smallCase(r)
		want := int64(0)
		everySolution(p, cells, func(*nonogram.Grid) { want++ })
		if want > 1 {
			several++
		}
		if got := countCells(t, p, cells, 1<<20); got.Cmp(big.NewInt(want)) != 0 {
			t.Fatalf("rows %v, columns %v, candidates %v: %v solutions, want %d", p.Rows, p.Cols, cells, got, want)
		}
	}
	if several < 3000 {
		t.Errorf("only %d cases with several solutions", several)
	}
}

// onesBoard has the clue 1 in all lines: its solutions are the permutations.
func onesBoard(n int) *nonogram.Puzzle {
	lines := make([][]int, n)
	for i := range lines {
		lines[i] = []int{1}
	}
	return nonogram.New(lines, lines)
}

func TestCountPermutations(t *testing.T) {
	for _, n := range []int{1, 2, 3, 6, 10, 12, 16} {
		if n > 12 && testing.Short() {
			continue
		}
		p := onesBoard(n)
		want := new(big.Int).MulRange(1, int64(n))
		if got := countCells(t, p, blank(p), 1<<n); got.Cmp(want) != 0 {
			t.Errorf("%d × %d: %v, want %v", n, n, got, want)
		}
	}
}

// In a line that nothing crosses the blocks may be chosen among blocks and
// spare cells.
func TestCountOneLine(t *testing.T) {
	tests := []struct {
		n      int
		blocks []int
	}{
		{1, []int{1}}, {7, []int{7}}, {7, []int{3}}, {500, []int{1}}, {500, []int{20, 3, 7}},
		{500, slices.Repeat([]int{1}, 60)}, {500, slices.Repeat([]int{2}, 120)},
	}
	for _, tt := range tests {
		clue := nonogram.BlackClue(tt.blocks...)
		spare := tt.n - clue.MinLength()
		want := new(big.Int).Binomial(int64(spare+len(clue)), int64(len(clue)))
		for axis := range nonogram.Axis(2) {
			s := lineSweep(clue, tt.n, axis)
			if got, _, ok := s.run(); !ok || got.Cmp(want) != 0 {
				t.Errorf("%v in %d cells: %v, want %v", clue, tt.n, got, want)
			}
		}
	}
}

// lineSweep sweeps along a line that nothing crosses: the automata across have
// one state and take any color.
func lineSweep(clue nonogram.Clue, n int, axis nonogram.Axis) *sweep {
	sets := slices.Repeat([]line.Set{3}, n)
	whole := wholeLine(clue, n)
	m, _, _ := new(automatonBuilder).build(&whole, sets, minEntries)
	f := &region{automata: []automaton{m}}
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
		x := crossing{colors: 2}
		x.automaton[1-axis], x.at[axis] = int32(i+1), int32(i)
		f.crossings = append(f.crossings, x)
		f.automata = append(f.automata, automaton{sizes: []int16{1, 1}, next: [][]int16{{0, 0}}})
	}
	return newSweep(f, order, 1000, proceed)
}

// shares is a board of as many rows as parts, with so many single cells each,
// and one cell in every other column: the columns are shared out among the rows
// in any way.
func shares(parts ...int) *nonogram.Puzzle {
	var rows, cols [][]int
	for _, part := range parts {
		rows = append(rows, slices.Repeat([]int{1}, part))
		for range part {
			cols = append(cols, []int{1}, nil)
		}
	}
	return nonogram.New(rows, cols)
}

func TestCountNarrowBoards(t *testing.T) {
	for _, parts := range [][]int{{1, 1}, {2, 1, 1}, {5, 5}, {75, 75}, {130, 130}, {20, 20, 20}, {3, 4, 5, 6, 7}} {
		p := shares(parts...)
		want, all := big.NewInt(1), int64(0)
		for _, part := range parts {
			all += int64(part)
			want.Mul(want, new(big.Int).Binomial(all, int64(part)))
		}
		turned := nonogram.Puzzle{Palette: p.Palette, Rows: p.Cols, Cols: p.Rows}
		for _, p := range []*nonogram.Puzzle{p, &turned} {
			if got := countCells(t, p, blank(p), 1<<20); got.Cmp(want) != 0 {
				t.Errorf("%d × %d: %v, want %v", p.Width(), p.Height(), got, want)
			}
		}
	}
}

// An automaton takes bits of the key only from its first cell to its last.
func TestKeysStayShort(t *testing.T) {
	p := shares(100, 100)
	d := newDissection(p, blank(p))
	f := d.region(uncutRegions(d)[0], minEntries, proceed)
	if s := newSweep(f, f.columns, 1000, proceed); s.table.keyWords != 1 {
		t.Errorf("keys of %d words for two rows and a column", s.table.keyWords)
	}
}

// Transposed and mirrored puzzles have as many solutions.
func TestCountIsSymmetric(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 60 {
		w, h, colors := 6+r.IntN(5), 4+r.IntN(4), 2+r.IntN(2)
		p, g := drawn(r, w, h, colors)
		turned := nonogram.NewGrid(h, w)
		mirrored := nonogram.NewGrid(w, h)
		for y := range h {
			for x := range w {
				turned.Set(x, y, g.At(y, x))
				mirrored.Set(h-1-y, w-1-x, g.At(y, x))
			}
		}
		want := countCells(t, p, blank(p), 1<<20)
		for _, other := range []*nonogram.Grid{turned, mirrored} {
			q := nonogram.FromGrid(other, p.Palette)
			if got := countCells(t, q, blank(q), 1<<20); got.Cmp(want) != 0 {
				t.Errorf("rows %v, columns %v: %v solutions, %v when turned or mirrored", p.Rows, p.Cols, want, got)
			}
		}
	}
}

func TestCountGivesUp(t *testing.T) {
	p := onesBoard(10)
	cells := blank(p)
	region := splitRegions(p, cells)[0]
	_, states, ok := countRegion(p, cells, region, 1<<10, proceed)
	if !ok {
		t.Fatal("gave up with room for all states")
	}
	if _, again, _ := countRegion(p, cells, region, 1<<10, proceed); again != states {
		t.Errorf("%d states, then %d: not the same work", states, again)
	}
	if count, _, ok := countRegion(p, cells, region, 100, proceed); ok {
		t.Errorf("counted %v with room for 100 states", count)
	}
	polls := 0
	_, _, ok = countRegion(p, cells, region, 1<<10, func() bool { polls++; return polls > 3 })
	if ok || polls != 4 {
		t.Errorf("went on after stop: ok = %v, %d polls", ok, polls)
	}
	polls = 0
	countRegion(p, cells, region, 1<<10, func() bool { polls++; return false })
	if int64(polls) < states/(2*sweepPoll) {
		t.Errorf("%d polls for %d states", polls, states)
	}
}

// For any limit of states and any order of cells, a count is right or given up, also if a
// table overflows during the sweep.
func TestCountGivesUpAnywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	given, whole := 0, 0
	for range 12 {
		p, _ := drawn(r, 6+r.IntN(3), 6+r.IntN(3), 1+r.IntN(3))
		d := newDissection(p, blank(p))
		for _, region := range uncutRegions(d) {
			f := d.region(region, minEntries, proceed)
			for _, order := range [][]int32{f.columns, anyOrder(r, f)} {
				want, _, ok := newSweep(f, order, 1<<18, proceed).run()
				for room := 1; ok && room < 1<<12; room += room/8 + 1 {
					switch got, _, ok := newSweep(f, order, room, proceed).run(); {
					case !ok:
						given++
					case got.Cmp(want) != 0:
						t.Fatalf("with room for %d states: %v, expected %v", room, got, want)
					default:
						whole++
					}
				}
			}
		}
	}
	if given == 0 || whole == 0 {
		t.Errorf("%d counts were given up, %d not", given, whole)
	}
}

// narrower makes line solving of the tracing, to get candidates worth counting.
type narrower struct {
	*dissection
}

// narrow solves lines until nothing changes, beginning with those given. It is
// false at a contradiction.
func (n *narrower) narrow(lines ...nonogram.LineRef) bool {
	for len(lines) > 0 {
		l := lines[len(lines)-1]
		lines = lines[:len(lines)-1]
		whole := wholeLine(n.puzzle.Clue(l), n.length(l))
		sets := slices.Clone(n.stretch(l, 0, whole.to))
		tr := &n.builder.trace
		if !tr.run(&whole, sets) {
			return false
		}
		for i, set := range sets {
			var left line.Set
			for _, s := range tr.states(i, nil) {
				for c := range nonogram.Color(len(n.puzzle.Palette)) {
					if to := whole.next(int(s), c); set>>c&1 != 0 && to != deadState && tr.has(i+1, to) {
						left |= 1 << c
					}
				}
			}
			if left != set {
				cell := n.cell(l, int32(i))
				n.cells[cell] = left
				across, _ := n.place(1-l.Axis, cell)
				lines = append(lines, across)
			}
		}
	}
	return true
}

// probe drops every candidate that line solving refutes, until none is left.
func (n *narrower) probe() {
	for again := true; again; {
		again = false
		for i := range n.cells {
			for set := n.cells[i]; set != 0; set &= set - 1 {
				c := set & -set
				if c == n.cells[i] || n.cells[i]&c == 0 {
					continue
				}
				before := slices.Clone(n.cells)
				row, _ := n.place(nonogram.Row, int32(i))
				col, _ := n.place(nonogram.Column, int32(i))
				n.cells[i] = c
				refuted := !n.narrow(row, col)
				copy(n.cells, before)
				if refuted {
					n.cells[i] &^= c
					n.narrow(row, col)
					again = true
				}
			}
		}
	}
}

func TestCorpusRegions(t *testing.T) {
	for _, tt := range []struct {
		file  string
		probe bool
		want  int64
	}{
		{"webpbn-02556.non", false, 1_263_904},            // Flag
		{"webpbn-06739.non", true, 6},                     // Karate
		{"webpbn-10810.non", true, 5_222_571_924_721_419}, // Center, a ring
	} {
		p := corpus.Puzzles(t, corpus.Path(t, "webpbn-survey", tt.file))[0]
		n := narrower{dissection: newDissection(p, blank(p))}
		if !n.narrow(p.Lines()...) {
			t.Fatalf("%s: contradiction", tt.file)
		}
		if tt.probe {
			n.probe()
		}
		start := time.Now()
		if got := countCells(t, p, n.cells, 1<<20); got.Cmp(big.NewInt(tt.want)) != 0 {
			t.Errorf("%s: %v solutions, want %d", tt.file, got, tt.want)
		}
		t.Logf("%s: %d solutions in %v", tt.file, tt.want, time.Since(start))
	}
}

func BenchmarkCountPermutations(b *testing.B) {
	const n = 14
	p := onesBoard(n)
	cells := blank(p)
	region := splitRegions(p, cells)[0]
	want := new(big.Int).MulRange(1, n)
	var all int64
	b.ReportAllocs()
	for b.Loop() {
		got, states, ok := countRegion(p, cells, region, 1<<n, proceed)
		if !ok || got.Cmp(want) != 0 {
			b.Fatalf("%v, %v, want %v", got, ok, want)
		}
		all += states
	}
	b.ReportMetric(float64(all)/b.Elapsed().Seconds(), "states/s")
}

// A sparse random picture, narrowed by its lines. Its 150,027 solutions were
// confirmed by a search that knows nothing of states.
func BenchmarkCountRandom(b *testing.B) {
	r := rand.New(rand.NewPCG(11, 9))
	g := nonogram.NewGrid(11, 14)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(r.IntN(10) / 7)
	}
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	n := narrower{dissection: newDissection(p, blank(p))}
	n.narrow(p.Lines()...)
	want := big.NewInt(150_027)
	var all int64
	b.ReportAllocs()
	for b.Loop() {
		regions := splitRegions(p, n.cells)
		got, states, ok := countRegion(p, n.cells, regions[0], 1<<22, proceed)
		if !ok || len(regions) != 1 || got.Cmp(want) != 0 {
			b.Fatalf("%v, %v, %d regions; want %v in one", got, ok, len(regions), want)
		}
		all += states
	}
	b.ReportMetric(float64(all)/b.Elapsed().Seconds(), "states/s")
}

// uncutRegions lists the regions without ever stopping.
func uncutRegions(d *dissection) [][]int32 {
	regions, _ := d.regions(func() bool { return false })
	return regions
}

// splitRegions and countRegion are the two halves of counting for a single use.
func splitRegions(p *nonogram.Puzzle, cells []line.Set) [][]int32 {
	return uncutRegions(newDissection(p, cells))
}

func countRegion(p *nonogram.Puzzle, cells []line.Set, region []int32, maxStates int, stop func() bool) (count *big.Int, states int64, ok bool) {
	return newDissection(p, cells).count(region, nil, maxStates, stop)
}
