package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The pages after the puzzles: the answers as thumbnails, and an index of titles.

const (
	// readableAnswer and largestAnswer are cell sizes of answers.
	readableAnswer, largestAnswer = 2.8, 7
	leastAnswer, mostAnswer       = 40, 80
	leastAnswers, mostAnswers     = 12, 30
	// clearAnswer is the side of a comfortable cell, 2 mm. Answers are so large if they fill at
	// most fewAnswerPages or one page for each pagesPerAnswers of puzzles; otherwise they are
	// smaller, in steps of smallerAnswer.
	clearAnswer     = 2 * pointsPerMillimeter
	fewAnswerPages  = 4
	pagesPerAnswers = 8
	smallerAnswer   = 0.9
	answerGap       = 14
	// indexColumn is the least width of a column of the index. The wide gap keeps numbers
	// apart from the next column.
	indexColumn, indexGap = 140, 36
)

func (n *binder) backMatter() {
	n.answersFrom, n.indexFrom, n.back = 0, 0, nil
	if !n.book.answers() {
		return
	}
	n.answersFrom = n.next()
	body := n.frame.body(1)
	n.arrangeAnswers(body)
	for _, s := range n.back {
		n.add(leaf{part: n.say(answersPart), paint: func(p *page) { n.answerPage(p, &s) }})
	}
	if !n.indexed() {
		return
	}
	n.indexFrom = n.next()
	columns := max(1, int((body.w+indexGap)/(indexColumn+indexGap)))
	perColumn := int((body.h - partRoom) / (smallSize * leading))
	for part := range slices.Chunk(n.index(), columns*perColumn) {
		n.add(leaf{part: n.say(indexPart), paint: func(p *page) { n.indexPage(p, part, columns) }})
	}
}

// arrangeAnswers chooses the size of the answers.
func (n *binder) arrangeAnswers(body rect) {
	n.answers = rules{
		width: body.w, height: body.h, comfort: clearAnswer, largest: largestAnswer, least: 1, most: mostAnswers,
		gap: answerGap, head: headingSize * 2, above: answerSize * 1.6,
	}
	for most := max(fewAnswerPages, len(n.front)/pagesPerAnswers); n.answers.comfort > readableAnswer; n.answers.comfort *= smallerAnswer {
		if n.back = n.answers.arrange(n.answerSizes); len(n.back) <= most {
			return
		}
	}
	n.answers.comfort, n.answers.least = readableAnswer, leastAnswers
	n.back = n.answers.arrange(n.answerSizes)
}

func (n *binder) answerPage(p *page, s *sheet) {
	heading := n.say(answersPart)
	if len(n.entries) > 1 {
		heading += fmt.Sprintf(" %d", s.first+1)
		if last := s.first + len(s.blocks); last > s.first+1 {
			heading += fmt.Sprintf("–%d", last)
		}
	}
	p.group(asHeading, "", func() { n.text(p, p.body.x, p.body.y+headingSize, headingSize, true, atStart, heading) })
	if p.number == n.answersFrom {
		p.marks = append(p.marks, mark{title: n.say(answersPart), y: 0})
	}
	for k, b := range s.blocks {
		b.rect.x, b.rect.y = b.rect.x+p.body.x, b.rect.y+p.body.y
		n.answerBlock(p, b.rect, s.first+k, s.cell)
	}
}

func (n *binder) answerBlock(p *page, at rect, entry int, cell float64) {
	e := n.entries[entry]
	name := n.fonts.clip(n.answerName(entry), at.w, answerSize, false)
	p.group(asParagraph, "", func() {
		if name != "" {
			n.text(p, at.x, at.y+answerSize, answerSize, false, atStart, name)
		}
		if e.Answer == nil {
			n.text(p, at.x, at.y+n.answers.above+answerSize*1.2, answerSize, false, atStart, n.say("no answer known"))
		}
	})
	if e.Answer == nil {
		return
	}
	p.group(asFigure, n.say("Answer %s", name), func() {
		newLayout(n.answer(e), n.fonts).paint(&p.scene, at.x, at.y+n.answers.above, cell, hairline)
	})
}

// indexed reports whether the book has an index of titles.
func (n *binder) indexed() bool {
	return n.whole() && n.book.answers() && n.book.Titles != Untitled && len(n.index()) > 0
}

// indexEntry is a title with the number of its puzzle.
type indexEntry struct {
	key, title string
	number     int
}

// index lists the titles in alphabetical order, ignoring case and accents.
func (n *binder) index() []indexEntry {
	var list []indexEntry
	for i, e := range n.entries {
		if title := strings.TrimSpace(e.Puzzle.Title); title != "" {
			list = append(list, indexEntry{sortKey(title), title, i + 1})
		}
	}
	slices.SortFunc(list, func(a, b indexEntry) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.number, b.number)) })
	return list
}

// sortKey is a title without case, accents and leading punctuation.
func sortKey(title string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(shorten(title)))
	return strings.TrimLeftFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// indexPage sets titles in columns of equal height.
func (n *binder) indexPage(p *page, list []indexEntry, columns int) {
	n.partHeading(p, n.say(indexPart), p.number == n.indexFrom)
	width := (p.body.w - indexGap*float64(columns-1)) / float64(columns)
	perColumn := (len(list) + columns - 1) / columns
	for i, e := range list {
		x := p.body.x + float64(i/perColumn)*(width+indexGap)
		y := p.body.y + partRoom + smallSize*leading*(float64(i%perColumn)+0.7)
		p.group(asParagraph, "", func() {
			n.text(p, x, y, smallSize, false, atStart, n.fonts.clip(e.title, width-4*smallSize, smallSize, false))
			n.text(p, x+width, y, smallSize, false, atEnd, fmt.Sprint(e.number))
		})
	}
}
