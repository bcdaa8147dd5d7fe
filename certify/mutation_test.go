package certify_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/certify"
	"nonogram/solve"
)

// Certificates are damaged and forged at random. Every accepted claim must be true, by
// enumeration. Damage that leaves the claim true may be accepted, such as a superfluous hint.

const (
	mutations    = 10_000
	perPuzzle    = 100
	mostListed   = 30 // solutions of a puzzle to start from
	falseAtLeast = mutations / 4
)

// sample is a puzzle with its certificate, line by line without line feeds.
type sample struct {
	puzzle *nonogram.Puzzle
	lines  []string
	steps  int // the first line after the header
}

// mutant changes a sample in some way; false if it cannot.
type mutant struct {
	name  string
	apply func(rng *rand.Rand, s *sample) bool
}

var mutants = []mutant{
	{"drop a line", func(rng *rand.Rand, s *sample) bool {
		i := s.anyStep(rng)
		s.lines = slices.Delete(s.lines, i, i+1)
		return true
	}},
	{"repeat a line", func(rng *rand.Rand, s *sample) bool {
		i := s.anyStep(rng)
		s.lines = slices.Insert(s.lines, i, s.lines[i])
		return true
	}},
	{"swap two lines", func(rng *rand.Rand, s *sample) bool {
		i, j := s.anyStep(rng), s.anyStep(rng)
		s.lines[i], s.lines[j] = s.lines[j], s.lines[i]
		return s.lines[i] != s.lines[j]
	}},
	{"flip a literal", func(rng *rand.Rand, s *sample) bool {
		return s.fields(rng, "a ", func(f []string, colon int) []string {
			i := 2 + rng.IntN(colon-2)
			if rest, found := strings.CutPrefix(f[i], "-"); found {
				f[i] = rest
			} else {
				f[i] = "-" + f[i]
			}
			return f
		})
	}},
	{"drop a literal", func(rng *rand.Rand, s *sample) bool {
		return s.fields(rng, "a ", func(f []string, colon int) []string {
			i := 2 + rng.IntN(colon-2)
			return slices.Delete(f, i, i+1)
		})
	}},
	{"another literal", func(rng *rand.Rand, s *sample) bool {
		return s.fields(rng, "a ", func(f []string, colon int) []string {
			f[2+rng.IntN(colon-2)] = strconv.Itoa(1 + rng.IntN(s.puzzle.Width()*s.puzzle.Height()))
			return f
		})
	}},
	{"drop a hint", func(rng *rand.Rand, s *sample) bool {
		return s.fields(rng, "a ", func(f []string, colon int) []string {
			if colon+1 == len(f) {
				return f
			}
			i := colon + 1 + rng.IntN(len(f)-colon-1)
			return slices.Delete(f, i, i+1)
		})
	}},
	{"one more hint", func(rng *rand.Rand, s *sample) bool {
		return s.fields(rng, "a ", func(f []string, colon int) []string {
			return slices.Insert(f, colon+1, strconv.Itoa(1+rng.IntN(10)))
		})
	}},
	{"only clauses as hints", func(rng *rand.Rand, s *sample) bool {
		return s.fields(rng, "a ", func(f []string, colon int) []string {
			return append(f[:colon+1], strconv.Itoa(1+rng.IntN(10)), strconv.Itoa(1+rng.IntN(10)))
		})
	}},
	{"a contradiction by clauses alone", func(rng *rand.Rand, s *sample) bool {
		at := s.solutions()
		if len(at) == 0 {
			return false
		}
		s.lines = slices.Insert(s.lines, len(s.lines)-1, "k "+strings.Fields(s.lines[at[rng.IntN(len(at))]])[1])
		return s.claim(len(at), true)
	}},
	{"multipliers of one's own", func(rng *rand.Rand, s *sample) bool {
		at := s.solutions()
		if len(at) == 0 {
			return false
		}
		i := at[rng.IntN(len(at))]
		s.lines = slices.Insert(s.lines, i+1+s.puzzle.Height(), s.multipliers(rng, strings.Fields(s.lines[i])[1])...)
		s.claim(len(at), true)
		return true
	}},
	{"another line in a hint", func(rng *rand.Rand, s *sample) bool {
		i := s.anyStep(rng)
		f := strings.Fields(s.lines[i])
		if len(f) < 2 || f[0] != "a" && f[0] != "k" {
			return false
		}
		f[1+rng.IntN(len(f)-1)] = string("rc"[rng.IntN(2)]) + strconv.Itoa(1+rng.IntN(s.puzzle.Height()))
		s.lines[i] = strings.Join(f, " ")
		return true
	}},
	{"another number", func(rng *rand.Rand, s *sample) bool {
		return s.replace(rng, regexp.MustCompile(`\d+`), func(old string) string {
			n, _ := strconv.Atoi(old)
			return strconv.Itoa(max(0, n+rng.IntN(7)-3))
		})
	}},
	{"change a cell of a solution", func(rng *rand.Rand, s *sample) bool {
		at := s.solutions()
		if len(at) == 0 {
			return false
		}
		i := at[rng.IntN(len(at))] + 1 + rng.IntN(s.puzzle.Height())
		row := []byte(s.lines[i])
		row[rng.IntN(len(row))] = ".#23"[rng.IntN(4)]
		changed := s.lines[i] != string(row)
		s.lines[i] = string(row)
		return changed
	}},
	{"hide a solution", func(rng *rand.Rand, s *sample) bool {
		at := s.solutions()
		if len(at) == 0 {
			return false
		}
		i := at[rng.IntN(len(at))]
		s.lines = slices.Delete(s.lines, i, i+1+s.puzzle.Height())
		return s.claim(len(at)-1, true)
	}},
	{"claim another number", func(rng *rand.Rand, s *sample) bool {
		return s.claim(len(s.solutions())+1-2*rng.IntN(2), rng.IntN(2) == 0)
	}},
	{"claim that there are no others", func(_ *rand.Rand, s *sample) bool {
		return s.claim(len(s.solutions()), true)
	}},
	{"hide all solutions but keep the steps", func(_ *rand.Rand, s *sample) bool {
		for _, at := range slices.Backward(s.solutions()) {
			s.lines = slices.Delete(s.lines, at, at+1+s.puzzle.Height())
		}
		return s.claim(0, true)
	}},
	{"forge it for another puzzle", func(rng *rand.Rand, s *sample) bool { return s.forge(rng) }},
	{"change a byte", func(rng *rand.Rand, s *sample) bool {
		i := rng.IntN(len(s.lines))
		b := []byte(s.lines[i])
		if len(b) == 0 {
			return false
		}
		b[rng.IntN(len(b))] = byte(rng.IntN(256))
		s.lines[i] = string(b)
		return true
	}},
	{"drop a byte", func(rng *rand.Rand, s *sample) bool {
		i := rng.IntN(len(s.lines))
		if s.lines[i] == "" {
			return false
		}
		k := rng.IntN(len(s.lines[i]))
		s.lines[i] = s.lines[i][:k] + s.lines[i][k+1:]
		return true
	}},
	{"cut it off", func(rng *rand.Rand, s *sample) bool {
		s.lines = s.lines[:rng.IntN(len(s.lines))]
		return true
	}},
}

