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

// verifiedProgram is the checker that is proved correct, built by make verified.
const verifiedProgram = "../bin/nonogram-verified"

// TestVerifiedCheckerAgrees damages certificates of every kind and compares the verdicts
// of package certify with those of the verified checker, for a few seconds or for as long
// as NONOGRAM_CHECKERS_TIME says.
func TestVerifiedCheckerAgrees(t *testing.T) {
	if _, err := os.Stat(verifiedProgram); err != nil {
		t.Skip("THE VERIFIED CHECKER IS NOT BUILT: make verified")
	}
	rounds, until := 10, time.Time{}
	if text := os.Getenv(checkersTime); text != "" {
		long, err := time.ParseDuration(text)
		if err != nil {
			t.Fatalf("%s: %v", checkersTime, err)
		}
		rounds, until = 1<<30, time.Now().Add(long)
	}
	rng := rand.New(rand.NewPCG(35, uint64(rounds)))
	bases := verifiedBases(t, rng)
	judged, accepted := 0, 0
	for round := 0; round < rounds && (until.IsZero() || time.Now().Before(until)); round++ {
		var texts [][]byte
		var puzzles []*nonogram.Puzzle
		for k := range 300 {
			s := mutated(rng, bases[rng.IntN(len(bases))])
			text := []byte(strings.Join(s.lines, "\n") + "\n")
			if head := len(strings.Join(s.lines[:min(s.steps, len(s.lines))], "\n")) + 1; k%3 == 0 && head < len(text) {
				text = disturb(rng, text, head)
			}
			texts, puzzles = append(texts, text), append(puzzles, s.puzzle)
		}
		for i, there := range verifiedOpinions(t, texts) {
			_, err := certify.Verify(context.Background(), bytes.NewReader(texts[i]), puzzles[i])
			if err != nil && strings.Contains(err.Error(), "for another puzzle") {
				continue // the verified checker believes the head
			}
			judged++
			if err == nil {
				accepted++
			}
			if there != (err == nil) {
				t.Errorf("certify says %v, the verified checker accepts: %v\n%s", err, there, texts[i])
			}
		}
	}
	t.Logf("%d judged, %d accepted", judged, accepted)
	if accepted < judged/50 {
		t.Errorf("%d judged, %d accepted: that tests too little", judged, accepted)
	}
}

// verifiedBases are certificates with all kinds of steps: small ones, some with blotted
// blocks or without clues, one with literals of blocks and one with multipliers.
func verifiedBases(t *testing.T, rng *rand.Rand) []*sample {
	bases := samples(t, 40)
	var e solve.Engine
	for len(bases) < 60 {
		p := randomPuzzle(rng, 4, 4, 2+len(bases)%2)
		if len(bases)%3 == 0 {
			hide(rng, p)
		} else {
			blot(rng, p)
		}
		_, proof := prove(t, &e, p, nonogram.Options{Limit: 1 + rng.IntN(mostListed)})
		bases = append(bases, sampleOf(p, proof))
	}
	for range 3 {
		for _, n := range []int{4, 6} {
			_, proof := prove(t, &e, dominoes(n), nonogram.Options{})
			bases = append(bases, sampleOf(dominoes(n), proof))
		}
	}
	return bases
}

// mutated is a sample with a mutation, or now and then without.
func mutated(rng *rand.Rand, base *sample) *sample {
	s := &sample{base.puzzle, slices.Clone(base.lines), base.steps}
	if rng.IntN(8) > 0 {
		mutants[rng.IntN(len(mutants))].apply(rng, s)
	}
	return s
}

// verifiedOpinions has certificates judged by the verified checker.
func verifiedOpinions(t *testing.T, texts [][]byte) []bool {
	dir := t.TempDir()
	var names []string
	for i, text := range texts {
		names = append(names, filepath.Join(dir, fmt.Sprint(i)))
		if err := os.WriteFile(names[i], text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := exec.Command(verifiedProgram, names...).Output() // its status only says whether all were accepted
	answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(answers) != len(texts) {
		t.Fatalf("%d answers to %d certificates", len(answers), len(texts))
	}
	opinions := make([]bool, len(texts))
	for i, answer := range answers {
		verdict := strings.TrimPrefix(answer, names[i]+": ")
		opinions[i] = strings.HasPrefix(verdict, "accepted")
		if !opinions[i] && !strings.HasPrefix(verdict, "rejected") {
			t.Fatalf("no verdict: %q", answer)
		}
	}
	return opinions
}
