package certify

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"nonogram"
)

// TestBlockLiterals numbers the block literals as docs/certificates.md does, and compares
// the number, the meaning and the truth of each.
func TestBlockLiterals(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 40, 300} {
		clues := make([][]int, n)
		for i := range clues {
			switch i % 5 {
			case 1:
				clues[i] = []int{n} // no slack
			case 2: // no blocks
			case 3:
				clues[i] = []int{1, max(1, n/4), 1}
			default:
				clues[i] = []int{1}
			}
		}
		p := nonogram.New(clues, clues)
		if n > 4 {
			p.Rows[4][0].Length = 0 // blotted
		}
		var c cells
		c.reset(p)
		b, literal, block := &c.blocks, int32(c.ofCells()), 0
		for _, ref := range p.Lines() {
			clue := p.Clue(ref)
			slack := n - clue.MinLength()
			if isBlotted(clue) {
				slack = 0
			}
			for range clue {
				for o := int32(1); o <= int32(slack); o++ {
					literal++
					checkLiteral(t, b, literal, block, o, int32(slack))
				}
				block++
			}
		}
		if b.highest != int(literal) {
			t.Errorf("%d: the highest literal is %d, want %d", n, b.highest, literal)
		}
	}
}

// checkLiteral compares a literal with "block has an offset of at least o".
func checkLiteral(t *testing.T, b *blocks, l int32, block int, o, slack int32) {
	t.Helper()
	if !b.has(l) || !b.has(-l) {
		t.Fatalf("%d is not a block literal", l)
	}
	if got, room := b.meaning(l); got != block || room.from != o || room.to < slack {
		t.Fatalf("literal %d: block %d, %v, want block %d, %d and more", l, got, room, block, o)
	}
	if got, room := b.meaning(-l); got != block || room != (span{0, o - 1}) {
		t.Fatalf("literal %d: block %d, %v, want block %d, less than %d", -l, got, room, block, o)
	}
	old := b.may[block]
	for _, room := range []span{{o, slack}, {0, o - 1}, {o - 1, o}, {o, o}, {o - 1, o - 1}, {0, slack}} {
		b.may[block] = room
		if got, want := b.isTrue(l), room.from >= o; got != want {
			t.Fatalf("literal %d, range %v: %v, want %v", l, room, got, want)
		}
		if got, want := b.isTrue(-l), room.to < o; got != want {
			t.Fatalf("literal %d, range %v: %v, want %v", -l, room, got, want)
		}
	}
	b.may[block] = old
}

// TestHeaviest compares the heaviest arrangements of short lines with enumeration, within
// random sets and ranges.
func TestHeaviest(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 26))
	possible := 0
	for range 20_000 {
		w := randomMaximizer(rng)
		want, most := heaviest(w)
		got := w.solve()
		if got != want {
			t.Fatalf("%v in %v, %v, %v: weight %d, want %d", w.clue, w.may, w.within, w.cell, got, want)
		}
		if want == none {
			continue
		}
		possible++
		for i := range w.may {
			for color := range most {
				if got := w.most[color][i]; got != most[color][i] {
					t.Fatalf("%v in %v, %v, %v: cell %d as %d weighs %d, want %d", w.clue, w.may, w.within, w.cell, i, color, got, most[color][i])
				}
			}
		}
	}
	if possible < 5000 {
		t.Errorf("%d lines have an arrangement: that tests too little", possible)
	}
}

func randomMaximizer(rng *rand.Rand) *maximizer {
	w := &maximizer{}
	n := 1 + rng.IntN(9)
	for range n {
		w.may = append(w.may, []uint64{3, 3, 3, 3, 1, 2}[rng.IntN(6)])
		w.cell = append(w.cell, int64(rng.IntN(19)-9))
	}
	for range rng.IntN(4) {
		w.clue = append(w.clue, nonogram.Block{Length: 1 + rng.IntN(3), Color: nonogram.Black})
	}
	slack := max(0, n-w.clue.MinLength())
	for range w.clue {
		from := rng.IntN(slack+1) * rng.IntN(2)
		w.within = append(w.within, span{int32(from), int32(from + rng.IntN(slack+1))})
	}
	return w
}

// heaviest enumerates all fillings of a line.
func heaviest(w *maximizer) (int64, [2][]int64) {
	best, n := int64(none), len(w.may)
	var most [2][]int64
	for color := range most {
		most[color] = impossible(nil, n)
	}
filling:
	for bits := range 1 << n {
		weight, next, at := int64(0), 0, 0 // block, and its leftmost place
		for i := 0; i < n; i++ {
			if bits>>i&1 == 0 {
				continue
			}
			length := 0
			for i+length < n && bits>>(i+length)&1 == 1 {
				weight += w.cell[i+length]
				length++
			}
			if next == len(w.clue) || w.clue[next].Length != length || i-at < int(w.within[next].from) || i-at > int(w.within[next].to) {
				continue filling
			}
			next++
			at += length + 1
			i += length
		}
		if next < len(w.clue) {
			continue
		}
		for i := range n {
			if w.may[i]>>(bits>>i&1)&1 == 0 {
				continue filling
			}
		}
		best = max(best, weight)
		for i := range n {
			color := bits >> i & 1
			most[color][i] = max(most[color][i], weight)
		}
	}
	return best, most
}

// TestNumbers reads numbers at both ends of their range.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "1": 1, "-1": -1, "2147483648": math.MaxInt32 + 1, "9007199254740991": 1<<53 - 1, "-9007199254740991": 1 - 1<<53} {
		if got, ok := signed([]byte(text)); !ok || got != want {
			t.Errorf("%s: %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "-", "-0", "00", "01", "9007199254740992", "+1", "1 ", "a", "1a", "10000000000000000", "18446744073709551617"} {
		if got, ok := signed([]byte(text)); ok {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// TestWork counts the work of lines and polls the context after a certain amount of it.
func TestWork(t *testing.T) {
	p := nonogram.New([][]int{{2, 1}, {1}}, [][]int{{1}, {1}, {}, {1}, {}})
	p.Rows[1][0].Length = 0 // blotted
	var c cells
	c.reset(p)
	for i, want := range []int{3*2 + 5, 2*6 + 5} { // nodes or entries, and cells
		if got := c.line(nonogram.LineRef{Index: i}, p.Rows[i]); got != want {
			t.Errorf("row %d: work %d, want %d", i+1, got, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	check := &checker{ctx: ctx}
	for i, c := range []struct {
		work int
		done bool
	}{{workPerPoll - 1, false}, {1, true}, {workPerPoll - 1, false}, {2, true}} {
		if err := check.work(c.work); (err != nil) != c.done {
			t.Errorf("%d: %v, want an error: %v", i, err, c.done)
		}
	}
	if n, err := (contextReader{ctx, strings.NewReader("x")}).Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("read %d, %v", n, err)
	}
}

// TestShorten checks that only long lines are cut.
func TestShorten(t *testing.T) {
	line := strings.Repeat("x", shownLine)
	if got := shorten([]byte(line)); got != line {
		t.Error(got)
	}
	if got := shorten([]byte(line + "y")); got != line+"…" {
		t.Error(got)
	}
}
