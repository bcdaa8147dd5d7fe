package certify_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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
	for i, c := range []struct {
		p    *nonogram.Puzzle
		text []byte
	}{
		{dominoes(4), unique},
		{color, colored},
		{totals, unequal},
		{given, kept},
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
		if accepted != (err == nil) || accepted != (i < 4) {
			t.Errorf("case %d: here %v, there %s", i, err, out)
		}
	}
}
