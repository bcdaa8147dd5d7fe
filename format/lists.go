// Puzzles in a tree of lists: two lists of clues, or a matrix of cells, under any names and
// at any depth.
//
//	rows = [[1, 1], [2]]               {"grid": [[1, 0, 1], [1, 1, 0]]}
//	cols = [[2], [1], [1]]
//
// Lists are rows and columns by their names, or else in this order. A clue is a list of
// numbers, a number or a text of numbers. It may be padded with 0 or -1, or be drawn cell by
// cell, the blocks 2 1 as 1, 1, 0, 1. A matrix has rows of equal length with 0 and 1, or true
// and false, or characters, or the numbers of colors beside a list of colors. Totals decide between
// the readings; lists without names whose totals differ are not a puzzle. Names like rows and
// columns, and in JSON grid, make lists a puzzle. Other lists must be all that the text has, and so
// must named clues whose totals differ in a program. There, nothing to fill is not a puzzle either.

package format

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

// listReader finds the puzzles of a tree.
type listReader struct {
	*cursor.Draft
	ints  map[string]int // sizes by their names
	found []*nonogram.Puzzle
	data  bool           // the text is JSON, in which names mean more than in programs
	used  map[int32]bool // the offsets of lists that puzzles are made of
	guess bool           // some of these lists may be something else
	// broken is a pair of lists without names whose totals differ.
	broken *nonogram.InvalidError
}

// readLists returns the puzzles of a part of the text, which is JSON or a program. It panics with
// a fault if there are none, or if they exceed the limits.
func readLists(d *cursor.Draft, from, to int, data bool) []*nonogram.Puzzle {
	r := listReader{Draft: d, data: data, ints: map[string]int{}, used: map[int32]bool{}}
	tree := parseTree(&d.Cursor, from, to)
	r.scope("", tree)
	switch {
	case len(r.found) > 0:
		if other := r.unread(tree); other != nil && r.guess {
			panic(d.Fail(int(other.at), "found %s beside lists that may be a puzzle, expected nothing else, or names like rows and columns", d.Found(int(other.at))))
		}
		return r.found
	case r.broken != nil:
		panic(d.Fail(from, "found two lists that are not clues: %s", r.broken.Problems[len(r.broken.Problems)-1]))
	}
	panic(d.Fail(from, "found no puzzle, expected a list of the rows' clues and one of the columns', or a matrix of 0 and 1"))
}

// unread returns a value that no puzzle accounts for, nil if there is none. Texts and numbers
// about a puzzle, such as its title and size, are accounted for, and so are those without a name
// beside its lists.
func (r *listReader) unread(items []node) *node {
	beside := slices.ContainsFunc(items, func(n node) bool { return r.used[n.at] })
	for i := range items {
		n := &items[i]
		switch {
		case r.used[n.at]:
		case n.kind != listNode && (n.name == "" && beside || about[strings.ToLower(n.name)]):
		case n.kind != listNode || len(n.items) == 0:
			return n
		default:
			if other := r.unread(n.items); other != nil {
				return other
			}
		}
	}
	return nil
}

// about are names of values about a puzzle.
var about = map[string]bool{
	"id": true, "name": true, "title": true, "author": true, "by": true, "copyright": true, "license": true, "source": true, "notes": true,
	"note": true, "description": true, "date": true, "difficulty": true, "level": true, "version": true, "number": true, "index": true,
	"width": true, "height": true, "rows": true, "cols": true, "columns": true, "size": true, "n": true, "m": true, "w": true, "h": true,
}

// saysPicture reports whether a name says that a matrix is a picture.
func saysPicture(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{
		"grid", "solution", "answer", "goal", "puzzle", "picture", "board", "image", "cell", "matrix", "nonogram", "pixel", "bitmap", "picross", "drawing",
	}, func(word string) bool { return strings.Contains(name, word) })
}

// hasLists reports whether a text has lists in lists, or lists of bullets.
func hasLists(data []byte) bool {
	depth, deepest := 0, 0
	for _, b := range data {
		switch {
		case b == '[' || b == '(' || b == '{':
			depth++
			deepest = max(deepest, depth)
		case isClosing(b) && depth > 0:
			depth--
		case depth > 0 && (b == ';' || b == '|'):
			return true
		}
	}
	return deepest > 1 || hasBullet(data)
}

// hasBullet reports whether a line begins with "- ".
func hasBullet(data []byte) bool {
	for from := 0; ; {
		i := bytes.Index(data[from:], []byte("- "))
		if i < 0 {
			return false
		}
		before := bytes.TrimRight(data[from:from+i], " \t")
		if len(before) == 0 && from == 0 || len(before) > 0 && cursor.IsEOL(before[len(before)-1]) {
			return true
		}
		from += i + 2
	}
}

