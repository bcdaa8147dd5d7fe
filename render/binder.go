package render

import (
	"fmt"
	"iter"
	"strconv"

	"nonogram"
	"nonogram/render/internal/pdf"
)

// The binder turns a book into pages. It first arranges everything, by sizes
// alone, so that it knows on which page the answers begin; then it paints one page
// after another.

// The measures of a book, in points.
const (
	headingSize = 11
	creditPoint = 7
	answerSize  = 7
	footerSize  = 9
	// comfortable is a cell that can be filled and read without effort, 3.4
	// mm; largestCell is what a small puzzle gets on an empty page, 7 mm.
	comfortable, largestCell = 9.6, 20
	// readableAnswer and largestAnswer are the same for the answers, which
	// are only looked at.
	readableAnswer, largestAnswer = 2.8, 7
	// Between these the width of a small block follows its texts.
	leastHeading, mostHeading = 60, 190
	leastAnswer, mostAnswer   = 40, 80
	// longestMark is how long a bookmark gets.
	longestMark = 400
	// mostPuzzles and mostAnswers is how many share a page however small they
	// are: beyond that a page looks like a stamp album.
	mostPuzzles, mostAnswers = 12, 30
)

type binder struct {
	book    *Book
	fonts   *fonts
	theme   *Theme
	puzzles rules
	answers rules
	front   []sheet
	back    []sheet
}

// page is a scene with the bookmarks that lead to it.
type page struct {
	scene
	marks []mark
}

// mark is a bookmark; y is measured from the top.
type mark struct {
	title string
	y     float64
}

func newBinder(b *Book, f *fonts) *binder {
	n := &binder{book: b, fonts: f, theme: b.Style.theme()}
	n.puzzles = rules{
		paper: b.paper(), comfort: comfortable, largest: largestCell, most: mostPuzzles, exact: b.PerPage,
		gap: 22, above: headingSize * 1.7, below: creditPoint * 1.8,
	}
	if b.Style.Cell > 0 {
		n.puzzles.largest = b.Style.Cell
	}
	if !b.Style.caption() {
		n.puzzles.above, n.puzzles.below = 0, 0
	}
	n.front = n.puzzles.arrange(n.extents())
	if b.answers() {
		n.answers = rules{
			paper: b.paper(), comfort: readableAnswer, largest: largestAnswer, most: mostAnswers,
			gap: 14, head: headingSize * 2, above: answerSize * 1.6,
		}
		n.back = n.answers.arrange(n.answerExtents())
	}
	return n
}

// extents measures the puzzles with their clues.
func (n *binder) extents() []extent {
	extents := make([]extent, len(n.book.Entries))
	for i, e := range n.book.Entries {
		width, height := newLayout(n.puzzle(e), n.fonts).extent()
		name := n.roomFor(n.name(i), headingSize, true, leastHeading, mostHeading)
		credit := n.roomFor(attribution(e.Puzzle), creditPoint, false, leastHeading, mostHeading)
		extents[i] = extent{width, height, max(name, credit)}
	}
	return extents
}

func (n *binder) answerExtents() []extent {
	extents := make([]extent, len(n.book.Entries))
	for i, e := range n.book.Entries {
		width, height := float64(e.Puzzle.Width()), float64(e.Puzzle.Height())
		extents[i] = extent{width, height, n.roomFor(n.name(i), answerSize, false, leastAnswer, mostAnswer)}
	}
	return extents
}

// roomFor is the width that a small drawing gets for the sake of a text.
func (n *binder) roomFor(text string, size float64, bold bool, least, most float64) float64 {
	clipped := n.fonts.clip(text, most, size, bold)
	return min(max(least, n.fonts.width(clipped, size, bold)), most)
}

// puzzle and answer are the two drawings of an entry.
func (n *binder) puzzle(e Entry) *Drawing {
	return &Drawing{Puzzle: e.Puzzle, Grid: e.Grid, Style: n.book.Style}
}

func (n *binder) answer(e Entry) *Drawing {
	style := n.book.Style
	style.NoClues = true
	return &Drawing{Puzzle: e.Puzzle, Grid: e.Answer, Style: style}
}

func (n *binder) printed() *Printed {
	p := &Printed{Pages: n.titlePages() + len(n.front) + len(n.back)}
	for _, s := range n.front {
		for range s.blocks {
			p.Cells = append(p.Cells, s.cell)
		}
	}
	return p
}

// info are the properties of the file.
func (n *binder) info() pdf.Info {
	info := pdf.Info{Title: n.book.Title}
	if info.Title == "" && len(n.book.Entries) == 1 {
		info.Title = n.book.Entries[0].Puzzle.Title
	}
	if authors := n.authors(); len(authors) == 1 {
		info.Author = authors[0]
	}
	return info
}

func (n *binder) titlePages() int {
	if n.book.Title == "" {
		return 0
	}
	return 1
}

