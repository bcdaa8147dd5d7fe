package render

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"nonogram"
)

// blankPuzzle is a puzzle with a block in every line.
func blankPuzzle(width, height int) *nonogram.Puzzle {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color((i%width + i/width) % 3 / 2)
	}
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	p.Goal = g
	return p
}

// library is a book of puzzles of many sizes, with titles and levels.
func library(count, seed int) *Book {
	r := rand.New(rand.NewPCG(uint64(seed), 3))
	b := &Book{Title: "Library", Levels: []string{"easy", "hard"}}
	for i := range count {
		p := blankPuzzle(5+r.IntN(30), 5+r.IntN(30))
		p.Title = fmt.Sprintf("Secret %d", i+1)
		b.Entries = append(b.Entries, Entry{Puzzle: p, Answer: p.Goal, Level: r.IntN(3)})
	}
	return b
}

// bind lays out a book and paints its pages.
func bind(t *testing.T, b *Book) (*binder, []*page) {
	t.Helper()
	n, err := newBinder(b)
	if err != nil {
		t.Fatal(err)
	}
	var pages []*page
	for p := range n.pages() {
		pages = append(pages, p)
	}
	return n, pages
}

// texts are the words of a page.
func (p *page) texts() []word {
	var list []word
	for _, it := range p.items {
		if w, ok := it.(words); ok {
			list = append(list, w.words...)
		}
	}
	return list
}

func (p *page) says(part string) bool {
	for _, w := range p.texts() {
		if strings.Contains(w.text, part) {
			return true
		}
	}
	return false
}

// TestTitles looks for the titles of puzzles, in pages and bookmarks.
func TestTitles(t *testing.T) {
	for titles, want := range map[string][2]bool{"answers": {false, true}, "all": {true, true}, "none": {false, false}} {
		b := library(40, 1)
		b.Titles = Titles(titles)
		n, pages := bind(t, b)
		var found [2]bool
		for _, p := range pages {
			part := 0
			if p.number >= n.answersFrom {
				part = 1
			}
			found[part] = found[part] || p.says("Secret")
			for _, m := range p.marks {
				found[part] = found[part] || strings.Contains(m.title, "Secret")
			}
		}
		if found != want {
			t.Errorf("titles %s: with puzzles and answers %v, want %v", titles, found, want)
		}
	}
}

// TestTitleOfPicture stands with a puzzle that is drawn solved, and not with a blank
// one.
func TestTitleOfPicture(t *testing.T) {
	p := blankPuzzle(6, 6)
	p.Title = "Secret"
	for _, grid := range []*nonogram.Grid{nil, p.Goal} {
		n, pages := bind(t, &Book{Entries: []Entry{{Puzzle: p, Grid: grid}}})
		if want := grid != nil; pages[0].says("Secret") != want || (n.info().Title == "Secret") != want {
			t.Errorf("a picture: %v, but the title is %q", want, n.info().Title)
		}
	}
}

// TestSizes is about the range on the title page.
func TestSizes(t *testing.T) {
	for want, sizes := range map[string][][2]int{
		"5 × 5":           {{5, 5}, {5, 5}},
		"5–40 × 5–30":     {{40, 30}, {5, 5}, {20, 10}},
		"3–20 × 20–105":   {{3, 105}, {20, 20}},
		"10–12 × 5–15":    {{10, 15}, {12, 5}},
		"5 × 8–20":        {{5, 8}, {5, 20}},
		"10–20 × 10–20":   {{10, 20}, {20, 10}},
		"1–2 × 1–2":       {{1, 1}, {2, 2}, {1, 2}},
		"20–100 × 20–100": {{20, 20}, {100, 25}, {25, 100}},
	} {
		var entries []Entry
		for _, s := range sizes {
			entries = append(entries, Entry{Puzzle: blankPuzzle(s[0], s[1])})
		}
		if new(binder).sizesOf(entries) != want {
			t.Errorf("%v: %q, want %q", sizes, new(binder).sizesOf(entries), want)
		}
	}
}

