package render

import (
	"fmt"
	"strings"

	"nonogram/internal/plural"
)

// The title page: the title in large type, what is in the book, who made the
// puzzles, and where the answers are.

const (
	coverSize, minCoverSize = 34, 14
	factSize                = 11
	// maxAuthors is how many names are listed; of more it says "and others".
	maxAuthors = 6
	// titleLines is how many lines a long title may take.
	titleLines = 3
)

func (n *binder) titlePage() *page {
	paper := n.book.paper()
	p := n.newPage(paper, 1)
	body := paper.body()
	size, lines := n.coverTitle(body.w)
	y := body.y + body.h*0.28
	for _, line := range lines {
		p.words(words{color: n.theme.Text, size: size, bold: true, words: []word{{body.x, y, line}}})
		y += size * lineHeight
	}
	y += factSize - size*(lineHeight-0.35)
	p.stroke(n.theme.Guide, 1.5, segment{body.x, y, body.x + body.w, y})
	y += factSize * 2
	for _, fact := range n.facts() {
		for _, line := range n.wrap(shorten(fact), body.w, factSize, false) {
			p.words(words{color: n.theme.Faint, size: factSize, words: []word{{body.x, y, line}}})
			y += factSize * 1.5
		}
	}
	return p
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

// wrap breaks a text at spaces; a word that is too long is cut.
func (n *binder) wrap(text string, width, size float64, bold bool) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + w)
		if line != "" && n.fonts.width(longer, size, bold) > width {
			lines = append(lines, line)
			longer = w
		}
		line = n.fonts.clip(longer, width, size, bold)
	}
	return append(lines, line)
}

// facts are the lines below the title.
func (n *binder) facts() []string {
	facts := []string{n.contents()}
	switch authors := n.authors(); {
	case len(authors) > maxAuthors:
		facts = append(facts, "by "+strings.Join(authors[:maxAuthors], ", ")+" and others")
	case len(authors) > 1:
		last := len(authors) - 1
		facts = append(facts, "by "+strings.Join(authors[:last], ", ")+" and "+authors[last])
	case len(authors) == 1:
		facts = append(facts, "by "+authors[0])
	}
	if len(n.back) > 0 {
		facts = append(facts, fmt.Sprintf("Answers from page %d", n.titlePages()+len(n.front)+1))
	}
	return facts
}

// contents says how many puzzles of which sizes there are.
func (n *binder) contents() string {
	smallest, largest := n.book.Entries[0].Puzzle, n.book.Entries[0].Puzzle
	colored := 0
	for _, e := range n.book.Entries {
		cells := e.Puzzle.Width() * e.Puzzle.Height()
		if cells < smallest.Width()*smallest.Height() {
			smallest = e.Puzzle
		}
		if cells > largest.Width()*largest.Height() {
			largest = e.Puzzle
		}
		if e.Puzzle.Colored() {
			colored++
		}
	}
	s := "1 puzzle"
	if count := len(n.book.Entries); count > 1 {
		s = plural.Sprintf("%d puzzles", count)
	}
	s += fmt.Sprintf(", %d × %d", smallest.Width(), smallest.Height())
	if smallest.Width() != largest.Width() || smallest.Height() != largest.Height() {
		s += fmt.Sprintf(" to %d × %d", largest.Width(), largest.Height())
	}
	if colored > 0 {
		s += fmt.Sprintf(", %d in color", colored)
	}
	return s
}
