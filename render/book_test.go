package render_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/render"
)

// shelf is a small book with answers.
func shelf() *render.Book {
	b := &render.Book{Title: `Hearts & <apples>`}
	for _, p := range []*nonogram.Puzzle{titled(heart()), apple(), nonogram.New([][]int{{1}}, [][]int{{1}})} {
		b.Entries = append(b.Entries, render.Entry{Puzzle: p, Answer: p.Goal})
	}
	return b
}

func printBook(t *testing.T, b *render.Book) (*pdfFile, *render.Printed, []byte) {
	t.Helper()
	var out bytes.Buffer
	printed, err := render.PDF(&out, b)
	if err != nil {
		t.Fatal(err)
	}
	f, err := readPDF(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return f, printed, out.Bytes()
}

// TestBook compares a book with a golden file: its objects and the contents of its
// pages, without the compression, which may differ from one release of Go to the
// next, and without the font files.
func TestBook(t *testing.T) {
	f, _, _ := printBook(t, shelf())
	var dump bytes.Buffer
	for i, o := range f.Objects[1:] {
		fmt.Fprintf(&dump, "%d %s\n", i+1, o.Dict)
		if o.Stream != nil && !strings.Contains(o.Dict, "/Length1") {
			fmt.Fprintf(&dump, "%s\n", o.Stream)
		}
	}
	goldenFile(t, filepath.Join("testdata", "pdf", "shelf.txt"), dump.Bytes())
}

func TestBookPages(t *testing.T) {
	f, printed, _ := printBook(t, shelf())
	text := f.Text()
	if len(text) != 3 || printed.Pages != 3 || len(printed.Cells) != 3 {
		t.Fatalf("%d pages, %+v, want title, puzzles, answers", len(text), printed)
	}
	for page, wants := range [][]string{
		{"Hearts & <apples>\n", "3 puzzles, 1–9 × 1–8, 1 in color\n", "by Ä. Öhm\n", "Answers from page 3\n"},
		{"2\n", "9 × 8\n", "by Ä. Öhm · © 2024 · CC0\n", "3\n"},
		{"Answers 1–3\n", "no answer known\n", "2  A <b>heart</b> & \"…\n", "3\n"},
	} {
		for _, want := range wants {
			if !strings.Contains(text[page], want) {
				t.Errorf("page %d: no %q in %q", page+1, want, text[page])
			}
		}
	}
	if n := strings.Count(text[1], "\n5\n"); n < 2 {
		t.Errorf("the clues are not on the page: %q", text[1])
	}
}

func TestBookRepeats(t *testing.T) {
	_, _, first := printBook(t, shelf())
	_, _, second := printBook(t, shelf())
	if !bytes.Equal(first, second) {
		t.Error("the same book comes out differently")
	}
}

// TestLonePuzzle has no title page, no numbers and no answer.
func TestLonePuzzle(t *testing.T) {
	f, printed, _ := printBook(t, &render.Book{Entries: []render.Entry{{Puzzle: titled(heart())}}, Titles: "all"})
	text := f.Text()
	if len(text) != 1 || printed.Pages != 1 || !strings.Contains(text[0], "A <b>heart</b> & \"more\"\n") {
		t.Errorf("%d pages: %q", len(text), text)
	}
}

// TestBookPapers looks at the boxes of every page: the trim is the paper, the bleed
// goes around it, and the medium around that and the crop marks.
func TestBookPapers(t *testing.T) {
	const marks = 14
	for _, c := range []struct {
		paper  render.Paper
		bleed  float64
		marks  bool
		width  string
		height string
		slug   float64
	}{
		{"", 0, false, "595.28", "841.89", 0}, {"a4", 9, false, "595.28", "841.89", 9}, {"letter", 0, true, "612", "792", 9 + marks},
		{"a5", 10, true, "419.53", "595.28", 10 + marks}, {"6x9", 9, true, "432", "648", 9 + marks}, {"8.5x11", 0, false, "612", "792", 0},
	} {
		b := shelf()
		b.Bleed, b.Marks = c.bleed*25.4/72, c.marks
		if c.paper != "" {
			b.Paper = c.paper
		}
		f, _, _ := printBook(t, b)
		width, _ := strconv.ParseFloat(c.width, 64)
		height, _ := strconv.ParseFloat(c.height, 64)
		box := func(name string, off float64) string {
			return fmt.Sprintf("/%s[%v %v %v %v]", name, off, off, round3(width+2*c.slug-off), round3(height+2*c.slug-off))
		}
		pages := 0
		for _, o := range f.Objects {
			if !strings.HasPrefix(o.Dict, "<</Type/Page/") {
				continue
			}
			pages++
			for _, want := range []string{box("MediaBox", 0), box("BleedBox", c.slug-c.bleed), box("TrimBox", c.slug)} {
				if !strings.Contains(o.Dict, want) {
					t.Errorf("%+v: no %s in %s", c, want, o.Dict)
				}
			}
		}
		if pages != 3 {
			t.Errorf("%+v: %d pages", c, pages)
		}
	}
}

func round3(v float64) float64 { return math.Round(v*1000) / 1000 }

// contents are the drawings of a file's pages.
func contents(f *pdfFile) (all string) {
	for _, o := range f.Objects {
		if strings.Contains(string(o.Stream), " BDC\n") || strings.Contains(string(o.Stream), "BMC\n") {
			all += string(o.Stream)
		}
	}
	return all
}

// TestInks looks at the operators of color: black is black ink alone in all of them.
func TestInks(t *testing.T) {
	rgb, cmyk := regexp.MustCompile(`(?m) (rg|RG)$`), regexp.MustCompile(`(?m) (k|K)$`)
	for ink, want := range map[render.Ink][2]bool{"rgb": {true, false}, "cmyk": {false, true}, "gray": {false, false}} {
		b := shelf()
		b.Ink = ink
		f, _, _ := printBook(t, b)
		all := contents(f)
		if got := [2]bool{rgb.MatchString(all), cmyk.MatchString(all)}; got != want {
			t.Errorf("ink %s: rgb and cmyk %v, want %v", ink, got, want)
		}
		if !strings.Contains(all, "\n0 g\nBT") || strings.Contains(all, "\n0 0 0 rg") || strings.Contains(all, "\n0 0 0 1 k") {
			t.Errorf("ink %s: the text is not pure black", ink)
		}
	}
}

// TestGrayClues carry the letters of their colors, and a legend says which.
func TestGrayClues(t *testing.T) {
	b := shelf()
	b.Ink = "gray"
	f, _, _ := printBook(t, b)
	text := strings.Join(f.Text(), "")
	for _, want := range []string{"2g\n", "3r\n", "r red · "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
}

// TestFonts are embedded, all of them.
func TestFonts(t *testing.T) {
	f, _, _ := printBook(t, shelf())
	fonts, files := 0, 0
	for _, o := range f.Objects {
		if strings.HasPrefix(o.Dict, "<</Type/FontDescriptor") {
			fonts++
			if strings.Contains(o.Dict, "/FontFile2 ") {
				files++
			}
		}
	}
	if fonts != 2 || files != fonts {
		t.Errorf("%d of %d fonts are embedded, want 2", files, fonts)
	}
}

// TestTags: everything on a page is tagged, every figure has a text in its place, and
// the file says its language and title.
func TestTags(t *testing.T) {
	b := shelf()
	b.Language, b.Marks = "de", true
	f, _, _ := printBook(t, b)
	depth := 0
	for line := range strings.Lines(contents(f)) {
		switch line = strings.TrimSpace(line); {
		case strings.HasSuffix(line, "BDC") || strings.HasSuffix(line, "BMC"):
			depth++
		case line == "EMC":
			depth--
		case depth != 1 && !strings.HasSuffix(line, " cm"):
			t.Fatalf("%q is in no part of the page", line)
		}
	}
	figures := 0
	all := ""
	for _, o := range f.Objects {
		all += o.Dict
		if strings.Contains(o.Dict, "/S/Figure") {
			figures++
			if !strings.Contains(o.Dict, "/Alt <FEFF") {
				t.Errorf("a figure without a text: %s", o.Dict)
			}
		}
	}
	if figures != 5 || depth != 0 { // three puzzles, two answers
		t.Errorf("%d figures, depth %d at the end", figures, depth)
	}
	for _, want := range []string{"/Lang <FEFF00640065>", "/DisplayDocTitle true", "/MarkInfo<</Marked true>>", "/StructTreeRoot"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s", want)
		}
	}
}

// TestScripts refuses what would come out unreadable, with a word about it, and
// leaves it to the viewer of an SVG or HTML file.
func TestScripts(t *testing.T) {
	p := heart()
	for script, title := range map[string]string{"Arabic script": "قطة", "Hebrew script": "a חתול", "Devanagari": "बिल्ली"} {
		p.Title = title
		book := &render.Book{Title: "b", Entries: []render.Entry{{Puzzle: p, Answer: p.Goal}}}
		d := &render.Drawing{Puzzle: p}
		for name, err := range map[string]error{"pdf": second(render.PDF(io.Discard, book)), "png": render.PNG(io.Discard, d)} {
			var refused *render.Error
			if !errors.As(err, &refused) || !strings.Contains(refused.Message, script) {
				t.Errorf("%s, %s: %v", name, script, err)
			}
		}
		book.Titles = "none"
		if _, err := render.PDF(io.Discard, book); err != nil {
			t.Errorf("%s that is not shown: %v", script, err)
		}
		book.Titles = "all"
		var page bytes.Buffer
		if _, err := render.HTML(&page, book); err != nil || !strings.Contains(page.String(), title) {
			t.Errorf("html, %s: %v", script, err)
		}
	}
}

func second(_ *render.Printed, err error) error { return err }

// TestHTML has a section for every page, on the book's paper, and loads nothing.
func TestHTML(t *testing.T) {
	var out bytes.Buffer
	b := shelf()
	b.Title = `<script>alert("1")</script>`
	printed, err := render.HTML(&out, b)
	if err != nil {
		t.Fatal(err)
	}
	page := out.String()
	if n := strings.Count(page, "<section "); n != printed.Pages || n != 3 {
		t.Errorf("%d sections, %d pages", n, printed.Pages)
	}
	for _, want := range []string{`<html lang="en">`, "@page{size:595.28pt 841.89pt;margin:0}", `role="img" aria-label="Puzzle 1: a nonogram of 1 × 1 cells`, "no answer known"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
	for _, bad := range []string{"<script", " src=", "url(", "@import"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	_, pdf, _ := printBook(t, shelf())
	if pdf.Pages != printed.Pages {
		t.Errorf("%d pages, the PDF has %d", printed.Pages, pdf.Pages)
	}
	if _, err := render.HTML(failing{}, shelf()); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

func TestPerPage(t *testing.T) {
	b := &render.Book{}
	for range 13 {
		b.Entries = append(b.Entries, render.Entry{Puzzle: rings(20, 20)})
	}
	for perPage, want := range map[int]int{1: 13, 2: 7, 4: 4, 6: 3, 20: 1} { // the cells of 13 are 2 mm large
		b.PerPage, b.MinCell = perPage, 1.5
		if _, printed, _ := printBook(t, b); printed.Pages != want {
			t.Errorf("%d on a page: %d pages, want %d", perPage, printed.Pages, want)
		}
	}
	b.PerPage, b.MinCell = 20, 0
	if _, printed, _ := printBook(t, b); printed.Pages != 7 {
		t.Errorf("%d pages with legible clues, want 7", printed.Pages)
	}
}

// TestLargePicture is drawn on one page, and Printed reports the size of its cells.
func TestLargePicture(t *testing.T) {
	p := rings(512, 512)
	_, printed, _ := printBook(t, &render.Book{Entries: []render.Entry{{Puzzle: p, Grid: p.Goal}}})
	if mm := printed.Cells[0]; mm > 0.5 || mm < 0.1 {
		t.Errorf("cells of %.2f mm", mm)
	}
}

func TestBookErrors(t *testing.T) {
	wrong := shelf()
	wrong.Entries[1].Answer = nonogram.NewGrid(1, 1)
	many := shelf()
	many.PerPage = 21
	paper := shelf()
	paper.Paper = "a2"
	level := shelf()
	level.Entries[2].Level = 7
	cells := shelf()
	cells.MinCell, cells.Style.Cell = 5, 10
	bleed := shelf()
	bleed.Bleed = -1
	font := shelf()
	font.Style.Font = []byte("\x00\x01\x00\x00nonsense")
	for _, c := range []struct {
		book *render.Book
		want string
	}{
		{&render.Book{}, "expected at least one"},
		{wrong, "puzzle 2: the grid is not of the puzzle's size"},
		{many, "per_page: found 21, expected 1 to 20"},
		{paper, `paper: found "a2", expected a4, letter`},
		{level, "puzzle 3: level: found 7, expected 1 to 6"},
		{cells, "min_cell: found 5 mm, which is more than cells of 10 points"},
		{bleed, "bleed: found -1"},
		{font, "expected a TrueType font"},
	} {
		var out bytes.Buffer
		if _, err := render.PDF(&out, c.book); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
		if out.Len() > 0 {
			t.Errorf("%s: wrote %d bytes all the same", c.want, out.Len())
		}
	}
}

func TestBookWriteErrors(t *testing.T) {
	if _, err := render.PDF(failing{}, shelf()); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

// FuzzTitle draws puzzles with any title in all formats.
func FuzzTitle(f *testing.F) {
	for _, title := range []string{"", "Cat", "<&>\"'", "猫のパズル", "ộ\u0301\x00\xff", strings.Repeat("long ", 200), "\u202egnihtemos", "🐈"} {
		f.Add(title)
	}
	f.Fuzz(func(t *testing.T, title string) {
		p := heart()
		p.Title, p.Author = title, title
		var b bytes.Buffer
		if err := render.SVG(&b, &render.Drawing{Puzzle: p}); err != nil {
			t.Fatal(err)
		}
		svgTexts(t, b.Bytes())
		var script *render.Error
		if err := render.PNG(io.Discard, &render.Drawing{Puzzle: p}); err != nil && !errors.As(err, &script) {
			t.Fatal(err)
		}
		book := &render.Book{Title: title, Titles: "all", Entries: []render.Entry{{Puzzle: p}, {Puzzle: p, Answer: p.Goal}}}
		if _, err := render.PDF(io.Discard, book); err != nil && !errors.As(err, &script) {
			t.Fatal(err)
		}
		if _, err := render.HTML(io.Discard, book); err != nil {
			t.Fatal(err)
		}
	})
}

func ExamplePDF() {
	p := nonogram.New([][]int{{1, 1}, {5}, {5}, {3}, {1}}, [][]int{{2}, {4}, {4}, {4}, {2}})
	p.Title = "Heart"
	book := &render.Book{Title: "One heart", Entries: []render.Entry{{Puzzle: p}}}
	printed, err := render.PDF(&bytes.Buffer{}, book) // or a file
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d pages, cells of %.1f mm\n", printed.Pages, printed.Cells[0])
	// Output: 2 pages, cells of 7.1 mm
}