// TestContents follows the contents: on the page that a line names stands the first
// puzzle of the section, and every puzzle belongs to one line.
func TestContents(t *testing.T) {
	for _, inOrder := range []bool{false, true} {
		b := library(70, 2)
		b.InOrder = inOrder
		b.Lessons = []Lesson{{Heading: "One", Text: "Look."}}
		n, pages := bind(t, b)
		lines := n.contentsLines()
		const others = 3 // lessons, answers, index
		if len(lines) != len(n.sections)+others {
			t.Fatalf("%d lines, want %d", len(lines), len(n.sections)+others)
		}
		counted := 0
		for _, s := range n.sections {
			counted += len(s.entries)
			first := strconv.Itoa(s.entries[0] + 1)
			if !pages[n.pageOf[s.entries[0]]-1].says(first) {
				t.Errorf("page %d has no puzzle %s", n.pageOf[s.entries[0]], first)
			}
		}
		if counted != len(b.Entries) {
			t.Errorf("%d puzzles in sections, want %d", counted, len(b.Entries))
		}
		for part, number := range map[string]int{lessonsPart: n.lessonsFrom, answersPart: n.answersFrom, indexPart: n.indexFrom} {
			if number == 0 || !pages[number-1].says(part) {
				t.Errorf("%s is not on page %d", part, number)
			}
		}
		if !inOrder {
			for i := 1; i < len(n.entries); i++ {
				if classOf(n.entries[i].Puzzle) < classOf(n.entries[i-1].Puzzle) {
					t.Fatalf("puzzle %d is smaller than the one before", i+1)
				}
			}
		}
	}
}

// TestPageNumbers stand outside, and so do the running heads: the title on the left,
// the part on the right.
func TestPageNumbers(t *testing.T) {
	n, pages := bind(t, library(60, 3))
	for _, p := range pages[1:] {
		number, head := -1.0, ""
		for _, w := range p.texts() {
			switch {
			case w.y > p.body.y+p.body.h && w.text == strconv.Itoa(p.number):
				number = w.x
			case w.y < p.body.y:
				head = w.text
			}
		}
		want, wantHead := n.frame.outer, "Library"
		if recto(p.number) {
			want, wantHead = p.width-n.frame.outer, n.leaves[p.number-1].part
		}
		if number != want || head != wantHead {
			t.Errorf("page %d: its number at %v, want %v; head %q, want %q", p.number, number, want, head, wantHead)
		}
	}
}

// TestMinCell asks for cells of all kinds on all papers: none is smaller, and what
// is divided begins on a left-hand page with all its lines.
func TestMinCell(t *testing.T) {
	for _, paper := range papers {
		for _, mm := range []float64{0, 1.6, 3, 4.5, 7} {
			b := &Book{Title: "t", Paper: paper.name, MinCell: mm}
			for _, size := range [][2]int{{5, 5}, {15, 20}, {30, 30}, {45, 40}, {80, 80}, {20, 150}, {120, 20}} {
				b.Entries = append(b.Entries, Entry{Puzzle: sparse(size[0], size[1])})
			}
			n, _ := bind(t, b)
			least := mm
			if mm == 0 {
				least = 7 / bookType / pointsPerMillimeter
			}
			for i, cell := range n.printed().Cells {
				if cell < least-1e-9 {
					t.Errorf("%s, puzzle %d: cells of %.2f mm, want %v", paper.name, i+1, cell, least)
				}
			}
			checkTiles(t, n)
		}
	}
}

