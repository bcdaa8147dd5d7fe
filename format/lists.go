// Puzzles in a tree of lists: two lists of clues, or a matrix of cells, under any names and
// at any depth.
//
//	rows = [[1, 1], [2]]               {"grid": [[1, 0, 1], [1, 1, 0]]}
//	cols = [[2], [1], [1]]
//
// Lists are rows and columns by their names, or else in this order. A clue is a list of
// numbers, a number or a text of numbers. It may be padded with 0 or -1, or be drawn cell by
// cell, the blocks 2 1 as 1, 1, 0, 1. A matrix has rows of equal length with 0 and 1, or true
// and false, or characters. Totals decide between the readings; lists without names whose
// totals differ are not a puzzle.

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
	// broken is a pair of lists without names whose totals differ.
	broken *nonogram.InvalidError
}

// readLists returns the puzzles of a part of the text. It panics with a fault if there are
// none, or if they exceed the limits.
func readLists(d *cursor.Draft, from, to int) []*nonogram.Puzzle {
	r := listReader{Draft: d, ints: map[string]int{}}
	r.scope("", parseTree(&d.Cursor, from, to))
	switch {
	case len(r.found) > 0:
		return r.found
	case r.broken != nil:
		panic(d.Fail(from, "found two lists that are not clues: %s", r.broken.Problems[len(r.broken.Problems)-1]))
	}
	panic(d.Fail(from, "found no puzzle, expected a list of the rows' clues and one of the columns', or a matrix of 0 and 1"))
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
	for _, g := range grids {
		r.picture(cmp.Or(g.name, id), g, items)
	}
	for _, n := range items {
		if n.kind == listNode && !slices.ContainsFunc(grids, func(p part) bool { return p.at == n.at }) {
			r.scope(cmp.Or(n.name, id), n.items)
		}
	}
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
	for _, n := range items {
		p := part{node: n}
		p.axis, p.labeled = axisOf(n.name)
		if n.kind == listNode {
			n.items = r.rowsOf(n.items)
			p.node = n
			p.grid = gridOf(n)
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
	for _, g := range grids {
		if isSolution(p, g.grid) {
			p.Goal = g.grid
		}
	}
	r.finish(id, p, fmt.Sprintf("lists %s and %s", rows.name, cols.name), items)
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

// picture reads a matrix.
func (r *listReader) picture(id string, g part, items []node) {
	p := nonogram.FromGrid(g.grid, nonogram.BlackAndWhite())
	p.Goal = g.grid
	r.Begin(int(g.at))
	what := "a picture of cells"
	if g.name != "" {
		what += " in " + g.name
	}
	r.finish(id, p, what, items)
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
	r.found = append(r.found, r.Finished(p))
}
