package certify_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"nonogram"
	"nonogram/certify"
	"nonogram/solve"
)

// Certificates at the limits of the specification, and just beyond them. Each is right but
// for its size, so that a checker that accepts too little or too much is found.

// boundary is a certificate at a limit.
type boundary struct {
	name  string
	p     *nonogram.Puzzle
	steps string // after the head
	valid bool
}

// blank is a puzzle without blocks, and blankSteps proves that it has one solution.
func blank(width, height int) *nonogram.Puzzle {
	return nonogram.New(make([][]int, height), make([][]int, width))
}

func blankSteps(p *nonogram.Puzzle) string {
	var b strings.Builder
	b.WriteString("k")
	for y := range p.Height() {
		fmt.Fprintf(&b, " r%d", y+1)
	}
	b.WriteString("\ns 1\n")
	row := strings.Repeat(".", p.Width()) + "\n"
	return b.String() + strings.Repeat(row, p.Height()) + "k 1\nend exactly 1\n"
}

// repeated is a clue of n blocks of a length in colors 1 to inks in turn.
func repeated(n, length, inks int) nonogram.Clue {
	clue := make(nonogram.Clue, n)
	for i := range clue {
		clue[i] = nonogram.Block{Length: length, Color: nonogram.Color(i%inks + 1)}
	}
	return clue
}