func (s *sample) anyStep(rng *rand.Rand) int { return s.steps + rng.IntN(len(s.lines)-s.steps) }

// fields changes a random step of a kind, given as fields and the place of the colon.
func (s *sample) fields(rng *rand.Rand, kind string, change func(f []string, colon int) []string) bool {
	var steps []int
	for i, line := range s.lines {
		if strings.HasPrefix(line, kind) && strings.Contains(line, ":") {
			steps = append(steps, i)
		}
	}
	if len(steps) == 0 {
		return false
	}
	i := steps[rng.IntN(len(steps))]
	f := strings.Fields(s.lines[i])
	s.lines[i] = strings.Join(change(f, slices.Index(f, ":")), " ")
	return true
}

// replace changes one match of a random step.
func (s *sample) replace(rng *rand.Rand, what *regexp.Regexp, change func(string) string) bool {
	i := s.anyStep(rng)
	found := what.FindAllStringIndex(s.lines[i], -1)
	if len(found) == 0 {
		return false
	}
	at := found[rng.IntN(len(found))]
	old := s.lines[i]
	s.lines[i] = old[:at[0]] + change(old[at[0]:at[1]]) + old[at[1]:]
	return s.lines[i] != old
}

// multipliers adds a step of random multipliers, of whole lines and of cells, and lets all lines
// and the clause of the solution follow from it.
func (s *sample) multipliers(rng *rand.Rand, id string) []string {
	width, height := s.puzzle.Width(), s.puzzle.Height()
	rows, cols := make([]int, height), make([]int, width)
	spread := 1 + rng.IntN(4)
	for _, list := range [][]int{rows, cols} {
		for i := range list {
			list[i] = rng.IntN(2*spread+1) - spread
		}
	}
	step := []string{"w", id, strconv.Itoa(1 + rng.IntN(2))}
	hints := []string{"k"}
	for y := range height {
		for x := range width {
			step = append(step, strconv.Itoa(rows[y]+cols[x]+rng.IntN(3)-1))
		}
		hints = append(hints, "r"+strconv.Itoa(y+1))
	}
	for x := range width {
		hints = append(hints, "c"+strconv.Itoa(x+1))
	}
	known := strings.Join(hints, " ")
	return []string{strings.Join(step, " "), known, known}
}