// part is a list of a scope that may be clues or a picture.
type part struct {
	node
	axis    nonogram.Axis
	labeled bool
	clues   [][]int32
	grid    *nonogram.Grid
	most    int32 // the largest cell of the grid
	truth   bool  // its cells are true and false
}

// scope reads the puzzles of the values of a list.
func (r *listReader) scope(id string, items []node) {
	if len(items) == 1 && items[0].kind == listNode && len(r.parts(items)) == 0 {
		r.scope(cmp.Or(items[0].name, id), items[0].items)
		return
	}
	for _, n := range items {
		if n.kind == numberNode && n.name != "" {
			r.ints[n.name] = int(n.n)
		}
	}
	for _, n := range items {
		third := n.kind == listNode && depthOf(n) > 1 && isDepth(n.name)
		r.Require(!third, int(n.at), "found clues of a third dimension in %s, expected rows and columns", n.name)
	}
	parts := r.parts(items)
	var sides [2][]part
	var loose, grids []part
	for _, p := range parts {
		switch {
		case p.labeled && p.clues != nil:
			sides[p.axis] = append(sides[p.axis], p)
		case p.grid != nil:
			grids = append(grids, p)
		case p.clues != nil && depthOf(p.node) > 1:
			loose = append(loose, p)
		}
	}
	if len(parts) == 0 {
		for _, n := range items {
			r.typed(cmp.Or(n.name, id), n)
		}
	}
	switch rows, cols := sides[nonogram.Row], sides[nonogram.Column]; {
	case len(rows) > 0 && len(rows) == len(cols):
		for i := range rows {
			r.pair(id, rows[i], cols[i], grids, items)
		}
		return
	case len(rows) == 0 && len(cols) == 0 && r.twoLists(id, loose, grids, items):
		return
	}
	before := len(r.found)
	colors := paletteOf(items)
	for _, n := range items {
		_, axis := axisOf(n.name)
		if n.kind == listNode && !axis && !slices.ContainsFunc(grids, func(p part) bool { return p.at == n.at }) && (colors == nil || n.at != colors.at) {
			if name := cmp.Or(n.name, id); !r.stream(name, n) {
				r.scope(name, n.items)
			}
		}
	}
	inside := r.found[before:]
	for _, g := range grids {
		if !r.solved(inside, g) {
			r.picture(id, g, items, colors)
		}
	}
}

// stream reads a list of numbers only, as in Gecode's nonogram.cpp: the width and the height, and
// then the columns and the rows, each clue after its length. The numbers must be used up, and the
// totals agree.
func (r *listReader) stream(id string, n node) bool {
	if len(n.items) < 6 || !isNumbers(n) || slices.ContainsFunc(n.items, func(n node) bool { return n.n < 0 }) {
		return false
	}
	width, height, rest := int(n.items[0].n), int(n.items[1].n), n.items[2:]
	if nonogram.ValidateSize(width, height) != nil || min(width, height) < 5 { // few numbers fit by chance
		return false
	}
	var clues [][]int32
	for len(clues) < width+height && len(rest) > 0 && int(rest[0].n) < len(rest) {
		clue := []int32{}
		for _, item := range rest[1 : 1+rest[0].n] {
			clue = append(clue, item.n)
		}
		clues, rest = append(clues, clue), rest[1+rest[0].n:]
	}
	if len(rest) > 0 || len(clues) != width+height {
		return false
	}
	p := r.build(clues[width:], clues[:width], part{node: n})
	if p == nil || nonogram.Validate(p) != nil {
		return false
	}
	r.used[n.at] = true
	r.finish(id, p, "a list of sizes and clues", nil)
	return true
}

// isDepth reports names of the third side of a box.
func isDepth(name string) bool {
	name = strings.ToLower(name)
	return name == "z" || strings.HasPrefix(name, "depth") || strings.HasPrefix(name, "layer")
}

// solved makes a matrix the goal of the puzzle beside it, if there is one.
func (r *listReader) solved(list []*nonogram.Puzzle, g part) bool {
	if len(list) != 1 || list[0].Goal != nil {
		return false
	}
	if isSolution(list[0], g.grid) {
		list[0].Goal, r.used[g.at] = g.grid, true
		return true
	}
	name := strings.ToLower(g.name)
	for _, word := range []string{"solution", "answer", "goal"} {
		r.Require(!strings.Contains(name, word), int(g.at), "found a picture in %s that does not fit the clues", g.name)
	}
	return false
}

