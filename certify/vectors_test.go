package certify_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/certify"
)

// Test vectors: hand-written certificates, at least one for every rule of
// docs/certificates.md and every way to break it. Those in testdata/accepted are valid, at
// the limits of the format; those in testdata/rejected are not. Their index has, for each,
// a valid certificate of the same puzzle, the line that is wrong, and the reason. A vector
// named complete-… ends with all literals that are known, as unit clauses; with any other
// literal it is rejected.

// vector is a certificate of the folder.
type vector struct {
	name   string
	text   []byte
	puzzle *nonogram.Puzzle
	line   int // the wrong one, 0 if the certificate is valid
}

func vectors(t *testing.T) []vector {
	t.Helper()
	read := func(path ...string) []byte {
		text, err := os.ReadFile(filepath.Join("testdata", filepath.Join(path...)))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var list []vector
	valid, err := filepath.Glob("testdata/accepted/*.proof")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range valid {
		text := read("accepted", filepath.Base(path))
		v := vector{name: path, text: text, puzzle: headOf(t, text)}
		list = append(list, v)
		if strings.HasPrefix(filepath.Base(path), "complete-") {
			list = append(list, others(v)...)
		}
	}
	index := strings.Split(strings.TrimSpace(string(read("rejected", "index.txt"))), "\n")
	for _, entry := range index {
		fields := strings.Split(entry, "\t")
		line, err := strconv.Atoi(fields[2])
		if err != nil || len(fields) != 4 {
			t.Fatalf("index: %q", entry)
		}
		base := read("accepted", fields[1]+".proof")
		list = append(list, vector{fields[0] + ": " + fields[3], read("rejected", fields[0]+".proof"), headOf(t, base), line})
	}
	if files, _ := filepath.Glob("testdata/rejected/*.proof"); len(files) != len(index) {
		t.Errorf("%d files in testdata/rejected, the index has %d", len(files), len(index))
	}
	return list
}

// unitLine is a unit clause without hints.
var unitLine = regexp.MustCompile(`^a [0-9]+ -?[0-9]+ :$`)

// others claims each literal that a vector named complete-… does not list.
func others(v vector) []vector {
	lines := strings.Split(string(v.text), "\n")
	first := len(lines) - 2
	for unitLine.MatchString(lines[first-1]) {
		first--
	}
	known, most := map[int]bool{}, 0
	for _, line := range lines[first : len(lines)-2] {
		literal, _ := strconv.Atoi(strings.Fields(line)[2])
		known[literal] = true
		most = max(most, literal, -literal)
	}
	head, end := strings.Join(lines[:first], "\n"), lines[len(lines)-2]
	var list []vector
	for literal := -most - 1; literal <= most+1; literal++ {
		if !known[literal] {
			text := fmt.Sprintf("%s\na 99 %d :\n%s\n", head, literal, end)
			list = append(list, vector{fmt.Sprint(v.name, ": literal ", literal), []byte(text), v.puzzle, first + 1})
		}
	}
	return list
}

// headOf reads the puzzle of a valid certificate.
func headOf(t *testing.T, text []byte) *nonogram.Puzzle {
	t.Helper()
	p := &nonogram.Puzzle{}
	var colors int
	for line := range strings.Lines(string(text)) {
		word, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		switch word {
		case "colors":
			colors, _ = strconv.Atoi(rest)
			p.Palette = make(nonogram.Palette, colors)
		case "row":
			p.Rows = append(p.Rows, clueOf(t, rest))
		case "triddler":
			var sides [6]int
			for i, n := range strings.Fields(rest) {
				sides[i], _ = strconv.Atoi(n)
			}
			var err error
			if p.Shape, err = nonogram.Triddler(sides); err != nil {
				t.Fatal(err)
			}
		case "column", "rising", "falling":
			p.Cols = append(p.Cols, clueOf(t, rest))
		case "given":
			if p.Given == nil {
				p.Given = &nonogram.Grid{Width: p.Width(), Height: p.Height()}
			}
			for _, b := range rest {
				color := nonogram.Unknown
				if i := strings.IndexRune(".#23", b); i >= 0 {
					color = nonogram.Color(i)
				}
				p.Given.Cells = append(p.Given.Cells, color)
			}
		}
	}
	return p
}

func clueOf(t *testing.T, text string) nonogram.Clue {
	t.Helper()
	if text == "*" {
		return nonogram.MissingClue()
	}
	clue := nonogram.Clue{}
	for _, field := range strings.Fields(text) {
		length, color, colored := strings.Cut(field, ":")
		b := nonogram.Block{Color: nonogram.Black}
		var err1, err2 error
		if length != "?" {
			b.Length, err1 = strconv.Atoi(length)
		}
		if colored {
			_, err2 = fmt.Sscan(color, &b.Color)
		}
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		clue = append(clue, b)
	}
	return clue
}

// stepLine finds the lines that begin a step.
var stepLine = regexp.MustCompile(`(?m)^[ \t]*(k|a|d|s|t|w|end)\b`)

// TestVectors has package certify judge the vectors, and compares the rejected line.
func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		claim, err := certify.Verify(t.Context(), bytes.NewReader(v.text), v.puzzle)
		var rejected *certify.Error
		switch {
		case v.line == 0 && err != nil:
			t.Errorf("%s: %v", v.name, err)
		case v.line == 0:
			if steps := len(stepLine.FindAll(v.text, -1)); claim.Steps != int64(steps) {
				t.Errorf("%s: %d steps, want %d", v.name, claim.Steps, steps)
			}
		case err == nil:
			t.Errorf("%s: accepted: %v\n%s", v.name, claim, v.text)
		case !errors.As(err, &rejected) || rejected.Line != v.line:
			t.Errorf("%s: %v, expected line %d to be rejected", v.name, err, v.line)
		}
	}
}

// TestVectorsElsewhere has the other two checkers judge them.
func TestVectorsElsewhere(t *testing.T) {
	list := vectors(t)
	texts := make([][]byte, len(list))
	for i, v := range list {
		texts[i] = v.text
	}
	t.Run("second", func(t *testing.T) {
		python, err := exec.LookPath("python3")
		if err != nil {
			t.Skip("there is no python3 to run docs/certificates/check.py with")
		}
		for i, line := range secondOpinions(t, python, texts) {
			v := list[i]
			head := strings.HasPrefix(v.name, "head-") // which it reads in its own way
			if line != v.line && (!head || line == 0) {
				t.Errorf("%s: line %d is wrong, expected %d\n%.300s", v.name, line, v.line, v.text)
			}
		}
	})
	t.Run("verified", func(t *testing.T) {
		if _, err := os.Stat(verifiedProgram); err != nil {
			t.Skip("THE VERIFIED CHECKER IS NOT BUILT: make verified")
		}
		for i, accepted := range verifiedOpinions(t, texts) {
			if v := list[i]; accepted != (v.line == 0 && v.puzzle.Shape == nil) { // it takes only rectangles
				t.Errorf("%s: accepted %v\n%.300s", v.name, accepted, v.text)
			}
		}
	})
}
