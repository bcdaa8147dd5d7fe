package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonogram"
)

// The pages with the puzzles, several to a page or one over several.

// The measures of puzzles in a book, in points.
const (
	// comfortable is the size of a comfortable cell, 3.4 mm; largestCell is 7 mm.
	comfortable, largestCell = 9.6, 20
	// leastType is the least size of clues.
	leastType = 7
	// smallClass is the class of all puzzles up to 10 × 10 when pages are filled.
	smallClass = 1
	// mostTiles bounds the pages of a divided puzzle whose cells the caller does not choose.
	mostTiles = 16
	// Between these the width of a small block depends on its texts.
	leastHeading, mostHeading = 60, 190
	// longestMark bounds the length of a bookmark.
	longestMark = 400
	// mostPuzzles bounds the puzzles of a page.
	mostPuzzles = 12
	puzzleGap   = 22
	// landscapeGain is how much larger the cells of a loose sheet in landscape must be.
	landscapeGain = 1.15
	// legendLines bounds the lines of the legend of colors in gray.
	legendLines = 2
	// mapWidth and mapHeight bound the map of a divided puzzle.
	mapWidth, mapHeight = 64, 48
)

// measure finds the sizes of all drawings, in cells.
func (n *binder) measure() {
	n.sizes, n.wraps = make([]extent, len(n.entries)), make([]int, len(n.entries))
	n.answerSizes = make([]extent, len(n.entries))
	for i, e := range n.entries {
		l := newLayout(n.puzzle(e), n.fonts)
		d := l.extent()
		d.colored = e.Puzzle.Colored()
		if n.style.clues() && (e.Grid == nil || e.Grid.Open() > 0) {
			d.readable = n.leastCell(l)
		}
		d.least = min(max(leastHeading, n.headingWidth(i)), mostHeading)
		if !n.book.InOrder {
			d.class = max(classOf(e.Puzzle), smallClass)
		}
		n.sizes[i] = d
		title := n.fonts.clip(n.answerName(i), mostAnswer, answerSize, false)
		n.answerSizes[i] = newLayout(n.answer(e), n.fonts).extent()
		n.answerSizes[i].least = max(leastAnswer, n.fonts.width(title, answerSize, false))
	}
	n.align()
}

// align gives all puzzles of a kind the same room for clues, so that their pages are alike.
func (n *binder) align() {
	widest := map[puzzleKind]extent{}
	for _, d := range n.sizes {
		w := widest[d.kind()]
		w.left, w.top, w.readable = max(w.left, d.left), max(w.top, d.top), max(w.readable, d.readable)
		widest[d.kind()] = w
	}
	for i := range n.sizes {
		w := widest[n.sizes[i].kind()]
		n.sizes[i].left, n.sizes[i].top, n.sizes[i].readable = w.left, w.top, w.readable
	}
}

// leastCell is the least cell of an unfinished puzzle: the caller's choice, or one
// with clues of the least type.
func (n *binder) leastCell(l *layout) float64 {
	switch least := leastType / l.size; {
	case n.book.MinCell > 0:
		return n.book.minCell()
	case n.style.Cell > 0:
		return min(least, n.style.Cell)
	default:
		return least
	}
}

// headingWidth is the width of the texts above and below a puzzle.
func (n *binder) headingWidth(entry int) float64 {
	e := n.entries[entry]
	name := n.fonts.clip(n.name(entry), mostHeading, headingSize, true)
	width := n.fonts.width(name, headingSize, true) + starStep*footerSize*float64(e.Level) + headingSize
	width += n.fonts.width(sizeText(e.Puzzle), footerSize, false)
	if n.credits {
		width = max(width, n.fonts.width(n.fonts.clip(attribution(e.Puzzle), mostHeading, creditPoint, false), creditPoint, false))
	}
	return width
}

// sizeText is the size of a rectangle. Boards of triangles are seen to be some.
func sizeText(p *nonogram.Puzzle) string {
	if p.Shape != nil {
		return ""
	}
	return fmt.Sprintf("%d × %d", p.Width(), p.Height())
}

