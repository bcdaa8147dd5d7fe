package certify_test

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/certify"
	"nonogram/internal/testkit/families"
	"nonogram/internal/testkit/naive"
	"nonogram/solve"
)

// Certificates of boards of triangles, proved, checked by both checkers, damaged and forged.

var triddlers = flag.Int("triddlers", 1000, "number of triddlers to prove")

// triddler makes a triddler of at most 30 cells, some with blotted or missing clues, given cells, or
// another clue.
func triddler(rng *rand.Rand) *nonogram.Puzzle {
	for {
		a, b, c, f := rng.IntN(4), rng.IntN(4), rng.IntN(4), rng.IntN(4)
		s, err := nonogram.Triddler([6]int{a, b, c, a + f - c, b + c - f, f})
		if err != nil || s.Count > 30 {
			continue
		}
		p := families.Triddler(rng, s, 1+rng.IntN(2), rng.Float64(), 0)
		switch rng.IntN(5) {
		case 0:
			i, j := rng.IntN(len(p.Cols)), rng.IntN(len(p.Cols))
			p.Cols[i], p.Cols[j] = p.Cols[j], p.Cols[i]
		case 1:
			for range len(p.Cols) / 2 {
				hide(rng, p)
			}
		case 2:
			if c := p.Rows[rng.IntN(len(p.Rows))]; len(c) > 0 {
				c[0].Length = 0
			}
		}
		if rng.IntN(4) == 0 {
			p.Given = s.NewGrid()
			cell := rng.IntN(len(s.Of))
			p.Given.Cells[cell] = p.Goal.Cells[cell]
		}
		return p
	}
}

// triddlerSample is a certificate of a triddler as a sample.
func triddlerSample(p *nonogram.Puzzle, proof []byte) *sample {
	s := sampleOf(p, proof)
	s.steps = 3 + len(p.Shape.Lines)
	for strings.HasPrefix(s.lines[s.steps], "given ") {
		s.steps++
	}
	return s
}

// TestTriddlers proves triddlers, and compares the claim with enumeration and the two checkers with
// each other, on the certificates and on damaged ones. No false claim may be accepted.
func TestTriddlers(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("there is no python3 to run docs/certificates/check.py with")
	}
	if testing.Short() {
		*triddlers, python = min(*triddlers, 200), ""
	}
	rng := rand.New(rand.NewPCG(9, 0))
	var e solve.Engine
	var texts [][]byte
	var lines []int
	const most = 60 // solutions
	searched, damaged, untrue := 0, 0, 0
	for n := 0; n < *triddlers; {
		p := triddler(rng)
		all, ok := naive.Solutions(p, most)
		if !ok {
			continue
		}
		n++
		r, proof := prove(t, &e, p, nonogram.Options{Limit: 1 + rng.IntN(len(all)+2)})
		claim, err := certify.Verify(t.Context(), bytes.NewReader(proof), p)
		if err != nil || claim.Exact != r.Exhausted || claim.Exact && len(claim.Solutions) != len(all) {
			t.Fatalf("%v: %v, %v, there are %d\n%s", p, claim, err, len(all), proof)
		}
		if bytes.Contains(proof, []byte("\na ")) {
			searched++
		}
		texts, lines = append(texts, proof), append(lines, 0)
		base := triddlerSample(p, proof)
		for range 10 {
			s := &sample{p, slices.Clone(base.lines), base.steps}
			if !mutants[rng.IntN(len(mutants))].apply(rng, s) {
				continue
			}
			solutions := len(all)
			if s.puzzle != p {
				others, ok := naive.Solutions(s.puzzle, most)
				if !ok {
					continue
				}
				solutions = len(others)
			}
			isTrue := s.isTrue(solutions)
			damaged++
			if !isTrue {
				untrue++
			}
			text := []byte(strings.Join(s.lines, "\n") + "\n")
			claim, err := certify.Verify(t.Context(), bytes.NewReader(text), s.puzzle)
			if err == nil && (!isTrue || claim.Exact && len(claim.Solutions) != solutions) {
				t.Errorf("accepted as %v, there are %d:\n%s", claim, solutions, text)
			}
			var rejected *certify.Error
			if errors.As(err, &rejected) && rejected.Line <= base.steps {
				continue // of another puzzle, which the checker in Python does not know
			}
			line := 0
			if err != nil {
				line = rejected.Line
			}
			texts, lines = append(texts, text), append(lines, line)
		}
	}
	t.Logf("%d with a search, %d damaged, %d of them untrue", searched, damaged, untrue)
	if searched < *triddlers/20 || untrue < *triddlers {
		t.Error("that tests too little")
	}
	for part := range slices.Chunk(texts, 500) {
		if python == "" {
			break
		}
		for i, line := range secondOpinions(t, python, part) {
			if line != lines[i] {
				t.Errorf("line %d is wrong for check.py, %d for package certify:\n%s", line, lines[i], part[i])
			}
		}
		lines = lines[len(part):]
	}
}
