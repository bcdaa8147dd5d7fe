package render

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/render/internal/pdf"
)

// The binder turns a book into pages. It sorts and arranges the entries and makes a list of
// leaves, the pages to paint, so that page numbers are known before painting. If the number
// of pages needs a wider inner margin, it lays the book out again; margins only grow.

// binder is a book being laid out; entries are numbered from 0 in its order.
type binder struct {
	book    *Book
	style   Style
	fonts   *fonts
	theme   *theme
	entries []Entry
	origin  []int // the index of each entry in Book.Entries
	credits bool  // attributions are below the puzzles: they differ, or there is no imprint

	sizes, answerSizes []extent
	wraps              []int // see Style.wrap, by entry
	sections           []section

	// These depend on the number of pages.
	frame       frame
	puzzles     rules
	answers     rules
	front, back []sheet
	leaves      []leaf
	pageOf      []int // the first page of each puzzle
	lessonsFrom int   // pages, 0 for none
	answersFrom int
	indexFrom   int
}

// leaf is a page to paint.
type leaf struct {
	part   string // the running head
	plain  bool   // no running head and no number
	turned bool
	paint  func(p *page)
}

// page is a scene with the bookmarks that lead to it.
type page struct {
	scene
	number int
	body   rect
	marks  []mark
}

// mark is a bookmark; y is measured from the top.
type mark struct {
	title  string
	y      float64
	nested bool
}

func newBinder(b *Book) (*binder, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	f, err := newFonts(b.Style.Font)
	if err != nil {
		return nil, err
	}
	n := &binder{book: b, style: b.Style, fonts: f, theme: inBlack(b.Style.theme())}
	n.style.colors, n.style.typeSize = n.theme, bookType
	n.style.Gray = n.style.Gray || b.Ink == Gray
	n.inOrder()
	credited := slices.ContainsFunc(n.entries, func(e Entry) bool { return attribution(e.Puzzle) != "" })
	n.credits = n.style.caption() && credited && (n.book.Title == "" || n.commonCredit() == "")
	n.sections = n.newSections()
	n.measure()
	paper, err := paperNamed(b.Paper)
	if err != nil {
		return nil, err
	}
	for pages := 1; ; {
		n.frame = newFrame(b, paper, pages)
		n.leaves, n.pageOf = nil, make([]int, len(n.entries))
		n.frontMatter()
		if err := n.layOutPuzzles(); err != nil {
			return nil, err
		}
		n.backMatter()
		n.addBackPage()
		if gutter(len(n.leaves)) <= gutter(pages) {
			return n, nil
		}
		pages = len(n.leaves)
	}
}

// inBlack is the theme with gray highlights, so that black-and-white pages need no color.
func inBlack(t *theme) *theme {
	theme := *t
	theme.tint, theme.accent = mix(t.text, t.page, 0.9), mix(t.text, t.page, 0.5)
	return &theme
}

// inOrder sorts the entries.
func (n *binder) inOrder() {
	n.origin = make([]int, len(n.book.Entries))
	for i := range n.origin {
		n.origin[i] = i
	}
	if !n.book.InOrder {
		slices.SortStableFunc(n.origin, func(a, b int) int {
			x, y := n.book.Entries[a], n.book.Entries[b]
			return cmp.Or(cmp.Compare(classOf(x.Puzzle), classOf(y.Puzzle)), cmp.Compare(unrated(x), unrated(y)), cmp.Compare(x.Level, y.Level),
				cmp.Compare(x.Puzzle.Width()*x.Puzzle.Height(), y.Puzzle.Width()*y.Puzzle.Height()))
		})
	}
	n.entries = make([]Entry, len(n.origin))
	for i, at := range n.origin {
		n.entries[i] = n.book.Entries[at]
	}
}

// unrated puts entries without a level last.
func unrated(e Entry) int {
	if e.Level == 0 {
		return 1
	}
	return 0
}

func (n *binder) add(l leaf) { n.leaves = append(n.leaves, l) }

// next is the number of the next page.
func (n *binder) next() int { return len(n.leaves) + 1 }

