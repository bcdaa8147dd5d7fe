package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// The pages before the puzzles: title, imprint, contents and lessons.

const (
	coverSize, minCoverSize = 34, 14
	factSize                = 11
	partSize                = 18 // the heading of a part
	smallSize               = 8
	bodySize                = 10
	leading                 = 1.4 // of running text, in ems
	// maxAuthors is how many names are listed before "and others".
	maxAuthors = 6
	// titleLines bounds the lines of the title.
	titleLines = 3
	// wholeBook is the number of puzzles from which a book has contents and index.
	wholeBook = 12
)

// The names of the parts.
const (
	contentsPart = "Contents"
	lessonsPart  = "How to solve"
	puzzlesPart  = "Puzzles"
	answersPart  = "Answers"
	indexPart    = "Index of titles"
)

func (n *binder) frontMatter() {
	n.lessonsFrom = 0
	if n.book.Title != "" {
		n.add(leaf{plain: true, paint: n.titlePage})
		if n.imprinted() {
			n.add(leaf{plain: true, paint: n.imprintPage})
		}
	}
	if n.whole() {
		n.addContents()
	}
	n.addLessons()
}

// whole reports whether the book has contents and index.
func (n *binder) whole() bool { return n.book.Title != "" && len(n.entries) >= wholeBook }

// imprinted reports whether the book has an imprint.
func (n *binder) imprinted() bool {
	b := n.book
	return b.Title != "" && (b.Author+b.Publisher+b.ISBN+b.Copyright != "" || !n.credits && n.commonCredit() != "")
}

func (n *binder) titlePage(p *page) {
	body, y := p.body, n.coverHeading(p)
	for _, fact := range n.facts() {
		y = n.paragraph(p, fact, rect{body.x, y, body.w, 0}, factSize)
	}
	n.publisher(p)
}

// publisher sets the publisher at the bottom.
func (n *binder) publisher(p *page) {
	if n.book.Publisher != "" {
		n.paragraph(p, n.book.Publisher, rect{p.body.x, p.body.y + p.body.h - factSize, p.body.w, 0}, factSize)
	}
}

// coverHeading sets the title with a line below it, and returns the next baseline.
func (n *binder) coverHeading(p *page) float64 {
	body := p.body
	size, lines := n.coverTitle(body.w)
	y := body.y + body.h*0.28
	p.group(asTitle, "", func() {
		for _, line := range lines {
			n.text(p, body.x, y, size, true, atStart, line)
			y += size * lineHeight
		}
	})
	y += factSize - size*(lineHeight-0.35)
	p.group(asArtifact, "", func() { p.stroke(n.theme.text, 1.5, segment{body.x, y, body.x + body.w, y}) })
	return y + factSize*2
}

// paragraph sets a text and returns the next baseline.
func (n *binder) paragraph(p *page, text string, at rect, size float64) float64 {
	p.group(asParagraph, "", func() {
		for _, line := range n.wrap(shorten(text), at.w, size, false) {
			n.text(p, at.x, at.y, size, false, atStart, line)
			at.y += size * leading
		}
	})
	return at.y
}

// coverTitle breaks the title into lines, in smaller type if it is long.
func (n *binder) coverTitle(width float64) (size float64, lines []string) {
	title := shorten(n.book.Title)
	for size = coverSize; size > minCoverSize; size -= 2 {
		if lines = n.wrap(title, width, size, true); len(lines) <= titleLines {
			return size, lines
		}
	}
	lines = n.wrap(title, width, size, true)
	return size, lines[:min(len(lines), titleLines)]
}

// wrap breaks a text at spaces and between ideographs; a word that is too long is cut.
func (n *binder) wrap(text string, width, size float64, bold bool) []string {
	var lines []string
	line := ""
	for _, w := range breakable(text) {
		longer := line + w
		if line != "" && n.fonts.width(strings.TrimSpace(longer), size, bold) > width {
			lines = append(lines, strings.TrimSpace(line))
			longer = w
		}
		line = n.fonts.clip(longer, width+n.fonts.width(" ", size, bold), size, bold)
	}
	return append(lines, strings.TrimSpace(line))
}

// breakable divides a text into the parts between which a line may end. A word has the space
// after it; an ideograph has the punctuation after it.
func breakable(text string) []string {
	var parts []string
	for _, field := range strings.Fields(text) {
		start, ideographs := len(parts), false
		for _, r := range field {
			wide := unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
			if len(parts) == start || wide || ideographs && unicode.In(r, unicode.L, unicode.N) {
				parts = append(parts, "")
			}
			ideographs = wide
			parts[len(parts)-1] += string(r)
		}
		parts[len(parts)-1] += " "
	}
	return parts
}

