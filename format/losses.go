// The parts of a puzzle that a format loses. Losses writes the puzzle, reads it back and
// compares, instead of describing every corner of every format, such as titles of two
// lines. Colors may come back in another order; the clues identify them.

package format

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// Losses describes the parts of a puzzle that a file of the format cannot hold. An ID that
// is a number is not a loss. A malformed puzzle has no losses. If [Encode] refuses the puzzle for
// another reason, the only loss is the puzzle, with the reason.
func Losses(f *Format, p *nonogram.Puzzle) []string {
	if wellFormed(p) != nil {
		return nil
	}
	q, err := f.readBack(p)
	return f.losses(p, q, err)
}

// losses compares a puzzle with the one read back, unless that failed.
func (f *Format) losses(p, q *nonogram.Puzzle, err error) []string {
	t := trip{p: p, q: q}
	if err == nil {
		t.to, err = matchColors(p, q)
	}
	var lost []string
	for _, u := range uses {
		if err != nil && p.Colored() && !f.holds.has(holdsColors) && u.feature&(holdsNames|holdsSymbols|holdsUnused) != 0 {
			continue // part of the colors
		}
		if u.has(p) && (err != nil && !f.holds.has(u.feature) || err == nil && !u.kept(&t)) {
			lost = append(lost, u.name)
		}
	}
	if err != nil && len(lost) == 0 {
		lost = []string{"the puzzle: " + err.Error()}
	}
	return lost
}

// trip is a puzzle p that was read back as q. Color c of p is color to[c] of q, Unknown if
// it is lost.
type trip struct {
	p, q *nonogram.Puzzle
	to   []nonogram.Color
}

// use is a part that a puzzle may have and lose.
type use struct {
	feature feature
	name    string
	has     func(p *nonogram.Puzzle) bool
	kept    func(t *trip) bool
}

var uses = []use{
	{holdsColors, "colors", (*nonogram.Puzzle).Colored, kept(sameInk)},
	{holdsInk, "the color of the ink", hasInk, kept(sameInk)},
	{holdsTriangles, "colors drawn as triangles", func(p *nonogram.Puzzle) bool { return p.Palette.Triangles() }, kept(samePaint)},
	{holdsPaper, "the color of the background", func(p *nonogram.Puzzle) bool { return p.Palette[0].RGB != usual[0].RGB }, kept(samePaper)},
	{holdsNames, "the names of colors", hasNames, kept(sameName)},
	{holdsSymbols, "the characters of colors", (*nonogram.Puzzle).Colored, kept(sameSymbol)},
	{holdsUnused, "colors that nothing has", hasUnused, (*trip).keptUnused},
	{holdsBlots, "blocks of unknown length", (*nonogram.Puzzle).Blotted, func(t *trip) bool { return t.q.Blotted() }},
	{holdsMissing, "lines without a clue", (*nonogram.Puzzle).Missing, func(t *trip) bool { return t.q.Missing() }},
	{holdsShapes, "the shape of the board", func(p *nonogram.Puzzle) bool { return p.Shape != nil }, func(t *trip) bool { return t.q.Shape != nil }},
	{holdsGiven, "given cells", func(p *nonogram.Puzzle) bool { return p.Given != nil }, func(t *trip) bool { return t.sameGrid(t.p.Given, t.q.Given) }},
	{holdsGoal, "the goal", func(p *nonogram.Puzzle) bool { return p.Goal != nil }, func(t *trip) bool { return t.sameGrid(t.p.Goal, t.q.Goal) }},
	textUse(holdsID, "the id", 0),
	textUse(holdsTitle, "the title", 1),
	textUse(holdsAuthor, "the author", 2),
	textUse(holdsCopyright, "the copyright", 3),
	textUse(holdsLicense, "the license", 4),
	textUse(holdsOrigin, "the source", 5),
	textUse(holdsNotes, "the notes", 6),
}

// textUse is the use of a text, by its index in cursor.Texts.
func textUse(feature feature, name string, i int) use {
	return use{
		feature, name,
		func(p *nonogram.Puzzle) bool {
			return *cursor.Texts(p)[i] != "" && (feature != holdsID || !isNumber(p.ID))
		},
		func(t *trip) bool { return *cursor.Texts(t.p)[i] == *cursor.Texts(t.q)[i] },
	}
}

// usual is the default palette.
var usual = nonogram.BlackAndWhite()

func hasInk(p *nonogram.Puzzle) bool {
	return !p.Colored() && p.Palette[nonogram.Black].RGB != usual[nonogram.Black].RGB
}

// hasNames ignores default names.
func hasNames(p *nonogram.Puzzle) bool {
	for i, w := range p.Palette {
		if w.Name != "" && (i >= len(usual) || w.Name != usual[i].Name) {
			return true
		}
	}
	return false
}

// usedColors reports which colors of its palette a puzzle uses.
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

// hasUnused ignores the only ink of an empty picture.
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

