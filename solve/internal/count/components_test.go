package count

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/line"
)

// everyFilling lists all lines of n cells that a clue allows, by placing block
// after block.
func everyFilling(clue nonogram.Clue, n int) [][]nonogram.Color {
	var all [][]nonogram.Color
	cells := make([]nonogram.Color, n)
	var place func(j, from int)
	place = func(j, from int) {
		if j == len(clue) {
			all = append(all, slices.Clone(cells))
			return
		}
		b := clue[j]
		shortest, longest := b.Length, b.Length
		if b.Length == 0 {
			shortest, longest = 1, n
		}
		for at := from; at < n; at++ {
			for length := shortest; length <= longest && at+length <= n; length++ {
				for i := range length {
					cells[at+i] = b.Color
				}
				next := at + length
				if j+1 < len(clue) && clue[j+1].Color == b.Color {
					next++
				}
				place(j+1, next)
				for i := range length {
					cells[at+i] = nonogram.Empty
				}
			}
		}
	}
	place(0, 0)
	return all
}

// blot hides the lengths of some blocks.
func blot(r *rand.Rand, clue nonogram.Clue) {
	for j := range clue {
		if r.IntN(2) == 0 {
			clue[j].Length = 0
		}
	}
}

// agrees reports whether every cell is among its candidates.
func agrees(filling []nonogram.Color, sets []line.Set) bool {
	for i, c := range filling {
		if sets[i]>>c&1 == 0 {
			return false
		}
	}
	return true
}

// scatter draws a line of n cells of the given number of colors.
func scatter(r *rand.Rand, n, colors int) []nonogram.Color {
	cells := make([]nonogram.Color, n)
	for i := range cells {
		cells[i] = nonogram.Color(r.IntN(colors))
		if r.IntN(3) > 0 && i > 0 {
			cells[i] = cells[i-1] // longer blocks than chance would make
		}
	}
	return cells
}

// doubtful makes candidates for cells: some decided, some blank, some between.
func doubtful(r *rand.Rand, cells []nonogram.Color, colors int) []line.Set {
	sets := make([]line.Set, len(cells))
	for i, c := range cells {
		switch r.IntN(3) {
		case 0:
			sets[i] = 1 << c
		case 1:
			sets[i] = 1<<colors - 1
		default:
			sets[i] = 1<<c | line.Set(r.Uint64N(1<<colors))
		}
	}
	return sets
}

// The live states are exactly those that the fillings pass through.
func TestTraceAgainstEveryFilling(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var tr trace
	for range 5000 {
		n, colors := 1+r.IntN(9), 2+r.IntN(3)
		cells := scatter(r, n, colors)
		clue := nonogram.ClueOf(cells)
		if r.IntN(10) == 0 {
			cells = scatter(r, n, colors) // candidates that may contradict the clue
		}
		if r.IntN(3) == 0 {
			blot(r, clue)
		}
		sets := doubtful(r, cells, colors)
		p := wholeLine(clue, n)
		want := make([]map[int]bool, n+1)
		for i := range want {
			want[i] = map[int]bool{}
		}
		possible := false
		for _, f := range everyFilling(clue, n) {
			if !agrees(f, sets) {
				continue
			}
			possible = true
			s := 0
			want[0][s] = true
			for i, c := range f {
				s = p.next(s, c)
				want[i+1][s] = true
			}
			if !p.accepts(s) {
				t.Fatalf("clue %v: filling %v ends in state %d", clue, f, s)
			}
		}
		if got := tr.run(&p, sets); got != possible {
			t.Fatalf("clue %v, candidates %v: run = %v", clue, sets, got)
		}
		for i := 0; possible && i <= n; i++ {
			got := tr.states(i, nil)
			if len(got) != len(want[i]) {
				t.Fatalf("clue %v, candidates %v: live at %d: %v, want %v", clue, sets, i, got, want[i])
			}
			for _, s := range got {
				if !want[i][int(s)] {
					t.Fatalf("clue %v, candidates %v: state %d is not live at %d", clue, sets, s, i)
				}
			}
		}
	}
}

// liveStates is trace without bits: a table of booleans, there and back.
func liveStates(p *piece, sets []line.Set) [][]bool {
	n, last := len(sets), len(p.pattern)
	pass := func(from []bool, to []bool, set line.Set, back bool) {
		for s := range last + 1 {
			for c := range nonogram.Color(4) {
				if to1 := p.next(s, c); set>>c&1 != 0 && to1 != deadState && to1 <= last {
					if back {
						from[s] = from[s] || to[to1]
					} else {
						to[to1] = to[to1] || from[s]
					}
				}
			}
		}
	}
	there, back := make([][]bool, n+1), make([][]bool, n+1)
	for i := range there {
		there[i], back[i] = make([]bool, last+1), make([]bool, last+1)
	}
	there[0][0] = true
	for s := range back[n] {
		back[n][s] = p.accepts(s)
	}
	for i := range n {
		pass(there[i], there[i+1], sets[i], false)
		pass(back[n-1-i], back[n-i], sets[n-1-i], true)
	}
	for i := range there {
		for s := range there[i] {
			there[i][s] = there[i][s] && back[i][s]
		}
	}
	return there
}

