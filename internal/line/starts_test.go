package line

import (
	"math/rand/v2"
	"testing"

	"nonogram"
)

// TestStarts compares the places of blocks with all arrangements of random lines.
func TestStarts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		n, colors := 1+rng.IntN(9), 2+rng.IntN(2)
		cells := make([]nonogram.Color, n)
		for i := range cells {
			cells[i] = nonogram.Color(rng.IntN(colors))
		}
		clue := nonogram.ClueOf(cells)
		l := New(clue, n, colors)
		can := make([]uint64, colors*Words(n))
		l.Fill(can)
		for i := range cells {
			for c := range colors {
				if rng.IntN(4) == 0 && (nonogram.Color(c) != cells[i] || rng.IntN(20) == 0) {
					can[c*Words(n)] &^= 1 << uint(i)
				}
			}
		}
		first, last, ok := l.Starts(can, nil, nil, new(Scratch))
		wantFirst, wantLast, wantOK := enumerateStarts(l, clue, can, n, colors)
		if ok != wantOK {
			t.Fatalf("clue %v of %d cells, %b: %v, want %v", clue, n, can, ok, wantOK)
		}
		for b := range first {
			if first[b] != wantFirst[b] || last[b] != wantLast[b] {
				t.Fatalf("clue %v of %d cells, %b: block %d from %d to %d, want %d to %d", clue, n, can, b, first[b], last[b], wantFirst[b], wantLast[b])
			}
		}
	}
}

// enumerateStarts lists all fillings of a line.
func enumerateStarts(l *Line, clue nonogram.Clue, can []uint64, n, colors int) (first, last []int32, ok bool) {
	cells := make([]nonogram.Color, n)
	var fill func(i int)
	fill = func(i int) {
		if i < n {
			for c := range colors {
				if can[c*Words(n)]>>uint(i)&1 != 0 {
					cells[i] = nonogram.Color(c)
					fill(i + 1)
				}
			}
			return
		}
		if !nonogram.ClueOf(cells).Equal(clue) {
			return
		}
		b := 0
		for j, c := range cells {
			if c == nonogram.Empty || j > 0 && cells[j-1] == c {
				continue
			}
			left, _, _ := l.Block(b)
			o := int32(j - left)
			if !ok {
				first, last = append(first, o), append(last, o)
			}
			first[b], last[b] = min(first[b], o), max(last[b], o)
			b++
		}
		ok = true
	}
	fill(0)
	return first, last, ok
}
