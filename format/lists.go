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
	text := parseTree(&d.Cursor, from, to)
	defer text.release()
	tree := text.nodes
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

// hasLists reports whether a text has lists in lists, lists of bullets, or a list that C assigns.
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
	return deepest > 1 || hasBullet(data) || bytes.Contains(data, []byte("= {"))
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
		if n.kind == listNode && depthOf(n) > 1 && object.IsDepth(n.name) {
			panic(r.Fail(int(n.at), "%s", object.BoxClues))
		}
	}
	parts := r.parts(items)
	sides, loose, grids := sortParts(parts)
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
	r.inside(id, items, grids)
}

// inside reads the puzzles of the lists in a list that is not a pair of clues, and then its pictures,
// except the solutions of those puzzles.
func (r *listReader) inside(id string, items []node, grids []part) {
	before := len(r.found)
	colors := paletteOf(items)
	for _, n := range items {
		if n.kind == listNode && !namesSide(n) && !slices.ContainsFunc(grids, func(p part) bool { return p.at == n.at }) && (colors == nil || n.at != colors.at) {
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

// namesSide reports a list named after the rows or the columns. One of values with names is named after
// its picture: a crow or a top hat.
func namesSide(n node) bool {
	_, ok := axisOf(n.name)
	return ok && !slices.ContainsFunc(n.items, func(n node) bool { return n.kind == listNode && n.name != "" })
}

// sortParts returns the clues of rows and columns by their names, the lists that may be clues, and
// the pictures.
func sortParts(parts []part) (sides [2][]part, loose, grids []part) {
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
	return sides, loose, grids
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
			n.details = &details{name: n.name, items: r.rowsOf(n.items)}
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
		rows = append(rows, node{kind: listNode, at: numbers[i].at, details: &details{items: numbers[i : i+width]}})
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
	for _, order := range [2][2]int{{0, 1}, {1, 0}} {
		if p := r.build(both[order[0]].clues, both[order[1]].clues, both[0]); p != nil && nonogram.Validate(p) == nil {
			r.checkNull(p, both...)
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
	p := r.build(rows.clues, cols.clues, rows)
	r.Require(p != nil, int(rows.at), "found 0 among other numbers, expected numbers from 1; the clue of an empty line is a single 0")
	r.checkNull(p, rows, cols)
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

// checkNull rejects null in place of a clue where it may mean an empty line or a line of which
// nothing is known.
func (r *listReader) checkNull(p *nonogram.Puzzle, parts ...part) {
	var nulls [2]bool
	at := -1
	for i, part := range parts {
		for _, n := range part.items {
			if n.kind == numberNode && n.n == nullNumber {
				nulls[i], at = true, int(n.at)
			}
		}
	}
	r.Require(at < 0 || object.NullIsMissing(p, nulls), at, "%s", object.NullClue)
}
