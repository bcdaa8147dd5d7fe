package line

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"nonogram"
)

// kernelUnderTest is a kernel, called on every line that it supports, whether or not Solve
// would choose it.
type kernelUnderTest struct {
	name     string
	serves   func(l *Line) bool
	solve    func(l *Line, can []uint64, s *Scratch) bool
	feasible func(l *Line, can []uint64, s *Scratch) bool
}

var kernelsUnderTest = []kernelUnderTest{
	{"word", func(l *Line) bool { return l.kernel == wordKernel }, (*Line).solveWord, (*Line).feasibleWord},
	{"pair", func(l *Line) bool { return plain(l) && len(l.inks) <= 1 && l.n <= maxPairCells }, (*Line).solvePair, (*Line).feasiblePair},
	{"color", func(l *Line) bool { return plain(l) && l.n <= maxWordCells }, (*Line).solveColor, (*Line).feasibleColor},
	{"long", plain, (*Line).solveLong, (*Line).feasibleLong},
	{"blots", func(l *Line) bool { return l.slack >= 0 }, (*Line).solveBlots, (*Line).feasibleBlots},
	{"Solve", func(*Line) bool { return true }, (*Line).Solve, (*Line).Feasible},
}

// plain lines have no blotted blocks.
func plain(l *Line) bool { return l.slack >= 0 && l.blots == 0 }

// direct lists the kernels that Solve chooses from.
var direct = kernelsUnderTest[:len(kernelsUnderTest)-1]

// forAllKernels prepares the line for all kernels, also those it is too short
// for.
func forAllKernels(clue nonogram.Clue, n, colors int) *Line {
	l := New(clue, n, colors)
	if l.slack >= 0 {
		l.cutBlocks()
	}
	return l
}

// checkKernels compares those kernels that serve the line with the right answer.
func checkKernels(t *testing.T, kernels []kernelUnderTest, l *Line, clue nonogram.Clue, can, want []uint64, ok bool, s *Scratch) {
	t.Helper()
	got := make([]uint64, len(can))
	for _, k := range kernels {
		if !k.serves(l) {
			continue
		}
		if l.n > maxWordCells {
			soil(s)
		}
		copy(got, can)
		if f := k.feasible(l, got, s); f != ok || !slices.Equal(got, can) {
			t.Fatalf("%s: clue %v, %d cells, candidates %x: feasible %v, want %v; candidates now %x", k.name, clue, l.n, can, f, ok, got)
		}
		if f := k.solve(l, got, s); f != ok || ok && !slices.Equal(got, want) {
			t.Fatalf("%s: clue %v, %d cells, candidates %x: got %v %x, want %v %x", k.name, clue, l.n, can, f, got, ok, want)
		}
	}
}

// soil fills the working memory with garbage, to find kernels that read memory they have
// not written.
func soil(s *Scratch) {
	const rubbish = 0xa5c3_96f0_5a3c_690f
	fill := func(words []uint64) {
		for i := range words {
			words[i] = rubbish
		}
	}
	for i := range s.word.start {
		s.word.start[i], s.word.stand[i] = rubbish, rubbish
	}
	for i := range s.pair.start {
		s.pair.start[i], s.pair.stand[i] = pair{rubbish, rubbish}, pair{rubbish, rubbish}
	}
	fill(s.color.start[:])
	fill(s.color.stand[:])
	fill(s.color.fits[:])
	fill(s.color.cover[:])
	for _, rows := range [][]uint64{s.blot.start, s.blot.stand, s.blot.reach, s.blot.cover, s.blot.end, s.blot.row} {
		fill(rows[:cap(rows)])
	}
	z := &s.long
	fill(z.runs[:cap(z.runs)])
	fill(z.cover[:cap(z.cover)])
	fill(z.fit[:cap(z.fit)])
	for i := range z.cells[:cap(z.cells)] {
		z.cells[:cap(z.cells)][i] = longCell{rubbish, rubbish}
	}
	for i := range z.edges[:cap(z.edges)] {
		z.edges[:cap(z.edges)][i] = longEdge{rubbish, rubbish}
	}
}