// sparse is a large puzzle with short clues.
func sparse(width, height int) *nonogram.Puzzle {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
	}
	for y := range height {
		g.Set(y, y*width/height, nonogram.Black)
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// TestNoBlankPages has puzzles of one page among those of two, which begin on left-hand pages:
// the order changes, not the number of pages, unless it is to stay.
func TestNoBlankPages(t *testing.T) {
	for _, inOrder := range []bool{false, true} {
		b := &Book{Title: "t", Paper: "a5", InOrder: inOrder}
		for _, size := range [][2]int{{31, 36}, {40, 30}, {34, 36}, {35, 36}, {40, 32}} {
			b.Entries = append(b.Entries, Entry{Puzzle: sparse(size[0], size[1])})
		}
		n, _ := bind(t, b)
		checkTiles(t, n)
		blank := 0
		cells := n.printed().Cells
		for i, s := range n.front {
			if len(s.blocks) == 0 {
				blank++
				continue
			}
			page := len(n.leaves) - len(n.front) - len(n.back) + i + 1
			if s.tile == nil && n.pageOf[s.first] != page {
				t.Errorf("puzzle %d is on page %d, the contents have %d", s.first+1, page, n.pageOf[s.first])
			}
			if p := b.Entries[n.origin[s.first]].Puzzle; p != n.entries[s.first].Puzzle || cells[n.origin[s.first]] != s.cell/pointsPerMillimeter {
				t.Errorf("puzzle %d is not that of the book", s.first+1)
			}
		}
		if (blank > 0) != inOrder {
			t.Errorf("in order %v: %d blank pages", inOrder, blank)
		}
	}
}

func checkTiles(t *testing.T, n *binder) {
	t.Helper()
	from := len(n.leaves) - len(n.front) - len(n.back)
	covered := map[int]map[[2]int]bool{}
	for i, s := range n.front {
		if s.tile == nil {
			continue
		}
		if s.tile.index == 0 && s.tile.all == 2 && recto(from+i+1) {
			t.Errorf("puzzle %d begins on page %d, a right-hand one", s.first+1, from+i+1)
		}
		if covered[s.first] == nil {
			covered[s.first] = map[[2]int]bool{}
		}
		for y := s.tile.rows.from; y < s.tile.rows.to; y++ {
			for x := s.tile.cols.from; x < s.tile.cols.to; x++ {
				covered[s.first][[2]int{x, y}] = true
			}
		}
	}
	for entry, cells := range covered {
		if p := n.entries[entry].Puzzle; len(cells) != p.Width()*p.Height() {
			t.Errorf("puzzle %d: %d of %d cells are on a page", entry+1, len(cells), p.Width()*p.Height())
		}
	}
}

// TestTileDrawing cuts the grid and keeps the clues.
func TestTileDrawing(t *testing.T) {
	p := blankPuzzle(40, 30)
	part := &tile{rows: span{10, 25}, cols: span{5, 20}, index: 1, across: 2, all: 4, rowsShared: overlap, colsShared: overlap}
	d := part.drawing(&Drawing{Puzzle: p, Grid: p.Goal}, testFonts(t))
	if d.Puzzle.Width() != 15 || d.Puzzle.Height() != 15 || !d.Puzzle.Rows[0].Equal(p.Rows[10]) || !d.Puzzle.Cols[14].Equal(p.Cols[19]) {
		t.Errorf("a part of %d × %d", d.Puzzle.Width(), d.Puzzle.Height())
	}
	if d.Grid.At(3, 4) != p.Goal.At(13, 9) || d.Grid.At(14, 14) != p.Goal.At(24, 19) {
		t.Error("the cells are others")
	}
	if n := len(d.Lines); n != 4*overlap {
		t.Errorf("%d lines are shared, want %d", n, 4*overlap)
	}
}

// TestCluesTooLong cannot be divided, and that is said.
func TestCluesTooLong(t *testing.T) {
	g := nonogram.NewGrid(300, 300)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color((i%300 + i/300) % 2)
	}
	b := &Book{Title: "t", Entries: []Entry{{Puzzle: nonogram.FromGrid(g, nonogram.BlackAndWhite())}}}
	var small *Error
	if _, err := PDF(io.Discard, b); !errors.As(err, &small) || small.Option != "paper" {
		t.Errorf("got %v", err)
	}
	b.Entries[0].Grid = g // a picture is as small as it takes
	if _, err := PDF(io.Discard, b); err != nil {
		t.Errorf("a picture: %v", err)
	}
}

