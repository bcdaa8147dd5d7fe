// What a puzzle loses when it is written in some format. Instead of describing
// every corner of every format (a title of two lines, a color's name with a
// blank in it), Losses writes the puzzle, reads it again and compares, so that
// its answer is true by construction; what that costs is small beside writing
// the file. Colors may come back in another order, which is no loss: the clues
// say which is which.

package format

import (
	"bytes"
	"fmt"
	"slices"

	"nonogram"
	"nonogram/format/internal/cursor"
)

// Losses lists, in words for people, what of the puzzle a file of the format
// cannot hold. The list is empty when nothing is lost; an ID that is only a
// number counts for nothing. For a puzzle that [Encode] refuses it goes by the
// format's Holds; for what is no puzzle at all there is nothing to lose.
func Losses(f *Format, p *nonogram.Puzzle) []string {
	if wellFormed(p) != nil {
		return nil
	}
	q, err := f.readBack(p)
	return f.losses(p, q, err)
}

// losses compares a puzzle with what came back, if anything did.
func (f *Format) losses(p, q *nonogram.Puzzle, err error) []string {
	t := trip{p: p, q: q}
	if err == nil {
		t.to, err = matchColors(p, q)
	}
	var lost []string
	for _, u := range uses {
		if err != nil && p.Colored() && !f.Holds.Has(Colors) && u.feature&(Names|Symbols|Unused) != 0 {
			continue // with the colors go their names
		}
		if u.has(p) && (err != nil && !f.Holds.Has(u.feature) || err == nil && !u.kept(&t)) {
			lost = append(lost, u.name)
		}
	}
	return lost
}

// trip is a puzzle that was written and read again: p went, q came back, and
// its colors are now called to[c], Unknown if they are gone.
type trip struct {
	p, q *nonogram.Puzzle
	to   []nonogram.Color
}

// use is something that a puzzle may have and lose.
type use struct {
	feature Feature
	name    string // for people
	has     func(p *nonogram.Puzzle) bool
	kept    func(t *trip) bool
}

var uses = []use{
	{Colors, "colors", (*nonogram.Puzzle).Colored, (*trip).keptInks},
	{Ink, "the color of the ink", hasInk, (*trip).keptInks},
	{Paper, "the color of the background", hasPaper, (*trip).keptPaper},
	{Names, "the names of colors", hasNames, (*trip).keptNames},
	{Symbols, "the characters of colors", (*nonogram.Puzzle).Colored, (*trip).keptSymbols},
	{Unused, "colors that nothing has", hasUnused, (*trip).keptUnused},
	{Blots, "blocks of unknown length", (*nonogram.Puzzle).Blotted, func(t *trip) bool { return t.q.Blotted() }},
	{Given, "given cells", func(p *nonogram.Puzzle) bool { return p.Given != nil }, func(t *trip) bool { return t.sameGrid(t.p.Given, t.q.Given) }},
	{Goal, "the goal", func(p *nonogram.Puzzle) bool { return p.Goal != nil }, func(t *trip) bool { return t.sameGrid(t.p.Goal, t.q.Goal) }},
	textUse(ID, "the id", 0),
	textUse(Title, "the title", 1),
	textUse(Author, "the author", 2),
	textUse(Copyright, "the copyright", 3),
	textUse(License, "the license", 4),
	textUse(Origin, "the source", 5),
	textUse(Notes, "the notes", 6),
}

// textUse is about one of the texts, by its place in texts.
func textUse(feature Feature, name string, i int) use {
	return use{
		feature, name,
		func(p *nonogram.Puzzle) bool { return *cursor.Texts(p)[i] != "" && (feature != ID || !isNumber(p.ID)) },
		func(t *trip) bool { return *cursor.Texts(t.p)[i] == *cursor.Texts(t.q)[i] },
	}
}

// usual is the palette of a puzzle that says nothing of its colors.
var usual = nonogram.BlackAndWhite()

func hasInk(p *nonogram.Puzzle) bool {
	return !p.Colored() && p.Palette[nonogram.Black].RGB != usual[nonogram.Black].RGB
}

func hasPaper(p *nonogram.Puzzle) bool {
	return p.Palette[nonogram.Empty].RGB != usual[nonogram.Empty].RGB
}

// hasNames leaves out the names that every reader gives by default.
func hasNames(p *nonogram.Puzzle) bool {
	for i, w := range p.Palette {
		if w.Name != "" && (i >= len(usual) || w.Name != usual[i].Name) {
			return true
		}
	}
	return false
}