// puzzle and answer are the two drawings of an entry.
func (n *binder) puzzle(e Entry) *Drawing {
	return &Drawing{Puzzle: e.Puzzle, Grid: e.Grid, Style: n.style}
}

func (n *binder) answer(e Entry) *Drawing {
	style := n.style
	style.NoClues = true
	return &Drawing{Puzzle: e.Puzzle, Grid: e.Answer, Style: style}
}

func (n *binder) puzzleRules() rules {
	body := n.frame.body(1)
	r := rules{
		width: body.w, height: body.h, comfort: max(comfortable, n.book.minCell()), largest: largestCell, most: mostPuzzles,
		exact: n.book.PerPage, gap: puzzleGap, caps: map[puzzleKind]float64{},
	}
	if n.style.Cell > 0 {
		r.largest = n.style.Cell
	}
	r.largest, r.floor = max(r.largest, n.book.minCell()), n.book.minCell()
	if !n.style.caption() {
		return r
	}
	r.above = headingSize * 1.7
	if n.credits {
		r.below += creditPoint * 1.8
	}
	if n.lettered() {
		r.below += legendLines * creditPoint * leading
	}
	return r
}

// lettered reports whether colors have letters, which need a legend.
func (n *binder) lettered() bool {
	return n.style.Gray && n.style.caption() && slices.ContainsFunc(n.entries, func(e Entry) bool { return e.Puzzle.Colored() })
}

// layOutPuzzles adds the pages of the puzzles. It starts again with smaller cells until all
// puzzles of a kind have the same.
func (n *binder) layOutPuzzles() error {
	n.puzzles = n.puzzleRules()
	start := len(n.leaves)
	for {
		n.leaves, n.front = n.leaves[:start], nil
		if err := n.arrangePuzzles(); err != nil {
			return err
		}
		if !n.lowerCaps() {
			return nil
		}
	}
}

// lowerCaps bounds the cells of each kind by the smallest one, and reports whether some page
// has larger ones. Puzzles with rows in two lines have cells of their own.
func (n *binder) lowerCaps() bool {
	for _, s := range n.front {
		for k := range s.blocks {
			if d := n.sizes[s.first+k]; n.wraps[s.first+k] == 0 {
				n.puzzles.caps[d.kind()] = min(n.puzzles.limit(d), s.cell)
			}
		}
	}
	return slices.ContainsFunc(n.front, func(s sheet) bool {
		for k := range s.blocks {
			if n.wraps[s.first+k] == 0 && s.cell > n.puzzles.limit(n.sizes[s.first+k]) {
				return true
			}
		}
		return false
	})
}

// arrangePuzzles adds the pages within the present bounds.
func (n *binder) arrangePuzzles() error {
	for i := 0; i < len(n.entries); {
		if n.tooLarge(i) {
			if err := n.divide(i); err != nil {
				return err
			}
			i++
			continue
		}
		end := i + 1
		for end < len(n.entries) && !n.tooLarge(end) {
			end++
		}
		for _, s := range n.puzzles.arrange(n.sizes[i:end]) {
			s.first += i
			n.addSheet(n.loose(s))
		}
		i = end
	}
	return nil
}

// alone is the cell of a puzzle alone on a page.
func (r *rules) alone(d extent) float64 {
	return min(r.largest, r.width/(d.left+d.width), (r.height-r.above-r.below)/(d.top+d.height))
}

// tooLarge reports whether an unfinished puzzle would have too small cells.
func (n *binder) tooLarge(entry int) bool {
	d := n.sizes[entry]
	return n.puzzles.alone(d) < d.readable && (n.frame.bound || n.landscape().alone(d) < d.readable)
}

// landscape returns the rules of a loose sheet in landscape.
func (n *binder) landscape() *rules {
	body, r := n.frame.turned().body(1), n.puzzles
	r.width, r.height = body.w, body.h
	return &r
}

// loose turns a loose sheet to landscape if that gives larger cells.
func (n *binder) loose(s sheet) sheet {
	if n.frame.bound || s.cell >= n.puzzles.comfort {
		return s
	}
	sizes, turned := n.sizes[s.first:s.first+1], n.landscape()
	if turned.alone(sizes[0]) > landscapeGain*s.cell {
		s = turned.page(sizes, nil)
		s.turned = true
	}
	return s
}