// facts are the lines below the title.
func (n *binder) facts() []string {
	var facts []string
	switch authors := n.authors(); {
	case n.book.Author != "":
		facts = append(facts, n.book.Author)
	case len(authors) > maxAuthors:
		facts = append(facts, n.say("by %s", n.say("%s and others", n.list(authors[:maxAuthors]))))
	case len(authors) > 1:
		last := len(authors) - 1
		facts = append(facts, n.say("by %s", n.say("%s and %s", n.list(authors[:last]), authors[last])))
	case len(authors) == 1:
		facts = append(facts, n.say("by %s", authors[0]))
	}
	facts = append(facts, n.contents())
	if len(n.back) > 0 {
		facts = append(facts, n.say("Answers from page %d", n.answersFrom))
	}
	return facts
}

// list joins texts.
func (n *binder) list(texts []string) string {
	joined := texts[0]
	for _, text := range texts[1:] {
		joined = n.say("%s, %s", joined, text)
	}
	return joined
}

// contents describes the number and sizes of the puzzles.
func (n *binder) contents() string {
	colored := 0
	for _, e := range n.entries {
		if e.Puzzle.Colored() {
			colored++
		}
	}
	s := n.say("1 puzzle")
	if count := len(n.entries); count > 1 {
		s = n.say("%d puzzles", count)
	}
	s = n.say("%s, %s", s, n.sizesOf(n.entries))
	switch {
	case colored == len(n.entries):
		return n.say("%s, in color", s)
	case colored > 0:
		return n.say("%s, %d in color", s, colored)
	}
	return s
}

// imprintPage sets the imprint at the bottom of the page after the title.
func (n *binder) imprintPage(p *page) {
	b := n.book
	texts := []string{b.Title, b.Author, b.Copyright, b.Publisher}
	if b.ISBN != "" {
		texts = append(texts, "ISBN "+b.isbnText())
	}
	if credit := n.commonCredit(); credit != "" && !n.credits {
		texts = append(texts, n.say("The puzzles: %s", credit))
	}
	lines := 0
	for _, text := range texts {
		if text != "" {
			lines += len(n.wrap(shorten(text), p.body.w, smallSize, false)) + 1
		}
	}
	at := rect{p.body.x, p.body.y + p.body.h - float64(lines-1)*smallSize*leading, p.body.w, 0}
	for _, text := range texts {
		if text != "" {
			at.y = n.paragraph(p, text, at, smallSize) + smallSize*leading
		}
	}
}

// line is a line of the contents.
type line struct {
	label   string
	level   int
	numbers string
	page    int
}

// contentsStep is the height of a line, tightStep the least, and partRoom that of a heading.
const contentsStep, tightStep, partRoom = bodySize * 1.9, bodySize * 1.5, partSize * 2.2

// addContents adds the pages of the contents. Their lines are computed when they are
// painted.
func (n *binder) addContents() {
	room := n.frame.body(1).h - partRoom - float64(len(n.rated()))*smallSize*1.6 // for the legend of levels
	count := len(n.contentsLines())
	pages := (count + int(room/tightStep) - 1) / int(room/tightStep)
	for i := range pages {
		first, end := i*count/pages, (i+1)*count/pages
		step := min(contentsStep, room/float64(end-first))
		n.add(leaf{part: n.say(contentsPart), paint: func(p *page) { n.contentsPage(p, first, end, step) }})
	}
}

// contentsLines are the lines of the contents. Before the pages are laid out they have wrong
// page numbers.
func (n *binder) contentsLines() []line {
	var lines []line
	if len(n.book.Lessons) > 0 {
		lines = append(lines, line{label: n.say(lessonsPart), page: n.lessonsFrom})
	}
	for _, s := range n.sections {
		lines = append(lines, line{s.label, s.level, ranges(s.entries), n.pageOf[s.entries[0]]})
	}
	if n.book.answers() {
		lines = append(lines, line{label: n.say(answersPart), page: n.answersFrom})
	}
	if n.indexed() {
		lines = append(lines, line{label: n.say(indexPart), page: n.indexFrom})
	}
	return lines
}

// The columns of the contents, as shares of the width.
const starsAt, numbersAt = 0.44, 0.62