// picturesByClue lists all pictures of n cells by their clue, each as a mask per
// color.
func picturesByClue(n, colors int) map[string][][]uint64 {
	by := map[string][][]uint64{}
	cells := make([]nonogram.Color, n)
	for {
		masks := make([]uint64, colors)
		for i, c := range cells {
			masks[c] |= 1 << uint(i)
		}
		name := nonogram.ClueOf(cells).String()
		by[name] = append(by[name], masks)
		i := 0
		for ; i < n; i++ {
			if cells[i]++; int(cells[i]) < colors {
				break
			}
			cells[i] = 0
		}
		if i == n {
			return by
		}
	}
}

// clueOfMasks reads the clue off a picture.
func clueOfMasks(n int, masks []uint64) nonogram.Clue {
	cells := make([]nonogram.Color, n)
	for i := range cells {
		for c, m := range masks {
			if m>>uint(i)&1 != 0 {
				cells[i] = nonogram.Color(c)
			}
		}
	}
	return nonogram.ClueOf(cells)
}

// checkByEnumeration calls states for every clue of n cells with a function that
// checks one state of candidates.
func checkByEnumeration(t *testing.T, n, colors int, states func(check func(can []uint64))) {
	var s Scratch
	want := make([]uint64, colors)
	for _, pictures := range picturesByClue(n, colors) {
		clue := clueOfMasks(n, pictures[0])
		l := forAllKernels(clue, n, colors)
		states(func(can []uint64) {
			clear(want)
			ok := false
			for _, p := range pictures {
				stray := uint64(0)
				for c, m := range p {
					stray |= m &^ can[c]
				}
				if stray == 0 {
					ok = true
					for c, m := range p {
						want[c] |= m
					}
				}
			}
			checkKernels(t, direct, l, clue, can, want, ok, &s)
		})
	}
}

// statesOf lists all ways to give each of n cells one of some candidate sets.
func statesOf(n, colors int, sets []Set, check func(can []uint64)) {
	can := make([]uint64, colors)
	var cell func(i int)
	cell = func(i int) {
		if i == n {
			check(can)
			return
		}
		for _, set := range sets {
			for c := range can {
				can[c] = can[c]&^(1<<uint(i)) | uint64(set)>>uint(c)&1<<uint(i)
			}
			cell(i + 1)
		}
		for c := range can {
			can[c] &^= 1 << uint(i)
		}
	}
	cell(0)
}

// TestBlackAndWhiteExhaustive compares every kernel on every clue and every partial
// line up to ten cells with enumeration.
func TestBlackAndWhiteExhaustive(t *testing.T) {
	longest := 10
	if testing.Short() {
		longest = 8
	}
	for n := 1; n <= longest; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			checkByEnumeration(t, n, 2, func(check func([]uint64)) {
				statesOf(n, 2, []Set{Of(0), Of(1), All(2)}, check)
			})
		})
	}
}

// TestColorExhaustive does the same with three inks: every assignment of
// candidate sets up to four cells, and for five cells, with NONOGRAM_LONG also for six,
// every partial line, where a cell is unknown or known, and random sets.
func TestColorExhaustive(t *testing.T) {
	const colors = 4
	var subsets []Set
	for s := range All(colors) + 1 {
		subsets = append(subsets, s)
	}
	partial := []Set{Of(0), Of(1), Of(2), Of(3), All(colors)}
	longest, complete := 5, 4
	switch {
	case os.Getenv("NONOGRAM_LONG") != "":
		longest = 6
	case testing.Short():
		longest, complete = 4, 3
	}
	for n := 1; n <= longest; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(n), 1))
			checkByEnumeration(t, n, colors, func(check func([]uint64)) {
				if n <= complete {
					statesOf(n, colors, subsets, check)
					return
				}
				statesOf(n, colors, partial, check)
				can := make([]uint64, colors)
				for range 2000 {
					for c := range can {
						can[c] = (rng.Uint64() | rng.Uint64()) & (1<<uint(n) - 1)
					}
					check(can)
				}
			})
		})
	}
}

// TestRandomLines compares 200,000 random lines with the reference, and a million with
// NONOGRAM_LONG.
func TestRandomLines(t *testing.T) {
	lines := 200_000
	switch {
	case os.Getenv("NONOGRAM_LONG") != "":
		lines = 1_000_000
	case testing.Short():
		lines = 50_000
	}
	const parts = 10
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(part), 2))
			var s Scratch
			for range lines / parts {
				n, colors := 1+rng.IntN(24), 2
				if rng.IntN(5) < 2 {
					n, colors = 1+rng.IntN(16), 3+rng.IntN(4)
				}
				checkRandom(t, rng, n, colors, &s)
			}
		})
	}
}