// typed reads a text of several lines with the clues, "2 3\n2\n1\n1\n1 1\n2".
func (r *listReader) typed(id string, n node) {
	if n.kind != textNode || strings.Count(n.text, "\n") < 2 {
		return
	}
	for _, l := range []layout{{size: heightFirst, columns: true}, {}} {
		d := &cursor.Draft{Cursor: cursor.Cursor{Data: []byte(n.text)}}
		d.Begin(0)
		p, err := d.Try((&plainReader{Draft: d, layout: l}).puzzle)
		if err == nil && nonogram.Validate(p) == nil {
			r.Begin(int(n.at))
			p.ID = ""
			r.finish(id, p, "a text in "+n.name, nil)
			return
		}
	}
}

// parts returns the lists that may be clues or pictures.
func (r *listReader) parts(items []node) (list []part) {
	mostCell := int32(1)
	colors := paletteOf(items)
	if colors != nil {
		mostCell = int32(len(colors.swatches))
	}
	for _, n := range items {
		if colors != nil && n.at == colors.at {
			continue
		}
		p := part{node: n}
		p.axis, p.labeled = axisOf(n.name)
		if n.kind == listNode {
			n.items = r.rowsOf(n.items)
			p.node = n
			p.grid, p.most, p.truth = gridOf(n, mostCell)
		}
		p.clues = cluesOf(n, p.labeled)
		if p.clues != nil || p.grid != nil {
			list = append(list, p)
		}
	}
	return list
}

// rowsOf cuts the numbers of "array2d(1..2, 1..3, [2, 1, 2, …])" into rows.
func (r *listReader) rowsOf(items []node) []node {
	last := len(items) - 1
	if last < 2 || items[last].kind != listNode || depthOf(items[last]) != 1 || slices.ContainsFunc(items[:last], func(n node) bool { return n.kind == listNode }) {
		return items
	}
	width := int(items[last-1].n)
	if items[last-1].kind == textNode {
		width = r.ints[items[last-1].text]
	}
	numbers := items[last].items
	switch {
	case width < 1:
		return items
	case len(numbers)%width != 0:
		return nil // the numbers do not fill the array
	}
	var rows []node
	for i := 0; i < len(numbers); i += width {
		rows = append(rows, node{kind: listNode, at: numbers[i].at, items: numbers[i : i+width]})
	}
	return rows
}

// twoLists reads two lists without names of rows and columns: rows first, or columns first if
// only that has equal totals.
func (r *listReader) twoLists(id string, loose, grids []part, items []node) bool {
	both := append(slices.Clone(loose), slices.DeleteFunc(slices.Clone(grids), func(p part) bool { return p.clues == nil })...)
	if len(both) != 2 {
		return false
	}
	slices.SortFunc(both, func(a, b part) int { return int(a.at - b.at) })
	r.refuseNull(both...)
	for _, order := range [2][2]int{{0, 1}, {1, 0}} {
		if p := r.build(both[order[0]].clues, both[order[1]].clues, both[0]); p != nil && nonogram.Validate(p) == nil {
			r.guess, r.used[both[0].at], r.used[both[1].at] = true, true, true
			r.finish(id, p, [2]string{"two lists, rows and columns", "two lists, columns and rows"}[order[0]], items)
			return true
		}
	}
	if len(grids) < 2 && r.broken == nil {
		if p := r.build(both[0].clues, both[1].clues, both[0]); p != nil {
			r.broken, _ = nonogram.Validate(p).(*nonogram.InvalidError) //nolint:errorlint // Validate returns no other type
		}
	}
	return len(grids) < 2
}

// pair reads two named lists. Their names make them a puzzle, even if the totals differ.
func (r *listReader) pair(id string, rows, cols part, grids []part, items []node) {
	r.refuseNull(rows, cols)
	p := r.build(rows.clues, cols.clues, rows)
	r.Require(p != nil, int(rows.at), "found 0 among other numbers, expected numbers from 1; the clue of an empty line is a single 0")
	r.sizes(p, items)
	r.used[rows.at], r.used[cols.at] = true, true
	// Two lists of numbers may count anything.
	r.guess = r.guess || !r.data && (nonogram.Validate(p) != nil || depthOf(rows.node) == 1 && depthOf(cols.node) == 1 && isNumbers(rows.node) && isNumbers(cols.node))
	for _, g := range grids {
		r.solved([]*nonogram.Puzzle{p}, g)
	}
	r.finish(id, p, fmt.Sprintf("lists %s and %s", rows.name, cols.name), items)
}

// isNumbers reports a list of numbers only.
func isNumbers(n node) bool {
	return !slices.ContainsFunc(n.items, func(n node) bool { return n.kind != numberNode })
}

