package render_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"nonogram"
	"nonogram/render"
	"nonogram/render/internal/pdf/pdftest"
)

// shelf is a small book with answers.
func shelf() *render.Book {
	b := &render.Book{Title: `Hearts & <apples>`}
	for _, p := range []*nonogram.Puzzle{titled(heart()), apple(), nonogram.New([][]int{{1}}, [][]int{{1}})} {
		b.Entries = append(b.Entries, render.Entry{Puzzle: p, Answer: p.Goal})
	}
	return b
}

func printBook(t *testing.T, b *render.Book) (*pdftest.File, *render.Printed, []byte) {
	t.Helper()
	var out bytes.Buffer
	printed, err := render.PDF(&out, b)
	if err != nil {
		t.Fatal(err)
	}
	f, err := pdftest.Read(out.Bytes())
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
		{"Hearts & <apples>\n", "3 puzzles, 1 × 1 to 9 × 8, 1 in color\n", "by Ä. Öhm\n", "Answers from page 3\n"},
		{`1  A <b>heart</b> & "more"` + "\n", "9 × 8\n", "by Ä. Öhm · © 2024 · CC0\n", "2\n", "3\n"},
		{"Answers\n", "no answer known\n", "3\n"},
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
	f, printed, _ := printBook(t, &render.Book{Entries: []render.Entry{{Puzzle: titled(heart())}}})
	text := f.Text()
	if len(text) != 1 || printed.Pages != 1 || !strings.Contains(text[0], "\nA <b>heart</b> & \"more\"\n") {
		t.Errorf("%d pages: %q", len(text), text)
	}
}

func TestBookPapers(t *testing.T) {
	for name, want := range map[string]string{"": "595.28 841.89", "a4": "595.28 841.89", "letter": "612 792", "a5": "419.53 595.28"} {
		b := shelf()
		if name != "" {
			paper, err := render.PaperByName(name)
			if err != nil {
				t.Fatal(err)
			}
			b.Paper = paper
		}
		f, _, _ := printBook(t, b)
		for _, o := range f.Objects {
			if strings.HasPrefix(o.Dict, "<</Type/Page/") && !strings.Contains(o.Dict, "/MediaBox[0 0 "+want+"]") {
				t.Errorf("%s: %s", name, o.Dict)
			}
		}
	}
}

func TestPerPage(t *testing.T) {
	b := &render.Book{}
	for range 13 {
		b.Entries = append(b.Entries, render.Entry{Puzzle: rings(20, 20)})
	}
	for perPage, want := range map[int]int{1: 13, 2: 7, 4: 4, 6: 3, 20: 1} {
		b.PerPage = perPage
		if _, printed, _ := printBook(t, b); printed.Pages != want {
			t.Errorf("%d on a page: %d pages, want %d", perPage, printed.Pages, want)
		}
	}
}

// TestLargePuzzle is drawn, and the caller is told how small.
func TestLargePuzzle(t *testing.T) {
	_, printed, _ := printBook(t, &render.Book{Entries: []render.Entry{{Puzzle: rings(512, 512)}}})
	if mm := printed.Cells[0] / render.PointsPerMillimetre; mm > 0.5 || mm < 0.1 {
		t.Errorf("cells of %.2f mm", mm)
	}
}

func TestBookErrors(t *testing.T) {
	wrong := shelf()
	wrong.Entries[1].Answer = nonogram.NewGrid(1, 1)
	many := shelf()
	many.PerPage = 21
	paper := shelf()
	paper.Paper = render.Paper{Width: 10, Height: 10}
	font := shelf()
	font.Style.Font = []byte("\x00\x01\x00\x00nonsense")
	for _, c := range []struct {
		book *render.Book
		want string
	}{
		{&render.Book{}, "at least one puzzle"},
		{wrong, "puzzle 2: the grid is not of the puzzle's size"},
		{many, "21 puzzles on a page, expected 1 to 20"},
		{paper, "paper of 10 × 10 points"},
		{font, "not a usable TrueType font"},
	} {
		var out bytes.Buffer
		if _, err := render.PDF(&out, c.book); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
		if out.Len() > 0 {
			t.Errorf("%s: wrote %d bytes all the same", c.want, out.Len())
		}
	}
	if _, err := render.PDF(&bytes.Buffer{}, &render.Book{}); !errors.Is(err, render.ErrNoEntries) {
		t.Errorf("got %v", err)
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
		if err := render.PNG(io.Discard, &render.Drawing{Puzzle: p}); err != nil {
			t.Fatal(err)
		}
		if _, err := render.PDF(io.Discard, &render.Book{Title: title, Entries: []render.Entry{{Puzzle: p}, {Puzzle: p, Answer: p.Goal}}}); err != nil {
			t.Fatal(err)
		}
	})
}

func ExamplePDF() {
	p := nonogram.New([][]int{{1, 1}, {5}, {5}, {3}, {1}}, [][]int{{2}, {4}, {4}, {4}, {2}})
	p.Title = "Heart"
	book := &render.Book{Title: "One heart", Paper: render.A4(), Entries: []render.Entry{{Puzzle: p}}}
	printed, err := render.PDF(&bytes.Buffer{}, book) // or a file
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d pages, cells of %.1f mm\n", printed.Pages, printed.Cells[0]/render.PointsPerMillimetre)
	// Output: 2 pages, cells of 7.1 mm
}