// checkRandom checks a random line, and the same with a cell that contradicts
// the rest.
func checkRandom(t *testing.T, rng *rand.Rand, n, colors int, s *Scratch) {
	t.Helper()
	clue, cells := randomLine(rng, n, colors)
	want, ok := newReference(clue).solve(cells)
	l := forAllKernels(clue, n, colors)
	checkKernels(t, kernelsUnderTest, l, clue, l.masks(cells), l.masks(want), ok, s)
	if ok {
		i := rng.IntN(n)
		cells[i] &^= want[i]
		checkKernels(t, kernelsUnderTest, l, clue, l.masks(cells), nil, false, s)
	}
}

// TestLongLines does so around the lengths at which words begin.
func TestLongLines(t *testing.T) {
	for _, n := range []int{62, 63, 64, 65, 126, 127, 128, 129, 191, 192, 200, 512, 1000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(n), 3))
			var s Scratch
			for range 60_000 / n {
				checkRandom(t, rng, n, 2, &s)
				checkRandom(t, rng, n, 3+rng.IntN(3), &s)
			}
		})
	}
}

// TestLongBlocks has blocks that reach over several words.
func TestLongBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	var s Scratch
	for range 300 {
		n := 64 + rng.IntN(900)
		colors := 2 + rng.IntN(2)
		picture := make([]nonogram.Color, n)
		for i := 0; i < n; {
			c := nonogram.Color(rng.IntN(colors))
			for range 1 + rng.IntN(400) {
				if i < n {
					picture[i] = c
					i++
				}
			}
		}
		cells := make([]Set, n)
		known := rng.IntN(30)
		for i, c := range picture {
			cells[i] = All(colors)
			if rng.IntN(100) < known {
				cells[i] = Of(c)
			}
		}
		clue := nonogram.ClueOf(picture)
		want, ok := newReference(clue).solve(cells)
		l := forAllKernels(clue, n, colors)
		checkKernels(t, kernelsUnderTest, l, clue, l.masks(cells), l.masks(want), ok, &s)
	}
}

// TestLongest solves lines of the greatest length there is, and their mirror
// images.
func TestLongest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	var s Scratch
	for _, colors := range []int{2, 5, nonogram.MaxColors} {
		clue, cells := randomLine(rng, nonogram.MaxSide, colors)
		mirrored := slices.Clone(cells)
		slices.Reverse(mirrored)
		back := slices.Clone(clue)
		slices.Reverse(back)
		l, r := New(clue, len(cells), colors), New(back, len(cells), colors)
		can, other := l.masks(cells), r.masks(mirrored)
		ok := l.Solve(can, &s)
		if ok2 := r.Solve(other, &s); ok != ok2 {
			t.Fatalf("%d colors: %v, mirrored %v", colors, ok, ok2)
		}
		if !ok {
			continue
		}
		l.sets(can, cells)
		r.sets(other, mirrored)
		slices.Reverse(mirrored)
		if !slices.Equal(cells, mirrored) {
			t.Fatalf("%d colors: the mirrored line has another answer", colors)
		}
	}
}

// TestManyColors has a palette of 64 colors and clues that use few or all.
func TestManyColors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	var s Scratch
	for range 2000 {
		checkRandom(t, rng, 1+rng.IntN(150), nonogram.MaxColors, &s)
	}
}

