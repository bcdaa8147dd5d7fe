package certify_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nonogram"
	"nonogram/certify"
	"nonogram/solve"
)

// TestSecondChecker has certificates, right ones and wrong ones, checked by the
// program in docs/certificates as well, which is in another language and written to
// the specification.
func TestSecondChecker(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to run docs/certificates/check.py with")
	}
	var e solve.Engine
	_, unique := prove(t, &e, dominoes(4), nonogram.Options{})
	color := nonogram.FromGrid(&nonogram.Grid{Width: 3, Height: 3, Cells: []nonogram.Color{1, 2, 2, 1, 0, 0, 2, 0, 1}}, make(nonogram.Palette, 3))
	_, colored := prove(t, &e, color, nonogram.Options{Limit: 10})
	totals := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {2}})
	_, unequal := prove(t, &e, totals, nonogram.Options{})
	given := diagonal()
	given.Given = nonogram.NewGrid(2, 2)
	given.Given.Set(1, 1, nonogram.Empty)
	_, kept := prove(t, &e, given, nonogram.Options{})
	hidden := dominoes(4)
	blot(rand.New(rand.NewPCG(1, 2)), hidden)
	_, blotted := prove(t, &e, hidden, nonogram.Options{})
	sums := nonogram.New([][]int{{1}, {2}}, [][]int{{1}, {1}})
	sums.Rows[0][0].Length = 0 // so that the totals are unknown
	_, unknown := prove(t, &e, sums, nonogram.Options{})
	for i, c := range []struct {
		p    *nonogram.Puzzle
		text []byte
	}{
		{dominoes(4), unique},
		{color, colored},
		{totals, unequal},
		{given, kept},
		{hidden, blotted},
		{sums, unknown},
		{sums, bytes.Replace(unknown, []byte("\nend "), []byte("\nt 1\nend "), 1)},
		{hidden, bytes.Replace(blotted, []byte("\nend "), []byte("\nend surely "), 1)},
		{dominoes(4), unique[:len(unique)/2]},
		{dominoes(4), bytes.Replace(unique, []byte("\na 1 "), []byte("\na 1 -"), 1)},
		{dominoes(4), bytes.Replace(unique, []byte("exactly 1"), []byte("exactly 2"), 1)},
		{color, bytes.Replace(colored, []byte("\nend exactly"), []byte("\nend surely"), 1)},
		{totals, bytes.Replace(unequal, []byte("\nt 1"), []byte("\nk r1"), 1)},
		{given, append(bytes.Clone(kept), "k\n"...)},
	} {
		_, err := certify.Verify(context.Background(), bytes.NewReader(c.text), c.p)
		file := filepath.Join(t.TempDir(), "certificate")
		if err := os.WriteFile(file, c.text, 0o600); err != nil {
			t.Fatal(err)
		}
		out, failed := exec.Command(python, "../docs/certificates/check.py", file).CombinedOutput()
		accepted := failed == nil && strings.HasPrefix(string(out), "accepted")
		if rejected := failed != nil && strings.HasPrefix(string(out), "rejected"); accepted == rejected {
			t.Errorf("case %d: %v: %s", i, failed, out)
		}
		if accepted != (err == nil) || accepted != (i < 6) {
			t.Errorf("case %d: here %v, there %s", i, err, out)
		}
	}
}

// checkersTime is the environment variable that makes TestCheckersAgree run longer, as
// a duration: 10m.
const checkersTime = "NONOGRAM_CHECKERS_TIME"

// disturb changes, inserts or drops one or several bytes after the header.
func disturb(rng *rand.Rand, text []byte, head int) []byte {
	const bytesOfInterest = "0123456789 -:rcadkstw\t\r\n.#+_x\x00\xff"
	for range 1 + rng.IntN(2) {
		at := head + rng.IntN(len(text)-head)
		b := bytesOfInterest[rng.IntN(len(bytesOfInterest))]
		switch rng.IntN(3) {
		case 0:
			text[at] = b
		case 1:
			text = slices.Insert(text, at, b)
		default:
			text = slices.Delete(text, at, at+1)
		}
		if head == len(text) {
			break
		}
	}
	return text
}

