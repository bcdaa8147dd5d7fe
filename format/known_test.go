package format_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/testkit/corpus"
	"nonogram/solve"
)

// These tests compare puzzles with the answers that come with the files: a
// picture beside the puzzle, a drawing in a comment, the same puzzle in another
// format, a number of solutions.

func corpusFile(t *testing.T, name string) []byte {
	t.Helper()
	return corpus.Read(t, corpus.Path(t, name))
}

func readAll(t *testing.T, name string) []*nonogram.Puzzle {
	t.Helper()
	return corpus.Puzzles(t, corpus.Path(t, name))
}

func readOne(t *testing.T, name string) *nonogram.Puzzle {
	t.Helper()
	return readAll(t, name)[0]
}

// solved gives up to limit solutions.
func solved(t *testing.T, p *nonogram.Puzzle, limit int) *nonogram.Result {
	t.Helper()
	result, err := solve.Solve(context.Background(), p, nonogram.Options{Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestKnownCounts solves puzzles whose number of solutions is given in words in
// the file, or is known to be one.
func TestKnownCounts(t *testing.T) {
	for name, want := range map[string]int{
		"olsak-examples/veze.g":       24, // four rooks that do not threaten each other
		"olsak-examples/viceres.g":    4,
		"olsak-examples/sachovnice.g": 2,
		"olsak-examples/acorn.g":      1, "olsak-examples/bicycle.g": 1, "olsak-examples/bird2.g": 1,
		"olsak-examples/kocka.g": 1, "olsak-examples/oko.g": 1, "olsak-examples/rose.g": 1,
		"olsak-examples/spaceShuttle.g": 1, "olsak-examples/usmev.g": 1, "olsak-examples/dvekocky.g": 1,
		"gnonograms/42.gno": 1, "gnonograms/blender.gno": 1,
		"nonogrid/hello.toml": 1, "nonogrid/MLP.toml": 1, "nonogrid/UK.toml": 1,
		"sgt-pattern/pattern.sav": 0, // enumeration agrees, whichever way the clues are turned
		"cnon/nonograms/0.cnon":   1, "cnon/nonograms/yoshi.cnon": 1,
		"izaron/emoji.pzl": 1, "izaron/kolobok.pzl": 1,
	} {
		if got := solved(t, readOne(t, name), want+1); len(got.Solutions) != want {
			t.Errorf("%s: %d solutions, want %d", name, len(got.Solutions), want)
		}
	}
	for _, p := range readAll(t, "nonogrid/spoj/puzzles.txt") {
		if got := solved(t, p, 2); got.Status != nonogram.Unique {
			t.Errorf("spoj %s: %s", p.ID, got.Status)
		}
	}
}

// TestKnownMiniZinc holds the printed solutions against the clues.
func TestKnownMiniZinc(t *testing.T) {
	const folder = "minizinc-nonogram"
	outs, _ := filepath.Glob(corpus.Path(t, folder, "*.out"))
	for _, out := range outs {
		name := strings.TrimSuffix(filepath.Base(out), ".out")
		p := readOne(t, folder+"/"+name+".dzn")
		for s, err := range format.DecodeSolutions(corpusFile(t, folder+"/"+name+".out"), name) {
			if err != nil {
				t.Fatal(err)
			}
			if err := nonogram.Check(p, s.Goal); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if len(outs) != 20 {
		t.Errorf("found %d solutions, want 20", len(outs))
	}
}

// TestKnownGlpk compares the puzzles of GLPK with the same ones in .non.
func TestKnownGlpk(t *testing.T) {
	for name, id := range map[string]int{
		"9dom": 8098, "bucks": 27, "cat": 6, "dancer": 1, "edge": 23, "forever": 6574,
		"knot": 16, "light": 803, "mum": 65, "petro": 436, "skid": 21, "swing": 529,
	} {
		got := readOne(t, "glpk-pbn/"+name+".dat")
		want := readOne(t, fmt.Sprintf("webpbn-survey/webpbn-%05d.non", id))
		if fmt.Sprint(got.Rows, got.Cols) != fmt.Sprint(want.Rows, want.Cols) {
			t.Errorf("%s differs from webpbn.com #%d", name, id)
		}
	}
}

// TestKnownPictures reads each of Izaron's puzzles and the picture it was made
// from. The program has changed the colors by a shade, and lists them in its own
// order, so only which cells have which color counts.
func TestKnownPictures(t *testing.T) {
	for _, name := range []string{"emoji", "kolobok", "rosenrot", "sparkle", "taiga", "wikipe-tan"} {
		p, picture := readOne(t, "izaron/"+name+".pzl"), readOne(t, "izaron/"+name+".png")
		g := picture.Goal.Clone()
		colors := map[nonogram.Color]nonogram.Color{nonogram.Empty: nonogram.Empty}
		for y, clue := range picture.Rows {
			if len(clue) != len(p.Rows[y]) {
				t.Fatalf("%s: row %d is %s, the picture has %s", name, y+1, p.Rows[y], clue)
			}
			for i, b := range clue {
				colors[b.Color] = p.Rows[y][i].Color
			}
		}
		for i, c := range g.Cells {
			g.Cells[i] = colors[c]
		}
		if err := nonogram.Check(p, g); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

var svgRect = regexp.MustCompile(`<rect fill="(#[0-9A-F]{6})" height="1cm" width="1cm" x="(\d+)cm" y="(\d+)cm"`)

// TestKnownDrawings compares the solutions of the .cnon files with the vector
// drawings beside them. That of Yoshi does not fit the file's own clues: its rows
// do, its columns do not.
func TestKnownDrawings(t *testing.T) {
	for name, want := range map[string]string{"0": "", "yoshi": "column 1: the clue is 2 1:2, the grid has 2:3 1"} {
		p := readOne(t, "cnon/nonograms/"+name+".cnon")
		g := nonogram.NewGrid(p.Width(), p.Height())
		clear(g.Cells)
		for _, m := range svgRect.FindAllStringSubmatch(string(corpusFile(t, "cnon/solutions/"+name+".svg")), -1) {
			x, _ := strconv.Atoi(m[2])
			y, _ := strconv.Atoi(m[3])
			for c, w := range p.Palette {
				if c > 0 && strings.EqualFold(w.RGB.String(), m[1]) {
					g.Set(y, x, nonogram.Color(c))
				}
			}
		}
		message := ""
		if err := nonogram.Check(p, g); err != nil {
			message = err.Error()
		}
		if message != want {
			t.Errorf("%s: got %q, want %q", name, message, want)
		}
	}
}

// TestKnownComments compares solutions with the drawings in the comments of
// nonogrid's files.
func TestKnownComments(t *testing.T) {
	uk := readOne(t, "nonogrid/UK.toml")
	var want []string
	for line := range bytes.Lines(corpusFile(t, "nonogrid/UK.toml")) {
		if text := strings.ReplaceAll(strings.TrimSpace(string(line)), " ", ""); strings.Trim(text, "*%#") == "" && len(text) > 2 {
			want = append(want, text[1:])
		}
	}
	if got := solved(t, uk, 2).Solutions[0].Rows(uk.Palette); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("UK: got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	hello := readOne(t, "nonogrid/hello.toml")
	grid := solved(t, hello, 2).Solutions[0]
	for y, row := range grid.Rows(hello.Palette) {
		line := "" // every second character of the drawing is space
		for _, c := range row {
			line += strings.ReplaceAll(string(c), ".", " ") + " "
		}
		if !bytes.Contains(corpusFile(t, "nonogrid/hello.toml"), []byte("\n"+strings.TrimRight(line, " "))) {
			t.Errorf("hello: row %d is %q, which is not in the drawing", y+1, line)
		}
	}
}