// TestSolveCorners has what random lines seldom have.
func TestSolveCorners(t *testing.T) {
	red, blue := nonogram.Color(1), nonogram.Color(2)
	blank := func(n, colors int) []Set { return slices.Repeat([]Set{All(colors)}, n) }
	for _, c := range []struct {
		name   string
		clue   nonogram.Clue
		colors int
		cells  []Set
		want   []Set // nil: no arrangement
	}{
		{"no cells", nil, 2, []Set{}, []Set{}},
		{"no blocks", nil, 3, blank(2, 3), []Set{Of(0), Of(0)}},
		{"no blocks in two words", nil, 2, blank(64, 2), slices.Repeat([]Set{Of(0)}, 64)},
		{"no blocks in many words", nil, 3, blank(200, 3), slices.Repeat([]Set{Of(0)}, 200)},
		{"too long", nonogram.BlackClue(2, 2), 2, blank(4, 2), nil},
		{"too long for 64 cells", nonogram.BlackClue(40, 24), 2, blank(64, 2), nil},
		{"far too long", nonogram.BlackClue(500), 2, blank(9, 2), nil},
		{"a cell without candidates", nonogram.BlackClue(1), 2, []Set{0, All(2)}, nil},
		{"an ink that the clue does not have", nonogram.Clue{{Length: 1, Color: red}}, 3, []Set{Of(blue), All(3)}, nil},
		{"one ink of three", nonogram.Clue{{Length: 2, Color: blue}}, 3, blank(3, 3), []Set{Of(0, blue), Of(blue), Of(0, blue)}},
		{"blocks that touch", nonogram.Clue{{Length: 1, Color: red}, {Length: 1, Color: blue}}, 3, blank(2, 3), []Set{Of(red), Of(blue)}},
		{"blocks that must not", nonogram.Clue{{Length: 1, Color: red}, {Length: 1, Color: red}}, 3, blank(3, 3), []Set{Of(red), Of(0), Of(red)}},
		{"a full line", nonogram.BlackClue(63), 2, blank(63, 2), slices.Repeat([]Set{Of(1)}, 63)},
		{"a full line of two words", nonogram.BlackClue(127), 2, blank(127, 2), slices.Repeat([]Set{Of(1)}, 127)},
		{"a full line of many", nonogram.BlackClue(300), 2, blank(300, 2), slices.Repeat([]Set{Of(1)}, 300)},
	} {
		t.Run(c.name, func(t *testing.T) {
			cells := slices.Clone(c.cells)
			ok := Solve(c.clue, c.colors, cells)
			if ok != (c.want != nil) || ok && !slices.Equal(cells, c.want) {
				t.Errorf("got %v %b, want %b", ok, cells, c.want)
			}
			if !ok && !slices.Equal(cells, c.cells) {
				t.Errorf("the cells have changed to %b", cells)
			}
			l := New(c.clue, len(c.cells), c.colors)
			if f := l.Feasible(l.masks(c.cells), new(Scratch)); f != ok {
				t.Errorf("feasible %v, solve %v", f, ok)
			}
			if n := Count(c.clue, c.colors, c.cells); n > 0 != ok {
				t.Errorf("%v arrangements, solve %v", n, ok)
			}
			if _, m := Marginals(c.clue, c.colors, c.cells); m != ok {
				t.Errorf("marginals %v, solve %v", m, ok)
			}
		})
	}
}

// TestNoAllocation makes sure that nothing is allocated once a Scratch and a
// Line have grown.
func TestNoAllocation(t *testing.T) {
	var s Scratch
	check := func(name string, f func()) {
		f() // grow
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	for _, n := range []int{25, 63, 64, 100, 127, 200, 512} {
		for _, colors := range []int{2, 5} {
			c := randomBenchLine(rand.New(rand.NewPCG(uint64(n), 7)), n, colors)
			l := forAllKernels(c.clue, n, colors)
			can := make([]uint64, len(c.can))
			out := make([]float64, n*colors)
			for _, k := range kernelsUnderTest {
				if !k.serves(l) {
					continue
				}
				check(fmt.Sprintf("%s, %d cells, %d colors", k.name, n, colors), func() {
					copy(can, c.can)
					if !k.feasible(l, can, &s) || !k.solve(l, can, &s) {
						t.Error("infeasible")
					}
				})
			}
			check(fmt.Sprintf("Marginals, %d cells, %d colors", n, colors), func() {
				if !l.Marginals(c.can, c.weight, out, &s) {
					t.Error("infeasible")
				}
			})
			check(fmt.Sprintf("Reset, %d cells, %d colors", n, colors), func() { l.Reset(c.clue, n, colors) })
		}
	}
}

func TestSet(t *testing.T) {
	s := Of(0, 2, 63)
	if !s.Has(0) || s.Has(1) || !s.Has(2) || !s.Has(63) || s.Len() != 3 {
		t.Errorf("Of(0, 2, 63) = %b", s)
	}
	if _, ok := s.Only(); ok {
		t.Errorf("%b has only one", s)
	}
	if c, ok := Of(63).Only(); c != 63 || !ok {
		t.Errorf("Of(63) has only %v %v", c, ok)
	}
	if _, ok := Set(0).Only(); ok {
		t.Error("the empty set has one")
	}
	if All(0) != 0 || All(2) != 3 || All(64).Len() != 64 {
		t.Error("All is wrong")
	}
}