// solutions gives the lines at which solutions begin.
func (s *sample) solutions() []int {
	var at []int
	for i, line := range s.lines {
		if strings.HasPrefix(line, "s ") {
			at = append(at, i)
		}
	}
	return at
}

// claim rewrites the last line; false if that changes nothing.
func (s *sample) claim(n int, exact bool) bool {
	how := "at-least"
	if exact {
		how = "exactly"
	}
	last := &s.lines[len(s.lines)-1]
	old := *last
	*last = fmt.Sprintf("end %s %d", how, n)
	return *last != old
}

// forge changes a clue, in the puzzle and in the head alike, so that the certificate
// is for the other puzzle, and its steps are not.
func (s *sample) forge(rng *rand.Rand) bool {
	p := *s.puzzle
	p.Rows, p.Cols = slices.Clone(p.Rows), slices.Clone(p.Cols)
	clues, length := p.Rows, p.Width()
	if rng.IntN(2) == 0 {
		clues, length = p.Cols, p.Height()
	}
	i := rng.IntN(len(clues))
	cells := make([]nonogram.Color, length)
	for k := range cells {
		cells[k] = nonogram.Color(rng.IntN(len(p.Palette)))
	}
	clue := nonogram.ClueOf(cells)
	if clue.Equal(clues[i]) {
		return false
	}
	clues[i] = clue
	var b bytes.Buffer
	if err := certify.NewWriter(&b, &p).End(false); err != nil {
		return false
	}
	head := strings.Split(strings.TrimSpace(b.String()), "\n")
	s.lines = slices.Concat(head[:len(head)-1], s.lines[s.steps:])
	s.puzzle = &p
	return true
}

// samples makes certificates to start from, half of them with a search in them.
func samples(t *testing.T, n int) []*sample {
	sizes := [][3]int{{5, 5, 2}, {4, 5, 2}, {5, 4, 2}, {4, 4, 2}, {3, 4, 3}, {3, 3, 4}, {8, 8, 2}, {10, 9, 2}, {6, 7, 3}}
	rng := rand.New(rand.NewPCG(3, 4))
	var e solve.Engine
	var list []*sample
	for len(list) < n {
		size := sizes[rng.IntN(len(sizes))]
		p := randomPuzzle(rng, size[0], size[1], size[2])
		r, proof := prove(t, &e, p, nonogram.Options{Limit: 1 + rng.IntN(mostListed)})
		searched := bytes.Contains(proof, []byte("\na "))
		if r.Status == nonogram.Undecided || searched != (len(list)%2 == 0) {
			continue
		}
		list = append(list, sampleOf(p, proof))
	}
	return list
}

