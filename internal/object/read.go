// Reading an object. A first pass checks the syntax and records the offsets of the members;
// a second one reads them in the required order. A file is an object, an array of objects,
// or a sequence of objects, as in JSON lines.

package object

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/object/jsontext"
	"nonogram/internal/plural"
)

// The members of an object, the texts first and in the order of cursor.Texts.
const (
	memberID = iota
	memberTitle
	memberAuthor
	memberCopyright
	memberLicense
	memberSource
	memberNotes
	memberWidth
	memberHeight
	memberPalette
	memberRows
	memberColumns
	memberTriddler
	memberRising
	memberFalling
	memberGiven
	memberGoal
	memberGrid // of an answer, which is not a puzzle
	memberCount
)

// names are the members of a puzzle as they are spelt.
var names = [memberGrid]string{"id", "title", "author", "copyright", "license", "source", "notes", "width", "height", "palette", "rows", "columns", "triddler", "rising", "falling", "given", "goal"}

// memberOf returns the member of a key, -1 if it is unknown.
func memberOf(key []byte) int {
	for m, name := range names {
		if string(key) == name {
			return m
		}
	}
	switch string(key) {
	case "cols":
		return memberColumns // in files
	case "grid":
		return memberGrid
	}
	return -1
}

// reader reads one object after the other.
type reader struct {
	*cursor.Draft
	strict bool
	// ink finds the color of a name in a file without a palette; it may be nil.
	ink func(name string) (nonogram.RGB, bool)

	// at is the offset of each member's value, or 0 if it is missing.
	at   [memberCount]int
	seen uint32 // the members so far, a bit each
	// null is the offset of the last null in place of a clue, or 0, and nulls says which axes have any.
	null  int
	nulls [2]bool
	// box is the offset of clues of a third dimension, or 0.
	box int

	colors  nonogram.Palette // of the puzzle, with the symbols of the object
	symbols nonogram.Palette // with the symbols assigned to the other colors; may be nil
}

// Decode reads the puzzles of a file, for package format. If an object is not a puzzle in this
// form, other reads it, from its offset to its end. ink finds the color of a name.
func Decode(d *cursor.Draft, ink func(name string) (nonogram.RGB, bool), other func(from, to int) []*nonogram.Puzzle, yield func(*nonogram.Puzzle, error) bool) {
	r := reader{Draft: d, ink: ink}
	r.objects(func(err error) bool {
		if err != nil {
			return yield(nil, err)
		}
		id, from, to := r.ID, r.Start, r.Pos
		p, err := d.Try(r.puzzle)
		if err == nil {
			return yield(p, nil)
		}
		if !r.foreign(err) {
			return yield(nil, err)
		}
		var list []*nonogram.Puzzle
		d.Ordinal--
		if within := cursor.Catch(func() { list = other(from, to) }); within != nil || len(list) == 0 {
			d.Ordinal++
			return yield(nil, later(err, within))
		}
		if len(list) == 1 {
			list[0].ID = id
		}
		for _, p := range list {
			if !yield(p, nil) {
				return false
			}
		}
		return true
	})
}

// later returns the fault that is farther in the text, which says more than that an object is no
// puzzle.
func later(a, b error) error {
	var first, second *cursor.Fault
	if errors.As(a, &first) && errors.As(b, &second) && second.Offset > first.Offset {
		return b
	}
	return a
}

// foreign reports whether an object that failed with err may hold a puzzle in another form:
// other members, clues as texts, padded or drawn clues, or rows of cells as lists.
func (r *reader) foreign(err error) bool {
	clues := r.at[memberRows] != 0 && r.at[memberColumns] != 0
	if r.at[memberTriddler] != 0 {
		return false
	}
	if !clues && r.at[memberGoal] == 0 {
		return true
	}
	var fault *cursor.Fault
	if !errors.As(err, &fault) || fault.Own || fault.Offset < 0 || fault.Offset >= len(r.Data) {
		return false
	}
	at := fault.Offset
	if at == r.at[memberRows] || at == r.at[memberColumns] {
		return true // a number or a text
	}
	switch r.Data[at] {
	case '{':
		return true
	case '"':
		return clues && !r.Has(at-1, ':')
	case '0', '[':
		return !slices.Contains(r.at[:], at)
	default:
		return cursor.IsDigit(r.Data[at]) && bytes.HasPrefix(bytes.TrimLeft(r.Data[at:], "0123456789"), []byte(".0"))
	}
}

// objects yields each object of the file: a single one, those of an array, or a sequence.
// yield may move the cursor.
func (r *reader) objects(yield func(error) bool) {
	for r.SkipSpace(); !r.EOF(); r.SkipSpace() {
		at := r.Pos
		if r.Next('[') {
			if !r.arrayOfObjects(yield) {
				return
			}
			continue
		}
		if list := r.list(); list >= 0 {
			end := r.Pos
			if r.Pos = list; !r.arrayOfObjects(yield) {
				return
			}
			r.Pos = end
			continue
		}
		err := cursor.Catch(r.members)
		end := r.Pos
		if !yield(err) {
			return
		}
		if r.Pos = end; err != nil { // a broken line of JSON lines
			r.Pos = at
			for r.SkipLine(); !r.EOF() && !r.Next('{'); r.SkipLine() {
			}
		}
	}
}