func (n *binder) printed() *Printed {
	p := &Printed{Pages: len(n.leaves), Spine: n.spine() / pointsPerMillimeter, Cells: make([]float64, len(n.entries))}
	for _, s := range n.front {
		for k := range s.blocks {
			p.Cells[n.origin[s.first+k]] = s.cell / pointsPerMillimeter
		}
	}
	return p
}

// info are the properties of the file.
func (n *binder) info() pdf.Info {
	info := pdf.Info{Title: n.book.Title, Author: n.book.Author, Language: n.book.language()}
	if info.Title == "" && len(n.entries) == 1 && n.shown(0) {
		info.Title = n.entries[0].Puzzle.Title
	}
	if authors := n.authors(); info.Author == "" && len(authors) == 1 {
		info.Author = authors[0]
	}
	return info
}

// pages paints the book.
func (n *binder) pages() iter.Seq[*page] {
	return func(yield func(*page) bool) {
		for i, l := range n.leaves {
			p := n.newPage(i+1, l)
			if l.paint != nil {
				l.paint(p)
			}
			if !yield(p) {
				return
			}
		}
	}
}

// Type sizes, in points.
const (
	headingSize = 11
	creditPoint = 7
	answerSize  = 7
	footerSize  = 9
	runningSize = 8
)

// newPage returns an empty page with its number and running head: the title of the book on
// left pages, the part on right pages.
func (n *binder) newPage(number int, l leaf) *page {
	f := n.frame
	if l.turned {
		f = f.turned()
	}
	p := &page{scene: scene{width: f.paper.width, height: f.paper.height, ground: n.theme.page}, number: number, body: f.body(number)}
	if !f.bound || l.plain || len(n.leaves) == 1 {
		return p
	}
	head, x, at := n.book.Title, p.body.x, atStart
	if recto(number) {
		head, x, at = l.part, p.body.x+p.body.w, atEnd
	}
	p.group(asArtifact, "", func() {
		if head != "" {
			head = n.fonts.clip(head, p.body.w, runningSize, false)
			p.words(words{color: n.theme.text, size: runningSize, anchor: at, words: []word{{x, f.outer + runningSize, head}}})
		}
		p.words(words{color: n.theme.text, size: footerSize, anchor: at, words: []word{{x, f.paper.height - f.outer, strconv.Itoa(number)}}})
	})
	return p
}

// shown reports whether the title of an entry is printed with its puzzle.
func (n *binder) shown(entry int) bool {
	e := n.entries[entry]
	switch n.book.Titles {
	case TitledAll:
		return true
	case Untitled:
		return false
	}
	return e.Grid != nil && e.Grid.Open() == 0
}

// name is the number of an entry, if there are several, and its title if shown.
func (n *binder) name(entry int) string { return n.numbered(entry, n.shown(entry)) }

// answerName is the name in the answers.
func (n *binder) answerName(entry int) string { return n.numbered(entry, n.book.Titles != Untitled) }

func (n *binder) numbered(entry int, titled bool) string {
	title := n.entries[entry].Puzzle.Title
	switch {
	case !titled && len(n.entries) == 1:
		return ""
	case len(n.entries) == 1:
		return title
	case !titled || title == "":
		return strconv.Itoa(entry + 1)
	}
	return fmt.Sprintf("%d  %s", entry+1, title)
}

// authors lists the authors of the puzzles in order, each once.
func (n *binder) authors() []string {
	var list []string
	seen := map[string]bool{"": true}
	for _, e := range n.entries {
		if author := e.Puzzle.Author; !seen[author] {
			seen[author] = true
			list = append(list, author)
		}
	}
	return list
}

// commonCredit is the attribution of all puzzles if it is the same, or "".
func (n *binder) commonCredit() string {
	common := attribution(n.entries[0].Puzzle)
	for _, e := range n.entries {
		if attribution(e.Puzzle) != common {
			return ""
		}
	}
	return common
}

// say returns a text of the book in its language.
func (n *binder) say(english string, args ...any) string {
	text := english
	if n.book.Words != nil {
		text = n.book.Words(english)
	}
	switch {
	case len(args) == 0:
		return text
	case text == english:
		return fmt.Sprintf(english, args...)
	}
	return fmt.Sprintf(text, args...)
}