// boundaries makes the certificates; huge ones take a checker more than a second.
func boundaries(huge bool) []boundary {
	var all []boundary
	add := func(name string, p *nonogram.Puzzle, steps string, valid bool) {
		all = append(all, boundary{name, p, steps, valid})
	}
	size := func(width, height int, valid bool) {
		p := blank(width, height)
		add(fmt.Sprintf("%d × %d", width, height), p, blankSteps(p), valid)
	}
	size(10_000, 1, true)
	size(1, 10_000, true)
	size(10_001, 1, false)
	size(1, 10_001, false)
	if huge {
		size(2000, 2000, true)
		size(10_000, 400, true)
	}
	size(2000, 2001, false)

	// Clues that fit no line, so that a single look at the line refutes the puzzle.
	clue := func(name string, c nonogram.Clue, palette int, valid bool) {
		p := blank(1, 1)
		p.Palette, p.Rows[0] = make(nonogram.Palette, palette), c
		add("a clue of "+name, p, "k r1\nend exactly 0\n", valid)
	}
	for _, n := range []int64{2, 9999, 10_000, 10_001, 20_000, 1<<31 - 1, 1 << 31, 1<<53 - 1, 1 << 53, 1<<63 - 1} {
		if n > math.MaxInt {
			continue // of 32 bits
		}
		clue(fmt.Sprint(n), repeated(1, int(n), 1), 2, n <= 10_000)
	}
	clue("5000 ones", repeated(5000, 1, 1), 2, true)
	clue("5001 ones", repeated(5001, 1, 1), 2, false)
	clue("5000 blots", repeated(5000, 0, 1), 2, true)
	clue("5001 blots", repeated(5001, 0, 1), 2, false)
	clue("10000 ones in 63 inks", repeated(10_000, 1, 63), 64, true)
	clue("10001 ones in 63 inks", repeated(10_001, 1, 63), 64, false)
	clue("2 of half the range", repeated(2, math.MaxInt/2+1, 1), 2, false)
	clue("40000 ones", repeated(40_000, 1, 2), 3, false)

	// Colors.
	for _, n := range []int{1, 2, 63, 64, 65} {
		p := blank(2, 1)
		p.Palette = make(nonogram.Palette, n)
		add(fmt.Sprint(n, " colors"), p, blankSteps(p), n > 1 && n <= 64)
	}
	inks := blank(63, 1)
	inks.Palette, inks.Rows[0] = make(nonogram.Palette, 64), repeated(63, 1, 63)
	for i := range inks.Cols {
		inks.Cols[i] = nonogram.Clue{{Length: 1, Color: nonogram.Color(i + 1)}}
	}
	const symbols = "#23456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"
	add("63 inks", inks, "k r1\ns 1\n"+symbols+"\nk 1\nend exactly 1\n", true)

	// A line of 10,000 cells: full, with one block, and with as many as it holds.
	for _, c := range []struct {
		name string
		row  string
		clue nonogram.Clue
	}{
		{"a full line", strings.Repeat("#", 10_000), repeated(1, 10_000, 1)},
		{"5000 ones in a line", strings.Repeat("#.", 5000), repeated(5000, 1, 1)},
	} {
		p := blank(10_000, 1)
		p.Rows[0] = c.clue
		var hints strings.Builder
		hints.WriteString("k")
		for x := range p.Cols {
			if c.row[x] == '#' {
				p.Cols[x] = repeated(1, 1, 1)
			}
			fmt.Fprintf(&hints, " c%d", x+1)
		}
		add(c.name, p, hints.String()+"\ns 1\n"+c.row+"\nk 1\nend exactly 1\n", true)
	}

	// Numbers, literals and weights, on a puzzle with the literals 1 to 4 of cells and 5 to 8 of blocks.
	diagonal := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	last := func(name, step string, valid bool) { add(name, diagonal, step+"\nend at-least 0\n", valid) }
	last("a row has a cell, below 2^53", "a 9007199254740991 1 2 : r1", true)
	last("a row has a cell, 2^53", "a 9007199254740992 1 2 : r1", false)
	last("a row has a cell, 2^64+1", "a 18446744073709551617 1 2 : r1", false)
	last("the highest literal", "a 1 8 -8 1 2 : r1", true)
	last("a literal too high", "a 1 9 1 2 : r1", false)
	last("the literal 2^31", "a 1 2147483648 1 2 : r1", false)
	last("the literal 2^32+1", "a 1 4294967297 1 2 : r1", false)
	for _, w := range []struct {
		n     string
		valid bool
	}{{"2147483647", true}, {"2147483648", false}, {"9007199254740992", false}} {
		add("weights of "+w.n, diagonal, "w 0 0 "+w.n+" -"+w.n+" 0 0\nend at-least 0\n", w.valid)
		add("a unit of "+w.n, diagonal, "s 1\n#.\n.#\nw 1 "+w.n+" 0 0 0 0\nend at-least 1\n", w.valid)
	}
	for _, side := range []int{3068, 3069} { // (1023 + 1) · (slack + 1), where 1023 ones need 2045 cells
		if side == 3068 && !huge {
			continue // docs/certificates/check.py takes a minute for it
		}
		p := blank(side, 1)
		p.Rows[0] = repeated(1023, 1, 1)
		for x := range 1023 {
			p.Cols[x] = repeated(1, 1, 1)
		}
		add(fmt.Sprintf("weights on %d cells", side), p, "w 0 0"+strings.Repeat(" 0", side)+"\nend at-least 0\n", side == 3068)
	}

	// Long lines and many of them.
	last("200000 hints", "k"+strings.Repeat(" r1 c2", 100_000), true)
	last("a megabyte of blanks", "k"+strings.Repeat(" \t", 1<<19)+"r1", true)
	last("50000 clauses", strings.Repeat("k\n", 50_000)+"k", true)
	last("a clause of 100000 literals", "a 1"+strings.Repeat(" 1 2", 50_000)+" : r1", true)
	last("a field of 21 digits", "k 100000000000000000000", false)
	if huge { // 200 · 2500 · 5001 block literals are more than 2^31
		p := blank(10_000, 200)
		for y := range p.Rows {
			p.Rows[y] = repeated(2500, 1, 1)
		}
		for x := range p.Cols {
			p.Cols[x] = repeated(1, 50, 1) // 200 · 2500 cells
		}
		for n := int64(1<<31 - 2); n <= 1<<31; n++ {
			add(fmt.Sprint("literal ", n), p, fmt.Sprintf("a 1 %d -%d :\nend at-least 0\n", n, n), n < 1<<31)
		}
	}
	return all
}

