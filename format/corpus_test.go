package format

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonogram"
)

// corpus gives the folder of real puzzles, which the project cannot contain.
func corpus(t testing.TB) string {
	root := os.Getenv("NONOGRAM_CORPUS")
	if root == "" {
		t.Skip("NONOGRAM_CORPUS is not set: no real puzzle files to read")
	}
	return root
}

func corpusFiles(t testing.TB, folder, ending string) []string {
	var files []string
	err := filepath.WalkDir(filepath.Join(corpus(t), folder), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ending) {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("no %s files in %s: %v", ending, folder, err)
	}
	return files
}

func readFile(t testing.TB, path string) []byte {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// truthSizes reads the sizes that were recorded for a folder, "10x20" by file.
func truthSizes(t *testing.T, name string) map[string]string {
	sizes := map[string]string{}
	for _, line := range strings.Split(string(readFile(t, filepath.Join(corpus(t), "truth", name))), "\n") {
		if f := strings.Split(line, "\t"); len(f) > 2 {
			sizes[f[0]] = f[1] + "x" + f[2]
		}
	}
	return sizes
}

// refusals lists every file of the corpus that is not read, each with a part of
// the error, and why it is right.
var refusals = map[string]string{
	// No puzzles at all.
	"README.md":                      "cannot tell which format",
	"minizinc-nonogram/LICENSE":      "cannot tell which format",
	"truth/linesolve_tournament.tsv": "cannot tell which format", "truth/small_counts.txt": "cannot tell which format",
	"truth/status_jwilk.tsv": "cannot tell which format", "truth/status_nonny.tsv": "cannot tell which format",
	"truth/status_nonogram-db.tsv": "cannot tell which format", "truth/status_olsak-mk.tsv": "cannot tell which format",
	"truth/status_webpbn-survey.tsv": "cannot tell which format", "truth/webpbn_survey_truth.tsv": "cannot tell which format",
	// The name of another file, tests of a line solver, and a format that no other program
	// has, with one fault after the other.
	"bad/jwilk-test-input":          "cannot tell which format",
	"bad/bruteForce.json":           "found an object without a puzzle",
	"bad/picross-invalid_input.txt": "cannot tell which format",
	// Drawings: vectors, and rows of Unicode symbols with triangles.
	"cnon/solutions/0.svg":                                            "cannot tell which format",
	"cnon/solutions/yoshi.svg":                                        "cannot tell which format",
	"number-loom-puzzles/examples/char-grid/ladle.txt":                "cannot tell which format",
	"number-loom-puzzles/examples/char-grid/usb_type_a_no_emblem.txt": "cannot tell which format",
	// Screenshots of solved boards, with numbers in gray on gray.
	"izaron/sparkle-sol.png":    "over 64 colors",
	"izaron/taiga-sol.png":      "over 64 colors",
	"izaron/wikipe-tan-sol.png": "over 64 colors",
	// Photographs of pages.
	"photos/nono4.jpg": "cannot tell which format", "photos/nono7.jpg": "cannot tell which format", "photos/nono9.jpg": "cannot tell which format",
	// Triangles glued to blocks, another puzzle.
	"olsak-examples/brontik.g": "triangles",
	"olsak-examples/noty.g":    "triangles",
}

// TestCorpusComplete reads every file there is, by content alone: all of it, or
// nothing for a listed reason.
func TestCorpusComplete(t *testing.T) {
	root := corpus(t)
	refused := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(root, path)
		want := refusals[filepath.ToSlash(name)]
		puzzles, errs := 0, 0
		for _, err := range Decode(readFile(t, path), "", "") {
			if err == nil {
				puzzles++
				continue
			}
			if errs++; want == "" || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if want != "" {
			refused++
		}
		if (want != "") == (puzzles > 0) || (want != "") != (errs > 0) {
			t.Errorf("%s: %d puzzles and %d errors, but the list of refusals says %q", name, puzzles, errs, want)
		}
		return nil
	})
	if err != nil || refused != len(refusals) {
		t.Errorf("%v; %d files of %d were refused", err, refused, len(refusals))
	}
}

