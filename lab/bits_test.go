package lab

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/line"
)

// blocksOf reads the clue off the first n cells of a line, block by block, and says
// whether the last one touches the end.
func blocksOf(cells uint64, n int) (blocks []int, open bool) {
	for i := range n {
		switch box := cells>>uint(i)&1 != 0; {
		case box && open:
			blocks[len(blocks)-1]++
		case box:
			blocks = append(blocks, 1)
			open = true
		default:
			open = false
		}
	}
	return blocks, open
}

// keeps is the slow twin of follows.
func keeps(c *clue, cells uint64, n int) bool {
	blocks, open := blocksOf(cells, n)
	if n == c.n {
		return slices.Equal(blocks, c.blocks)
	}
	if len(blocks) > len(c.blocks) {
		return false
	}
	for i, b := range blocks {
		last := i == len(blocks)-1 && open
		if b > c.blocks[i] || b < c.blocks[i] && !last {
			return false
		}
	}
	return true
}

// TestFollows tries all clues, all lines and all prefixes of up to 7 cells.
func TestFollows(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for from := range uint64(1) << n {
			blocks, _ := blocksOf(from, n)
			c := clue{n, blocks}
			for cells := range uint64(1) << n {
				for k := range n + 1 {
					if got, want := c.follows(cells, k), keeps(&c, cells, k); got != want {
						t.Fatalf("clue %v, first %d of %0*b: %v, want %v", blocks, k, n, cells, got, want)
					}
				}
			}
		}
	}
}

func TestFollowsOfAFullWord(t *testing.T) {
	c := clue{64, []int{64}}
	if !c.follows(^uint64(0), 64) || c.follows(^uint64(0)-1, 64) || c.tight() != ^uint64(0) || c.slack() != 0 {
		t.Error("a line of 64 boxes is not taken for what it is")
	}
}

// arrangements lists the possibilities of a clue.
func arrangements(c *clue) []uint64 {
	var lines []uint64
	arrange(c, func(line uint64) bool {
		lines = append(lines, line)
		return true
	})
	return lines
}

// TestArrange holds the possibilities of every clue against all lines of a length:
// each once, and the leftmost first.
func TestArrange(t *testing.T) {
	for n := 1; n <= 10; n++ {
		total := 0
		seen := map[uint64]bool{}
		for from := range uint64(1) << n {
			blocks, _ := blocksOf(from, n)
			c := clue{n, blocks}
			if seen[c.tight()] {
				continue
			}
			seen[c.tight()] = true
			lines := arrangements(&c)
			total += len(lines)
			for i, l := range lines {
				if !c.follows(l, n) {
					t.Fatalf("clue %v: %b does not fit", blocks, l)
				}
				if i > 0 && reversed(l, n) >= reversed(lines[i-1], n) {
					t.Fatalf("clue %v: %b comes after %b", blocks, l, lines[i-1])
				}
			}
		}
		if total != 1<<n {
			t.Errorf("the clues of %d cells have %d lines, want %d", n, total, 1<<n)
		}
	}
}

// reversed reads a line as a number, the first cell highest: "10100" before "10010".
func reversed(cells uint64, n int) uint64 {
	r := uint64(0)
	for i := range n {
		r = r<<1 | cells>>uint(i)&1
	}
	return r
}

func TestArrangeAsLineCounts(t *testing.T) {
	for _, blocks := range [][]int{{}, {25}, {3, 1, 2}, {1, 1, 1, 1, 1, 1, 1}, {2, 2, 2, 2, 2}} {
		c := clue{25, blocks}
		l := line.New(nonogram.BlackClue(blocks...), 25, 2)
		blank := make([]uint64, 2*line.Words(25))
		l.Fill(blank)
		want := l.Count(blank, new(line.Scratch))
		if got := len(arrangements(&c)); uint64(got) != want {
			t.Errorf("clue %v: %d possibilities, want %d", blocks, got, want)
		}
	}
}