// TestCheckersAgree damages certificates and has both checkers judge them: they follow
// one grammar and one rule, so that what one accepts the other must accept. It runs
// for a few seconds, or for as long as NONOGRAM_CHECKERS_TIME says.
func TestCheckersAgree(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to run docs/certificates/check.py with")
	}
	rounds, until := 2, time.Time{}
	if text := os.Getenv(checkersTime); text != "" {
		long, err := time.ParseDuration(text)
		if err != nil {
			t.Fatalf("%s: %v", checkersTime, err)
		}
		rounds, until = 1<<30, time.Now().Add(long)
	}
	rng := rand.New(rand.NewPCG(9, uint64(rounds)))
	bases := samples(t, 20)
	var e solve.Engine
	_, blocks := prove(t, &e, dominoes(6), nonogram.Options{})
	for len(bases) < 26 { // some with blotted blocks
		p := randomPuzzle(rng, 4, 4, 2+len(bases)%2)
		blot(rng, p)
		_, proof := prove(t, &e, p, nonogram.Options{Limit: 1 + rng.IntN(mostListed)})
		bases = append(bases, sampleOf(p, proof))
	}
	bases = append(bases, sampleOf(dominoes(6), blocks))
	judged, accepted, withBlocks := 0, 0, 0
	for round := 0; round < rounds && (until.IsZero() || time.Now().Before(until)); round++ {
		var texts [][]byte
		var puzzles []*nonogram.Puzzle
		for k := range 300 {
			base := bases[min(rng.IntN(len(bases)+6), len(bases)-1)] // every fourth with blocks
			s := &sample{base.puzzle, slices.Clone(base.lines), base.steps}
			for !mutants[rng.IntN(len(mutants))].apply(rng, s) {
			}
			text := []byte(strings.Join(s.lines, "\n") + "\n")
			if head := len(strings.Join(s.lines[:min(s.steps, len(s.lines))], "\n")) + 1; k%2 == 0 && head < len(text) {
				text = disturb(rng, []byte(strings.Join(base.lines, "\n")+"\n"), len(strings.Join(base.lines[:base.steps], "\n"))+1)
				s.puzzle = base.puzzle
			}
			texts, puzzles = append(texts, text), append(puzzles, s.puzzle)
			if base == bases[len(bases)-1] {
				withBlocks++
			}
		}
		for i, line := range secondOpinions(t, python, texts) {
			there := line == 0
			_, err := certify.Verify(context.Background(), bytes.NewReader(texts[i]), puzzles[i])
			judged++
			if err == nil {
				accepted++
			}
			if there != (err == nil) {
				t.Errorf("here %v, there accepted %v:\n%q", err, there, texts[i])
			}
		}
	}
	t.Logf("%d judged, %d of them with blocks, %d accepted", judged, withBlocks, accepted)
	if accepted < judged/50 || withBlocks == 0 {
		t.Errorf("%d judged, %d with blocks, %d accepted: that tests too little", judged, withBlocks, accepted)
	}
}

// secondOpinions has certificates judged by docs/certificates/check.py. It returns the lines
// that are wrong, 0 if the certificate is accepted.
func secondOpinions(t *testing.T, python string, texts [][]byte) []int {
	dir := t.TempDir()
	args := []string{"../docs/certificates/check.py"}
	for i, text := range texts {
		args = append(args, filepath.Join(dir, fmt.Sprint(i)))
		if err := os.WriteFile(args[i+1], text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := exec.Command(python, args...).Output() // its status only says whether all were accepted
	answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(answers) != len(texts) {
		t.Fatalf("%d answers to %d certificates; the last is %q", len(answers), len(texts), answers[len(answers)-1])
	}
	wrong := make([]int, len(texts))
	for i, answer := range answers {
		verdict := strings.TrimPrefix(answer, args[i+1]+": ")
		if n, _ := fmt.Sscanf(verdict, "rejected: line %d:", &wrong[i]); n == 0 && !strings.HasPrefix(verdict, "accepted") {
			t.Fatalf("no verdict: %q", answer)
		}
	}
	return wrong
}