// Long lines take several words per boundary, in windows that move.
func TestTraceOfLongLines(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var tr trace
	for range 300 {
		n, colors := 60+r.IntN(300), 2+r.IntN(3)
		cells := scatter(r, n, colors)
		if r.IntN(2) == 0 {
			clear(cells[:n*r.IntN(3)/3]) // slack of many words
		}
		clue := nonogram.ClueOf(cells)
		if r.IntN(3) == 0 {
			blot(r, clue)
		}
		p := wholeLine(clue, n)
		sets := doubtful(r, cells, colors)
		if r.IntN(2) == 0 {
			for i := range sets {
				sets[i] = 1<<colors - 1
			}
		}
		if !tr.run(&p, sets) {
			t.Fatal("no arrangement of a line read off its cells")
		}
		for i, live := range liveStates(&p, sets) {
			for s, want := range live {
				if tr.has(i, s) != want {
					t.Fatalf("%d cells, %d states: state %d at boundary %d: live = %v", n, len(live), s, i, !want)
				}
			}
		}
	}
}

// switchBoard lays n independent 2 × 2 switches along the diagonal.
func switchBoard(n int) *nonogram.Puzzle {
	lines := make([][]int, 2*n)
	for i := range lines {
		lines[i] = []int{1}
	}
	return nonogram.New(lines, lines)
}

// switchCells are the candidates of a switchBoard: open in its switches only.
func switchCells(n int) []line.Set {
	cells := make([]line.Set, 4*n*n)
	for i := range cells {
		y, x := i/(2*n), i%(2*n)
		cells[i] = 1
		if y/2 == x/2 {
			cells[i] = 3
		}
	}
	return cells
}

func TestSplitSwitches(t *testing.T) {
	const n = 100
	p := switchBoard(n)
	cells := switchCells(n)
	regions := splitRegions(p, cells)
	if len(regions) != n {
		t.Fatalf("%d regions, want %d", len(regions), n)
	}
	product := big.NewInt(1)
	for k, region := range regions {
		at := int32(2*k*2*n + 2*k)
		if want := []int32{at, at + 1, at + 2*n, at + 2*n + 1}; !slices.Equal(region, want) {
			t.Fatalf("region %d is %v, want %v", k, region, want)
		}
		count, _, ok := countRegion(p, cells, region, 10, proceed)
		if !ok {
			t.Fatal("gave up")
		}
		product.Mul(product, count)
	}
	if want := new(big.Int).Lsh(big.NewInt(1), n); product.Cmp(want) != 0 {
		t.Errorf("%v solutions, want %v", product, want)
	}
}

func TestCuts(t *testing.T) {
	red, blue := nonogram.Block{Length: 2, Color: 1}, nonogram.Block{Length: 2, Color: 2}
	const r, b, open = 2, 4, 7
	tests := []struct {
		name  string
		clue  nonogram.Clue
		cells []line.Set
		want  string
	}{
		{"blank", nonogram.BlackClue(1, 1), []line.Set{3, 3, 3, 3}, "[[0 1 2 3]]"},
		{"nothing open", nonogram.BlackClue(1), []line.Set{1, 2, 1}, "[]"},
		{"a gap with one block on each side", nonogram.BlackClue(1, 1), []line.Set{3, 3, 1, 3, 3}, "[[0 1] [3 4]]"},
		{"a gap that one block of two may pass", nonogram.BlackClue(1, 1), []line.Set{3, 3, 3, 1, 3, 3}, "[[0 1 2 4 5]]"},
		{"a decided block", nonogram.BlackClue(1, 2, 1), []line.Set{3, 3, 1, 2, 2, 1, 3, 3}, "[[0 1] [6 7]]"},
		{"inside a block", nonogram.BlackClue(4), []line.Set{3, 3, 2, 2, 3, 3}, "[[0 1 4 5]]"},
		{"between two colors", nonogram.Clue{red, red, blue, blue}, []line.Set{open, open, open, open, r, r, b, b, open, open, open, open}, "[[0 1 2 3] [8] [9 10 11]]"},
		{"two colors without a cut", nonogram.Clue{red, blue}, []line.Set{open, open, open, open, open}, "[[0 1 2 3 4]]"},
		{"no arrangement", nonogram.BlackClue(2), []line.Set{3, 1, 3}, "impossible"},
		{"no arrangement, all decided", nonogram.BlackClue(2), []line.Set{2, 1, 2}, "impossible"},
		{"a cell without candidates", nonogram.BlackClue(1), []line.Set{3, 0, 3}, "impossible"},
	}
	for _, tt := range tests {
		if got := openByPiece(tt.clue, tt.cells); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// openByPiece cuts a row and lists the open cells of its pieces.
func openByPiece(clue nonogram.Clue, cells []line.Set) string {
	p := &nonogram.Puzzle{Rows: []nonogram.Clue{clue}, Cols: make([]nonogram.Clue, len(cells))}
	row := newDissection(p, cells).line(nonogram.LineRef{Axis: nonogram.Row})
	if row.impossible {
		return "impossible"
	}
	pieces := make([][]int32, 0)
	for _, p := range row.openPieces {
		var open []int32
		for i := p.from; i < p.to; i++ {
			if isOpen(cells[i]) {
				open = append(open, i)
			}
		}
		pieces = append(pieces, open)
	}
	return fmt.Sprint(pieces)
}

func TestSplitImpossibleColumn(t *testing.T) {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{2}, {}})
	cells := []line.Set{1, 3, 2, 1}
	regions := splitRegions(p, cells)
	if fmt.Sprint(regions) != "[[0 2]]" {
		t.Errorf("regions %v, want the first column", regions)
	}
	count, _, ok := countRegion(p, cells, regions[0], 10, proceed)
	if !ok || count.Sign() != 0 {
		t.Errorf("count %v, %v, want 0", count, ok)
	}
}

func BenchmarkSplitRegions(b *testing.B) {
	const n = 50
	p, cells := switchBoard(n), switchCells(n)
	for b.Loop() {
		if got := len(splitRegions(p, cells)); got != n {
			b.Fatalf("%d regions, want %d", got, n)
		}
	}
}
