package certify_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"nonogram"
	"nonogram/certify"
)

// The forger aims at one rule at a time. It writes a step that is wrong as a rule, such as
// a clause that does not follow or a bound that is not reached, lets all lines follow from
// it, and claims that no other solution exists. A checker that lets the step pass accepts a
// false claim, or a true one by luck: every claim is compared with plain enumeration.

// forger writes certificates of one puzzle.
type forger struct {
	*rand.Rand
	p         *nonogram.Puzzle
	head      string
	solutions []*nonogram.Grid
	literals  int // the highest
	next      int // the number of the next clause
	listed    int
	text      strings.Builder
}

func newForger(t *testing.T, rng *rand.Rand) *forger {
	t.Helper()
	for {
		p := randomPuzzle(rng, 1+rng.IntN(4), 1+rng.IntN(4), 2+rng.IntN(3)%2*rng.IntN(2))
		if rng.IntN(4) == 0 {
			blot(rng, p)
		}
		if rng.IntN(4) == 0 {
			hide(rng, p)
		}
		f := &forger{Rand: rng, p: p, solutions: allSolutions(p), literals: p.Width() * p.Height()}
		if len(p.Palette) > 2 {
			f.literals *= len(p.Palette)
		}
		for _, ref := range p.Lines() {
			clue, n := p.Clue(ref), p.Width()
			if ref.Axis == nonogram.Column {
				n = p.Height()
			}
			if slack := n - clue.MinLength(); slack > 0 && !strings.ContainsAny(clue.String(), "?*") {
				f.literals += slack * len(clue)
			}
		}
		if len(f.solutions) == 0 || len(f.solutions) == 1 && rng.IntN(4) > 0 {
			continue // claims are false where solutions are left out
		}
		var b bytes.Buffer
		if certify.NewWriter(&b, p).End(false) == nil {
			f.head = strings.TrimSuffix(b.String(), "end at-least 0\n")
			return f
		}
	}
}

func (f *forger) writef(format string, args ...any) { fmt.Fprintf(&f.text, format, args...) }

// number is that of a new clause.
func (f *forger) number() int {
	f.next += 1 + f.IntN(2)*f.IntN(3)
	return f.next
}

func (f *forger) literal() int {
	l := 1 + f.IntN(f.literals)
	if f.IntN(3) == 0 { // blocks have the highest
		l = f.literals - f.IntN(min(4, f.literals))
	}
	return l * (1 - 2*f.IntN(2))
}

// hints are some lines, in any order.
func (f *forger) hints() string {
	var hints []string
	for range f.IntN(1 + f.p.Width() + f.p.Height()) {
		hints = append(hints, f.line())
	}
	return strings.Join(hints, " ")
}

func (f *forger) line() string {
	if f.IntN(2) == 0 {
		return fmt.Sprint("r", 1+f.IntN(f.p.Height()))
	}
	return fmt.Sprint("c", 1+f.IntN(f.p.Width()))
}

// solution lists a solution, if there is one left.
func (f *forger) solution() (id int, ok bool) {
	if f.listed == len(f.solutions) {
		return 0, false
	}
	id = f.number()
	f.writef("s %d\n%s", id, f.rows(f.solutions[f.listed]))
	f.listed++
	return id, true
}

func (f *forger) rows(g *nonogram.Grid) string {
	var text strings.Builder
	for i, c := range g.Cells {
		text.WriteByte(".#23"[c])
		if (i+1)%g.Width == 0 {
			text.WriteByte('\n')
		}
	}
	return text.String()
}

