package format

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// samplesPerFile is how many puzzles of a file go through the matrix: the sets
// of the tournaments have a thousand that are all alike.
const samplesPerFile = 10

// corpusSample gives puzzles of every readable file of the corpus by the format
// that they come from.
func corpusSample(t *testing.T) map[*Format][]*nonogram.Puzzle {
	sample := map[*Format][]*nonogram.Puzzle{}
	err := filepath.WalkDir(corpus(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "-sol.png") { // screenshots of boards, large and no puzzles
			return err
		}
		data := readFile(t, path)
		f, err := Decoder{}.Detect(data, "")
		if err != nil {
			return nil // TestCorpusComplete has the list
		}
		var puzzles []*nonogram.Puzzle
		for p, err := range Decode(data, path, "") {
			if err == nil {
				puzzles = append(puzzles, p)
			}
		}
		for i := 0; i < len(puzzles); i += 1 + len(puzzles)/samplesPerFile {
			sample[f] = append(sample[f], puzzles[i])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sample
}

// TestMatrix converts puzzles of all formats into all formats. What the target
// can hold must come back, and Losses must list the rest and nothing else.
func TestMatrix(t *testing.T) {
	for from, puzzles := range corpusSample(t) {
		t.Run(from.Name, func(t *testing.T) {
			t.Parallel()
			for _, to := range All() {
				if !to.Writes() {
					continue
				}
				for _, p := range puzzles {
					checkConversion(t, from, to, p)
				}
			}
		})
	}
}

func checkConversion(t *testing.T, from, to *Format, p *nonogram.Puzzle) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s to %s, puzzle %s (%d × %d): %s", from.Name, to.Name, p.ID, p.Width(), p.Height(), fmt.Sprintf(format, args...))
	}
	q, err := to.readBack(p)
	switch {
	case errors.Is(err, ErrCannotHold):
		if from == to && from != &gridFormat || !mustRefuse(to, p) { // which reads colors and writes none
			fail("%v", err)
		}
		return
	case err != nil:
		fail("%v", err)
		return
	case mustRefuse(to, p) && to.fits == nil:
		fail("was not refused")
	}
	lost := to.losses(p, q, nil)
	if from == to && len(lost) > 0 {
		fail("loses %q of its own puzzle", lost)
	}
	for _, u := range uses {
		reported := slices.Contains(lost, u.name)
		if reported && (to.holds.has(u.feature) || !u.has(p)) && !excused(to, u.feature) {
			fail("reports the loss of %s", u.name)
		}
	}
	if message := compare(p, q, lost); message != "" {
		fail("%s (reported: %q)", message, lost)
	}
}

// mustRefuse tells in other words than the formats what they have to refuse.
func mustRefuse(f *Format, p *nonogram.Puzzle) bool {
	if p.Shape != nil && !f.holds.has(holdsShapes) || p.Palette.Triangles() && !f.holds.has(holdsTriangles) {
		return true
	}
	if p.Colored() && !f.holds.has(holdsColors) || p.Blotted() && !f.holds.has(holdsBlots) {
		return true
	}
	if f.Picture && (p.Goal == nil || nonogram.Check(p, p.Goal) != nil) {
		return true
	}
	return f.fits != nil // for reasons of its own
}

// excused are features that a format holds with exceptions: characters that mean
// something in an image of webpbn, names that cannot stand in a clue or that
// pictures have no place for, a background that had to become transparent.
func excused(f *Format, feature feature) bool {
	switch f {
	case &webpbnFormat, &olsakFormat:
		return feature == holdsSymbols || feature == holdsNames
	case &cnonFormat, &nonogridFormat:
		return feature == holdsNames
	case &gifFormat:
		return feature == holdsPaper
	case &gnoFormat, &sgriddlerFormat, &rcFormat, &tournamentFormat, &solutionFormat:
		return feature&(allTexts|holdsGoal) != 0
	}
	return false
}

// compare holds a converted puzzle against the original, cell by cell and block
// by block in terms of colors, apart from known losses.
func compare(p, q *nonogram.Puzzle, lost []string) string {
	kept := func(name string) bool { return !slices.Contains(lost, name) }
	for _, l := range p.Lines() {
		if !slices.EqualFunc(p.Clue(l), q.Clue(l), func(a, b nonogram.Block) bool {
			return a.Length == b.Length && (p.Palette[a.Color].RGB == q.Palette[b.Color].RGB || !kept("the color of the ink"))
		}) {
			return fmt.Sprintf("%s is %s, not %s", l, q.Clue(l), p.Clue(l))
		}
	}
	for i, name := range []string{"the id", "the title", "the author", "the copyright", "the license", "the source", "the notes"} {
		if a, b := *cursor.Texts(p)[i], *cursor.Texts(q)[i]; a != b && kept(name) && !(i == 0 && isNumber(a)) {
			return fmt.Sprintf("%s is %q, not %q", name, b, a)
		}
	}
	for _, g := range []struct {
		name string
		a, b *nonogram.Grid
	}{{"the goal", p.Goal, q.Goal}, {"given cells", p.Given, q.Given}} {
		if g.a == nil || !kept(g.name) {
			continue
		}
		for i, c := range g.a.Cells {
			d := g.b.Cells[i]
			if c == nonogram.Unknown || c == nonogram.Empty {
				if c != d {
					return fmt.Sprintf("%s: cell %d is %d, not %d", g.name, i, d, c)
				}
			} else if d == nonogram.Empty || d == nonogram.Unknown || p.Palette[c].RGB != q.Palette[d].RGB && kept("the color of the ink") {
				return fmt.Sprintf("%s: cell %d is %d, not %d", g.name, i, d, c)
			}
		}
	}
	if kept("the color of the background") && p.Palette[0].RGB != q.Palette[0].RGB {
		return fmt.Sprintf("the background is %s, not %s", q.Palette[0].RGB, p.Palette[0].RGB)
	}
	return ""
}