// usedColors tells which colors of its palette a puzzle has somewhere.
func usedColors(p *nonogram.Puzzle) []bool {
	var used [256]bool
	for _, clues := range [2][]nonogram.Clue{p.Rows, p.Cols} {
		for _, clue := range clues {
			for _, b := range clue {
				used[b.Color] = true
			}
		}
	}
	for _, g := range [2]*nonogram.Grid{p.Goal, p.Given} {
		if g != nil {
			for _, c := range g.Cells {
				used[c] = true
			}
		}
	}
	return used[:len(p.Palette)]
}

// hasUnused leaves out the one ink of a puzzle in which nothing is filled.
func hasUnused(p *nonogram.Puzzle) bool {
	return p.Colored() && slices.Contains(usedColors(p)[1:], false)
}

func (t *trip) keptUnused() bool {
	for c, used := range usedColors(t.p) {
		if !used && t.to[c] == nonogram.Unknown {
			return false
		}
	}
	return true
}

// keptInks passes over colors that are gone; keptUnused and sameGrid tell.
func (t *trip) keptInks() bool {
	for i, w := range t.p.Palette[1:] {
		if c := t.to[i+1]; c != nonogram.Unknown && t.q.Palette[c].RGB != w.RGB {
			return false
		}
	}
	return true
}

func (t *trip) keptPaper() bool { return t.p.Palette[0].RGB == t.q.Palette[0].RGB }

// keptNames passes over colors that are gone, and over names that were added.
func (t *trip) keptNames() bool {
	for i, w := range t.p.Palette {
		if c := t.to[i]; c != nonogram.Unknown && w.Name != "" && t.q.Palette[c].Name != w.Name {
			return false
		}
	}
	return true
}

func (t *trip) keptSymbols() bool {
	for i, w := range t.p.Palette {
		if c := t.to[i]; c != nonogram.Unknown && t.q.Palette[c].Symbol != w.Symbol {
			return false
		}
	}
	return true
}

func (t *trip) sameGrid(g, h *nonogram.Grid) bool {
	if h == nil || g.Width != h.Width || g.Height != h.Height {
		return false
	}
	for i, c := range g.Cells {
		if c != nonogram.Unknown {
			c = t.to[c]
		}
		if c != h.Cells[i] {
			return false
		}
	}
	return true
}

// readBack writes a puzzle and gives what a reader makes of it.
func (f *Format) readBack(p *nonogram.Puzzle) (*nonogram.Puzzle, error) {
	var buf bytes.Buffer
	if err := Encode(&buf, f.Name, p); err != nil {
		return nil, err
	}
	for q, err := range Decode(buf.Bytes(), "", f.Name) {
		return q, err
	}
	return nil, fmt.Errorf("format %s wrote no puzzle", f.Name)
}

// matchColors finds which color of q each color of p is, by the clues and then,
// for colors that no clue has, by their looks. It fails if the clues are not
// the same.
func matchColors(p, q *nonogram.Puzzle) ([]nonogram.Color, error) {
	to := make([]nonogram.Color, len(p.Palette))
	from := make([]nonogram.Color, len(q.Palette))
	for i := range to {
		to[i] = nonogram.Unknown
	}
	for i := range from {
		from[i] = nonogram.Unknown
	}
	to[nonogram.Empty], from[nonogram.Empty] = nonogram.Empty, nonogram.Empty
	if p.Width() != q.Width() || p.Height() != q.Height() {
		return nil, fmt.Errorf("the size is %d × %d, not %d × %d", q.Width(), q.Height(), p.Width(), p.Height())
	}
	for _, l := range p.Lines() {
		a, b := p.Clue(l), q.Clue(l)
		if len(a) != len(b) {
			return nil, fmt.Errorf("%s is %s, not %s", l, b, a)
		}
		for i := range a {
			x, y := a[i].Color, b[i].Color
			if to[x] == nonogram.Unknown && from[y] == nonogram.Unknown {
				to[x], from[y] = y, x
			}
			if a[i].Length != b[i].Length || to[x] != y || from[y] != x {
				return nil, fmt.Errorf("%s is %s, not %s", l, b, a)
			}
		}
	}
	matchUnused(p.Palette, q.Palette, to, from)
	return to, nil
}

// matchUnused pairs the colors that no clue has: the inks of two palettes that
// have no other, or else colors that look alike.
func matchUnused(p, q nonogram.Palette, to, from []nonogram.Color) {
	for i := range p {
		for j := range q {
			alike := len(p) == 2 && len(q) == 2 || p[i].RGB == q[j].RGB
			if alike && to[i] == nonogram.Unknown && from[j] == nonogram.Unknown {
				to[i], from[j] = nonogram.Color(j), nonogram.Color(i)
			}
		}
	}
}