// refuseNull rejects null in place of a clue: some mean an empty line by it, others a line of
// which nothing is known.
func (r *listReader) refuseNull(parts ...part) {
	for _, p := range parts {
		for _, n := range p.items {
			r.Require(n.kind != numberNode || n.n != nullNumber, int(n.at), "%s", object.NullClue)
		}
	}
}

// sizes compares the sizes beside two lists with them.
func (r *listReader) sizes(p *nonogram.Puzzle, items []node) {
	for _, n := range items {
		want, what := p.Height(), "row"
		switch strings.ToLower(n.name) {
		case "rows", "height":
		case "cols", "columns", "width":
			want, what = p.Width(), "column"
		default:
			continue
		}
		if !(n.kind != numberNode || int(n.n) == want) {
			panic(r.Fail(int(n.at), "found %s = %d, but clues for %s", n.name, n.n, plural.Of(want, what, what+"s")))
		}
	}
}

// picture reads a matrix. One of true and false may be anything, unless its name says what it is.
func (r *listReader) picture(id string, g part, items []node, colors *palette) {
	named := saysPicture(g.name) || saysPicture(id)
	if g.truth && !named {
		return
	}
	swatches := nonogram.BlackAndWhite()
	if colors != nil {
		swatches = colors.of(r, g)
		r.used[colors.at] = true
	}
	p := nonogram.FromGrid(g.grid, swatches)
	p.Goal = g.grid
	r.Begin(int(g.at))
	r.used[g.at] = true
	r.guess = r.guess || !named || !r.data
	what := "a picture of cells"
	if g.name != "" {
		what += " in " + g.name
	}
	r.finish(cmp.Or(g.name, id), p, what, items)
}

// build makes a puzzle of clues: of their numbers, or of the cells that they draw if only
// that has equal totals. It returns nil if a clue has a 0 inside and draws nothing.
func (r *listReader) build(rows, cols [][]int32, at part) *nonogram.Puzzle {
	var plain *nonogram.Puzzle
	for _, drawn := range []bool{false, true} {
		a, ok := clueNumbers(rows, drawn)
		b, ok2 := clueNumbers(cols, drawn)
		if !ok || !ok2 || len(rows) > nonogram.MaxSide || len(cols) > nonogram.MaxSide {
			continue
		}
		p := &nonogram.Puzzle{}
		r.Begin(int(at.at))
		r.Ordinal--
		for _, clue := range slices.Concat(a, b) {
			r.OpenClueAt(int(at.at))
			for _, n := range clue {
				r.AddBlock(int(n), nonogram.Black)
			}
			r.CloseClue()
		}
		r.Build(p, r.Lines[:len(a)], r.Lines[len(a):])
		p.Palette = nonogram.BlackAndWhite()
		if nonogram.Validate(p) == nil {
			r.Ordinal++
			return p
		}
		if !drawn {
			plain = p
		}
	}
	if plain != nil {
		r.Ordinal++
	}
	return plain
}

// clueNumbers returns the blocks of clues, 0 for hidden ones.
func clueNumbers(clues [][]int32, drawn bool) (list [][]int32, ok bool) {
	for _, clue := range clues {
		isPad := func(n int32) bool { return n == 0 || n == padNumber }
		for len(clue) > 0 && isPad(clue[len(clue)-1]) {
			clue = clue[:len(clue)-1]
		}
		for len(clue) > 0 && isPad(clue[0]) {
			clue = clue[1:]
		}
		blocks := []int32{}
		before := int32(0)
		for _, n := range clue {
			switch {
			case drawn && (n > 1 || n < 0), !drawn && (n == 0 || n == padNumber):
				return nil, false
			case !drawn:
				blocks = append(blocks, max(n, 0))
			case n == 1 && before == 1:
				blocks[len(blocks)-1]++
			case n == 1:
				blocks = append(blocks, 1)
			}
			before = n
		}
		list = append(list, blocks)
	}
	return list, true
}

// finish adds the texts around a puzzle.
func (r *listReader) finish(id string, p *nonogram.Puzzle, as string, items []node) {
	for _, n := range items {
		name := strings.ToLower(n.name)
		switch {
		case name == "id" && n.kind == numberNode:
			p.ID = fmt.Sprint(n.n)
		case name == "name":
			p.Title = n.text
		case n.kind == textNode && textField(p, name) != nil:
			*textField(p, name) = n.text
		}
	}
	if p.ID == "" && id != "" && len(id) <= cursor.MaxShown {
		if _, labeled := axisOf(id); !labeled {
			p.ID = id
		}
	}
	p.ReadAs = as
	if r.data || p.Width()*p.Height() > 1 && slices.ContainsFunc(slices.Concat(p.Rows, p.Cols), func(c nonogram.Clue) bool { return len(c) > 0 }) {
		r.found = append(r.found, r.Finished(p))
	}
}