// TestAnswersAreClear has cells of 2 mm in the answers, or four pages of them and more.
func TestAnswersAreClear(t *testing.T) {
	for _, paper := range papers {
		for _, count := range []int{2, 8, 50} {
			b := &Book{Title: "t", Paper: paper.name}
			for range count {
				p := blankPuzzle(40, 40)
				b.Entries = append(b.Entries, Entry{Puzzle: p, Answer: p.Goal})
			}
			n, _ := bind(t, b)
			for _, s := range n.back {
				if s.cell < clearAnswer-1e-6 && len(n.back) < fewAnswerPages {
					t.Errorf("%s: cells of %.1f mm, and %d pages for %d answers", paper.name, s.cell/pointsPerMillimeter, len(n.back), count)
				}
			}
			if most := max(fewAnswerPages, len(n.front)/pagesPerAnswers, count/leastAnswers+1); len(n.back) > most {
				t.Errorf("%s: %d pages for %d answers, want %d at most", paper.name, len(n.back), count, most)
			}
		}
	}
}

// TestGutterFollowsPages binds a thick book: its margin is that of its own number of
// pages.
func TestGutterFollowsPages(t *testing.T) {
	b := &Book{Title: "Thick", Paper: "a5", PerPage: 1}
	for range 310 {
		b.Entries = append(b.Entries, Entry{Puzzle: sparse(5, 5)})
	}
	n, _ := bind(t, b)
	if got := n.printed(); got.Pages <= 300 || n.frame.inner != max(n.frame.outer, gutter(got.Pages)) {
		t.Errorf("%d pages with an inner margin of %v, want %v", got.Pages, n.frame.inner, gutter(got.Pages))
	}
}

// TestGrayed gives every color a shade and a letter of its own.
func TestGrayed(t *testing.T) {
	p := nonogram.Palette{
		{Name: "white", Symbol: '.', RGB: hex(0xffffff)}, {Name: "red", Symbol: '1', RGB: hex(0xd62828)},
		{Name: "rust", Symbol: '2', RGB: hex(0xb04020)}, {Name: "green", Symbol: '3', RGB: hex(0x2a9d3a)}, {Symbol: '4', RGB: hex(0)},
	}
	shades := grayed(p)
	seen := map[byte]bool{}
	for i, s := range shades {
		if seen[s.Symbol] || s.RGB.R != s.RGB.G {
			t.Errorf("color %d: %+v", i, s)
		}
		seen[s.Symbol] = true
		for _, other := range shades[:i] {
			if d := int(s.RGB.R) - int(other.RGB.R); d*d < 60*60 {
				t.Errorf("%s and %s are %d apart", s.Name, other.Name, d)
			}
		}
	}
	if shades[0].RGB != hex(0xffffff) || shades[1].Symbol != 'r' || shades[3].Symbol != 'g' {
		t.Errorf("%+v", shades)
	}
	if got := (&binder{book: &Book{}}).legend(p); !strings.HasPrefix(got, "r red · ") || !strings.Contains(got, " · g green · ") {
		t.Errorf("legend %q", got)
	}
}

// TestIndex sorts as people do.
func TestIndex(t *testing.T) {
	n := &binder{}
	for _, title := range []string{"zebra", "Élan", "“Apple”", "", "elk", "Apple"} {
		n.entries = append(n.entries, Entry{Puzzle: &nonogram.Puzzle{Title: title}})
	}
	got := ""
	for _, e := range n.index() {
		got += fmt.Sprintf("%s %d, ", e.title, e.number)
	}
	if want := "Apple 6, “Apple” 3, Élan 2, elk 5, zebra 1, "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestStars are as many as the level, and stand on their baseline.
func TestStars(t *testing.T) {
	b := library(3, 4)
	b.Entries[0].Level, b.Entries[1].Level, b.Entries[2].Level = 2, 1, 0
	_, pages := bind(t, b)
	stars := 0
	for _, p := range pages {
		for _, it := range p.items {
			if s, ok := it.(polygons); ok {
				stars += len(s.shapes)
			}
		}
	}
	if stars != 3 {
		t.Errorf("%d stars, want 3", stars)
	}
}

// TestShapeMask paints a star: its middle is full, the corners of its box are free.
func TestShapeMask(t *testing.T) {
	m := shapeMask(star(10, 10, 8))
	if a := m.AlphaAt(10-m.x, 10-m.y).A; a != 255 {
		t.Errorf("the middle has %d", a)
	}
	if a := m.AlphaAt(0, 0).A; a != 0 {
		t.Errorf("the corner has %d", a)
	}
}
