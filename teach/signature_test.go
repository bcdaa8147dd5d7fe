package teach_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"nonogram"
	"nonogram/puzzles"
	"nonogram/solve"
	"nonogram/teach"
)

// The signature of the explanations: techniques, lines, reasons, marks and chains of all steps
// on a fixed set of puzzles, as a number for each set. A change of a technique, of the order
// of steps, or of how outdated ones are argued anew moves some of them.

const signatureFile = "testdata/signature.txt"

func TestSignature(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Steps of explanations and a number made of them; go test ./teach -run TestSignature -update writes them.\n")
	rng := rand.New(rand.NewPCG(11, 4))
	for _, colors := range []int{2, 3, 4} {
		for set := range 6 {
			var list []*nonogram.Puzzle
			for range 40 {
				list = append(list, noise(rng, colors))
				if set == 5 {
					blot(rng, list[len(list)-1])
				}
			}
			sign(t, &b, fmt.Sprintf("random-%d-%d", colors, set), list)
		}
	}
	for i, e := range puzzles.All() {
		if i%5 == 0 && e.Puzzle().Width()*e.Puzzle().Height() <= 400 {
			sign(t, &b, "pack-"+e.Name, []*nonogram.Puzzle{e.Puzzle()})
		}
	}
	if *update {
		if err := os.WriteFile(signatureFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(signatureFile)
	if err != nil {
		t.Fatal(err)
	}
	was, now := strings.Split(string(old), "\n"), strings.Split(b.String(), "\n")
	if len(was) != len(now) {
		t.Fatalf("%d rows, recorded are %d; %s", len(now), len(was), howToSign)
	}
	for i := range was {
		if was[i] != now[i] {
			t.Errorf("%s, recorded is %s", now[i], was[i])
		}
	}
	if t.Failed() {
		t.Log(howToSign)
	}
}

const howToSign = "if that is meant, run\n\tgo test ./teach -run TestSignature -update\nand say in the commit message why it moves"

// sign writes the row of some puzzles.
func sign(t *testing.T, to *strings.Builder, name string, list []*nonogram.Puzzle) {
	t.Helper()
	hash, steps := fnv.New64a(), 0
	for _, p := range list {
		e, err := teach.Explain(t.Context(), p, teach.Options{Solver: solve.Solve})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range e.Steps {
			s := &e.Steps[i]
			blocks, covers, runs, count := s.Reason()
			fmt.Fprintln(hash, s.Technique, s.Round, s.Line, blocks, covers, runs, count, s.Marks)
			if s.Chain != nil {
				fmt.Fprintln(hash, *s.Chain)
			}
		}
		steps += len(e.Steps)
	}
	fmt.Fprintf(to, "%-24s %5d  %016x\n", name, steps, hash.Sum64())
}