// list returns the offset of the list of objects in an object that is not a puzzle, under
// any key, and moves past the object. It returns -1 if there is none.
func (r *reader) list() int {
	from, at, own := r.Pos, -1, false
	err := cursor.Catch(func() {
		for key := range jsontext.Object(&r.Cursor) {
			value := r.Pos
			jsontext.Skip(&r.Cursor, 1)
			own = own || memberOf(key) >= memberWidth
			if at < 0 && r.holdsObjects(value) {
				at = value
			}
		}
	})
	if err != nil || own || at < 0 {
		r.Pos = from
		return -1
	}
	return at
}

// holdsObjects reports whether a value is an array of objects, or an object of them.
func (r *reader) holdsObjects(at int) bool {
	c := cursor.Cursor{Data: r.Data, Pos: at + 1}
	c.SkipSpace()
	switch r.Data[at] {
	case '[':
		return c.Next('{')
	case '{':
		inside := cursor.Catch(func() {
			jsontext.String(&c)
			c.SkipSpace()
			c.Pos++
			c.SkipSpace()
		}) == nil
		return inside && c.Next('{')
	}
	return false
}

// arrayOfObjects yields the objects of an array, or of an object that has their IDs as
// keys, and reports whether the caller wants more. A syntax error ends the file: the
// start of the next element is unknown.
func (r *reader) arrayOfObjects(yield func(error) bool) bool {
	more := true
	each := func(id []byte) {
		r.members()
		if len(id) > 0 && r.at[memberID] == 0 && len(id) <= cursor.MaxText {
			r.ID = cursor.CleanText(id)
		}
		end := r.Pos
		more = yield(nil)
		r.Pos = end
	}
	err := cursor.Catch(func() {
		if r.Next('{') {
			for key := range jsontext.Object(&r.Cursor) {
				if each(bytes.Clone(key)); !more {
					return
				}
			}
			return
		}
		for range jsontext.Array(&r.Cursor) {
			if each(nil); !more {
				return
			}
		}
	})
	if err != nil {
		yield(err)
		more = false
	}
	return more
}

// members begins a puzzle and records the members of its object.
func (r *reader) members() {
	r.Begin(r.Pos)
	r.at, r.seen, r.box = [memberCount]int{}, 0, 0
	r.null, r.nulls = 0, [2]bool{}
	for key, at := range jsontext.Object(&r.Cursor) {
		r.member(key, at)
	}
	r.readID()
}

// member records a member.
func (r *reader) member(key []byte, keyAt int) {
	m, at := memberOf(key), r.Pos
	if r.strict {
		if m < 0 || m >= memberGrid || string(key) != names[m] {
			panic(r.Fail(keyAt, "found a member %.24q, expected one of %s", key, strings.Join(names[:], ", ")))
		}
		r.Expect(m >= memberPalette || !r.Next('n'), at, "a value, or no such member")
	}
	if m >= 0 {
		r.once(&r.seen, m, key, keyAt)
	}
	if r.Literal("null") {
		return // the same as missing
	}
	if m >= 0 {
		r.at[m] = at
	} else if r.box == 0 && r.holdsLists(at) && IsDepth(string(key)) {
		r.box = keyAt
	}
	jsontext.Skip(&r.Cursor, 1)
}

// BoxClues is the error for clues of the third side of a box.
const BoxClues = "found clues of a third dimension, expected rows and columns"

// IsDepth reports names of the third side of a box.
func IsDepth(name string) bool {
	name = strings.ToLower(name)
	return name == "z" || strings.HasPrefix(name, "depth") || strings.HasPrefix(name, "layer")
}

// holdsLists reports whether a value is an array that begins with an array.
func (r *reader) holdsLists(at int) bool {
	c := cursor.Cursor{Data: r.Data, Pos: at}
	if !c.Next('[') {
		return false
	}
	c.Pos++
	c.SkipSpace()
	return c.Next('[')
}

// once refuses the second member of a kind in an object: some programs would take the first of them,
// others the last.
func (r *reader) once(seen *uint32, kind int, key []byte, keyAt int) {
	if *seen&(1<<kind) != 0 {
		fault := r.Fail(keyAt, "found a second member %.24q, expected one", key)
		fault.Own = true
		panic(fault)
	}
	*seen |= 1 << kind
}

// readID reads the ID before all else, since errors mention it. In a file it may be a
// number.
func (r *reader) readID() {
	at := r.at[memberID]
	if at == 0 {
		return
	}
	defer func(end int) { r.Pos = end }(r.Pos)
	r.Pos = at
	if !r.strict && (r.NextDigit() || r.Next('-')) {
		jsontext.SkipNumber(&r.Cursor)
		if r.Pos-at > cursor.MaxText {
			panic(r.TooLong(at, r.Pos-at))
		}
		r.ID = string(r.Data[at:r.Pos])
		return
	}
	r.ID = cmp.Or(r.text(), r.ID)
}