// TestCorpus reads the files folder by folder: the format is found by content
// alone, the size is the known one, the clues are consistent, goals solve their
// puzzles, and writing changes nothing.
func TestCorpus(t *testing.T) {
	for _, tt := range []struct {
		folder, ending, format, truth string
		files, puzzles                int
	}{
		{"webpbn-survey", ".non", "non", "status_webpbn-survey.tsv", 31, 31},
		{"nonogram-db", ".non", "non", "status_nonogram-db.tsv", 39, 39},
		{"nonny", ".non", "non", "", 38, 38}, // the sizes are listed by names that are not unique
		{"n-dom", ".non", "non", "", 15, 15},
		{"large", ".non", "non", "", 2, 2},
		{"jwilk", ".nin", "nin", "status_jwilk.tsv", 151, 151},
		{"olsak-examples", ".mk", "mk", "status_olsak-mk.tsv", 34, 34},
		{"olsak-examples", ".g", "g", "", 21, 19},
		{"color", ".xml", "webpbn", "", 2, 2},
		{"number-loom-puzzles", ".xml", "webpbn", "", 33, 33},
		{"number-loom-puzzles", ".png", "png", "", 35, 35},
		{"r-examples", ".json", "json", "", 1, 90},
		{"sgt-pattern", ".sav", "sav", "", 1, 1},
		{"gnonograms", ".gno", "gno", "", 3, 3},
		{"glpk-pbn", ".dat", "glpk", "", 14, 14},
		{"minizinc-nonogram", ".dzn", "dzn", "", 26, 26},
		{"minizinc-nonogram", ".out", "dzn-out", "", 20, 20},
		{"izaron", ".pzl", "pzl", "", 6, 6},
		{"izaron", ".png", "png", "", 12, 9},
		{"cnon", ".cnon", "cnon", "", 2, 2},
		{"nonogrid", ".toml", "nonogrid", "", 3, 3},
		{"nonogrid/spoj", ".txt", "spoj", "", 1, 3},
		{"blotted", ".txt", "rc", "", 1, 128},
		{"tournament/question", ".txt", "tournament", "", 6, 6000},
		{"tournament/solution", ".txt", "solution", "", 6, 6000},
	} {
		t.Run(tt.folder+tt.ending, func(t *testing.T) {
			files := corpusFiles(t, tt.folder, tt.ending)
			var sizes map[string]string
			if tt.truth != "" {
				sizes = truthSizes(t, tt.truth)
			}
			puzzles := 0
			for _, path := range files {
				puzzles += checkFile(t, path, tt.format, sizes[filepath.Base(path)])
			}
			if len(files) != tt.files || puzzles != tt.puzzles {
				t.Errorf("got %d puzzles in %d files, want %d in %d", puzzles, len(files), tt.puzzles, tt.files)
			}
		})
	}
}

// checkFile gives the number of puzzles of a file. That errors are right is for
// TestCorpusComplete to say.
func checkFile(t *testing.T, path, format, size string) int {
	data := readFile(t, path)
	f, err := Decoder{}.Detect(data, "")
	if err != nil || f.Name != format {
		t.Fatalf("%s: detected %v, %v", path, f, err)
	}
	var puzzles []*nonogram.Puzzle
	for p, err := range Decode(data, path, "") {
		if err != nil {
			continue
		}
		puzzles = append(puzzles, p)
		if got := fmt.Sprintf("%dx%d", p.Width(), p.Height()); size != "" && got != size {
			t.Errorf("%s: size %s, want %s", path, got, size)
		}
		if err := nonogram.Validate(p); err != nil {
			t.Errorf("%s: puzzle %s: %v", path, p.ID, err)
		}
		if p.Goal != nil {
			if err := nonogram.Check(p, p.Goal); err != nil {
				t.Errorf("%s: goal of puzzle %s: %v", path, p.ID, err)
			}
		}
	}
	if len(puzzles) > 0 {
		roundTrip(t, f, puzzles)
	}
	return len(puzzles)
}

// TestCorpusSolutions holds the tournaments' solutions against the questions,
// and writes both again byte by byte.
func TestCorpusSolutions(t *testing.T) {
	for _, path := range corpusFiles(t, "tournament/question", ".txt") {
		question := readFile(t, path)
		answer := readFile(t, strings.Replace(path, "question", "solution", 1))
		puzzles := decodeAll(t, question, "")
		var solutions []*nonogram.Puzzle
		for s, err := range DecodeSolutions(answer, path) {
			if err != nil {
				t.Fatal(err)
			}
			p := puzzles[len(solutions)]
			if s.ID != p.ID {
				t.Fatalf("%s: solution %s for puzzle %s", path, s.ID, p.ID)
			}
			if err := nonogram.Check(p, s.Goal); err != nil {
				t.Errorf("%s: puzzle %s: %v", path, p.ID, err)
			}
			solutions = append(solutions, s)
		}
		var buf bytes.Buffer
		if err := Encode(&buf, "tournament", puzzles...); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(buf.Bytes(), bytes.ReplaceAll(question, []byte("\r"), nil)) {
			t.Errorf("%s: the questions are not written as they were read", path)
		}
		buf.Reset()
		for i, s := range solutions {
			buf.Write(appendSolution(nil, i, s.ID, s.Goal))
		}
		if !bytes.Equal(buf.Bytes(), bytes.ReplaceAll(answer, []byte("\r"), nil)) {
			t.Errorf("%s: the solutions are not written as they were read", path)
		}
	}
}

// TestCorpusBad reads files that are known to be contradictory or malformed.
func TestCorpusBad(t *testing.T) {
	root := filepath.Join(corpus(t), "bad")
	for name, want := range map[string]string{
		"ambiguousPuzzle.json":                  "15x3 valid",
		"invalidPuzzle.json":                    "2x2 unsolvable",
		"unsolvablePuzzle.json":                 "2x2 valid",
		"bruteForce.json":                       "error",
		"jwilk-test-input":                      "error",
		"picross-invalid_input.txt":             "error",
		"webpbn-derived-contradiction-2882.txt": "15x15 unsolvable",
	} {
		for p, err := range Decode(readFile(t, filepath.Join(root, name)), name, "") {
			got := "error"
			if err == nil {
				got = fmt.Sprintf("%dx%d valid", p.Width(), p.Height())
				if nonogram.Validate(p) != nil {
					got = fmt.Sprintf("%dx%d unsolvable", p.Width(), p.Height())
				}
			}
			if got != want {
				t.Errorf("%s: got %s, want %s (%v)", name, got, want, err)
			}
		}
	}
}