// sampleOf is a certificate as a sample.
func sampleOf(p *nonogram.Puzzle, proof []byte) *sample {
	s := &sample{puzzle: p, lines: strings.Split(strings.TrimSuffix(string(proof), "\n"), "\n")}
	s.steps = 3 + p.Width() + p.Height()
	if p.Given != nil {
		s.steps += p.Height()
	}
	return s
}

// naiveCells is the largest puzzle that is enumerated; larger ones are counted by
// the engine's sweep, which has nothing to do with the search that is proven.
const naiveCells = 25

func countOf(t *testing.T, p *nonogram.Puzzle) int {
	if p.Width()*p.Height() <= naiveCells {
		return len(allSolutions(p))
	}
	c, err := solve.Count(context.Background(), p, nonogram.Options{})
	if err != nil || !c.Exact || !c.Count.IsInt64() {
		t.Fatalf("rows %v columns %v: counted %v, %v", p.Rows, p.Cols, c, err)
	}
	return int(c.Count.Int64())
}

// isTrue reports whether the claim of a text, proved or not, is true: its grids are
// solutions, and their number is right.
func (s *sample) isTrue(solutions int) bool {
	if len(s.lines) == 0 {
		return false
	}
	var how string
	var n int
	if _, err := fmt.Sscanf(s.lines[len(s.lines)-1], "end %s %d", &how, &n); err != nil {
		return false
	}
	for _, at := range s.solutions() {
		if !s.isSolution(at + 1) {
			return false
		}
	}
	return n == solutions || n < solutions && how == "at-least"
}

// isSolution reports whether the lines from one on are the rows of a solution.
func (s *sample) isSolution(at int) bool {
	g := nonogram.NewGrid(s.puzzle.Width(), s.puzzle.Height())
	if at+g.Height > len(s.lines) {
		return false
	}
	for y, row := range s.lines[at : at+g.Height] {
		if len(row) != g.Width {
			return false
		}
		for x, b := range []byte(row) {
			g.Set(y, x, nonogram.Color(max(0, strings.IndexByte(".#23", b))))
		}
	}
	return nonogram.Check(s.puzzle, g) == nil
}

// TestMutations damages 10,000 certificates. None that is accepted may claim what
// is false.
func TestMutations(t *testing.T) {
	type count struct{ made, untrue, accepted int }
	counts := make([]count, len(mutants))
	truth := map[*nonogram.Puzzle]int{}
	rng := rand.New(rand.NewPCG(5, 6))
	made, untrue := 0, 0
	for _, base := range samples(t, mutations/perPuzzle) {
		truth[base.puzzle] = countOf(t, base.puzzle)
		for k := 0; k < perPuzzle; {
			kind := rng.IntN(len(mutants))
			s := &sample{base.puzzle, slices.Clone(base.lines), base.steps}
			if !mutants[kind].apply(rng, s) {
				continue
			}
			k++
			made++
			c := &counts[kind]
			c.made++
			solutions, known := truth[s.puzzle]
			if !known {
				solutions = countOf(t, s.puzzle)
			}
			text := strings.Join(s.lines, "\n") + "\n"
			isTrue := s.isTrue(solutions)
			if !isTrue {
				c.untrue++
				untrue++
			}
			claim, err := certify.Verify(context.Background(), strings.NewReader(text), s.puzzle)
			if err != nil {
				continue
			}
			c.accepted++
			if n := len(claim.Solutions); !isTrue || n > solutions || claim.Exact && n != solutions {
				t.Errorf("%s: accepted as %v, there are %d:\n%s", mutants[kind].name, claim, solutions, text)
			}
		}
	}
	for i, c := range counts {
		t.Logf("%-40s %5d made, %5d untrue, %5d accepted", mutants[i].name, c.made, c.untrue, c.accepted)
	}
	if made != mutations || untrue < falseAtLeast {
		t.Errorf("%d mutations, %d of them untrue: that tests too little", made, untrue)
	}
}