// kept reports whether all colors are read back with the same property. It ignores lost colors,
// which keptUnused and sameGrid report.
func kept(same func(color int, p, q nonogram.Swatch) bool) func(*trip) bool {
	return func(t *trip) bool {
		for i, w := range t.p.Palette {
			if c := t.to[i]; c != nonogram.Unknown && !same(i, w, t.q.Palette[c]) {
				return false
			}
		}
		return true
	}
}

func sameInk(color int, p, q nonogram.Swatch) bool { return color == 0 || p.RGB == q.RGB }

func samePaint(_ int, p, q nonogram.Swatch) bool { return p.Diagonal == 0 || p.SamePaint(q) }

func samePaper(color int, p, q nonogram.Swatch) bool { return color > 0 || p.RGB == q.RGB }

// sameName ignores added names.
func sameName(_ int, p, q nonogram.Swatch) bool { return p.Name == "" || p.Name == q.Name }

func sameSymbol(_ int, p, q nonogram.Swatch) bool { return p.Symbol == q.Symbol }

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

// readBack writes a puzzle and reads it.
func (f *Format) readBack(p *nonogram.Puzzle) (*nonogram.Puzzle, error) {
	w, err := f.writer(io.Discard)
	if err == nil {
		err = w.encode([]*nonogram.Puzzle{p})
	}
	if err != nil {
		return nil, err
	}
	return w.back, nil
}

// matchColors maps the colors of p to those of q by the clues, and colors that no clue has
// by their RGB values. It fails if the clues differ.
func matchColors(p, q *nonogram.Puzzle) ([]nonogram.Color, error) {
	to := slices.Repeat([]nonogram.Color{nonogram.Unknown}, len(p.Palette))
	from := slices.Repeat([]nonogram.Color{nonogram.Unknown}, len(q.Palette))
	to[nonogram.Empty], from[nonogram.Empty] = nonogram.Empty, nonogram.Empty
	switch {
	case (p.Shape == nil) != (q.Shape == nil):
		return nil, errors.New("one board is a triddler, the other a rectangle")
	case p.Shape != nil && p.Shape.Sides != q.Shape.Sides:
		return nil, fmt.Errorf("the sides are %s, not %s", q.Shape, p.Shape)
	case p.Width() != q.Width() || p.Height() != q.Height():
		return nil, fmt.Errorf("the size is %d × %d, not %d × %d", q.Width(), q.Height(), p.Width(), p.Height())
	}
	for _, l := range p.Lines() {
		a, b := p.Clue(l), q.Clue(l)
		if a.Missing() && b.Missing() {
			continue
		}
		if len(a) != len(b) || a.Missing() || b.Missing() {
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

// matchUnused maps the colors that no clue has: the only inks of two palettes, or colors
// with equal RGB values.
func matchUnused(p, q nonogram.Palette, to, from []nonogram.Color) {
	for i := range p {
		for j := range q {
			alike := len(p) == 2 && len(q) == 2 || p[i].SamePaint(q[j])
			if alike && to[i] == nonogram.Unknown && from[j] == nonogram.Unknown {
				to[i], from[j] = nonogram.Color(j), nonogram.Color(i)
			}
		}
	}
}

// feature is a set of parts.
type feature uint32

// The features.
const (
	holdsMany      feature = 1 << iota // several puzzles in one file
	holdsColors                        // several inks
	holdsInk                           // the color of the ink of a black-and-white puzzle
	holdsTriangles                     // colors drawn as triangles
	holdsPaper                         // the color of the background
	holdsNames                         // the names of colors
	holdsSymbols                       // the text characters of colors
	holdsUnused                        // colors that nothing in the puzzle has
	holdsBlots                         // blocks of unknown length
	holdsMissing                       // lines without a clue
	holdsShapes                        // triddlers
	holdsGiven                         // given cells
	holdsGoal                          // the picture
	holdsID                            // an ID other than the puzzle's number
	holdsTitle                         // Puzzle.Title
	holdsAuthor                        // Puzzle.Author
	holdsCopyright                     // Puzzle.Copyright
	holdsLicense                       // Puzzle.License
	holdsOrigin                        // Puzzle.Source
	holdsNotes                         // Puzzle.Notes
)

// Common sets.
const (
	allColors = holdsColors | holdsInk | holdsPaper | holdsNames | holdsSymbols | holdsUnused
	allTexts  = holdsID | holdsTitle | holdsAuthor | holdsCopyright | holdsLicense | holdsOrigin | holdsNotes
)

// has reports whether the set includes all of other.
func (f feature) has(other feature) bool { return f&other == other }

// textFields are the indexes in cursor.Texts of the names that files have for texts.
var textFields = map[string]int{
	"id": 0, "title": 1, "by": 2, "author": 2, "copyright": 3, "license": 4,
	"source": 5, "catalogue": 5, "catalog": 5, "collection": 5, "notes": 6, "note": 6, "description": 6,
}

// textField returns the field of a text, nil for other names.
func textField(p *nonogram.Puzzle, name string) *string {
	i, ok := textFields[name]
	if !ok {
		return nil
	}
	return cursor.Texts(p)[i]
}

func isNumber(id string) bool { return strings.Trim(id, "0123456789") == "" }