// text adds a line of text.
func (n *binder) text(p *page, x, y, size float64, bold bool, at anchor, text string) {
	p.words(words{color: n.theme.text, size: size, bold: bold, anchor: at, words: []word{{x, y, text}}})
}

// writable rejects texts in scripts that need shaping.
func (n *binder) writable() error {
	b := n.book
	texts := []string{b.Title, b.Author, b.Publisher, b.ISBN, b.Copyright}
	for i, e := range n.entries {
		texts = append(texts, n.name(i))
		if n.credits || n.imprinted() {
			texts = append(texts, attribution(e.Puzzle))
		}
		if len(n.back) > 0 {
			texts = append(texts, n.answerName(i))
		}
	}
	for _, l := range b.Lessons {
		texts = append(texts, l.Heading, l.Text)
	}
	for _, part := range []string{n.say(contentsPart), n.say(puzzlesPart), n.say(answersPart)} {
		if n.fonts.missing(part) != "" {
			return badOption("font", "found none with the letters of %s, a word of the book in %q, expected a font for that language", part, b.language())
		}
	}
	return settable(texts...)
}

// The parts of a book by size and level, for its contents.

// section is the puzzles of a size class and a level.
type section struct {
	label   string // the range of their sizes
	level   int
	entries []int
}

// classes are the upper bounds of the longer side of the size classes.
var classes = []int{5, 10, 15, 20, 25, 30, 40, 50, 75, 100}

// classOf is the class of a puzzle; triddlers come last.
func classOf(p *nonogram.Puzzle) int {
	if p.Shape != nil {
		return len(classes) + 1
	}
	side := max(p.Width(), p.Height())
	for i, bound := range classes {
		if side <= bound {
			return i
		}
	}
	return len(classes)
}

// newSections groups the entries into sections, in order.
func (n *binder) newSections() []section {
	type key struct{ class, level int }
	var list []section
	at := map[key]int{}
	byClass := map[int][]Entry{}
	for i, e := range n.entries {
		k := key{classOf(e.Puzzle), e.Level}
		if _, ok := at[k]; !ok {
			at[k] = len(list)
			list = append(list, section{level: e.Level})
		}
		s := &list[at[k]]
		s.entries = append(s.entries, i)
		byClass[k.class] = append(byClass[k.class], e)
	}
	for i := range list {
		list[i].label = n.sizesOf(byClass[classOf(n.entries[list[i].entries[0]].Puzzle)])
	}
	return list
}

// sizesOf is the range of widths and heights, "10 × 10" or "10–12 × 15", and a word for triddlers.
func (n *binder) sizesOf(entries []Entry) string {
	entries, triangles := apart(entries)
	switch {
	case len(entries) == 0:
		return n.say("Triddlers")
	case len(triangles) > 0:
		return n.sizesOf(entries) + ", " + n.sizesOf(triangles)
	}
	low := [2]int{entries[0].Puzzle.Width(), entries[0].Puzzle.Height()}
	high := low
	for _, e := range entries {
		for i, side := range [2]int{e.Puzzle.Width(), e.Puzzle.Height()} {
			low[i], high[i] = min(low[i], side), max(high[i], side)
		}
	}
	return rangeOf(low[0], high[0]) + " × " + rangeOf(low[1], high[1])
}

// apart separates rectangles and triddlers.
func apart(entries []Entry) (rectangles, triangles []Entry) {
	for _, e := range entries {
		if e.Puzzle.Shape == nil {
			rectangles = append(rectangles, e)
		} else {
			triangles = append(triangles, e)
		}
	}
	return rectangles, triangles
}

func rangeOf(low, high int) string {
	if low == high {
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d–%d", low, high)
}

// ranges formats sorted entries, counted from 0, as ranges of numbers from 1: "1–12, 15".
func ranges(entries []int) string {
	var parts []string
	for i := 0; i < len(entries); {
		k := i + 1
		for k < len(entries) && entries[k] == entries[k-1]+1 {
			k++
		}
		part := fmt.Sprint(entries[i] + 1)
		if k-i > 1 {
			part += fmt.Sprintf("–%d", entries[k-1]+1)
		}
		parts = append(parts, part)
		i = k
	}
	return strings.Join(parts, ", ")
}