// text reads a string as a text.
func (r *reader) text() string {
	at := r.Pos
	b := jsontext.String(&r.Cursor)
	text := cursor.CleanText(b)
	if len(text) > cursor.MaxText {
		panic(r.TooLong(at, len(text)))
	}
	return text
}

// puzzle reads the puzzle of an object.
func (r *reader) puzzle() *nonogram.Puzzle {
	p := &nonogram.Puzzle{ID: r.ID}
	for i, field := range cursor.Texts(p) {
		if i != memberID && r.at[i] != 0 {
			r.Pos = r.at[i]
			*field = r.text()
		}
	}
	r.dropEmpty()
	sides := r.sides()
	if sides == nil && (r.at[memberRows] == 0 || r.at[memberColumns] == 0) && (r.at[memberRows] != r.at[memberColumns] || r.at[memberGoal] == 0) {
		fault := r.Fail(r.Start, `found an object without a puzzle, expected "rows" and "columns" or a "goal"`)
		fault.Foreign = true
		panic(fault)
	}
	if r.box != 0 {
		fault := r.Fail(r.box, "%s", BoxClues)
		fault.Own = true
		panic(fault)
	}
	r.palette()
	if r.at[memberRows] != 0 {
		r.clues(p, sides)
	}
	p.Goal = r.grid(memberGoal, p)
	if r.at[memberRows] == 0 {
		if sides != nil {
			r.lineCount(memberGoal, p.Goal.Height, sides[0]+sides[1])
			p.Shape = r.shape(sides)
			r.sameSize(memberGoal, p.Goal, p)
		}
		r.Derive(p, r.at[memberGoal])
	}
	p.Given = r.grid(memberGiven, p)
	r.size(p)
	p.Palette = r.colors
	return r.Finished(p)
}

// dropEmpty treats empty lists as missing: given cells, goals, and clues beside a goal.
func (r *reader) dropEmpty() {
	for _, m := range [2]int{memberGiven, memberGoal} {
		if r.empty(m) {
			r.at[m] = 0
		}
	}
	if r.at[memberGoal] != 0 && r.empty(memberRows) && r.empty(memberColumns) {
		r.at[memberRows], r.at[memberColumns] = 0, 0
	}
}

func (r *reader) empty(m int) bool {
	if r.at[m] == 0 || !r.Has(r.at[m], '[') {
		return false
	}
	r.Pos = r.at[m] + 1
	r.SkipSpace()
	return r.Next(']')
}

// palette reads the colors, black and white if there are none.
func (r *reader) palette() {
	r.colors, r.symbols = nonogram.BlackAndWhite(), nil
	at := r.at[memberPalette]
	if at == 0 {
		return
	}
	r.Pos, r.colors = at, nil
	whole := true
	for range jsontext.Array(&r.Cursor) {
		r.Require(len(r.colors) != nonogram.MaxColors, r.Pos, "found over %d colors, which is the limit", nonogram.MaxColors)
		at := r.Pos
		w := r.swatch()
		r.Require(len(r.colors) > 0 || w.Diagonal == 0, at, "found a background of triangles, expected one color")
		r.colors = append(r.colors, w)
		whole = whole && w.Symbol != 0
	}
	if len(r.colors) < 2 {
		panic(r.Fail(at, "found %s, expected the background and at least one ink", plural.Of(len(r.colors), "color", "colors")))
	}
	if !whole {
		r.symbols = assigned(r.colors)
	}
}

// assigned returns the symbols of colors without one.
func assigned(colors nonogram.Palette) nonogram.Palette {
	symbols := append(nonogram.Palette(nil), colors...)
	symbols.AssignSymbols()
	for i, c := range colors {
		if c.Symbol != 0 {
			symbols[i].Symbol = 0
		}
	}
	return symbols
}

// swatch reads a color. All its members are optional.
func (r *reader) swatch() (w nonogram.Swatch) {
	seen := uint32(0)
	for key, keyAt := range jsontext.Object(&r.Cursor) {
		at := r.Pos
		switch string(key) {
		case "name":
			r.once(&seen, 0, key, keyAt)
			w.Name = r.text()
		case "symbol":
			r.once(&seen, 1, key, keyAt)
			value := jsontext.String(&r.Cursor)
			if len(value) > 1 || len(value) == 1 && value[0] >= utf8.RuneSelf {
				panic(r.Expected(at, "one ASCII character"))
			}
			if len(value) == 1 {
				w.Symbol = value[0]
			}
		case "color":
			r.once(&seen, 2, key, keyAt)
			if value := jsontext.String(&r.Cursor); len(value) > 0 {
				r.Expect(cursor.ReadPaint(&w, value, cursor.ParseRGB), at, `a color like "#ff0000", or "#ff0000/#0000ff" for triangles`)
			}
		default:
			r.other(key, keyAt, "a color, name, symbol or color")
		}
	}
	return w
}