// certificate is the text of one with a head that [certify.Writer] would refuse to write.
func (b *boundary) certificate() []byte {
	text := fmt.Appendf(nil, "nonogram-certificate 2\nsize %d %d\ncolors %d\n", b.p.Width(), b.p.Height(), len(b.p.Palette))
	for _, ref := range b.p.Lines() {
		text = fmt.Append(text, [...]string{"row", "column"}[ref.Axis])
		for _, block := range b.p.Clue(ref) {
			length := fmt.Sprint(block.Length)
			if block.Length == 0 {
				length = "?"
			}
			text = append(append(text, ' '), length...)
			if block.Color > 1 {
				text = fmt.Appendf(text, ":%d", block.Color)
			}
		}
		text = append(text, '\n')
	}
	return append(text, b.steps...)
}

// TestBoundaries judges certificates at the limits and beyond. With NONOGRAM_LONG the largest
// puzzles are among them.
func TestBoundaries(t *testing.T) {
	all := boundaries(os.Getenv("NONOGRAM_LONG") != "")
	for _, b := range all {
		if _, err := certify.Verify(t.Context(), bytes.NewReader(b.certificate()), b.p); (err == nil) != b.valid {
			t.Errorf("%s: %v, expected valid: %v", b.name, err, b.valid)
		}
	}
	t.Logf("%d certificates", len(all))
}

// TestOthersAtBoundaries has the two other checkers judge the certificates of TestBoundaries.
// The verified one leaves out the largest puzzles.
func TestOthersAtBoundaries(t *testing.T) {
	all := boundaries(os.Getenv("NONOGRAM_LONG") != "")
	texts := make([][]byte, len(all))
	for i := range all {
		texts[i] = all[i].certificate()
	}
	t.Run("second", func(t *testing.T) {
		python, err := exec.LookPath("python3")
		if err != nil {
			t.Skip("there is no python3 to run docs/certificates/check.py with")
		}
		for i, line := range secondOpinions(t, python, texts) {
			if (line == 0) != all[i].valid {
				t.Errorf("%s: check.py rejects line %d (0: accepts), expected valid: %v", all[i].name, line, all[i].valid)
			}
		}
	})
	t.Run("verified", func(t *testing.T) {
		if _, err := os.Stat(verifiedProgram); err != nil {
			t.Skip("THE VERIFIED CHECKER IS NOT BUILT: make verified")
		}
		var small [][]byte // it takes minutes for millions of cells
		var names []int
		for i, b := range all {
			if cells := b.p.Width() * b.p.Height(); cells <= 10_001 || cells > nonogram.MaxCells {
				small, names = append(small, texts[i]), append(names, i)
			}
		}
		for k, accepted := range verifiedOpinions(t, small) {
			if b := all[names[k]]; accepted != b.valid {
				t.Errorf("%s: the verified checker accepts %v, expected %v", b.name, accepted, b.valid)
			}
		}
		t.Logf("%d of %d certificates", len(small), len(all))
	})
}

// TestProveRefusesLongClues proves a puzzle whose clue fits no certificate.
func TestProveRefusesLongClues(t *testing.T) {
	for n := 10_000; n <= 10_001; n++ {
		p := nonogram.New([][]int{{n}}, [][]int{{1}})
		var b strings.Builder
		_, err := solve.Prove(t.Context(), p, nonogram.Options{}, certify.NewWriter(&b, p))
		if (err != nil) != (n > 10_000) || n > 10_000 && (b.Len() > 0 || !strings.Contains(err.Error(), "row 1: the clue needs more than 10000 cells")) {
			t.Errorf("a clue of %d: %v, %d bytes", n, err, b.Len())
		}
	}
}