// addSheet adds a page of puzzles.
func (n *binder) addSheet(s sheet) {
	n.front = append(n.front, s)
	if len(s.blocks) == 0 {
		n.add(leaf{plain: true})
		return
	}
	for k := range s.blocks {
		if s.tile == nil || s.tile.index == 0 {
			n.pageOf[s.first+k] = n.next()
		}
	}
	part := n.say(puzzlesPart)
	if !n.book.InOrder {
		part = n.sizesOf(n.entries[s.first : s.first+len(s.blocks)])
	}
	n.add(leaf{part: part, turned: s.turned, paint: func(p *page) { n.puzzlePage(p, &s) }})
}

// sectionAt is the section of a puzzle in a book ordered by size, or nil.
func (n *binder) sectionAt(entry int) *section {
	if n.book.InOrder {
		return nil
	}
	for i := range n.sections {
		if s := &n.sections[i]; s.entries[0] <= entry && entry <= s.entries[len(s.entries)-1] {
			return s
		}
	}
	return nil
}

func (n *binder) puzzlePage(p *page, s *sheet) {
	for k, b := range s.blocks {
		b.rect.x, b.rect.y = b.rect.x+p.body.x, b.rect.y+p.body.y
		b.gridX, b.gridY = b.gridX+p.body.x, b.gridY+p.body.y
		entry := s.first + k
		d := n.puzzle(n.entries[entry])
		d.Style.wrap = n.wraps[entry]
		if s.tile == nil || s.tile.index == 0 {
			n.puzzleMarks(p, entry, b.rect.y)
		}
		if n.style.caption() {
			n.heading(p, b.rect, entry, s.tile)
		}
		if s.tile != nil {
			n.tileMap(p, b.rect, entry, s.tile)
			d = s.tile.drawing(d, n.fonts)
		}
		whole := n.entries[entry].Puzzle
		alt := n.say("Puzzle %d: a nonogram of %d × %d cells with its clues", entry+1, whole.Width(), whole.Height())
		if s := whole.Shape; s != nil {
			alt = n.say("Puzzle %d: a triddler of %d cells with its clues", entry+1, s.Count)
		}
		p.group(asFigure, alt, func() {
			newLayout(d, n.fonts).paint(&p.scene, b.gridX, b.gridY, s.cell, hairline)
		})
		end := b.gridY + newLayout(d, n.fonts).extent().height*s.cell
		n.below(p, b.rect.x, end, b.rect.w, d.Puzzle)
	}
}

// puzzleMarks adds the bookmarks of a puzzle and of its section.
func (n *binder) puzzleMarks(p *page, entry int, y float64) {
	switch s := n.sectionAt(entry); {
	case !n.frame.bound:
	case s == nil && entry == 0:
		p.marks = append(p.marks, mark{title: n.say(puzzlesPart), y: y})
	case s != nil && s.entries[0] == entry:
		title := s.label
		if s.level > 0 && s.level <= len(n.book.Levels) {
			title += ", " + n.book.Levels[s.level-1]
		}
		p.marks = append(p.marks, mark{title: title, y: y})
	}
	if name := n.name(entry); name != "" {
		p.marks = append(p.marks, mark{n.fonts.clip(name, longestMark, headingSize, false), y, true})
	}
}

// heading sets the name, the stars, the size if there is room, and the part of a divided
// puzzle.
func (n *binder) heading(p *page, at rect, entry int, t *tile) {
	e := n.entries[entry]
	baseline, used := at.y+headingSize, 0.0
	p.group(asHeading, "", func() {
		if name := n.name(entry); name != "" {
			stars := starStep * footerSize * float64(e.Level)
			title := n.fonts.clip(name, max(at.w-stars-headingSize, headingSize), headingSize, true)
			n.text(p, at.x, baseline, headingSize, true, atStart, title)
			used = n.fonts.width(title, headingSize, true) + headingSize*0.6
		}
		n.stars(p, at.x+used, baseline, footerSize, e.Level)
		used += starStep*footerSize*float64(e.Level) + headingSize*0.4
		if t != nil {
			part := n.say("%s, part %d of %d", sizeText(e.Puzzle), t.index+1, t.all)
			n.text(p, at.x+used, baseline, footerSize, false, atStart, part)
			lines := n.say("columns %d–%d, rows %d–%d", t.cols.from+1, t.cols.to, t.rows.from+1, t.rows.to)
			n.text(p, at.x, baseline+footerSize*leading, footerSize, false, atStart, lines)
			return
		}
		size := sizeText(e.Puzzle)
		if used+n.fonts.width(size, footerSize, false) <= at.w {
			n.text(p, at.x+at.w, baseline, footerSize, false, atEnd, size)
		}
	})
}