// pages paints the book.
func (n *binder) pages() iter.Seq[*page] {
	return func(yield func(*page) bool) {
		if n.titlePages() > 0 && !yield(n.titlePage()) {
			return
		}
		for i := range n.front {
			if !yield(n.puzzlePage(i)) {
				return
			}
		}
		for i := range n.back {
			if !yield(n.answerPage(i)) {
				return
			}
		}
	}
}

// newPage is an empty page with its number, from 1 for the title page.
func (n *binder) newPage(paper Paper, number int) *page {
	p := &page{scene: scene{width: paper.Width, height: paper.Height, ground: n.theme.Page}}
	if n.titlePages()+len(n.front)+len(n.back) > 1 && number > n.titlePages() {
		p.words(words{color: n.theme.Faint, size: footerSize, anchor: atMiddle,
			words: []word{{paper.Width / 2, paper.Height - paper.margin(), strconv.Itoa(number)}}})
	}
	return p
}

func (n *binder) puzzlePage(i int) *page {
	s := &n.front[i]
	p := n.newPage(s.paper, n.titlePages()+i+1)
	for k, block := range s.blocks {
		entry := s.first + k
		d := n.puzzle(n.book.Entries[entry])
		l := newLayout(d, n.fonts)
		width, _ := l.extent()
		gridX := block.x + (block.w-width*s.cell)/2 + l.left*s.cell
		gridY := block.y + n.puzzles.above + l.top*s.cell
		l.paint(&p.scene, gridX, gridY, s.cell, hairline)
		if n.book.Style.caption() {
			n.heading(p, block, entry)
			n.credit(p, block, d.Puzzle)
		}
		if name := n.name(entry); name != "" {
			p.marks = append(p.marks, mark{n.fonts.clip(name, longestMark, headingSize, false), block.y})
		}
	}
	return p
}

// name is the number and title of an entry, as far as there are several and it has
// one.
func (n *binder) name(entry int) string {
	title := n.book.Entries[entry].Puzzle.Title
	switch {
	case len(n.book.Entries) == 1:
		return title
	case title == "":
		return strconv.Itoa(entry + 1)
	}
	return fmt.Sprintf("%d  %s", entry+1, title)
}

// heading is the name, and at the right end the size where there is room for both.
func (n *binder) heading(p *page, block rect, entry int) {
	puzzle := n.book.Entries[entry].Puzzle
	baseline, used := block.y+headingSize, 0.0
	if name := n.name(entry); name != "" {
		title := n.fonts.clip(name, block.w, headingSize, true)
		p.words(words{color: n.theme.Text, size: headingSize, bold: true, words: []word{{block.x, baseline, title}}})
		used = n.fonts.width(title, headingSize, true) + headingSize
	}
	size := fmt.Sprintf("%d × %d", puzzle.Width(), puzzle.Height())
	if used+n.fonts.width(size, footerSize, false) <= block.w {
		p.words(words{color: n.theme.Faint, size: footerSize, anchor: atEnd, words: []word{{block.x + block.w, baseline, size}}})
	}
}

func (n *binder) credit(p *page, block rect, puzzle *nonogram.Puzzle) {
	if credit := attribution(puzzle); credit != "" {
		credit = n.fonts.clip(credit, block.w, creditPoint, false)
		p.words(words{color: n.theme.Faint, size: creditPoint, words: []word{{block.x, block.y + block.h - 0.3*creditPoint, credit}}})
	}
}

func (n *binder) answerPage(i int) *page {
	s := &n.back[i]
	p := n.newPage(s.paper, n.titlePages()+len(n.front)+i+1)
	body := s.paper.body()
	p.words(words{color: n.theme.Text, size: headingSize, bold: true, words: []word{{body.x, body.y + headingSize, "Answers"}}})
	if i == 0 {
		p.marks = append(p.marks, mark{"Answers", 0})
	}
	for k, block := range s.blocks {
		n.answerBlock(p, block, s.first+k, s.cell)
	}
	return p
}

func (n *binder) answerBlock(p *page, block rect, entry int, cell float64) {
	e := n.book.Entries[entry]
	if name := n.fonts.clip(n.name(entry), block.w, answerSize, false); name != "" {
		p.words(words{color: n.theme.Text, size: answerSize, words: []word{{block.x, block.y + answerSize, name}}})
	}
	if e.Answer == nil {
		p.words(words{color: n.theme.Faint, size: answerSize, words: []word{{block.x, block.y + n.answers.above + answerSize*1.2, "no answer known"}}})
		return
	}
	l := newLayout(n.answer(e), n.fonts)
	l.paint(&p.scene, block.x, block.y+n.answers.above, cell, hairline)
}

// authors are the names of the puzzles' authors, each once, in the order in which
// they come up.
func (n *binder) authors() []string {
	var names []string
	seen := map[string]bool{}
	for _, e := range n.book.Entries {
		if a := e.Puzzle.Author; a != "" && !seen[a] {
			seen[a] = true
			names = append(names, a)
		}
	}
	return names
}