func (n *binder) contentsPage(p *page, first, end int, step float64) {
	body := p.body
	n.partHeading(p, n.say(contentsPart), first == 0)
	y := body.y + partRoom + bodySize
	for _, l := range n.contentsLines()[first:end] {
		p.group(asParagraph, "", func() {
			n.text(p, body.x, y, bodySize, false, atStart, n.fonts.clip(l.label, (starsAt-0.02)*body.w, bodySize, false))
			n.stars(p, body.x+starsAt*body.w, y, bodySize, l.level)
			numbers := n.fonts.clip(l.numbers, (1-numbersAt)*body.w-4*bodySize, bodySize, false)
			n.text(p, body.x+numbersAt*body.w, y, bodySize, false, atStart, numbers)
			n.text(p, body.x+body.w, y, bodySize, false, atEnd, fmt.Sprint(l.page))
		})
		p.group(asArtifact, "", func() {
			p.stroke(n.theme.line, hairline, segment{body.x, y + bodySize*0.55, body.x + body.w, y + bodySize*0.55})
		})
		y += step
	}
	n.levelLegend(p)
}

// partHeading sets the heading of a part at the top of a page.
func (n *binder) partHeading(p *page, title string, marked bool) {
	p.group(asTitle, "", func() { n.text(p, p.body.x, p.body.y+partSize, partSize, true, atStart, title) })
	if marked {
		p.marks = append(p.marks, mark{title: title, y: p.body.y})
	}
}

// rated lists the levels that occur.
func (n *binder) rated() []int {
	var levels []int
	for level := 1; level <= len(n.book.Levels); level++ {
		if slices.ContainsFunc(n.sections, func(s section) bool { return s.level == level }) {
			levels = append(levels, level)
		}
	}
	return levels
}

// levelLegend explains the stars at the foot of a page.
func (n *binder) levelLegend(p *page) {
	levels := n.rated()
	y := p.body.y + p.body.h - float64(len(levels)-1)*smallSize*1.6
	for _, level := range levels {
		p.group(asParagraph, "", func() {
			n.stars(p, p.body.x, y, smallSize, level)
			n.text(p, p.body.x+starStep*smallSize*(maxLevel+1), y, smallSize, false, atStart, n.book.Levels[level-1])
		})
		y += smallSize * 1.6
	}
}

// The pages of lessons, each with its picture below its text, on one page.

const (
	// lessonCell is the largest cell of the pictures.
	lessonCell = 13
	lessonGap  = 16
)

// placed is a lesson with its height.
type placed struct {
	Lesson
	lines  []string
	layout *layout // nil without a picture
	cell   float64
	height float64
}

// addLessons adds the pages of the lessons.
func (n *binder) addLessons() {
	if len(n.book.Lessons) == 0 {
		return
	}
	n.lessonsFrom = n.next()
	body := n.frame.body(1)
	var list []placed
	used := partRoom
	flush := func() {
		if len(list) > 0 {
			here, marked := list, n.next() == n.lessonsFrom
			n.add(leaf{part: n.say(lessonsPart), paint: func(p *page) {
				n.partHeading(p, n.say(lessonsPart), marked)
				y := p.body.y + partRoom
				for _, l := range here {
					n.lesson(p, l, y)
					y += l.height + lessonGap
				}
			}})
		}
		list, used = nil, partRoom
	}
	for _, l := range n.book.Lessons {
		lesson := n.place(l, body.w)
		if len(list) > 0 && used+lesson.height > body.h {
			flush()
		}
		list, used = append(list, lesson), used+lesson.height+lessonGap
	}
	flush()
}

// place measures a lesson.
func (n *binder) place(l Lesson, width float64) placed {
	m := placed{Lesson: l, lines: n.wrap(l.Text, width, bodySize, false)}
	m.height = headingSize*leading + float64(len(m.lines))*bodySize*leading
	if l.Drawing == nil {
		return m
	}
	d := *l.Drawing
	d.Style.colors, d.Style.Gray = n.theme, n.style.Gray
	m.layout = newLayout(&d, n.fonts)
	columns, rows := m.layout.whole()
	m.cell = min(lessonCell, width/columns)
	m.height += rows*m.cell + bodySize
	return m
}

func (n *binder) lesson(p *page, l placed, y float64) {
	y += headingSize
	p.group(asHeading, "", func() {
		n.text(p, p.body.x, y, headingSize, true, atStart, n.fonts.clip(l.Heading, p.body.w, headingSize, true))
	})
	y += headingSize*(leading-1) + bodySize
	p.group(asParagraph, "", func() {
		for _, line := range l.lines {
			n.text(p, p.body.x, y, bodySize, false, atStart, line)
			y += bodySize * leading
		}
	})
	if l.layout != nil {
		p.group(asFigure, l.Heading, func() {
			l.layout.paint(&p.scene, p.body.x+l.layout.left*l.cell, y+l.layout.top*l.cell, l.cell, hairline)
		})
	}
}