// tileMap draws a map of the tiles above the right corner, with their page numbers if there is
// room for them; the current tile is dark.
func (n *binder) tileMap(p *page, at rect, entry int, here *tile) {
	puzzle := n.entries[entry].Puzzle
	width, height := float64(puzzle.Width()), float64(puzzle.Height())
	scale := math.Min(mapWidth/width, mapHeight/height)
	down := here.all / here.across
	x, y := at.x+at.w-width*scale, at.y
	w, h := width*scale/float64(here.across), height*scale/float64(down)
	p.group(asFigure, n.say("Map: this is part %d of %d", here.index+1, here.all), func() {
		for i := range here.all {
			r := rect{x + w*float64(i%here.across), y + h*float64(i/here.across), w, h}
			ink := n.theme.text
			if i == here.index {
				p.fill(n.theme.text, r)
				ink = n.theme.page
			}
			p.stroke(n.theme.text, 0.5, r.outline(0.5)...)
			size := min(smallSize, h*0.7, w*0.4)
			if size < leastType {
				continue // the pages follow each other
			}
			p.words(words{color: ink, size: size, anchor: atMiddle, words: []word{
				{r.x + r.w/2, r.y + r.h/2 + digitHeight*size/2, fmt.Sprint(n.pageOf[entry] + i)},
			}})
		}
	})
}

// below sets the legend of colors and the attribution below a puzzle.
func (n *binder) below(p *page, x, y, width float64, puzzle *nonogram.Puzzle) {
	y += 1.3 * creditPoint
	p.group(asParagraph, "", func() {
		if n.lettered() && puzzle.Colored() {
			lines := n.wrap(n.legend(puzzle.Palette), width, creditPoint, false)
			for _, line := range lines[:min(len(lines), legendLines)] {
				n.text(p, x, y, creditPoint, false, atStart, line)
				y += creditPoint * leading
			}
		}
		if credit := attribution(puzzle); n.credits && credit != "" {
			n.text(p, x, y, creditPoint, false, atStart, n.fonts.clip(credit, width, creditPoint, false))
		}
	})
}

// colorName is the name of a color in the language of the book.
func (n *binder) colorName(name string) string {
	if n.book.Words == nil {
		return name
	}
	return strings.TrimPrefix(n.book.Words("color "+name), "color ")
}

// legend names the letters of the colors.
func (n *binder) legend(p nonogram.Palette) string {
	var parts []string
	for _, s := range grayed(p)[1:] {
		parts = append(parts, string(rune(s.Symbol))+" "+cmp.Or(n.colorName(s.Name), n.say("color %d", len(parts)+1)))
	}
	return strings.Join(parts, " · ")
}

// starStep is the distance of stars, in ems.
const starStep = 0.95

// stars draws a level.
func (n *binder) stars(p *page, x, baseline, size float64, level int) {
	var shapes [][]point
	for i := range level {
		shapes = append(shapes, star(x+starStep*size*(float64(i)+0.5), baseline-size*0.36, size*0.46))
	}
	p.polygons(n.theme.text, shapes...)
}

// inward is the ratio of the inner to the outer radius of a star.
const inward = 0.42

// star is a star with five tips.
func star(x, y, radius float64) []point {
	corners := make([]point, 10)
	for i := range corners {
		r := radius
		if i%2 == 1 {
			r *= inward
		}
		sin, cos := math.Sincos(float64(i) * math.Pi / 5)
		corners[i] = point{x + r*sin, y - r*cos}
	}
	return corners
}