func TestArrangeStops(t *testing.T) {
	c := clue{10, []int{1, 1}}
	n := 0
	if arrange(&c, func(uint64) bool { n++; return n < 3 }) || n != 3 {
		t.Errorf("%d possibilities were visited, want 3", n)
	}
}

func randomLines(rng *rand.Rand, n int) []uint64 {
	lines := make([]uint64, n)
	for i := range lines {
		lines[i] = rng.Uint64() & rng.Uint64()
	}
	return lines
}

func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for size := range 40 {
		list := randomLines(rng, size)
		k := known{cells: 1<<3 | 1<<40, boxes: 1 << 40}
		want := newAgreement()
		var kept []uint64
		for _, l := range list {
			if k.allows(l) {
				want.add(l)
				kept = append(kept, l)
			}
		}
		before := slices.Clone(list)
		got := newAgreement()
		n := split(list, k, &got)
		if !slices.Equal(list[:n], kept) || got != want {
			t.Fatalf("%d lines: kept %d %+v, want %d %+v", size, n, got, len(kept), want)
		}
		slices.Sort(list)
		slices.Sort(before)
		if !slices.Equal(list, before) {
			t.Fatal("splitting has lost lines")
		}
	}
}

func TestCountBoxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{0, 1, 7, 8, 9, 64, 1000, 4095, 4097} {
		list := randomLines(rng, size)
		var got, want [maxSide]int
		countBoxes(list, &got)
		for _, l := range list {
			for i := range want {
				want[i] += int(l >> uint(i) & 1)
			}
		}
		if got != want {
			t.Errorf("%d lines: %v, want %v", size, got, want)
		}
	}
}

func TestPermSet(t *testing.T) {
	for n := 1; n <= 12; n++ {
		set := newPermSet(n, func() bool { return true })
		if len(set.lines) != 1<<n {
			t.Fatalf("%d lines of %d cells", len(set.lines), n)
		}
		for l := range uint64(1) << n {
			blocks, _ := blocksOf(l, n)
			c := clue{n, blocks}
			if want := arrangements(&c); len(set.group(&c)) != len(want) {
				t.Fatalf("clue %v of %d: %d lines, want %d", blocks, n, len(set.group(&c)), len(want))
			}
			if !slices.Contains(set.group(&c), uint32(l)) {
				t.Fatalf("%b is not in the group of its clue", l)
			}
		}
	}
	c := newClues([]nonogram.Clue{nonogram.BlackClue(2, 4, 1)}, 15)[0]
	if got := len(newPermSet(15, func() bool { return true }).group(&c)); got != 84 {
		t.Errorf("2 4 1 of 15 has %d lines, want C(9,3) = 84", got)
	}
	if newPermSet(20, func() bool { return false }) != nil {
		t.Error("made a set although it was cancelled")
	}
}

func TestBoardQueue(t *testing.T) {
	p := nonogram.New(make([][]int, 9), make([][]int, 12))
	r := newRun(context.Background(), p, nonogram.Options{})
	s := newBoardQueue(r, 9, 12, true)
	rng := rand.New(rand.NewPCG(5, 6))
	var boards [][]uint64
	for range 5000 {
		rows := randomLines(rng, 9)
		for i := range rows {
			rows[i] &= prefix(12)
		}
		if rng.IntN(3) == 0 && len(boards) > 0 {
			rows = boards[rng.IntN(len(boards))]
			if isNew, ok := s.add(rows); isNew || !ok {
				t.Fatal("a board was not recognized")
			}
			continue
		}
		if isNew, ok := s.add(rows); !isNew || !ok {
			t.Fatal("a new board was taken for an old one")
		}
		boards = append(boards, rows)
	}
	for i, rows := range boards {
		for y, row := range rows {
			if s.line(i, y) != row {
				t.Fatalf("board %d, row %d: %b, want %b", i, y, s.line(i, y), row)
			}
		}
	}
	s.drop(len(boards) - 1)
	if isNew, ok := s.add(boards[0]); isNew || !ok || s.line(len(boards)-1, 8) != boards[len(boards)-1][8] {
		t.Error("a dropped board was forgotten, or the last one was lost")
	}
}