// forgeries are the rules to break.
var forgeries = []struct {
	name  string
	forge func(f *forger)
}{
	{"a literal that does not follow", func(f *forger) { f.writef("a %d %d : %s\n", f.number(), f.literal(), f.hints()) }},
	{"a literal without hints", func(f *forger) { f.writef("a %d %d :\n", f.number(), f.literal()) }},
	{"a clause that does not follow", func(f *forger) {
		id, l := f.number(), f.literal()
		f.writef("a %d %d %d : %s\n", id, l, f.literal(), f.hints())
		f.writef("a %d %d : %d %s\n", f.number(), l, id, f.hints())
	}},
	{"a clause with an open literal", func(f *forger) {
		id, l, line := f.number(), f.literal(), f.line()
		f.writef("a %d %d %d : %s\n", id, l, f.literal(), line)
		f.writef("a %d %d : %d\n", f.number(), l, id)
	}},
	{"a tautology as a contradiction", func(f *forger) {
		id, l := f.number(), f.literal()
		f.writef("a %d %d %d :\nk %s %d\n", id, l, -l, f.hints(), id)
	}},
	{"the empty clause", func(f *forger) { f.writef("a %d : %s\n", f.number(), f.hints()) }},
	{"a deleted clause", func(f *forger) {
		id, l := f.number(), f.literal()
		f.writef("a %d %d %d :\nd %d\na %d %d : %d\n", id, l, -l, id, f.number(), l, id)
	}},
	{"a clause from the future", func(f *forger) {
		id := f.number()
		f.writef("a %d %d : %s %d\n", id, f.literal(), f.hints(), id+f.IntN(2))
	}},
	{"a solution excluded too early", func(f *forger) {
		if id, ok := f.solution(); ok {
			f.writef("k %s %d\n", f.hints(), id)
		}
	}},
	{"a solution twice", func(f *forger) {
		if _, ok := f.solution(); ok {
			f.writef("s %d\n%s", f.number(), f.rows(f.solutions[f.IntN(f.listed)]))
			f.listed++
		}
	}},
	{"a grid that is not a solution", func(f *forger) {
		g := nonogram.NewGrid(f.p.Width(), f.p.Height())
		for i := range g.Cells {
			g.Cells[i] = nonogram.Color(f.IntN(len(f.p.Palette)))
		}
		if len(f.solutions) > 0 && f.IntN(2) == 0 {
			copy(g.Cells, f.solutions[0].Cells)
			g.Cells[f.IntN(len(g.Cells))] = nonogram.Color(f.IntN(len(f.p.Palette)))
		}
		f.writef("s %d\n%s", f.number(), f.rows(g))
		f.listed++
	}},
	{"totals", func(f *forger) { f.writef("t %d\n", 1+f.IntN(len(f.p.Palette)-1)) }},
	{"a bound that is not reached", func(f *forger) {
		id, ok := f.solution()
		if !ok {
			return
		}
		unit := 1 + f.IntN(4)
		if f.IntN(8) == 0 {
			unit = 1<<31 - 1 - f.IntN(2)
		}
		f.writef("w %d %d", id, unit)
		spread := 1 + f.IntN(2*unit)
		for range f.p.Width() * f.p.Height() {
			f.writef(" %d", f.IntN(spread)-spread/2)
		}
		f.writef("\n")
	}},
	{"more solutions than listed", func(f *forger) {
		f.solution()
		f.listed += f.IntN(3) - 1
	}},
}

// forge writes a certificate with one forgery and returns its kind.
func (f *forger) forge() (kind int, text []byte) {
	f.text.Reset()
	f.text.WriteString(f.head)
	f.next, f.listed = 0, 0
	for f.IntN(3) == 0 {
		f.solution()
	}
	kind = f.IntN(len(forgeries))
	forgeries[kind].forge(f)
	for range 1 + f.IntN(3) {
		f.writef("k")
		for y := range f.p.Height() {
			f.writef(" r%d", y+1)
		}
		for x := range f.p.Width() {
			f.writef(" c%d", x+1)
		}
		f.writef("\n")
	}
	f.writef("end exactly %d\n", f.listed)
	return kind, []byte(f.text.String())
}

// TestForger writes 60,000 forgeries, of which the verified checker judges every
// twentieth; all of them with NONOGRAM_LONG.
func TestForger(t *testing.T) {
	const wanted, perPuzzle = 60_000, 60
	share := 20
	if os.Getenv("NONOGRAM_LONG") != "" {
		share = 1
	}
	_, missing := os.Stat(verifiedProgram)
	rng := rand.New(rand.NewPCG(11, 12))
	untrue, accepted := make([]int, len(forgeries)), make([]int, len(forgeries))
	var texts [][]byte
	var verdicts []bool
	judge := func() {
		if len(texts) > 0 && missing == nil {
			for i, there := range verifiedOpinions(t, texts) {
				if there != verdicts[i] {
					t.Errorf("certify accepts: %v, the verified checker: %v\n%s", verdicts[i], there, texts[i])
				}
			}
		}
		texts, verdicts = nil, nil
	}
	for made := 0; made < wanted; {
		f := newForger(t, rng)
		for k := range perPuzzle {
			kind, text := f.forge()
			isTrue := f.listed == len(f.solutions)
			if isTrue && k%10 > 0 {
				continue
			}
			claim, err := certify.Verify(t.Context(), bytes.NewReader(text), f.p)
			switch {
			case err == nil && (!isTrue || len(claim.Solutions) != len(f.solutions)):
				t.Fatalf("%s: accepted: %v, there are %d\n%s", forgeries[kind].name, claim, len(f.solutions), text)
			case err == nil:
				accepted[kind]++
			}
			if !isTrue {
				made++
				untrue[kind]++
			}
			if k%share == 0 {
				texts, verdicts = append(texts, text), append(verdicts, err == nil)
			}
		}
		if len(texts) >= 1000 {
			judge()
		}
	}
	judge()
	for kind, f := range forgeries {
		t.Logf("%-32s %5d untrue, %5d accepted", f.name, untrue[kind], accepted[kind])
		if untrue[kind] < wanted/100 {
			t.Errorf("%s: only %d false claims", f.name, untrue[kind])
		}
	}
	if missing != nil {
		t.Skip("THE VERIFIED CHECKER IS NOT BUILT: make verified")
	}
}
