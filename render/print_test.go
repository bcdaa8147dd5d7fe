package render

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nonogram"
)

// noise is a puzzle of random cells, with clues of different lengths.
func noise(r *rand.Rand, width, height int) *nonogram.Puzzle {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(r.IntN(2))
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// TestCellsOfOneSize prints puzzles of several sizes on all papers: those of a size have cells
// of one size, and all clues have at least 7 points.
func TestCellsOfOneSize(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, paper := range papers {
		for _, inOrder := range []bool{false, true} {
			b := &Book{Title: "t", Paper: paper.name, InOrder: inOrder}
			for i := range 40 {
				side := []int{5, 10, 15, 15, 20, 25, 30}[i%7]
				b.Entries = append(b.Entries, Entry{Puzzle: noise(r, side, side)})
			}
			n, _ := bind(t, b)
			cells := map[int]float64{}
			for i, cell := range n.printed().Cells {
				p := b.Entries[i].Puzzle
				if known, ok := cells[p.Width()]; ok && known != cell {
					t.Errorf("%s: puzzle %d of %d cells has cells of %.3f mm, another one of %.3f", paper.name, i+1, p.Width(), cell, known)
				}
				cells[p.Width()] = cell
				if size := newLayout(n.puzzle(b.Entries[i]), n.fonts).size * cell * pointsPerMillimeter; size < leastType-1e-6 {
					t.Errorf("%s: puzzle %d of %d cells has clues of %.2f points", paper.name, i+1, p.Width(), size)
				}
			}
		}
	}
}

// TestTooSmallPaper names the puzzle and the paper that would do.
func TestTooSmallPaper(t *testing.T) {
	p := noise(rand.New(rand.NewPCG(5, 6)), 100, 100)
	p.Title = "Large"
	b := &Book{Title: "t", Paper: "a5", Entries: []Entry{{Puzzle: sparse(5, 5)}, {Puzzle: p}}}
	var small *Error
	_, err := PDF(io.Discard, b)
	if !errors.As(err, &small) || small.Option != "paper" || !strings.Contains(small.Message, "puzzle 2, Large 100 × 100") || !strings.Contains(small.Message, "expected letter paper") {
		t.Fatal(err)
	}
	b.Paper = "letter"
	if _, err := PDF(io.Discard, b); err != nil {
		t.Error(err)
	}
}

func TestISBN(t *testing.T) {
	for text, want := range map[string]string{
		"978-0-306-40615-7": "9780306406157", "ISBN 9780306406157": "9780306406157", "0-306-40615-2": "9780306406157",
		"0-8044-2957-X": "9780804429573", "979-10-90636-07-1": "9791090636071",
		"123": "", "978-0-306-40615-8": "", "0-306-40615-3": "", "977-0-306-40615-7": "", "978030640615X": "", "03064o6152": "",
	} {
		got, err := isbn13(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
}

// TestBarcode reads the bars on the last page, which is a left-hand one.
func TestBarcode(t *testing.T) {
	b := &Book{Title: "t", ISBN: "0-306-40615-2", Entries: []Entry{{Puzzle: sparse(5, 5)}}}
	n, pages := bind(t, b)
	last := pages[len(pages)-1]
	if recto(len(pages)) || !last.says("ISBN 9780306406157") {
		t.Errorf("%d pages", len(n.leaves))
	}
	modules := []byte(strings.Repeat("0", eanModules))
	left := 0.0
	for _, it := range last.items {
		if bars, ok := it.(fill); ok && bars.color == (nonogram.RGB{}) {
			left = bars.rects[0].x
			for _, r := range bars.rects {
				modules[int((r.x-left)/module+0.5)] = '1'
			}
		}
	}
	// As github.com/boombuler/barcode draws it.
	want := "10101110110001001010011101111010100111010111101010101110011100101010000110011010011101000100101"
	if string(modules) != want {
		t.Errorf("found the bars\n%s, expected\n%s", modules, want)
	}
}

// TestWords translates the words of a book, and refuses letters that its font lacks.
func TestWords(t *testing.T) {
	b := library(20, 2)
	german := map[string]string{contentsPart: "Inhalt", answersPart: "Lösungen", indexPart: "Titel", "%d puzzles": "%d Rätsel", "Answers from page %d": "Lösungen ab Seite %d"}
	b.Words = func(english string) string {
		if word, ok := german[english]; ok {
			return word
		}
		return english
	}
	n, pages := bind(t, b)
	for number, want := range map[int]string{1: n.contents(), 2: "Inhalt", n.indexFrom: "Titel"} {
		if !pages[number-1].says(want) {
			t.Errorf("page %d does not say %q", number, want)
		}
	}
	if !strings.HasPrefix(n.contents(), "20 Rätsel, ") {
		t.Error(n.contents())
	}
	b.Words = func(string) string { return "目次" }
	var font *Error
	if _, err := PDF(io.Discard, b); !errors.As(err, &font) || font.Option != "font" {
		t.Error(err)
	}
	if _, err := HTML(io.Discard, b); err != nil { // the viewer has the letters
		t.Error(err)
	}
}

// TestPreflight has other programs check a book with all kinds of pages.
func TestPreflight(t *testing.T) {
	b := library(30, 3)
	b.ISBN, b.Marks, b.Bleed = "978-0-306-40615-7", true, 3
	b.Entries = append(b.Entries, Entry{Puzzle: noise(rand.New(rand.NewPCG(7, 8)), 60, 60)})
	b.Lessons = []Lesson{{Heading: "One", Text: "Look."}}
	var out bytes.Buffer
	if _, err := PDF(&out, b); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "book.pdf")
	writeTestFile(t, file, out.Bytes())
	found := 0
	for _, checker := range [][]string{{"qpdf", "--check", file}, {"pdfcpu", "validate", "--mode=strict", file}} {
		if _, err := exec.LookPath(checker[0]); err != nil {
			continue
		}
		found++
		if said, err := exec.Command(checker[0], checker[1:]...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", checker[0], err, said)
		}
	}
	if found == 0 {
		t.Skip("neither qpdf nor pdfcpu is installed")
	}
}

func writeTestFile(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestBreakable divides texts where lines may end.
func TestBreakable(t *testing.T) {
	for text, want := range map[string]string{
		"one two":    "one |two ",
		"行の横。空き":     "行|の|横。|空|き ",
		"長さ10マス (x)": "長|さ|10|マ|ス |(x) ",
	} {
		if got := strings.Join(breakable(text), "|"); got != want {
			t.Errorf("%s: %q, expected %q", text, got, want)
		}
	}
}

// TestCover measures the template: two pages and a spine, with everything inside the margins
// and the barcode on the back.
func TestCover(t *testing.T) {
	b := library(60, 3)
	b.Paper, b.Ink, b.ISBN, b.Author = Trim6x9, Gray, "0-306-40615-2", "A. Uthor"
	n, pages := bind(t, b)
	p := n.cover()
	sheets := (len(pages) + 1) / 2
	if want := 432*2 + float64(sheets)*2*0.002252*72; math.Abs(p.width-want) > 1e-6 || p.height != 648 {
		t.Errorf("found %v × %v points for %d pages, expected %v × 648", p.width, p.height, len(pages), want)
	}
	for _, text := range []string{"A. Uthor", "ISBN 9780306406157", n.contents()} {
		if !p.says(text) {
			t.Errorf("the cover does not say %q", text)
		}
	}
	if seen := n.look(p); seen.smallest < leastType || seen.left < coverMargin || seen.right > p.width-coverMargin {
		t.Errorf("%+v", seen)
	}
	b.Cover = true
	var out bytes.Buffer
	printed, err := PDF(&out, b)
	if err != nil || printed.Pages != len(pages) || bytes.Count(out.Bytes(), []byte("/Type/Page/")) != 1 {
		t.Errorf("%+v, %v", printed, err)
	}
	var loose *Error
	if _, err := PDF(io.Discard, &Book{Cover: true, Entries: b.Entries[:1]}); !errors.As(err, &loose) || loose.Option != "cover" {
		t.Error(err)
	}
}
