package render

import (
	"math"
	"strings"

	"nonogram"
)

// A puzzle that is too large for a page is divided into tiles of rows and columns with their
// clues. Two tiles are on facing pages. Of more tiles, neighbors share five lines, which are
// tinted, unless that would be most of a page, and each page has a map. Tiles begin at guide
// lines.

// tile is a part of a puzzle.
type tile struct {
	rows, cols  span
	index       int // among the tiles of the puzzle, row by row
	across, all int // tiles side by side, and in all
	// rowsShared and colsShared are the lines that neighbors share.
	rowsShared, colsShared int
}

// span is a half-open range of lines.
type span struct{ from, to int }

func (s span) size() int { return s.to - s.from }

const (
	// overlap is the number of shared lines.
	overlap = guideEvery
	// leastTile is the least side of a tile, sharedTile that of one which shares lines with
	// both neighbors and has as many of its own.
	leastTile, sharedTile = 2 * guideEvery, 4 * guideEvery
)

// spans divides n lines into few, similar ranges of at most room lines.
func spans(n, room, shared int) []span {
	if n <= room {
		return []span{{0, n}}
	}
	widest := (room - shared) / guideEvery * guideEvery
	parts := (n - shared + widest - 1) / widest
	step := (n - shared + parts - 1) / parts
	step = (step + guideEvery - 1) / guideEvery * guideEvery
	var list []span
	for from := 0; ; from += step {
		to := min(n, from+step+shared)
		list = append(list, span{from, to})
		if to == n {
			return list
		}
	}
}

// tiles divides a puzzle into parts of at most width × height cells, including clues. It
// returns nil if the clues leave no room.
func tiles(d extent, width, height float64) []tile {
	columns, rows := int(width-d.left), int(height-d.top)
	if columns < leastTile || rows < leastTile {
		return nil
	}
	across, down := spans(int(d.width), columns, 0), spans(int(d.height), rows, 0)
	rowsShared, colsShared := 0, 0
	if len(across)*len(down) > 2 {
		rowsShared, colsShared = sharedLines(rows), sharedLines(columns)
		across, down = spans(int(d.width), columns, colsShared), spans(int(d.height), rows, rowsShared)
	}
	var list []tile
	for _, r := range down {
		for _, c := range across {
			list = append(list, tile{
				rows: r, cols: c, index: len(list), across: len(across), all: len(across) * len(down), rowsShared: rowsShared, colsShared: colsShared,
			})
		}
	}
	return list
}

// wrapped is the size of a puzzle in color with its longest rows in two lines, each of which has
// as many numbers as the second result; 0 if that is not done.
func (n *binder) wrapped(entry int) (extent, int) {
	d, wrap := n.sizes[entry], 0
	if !d.colored || !n.style.clues() {
		return d, 0
	}
	whole := n.puzzle(n.entries[entry])
	for _, clue := range whole.Puzzle.Rows {
		wrap = max(wrap, (len(clue)+1)/2)
	}
	whole.Style.wrap = wrap
	l := newLayout(whole, n.fonts)
	d.left, d.top, d.readable = l.left, l.top, n.leastCell(l)
	return d, wrap
}

// sharedLines is how many lines neighbors share on pages with room for so many.
func sharedLines(room int) int {
	if room < sharedTile {
		return 0
	}
	return overlap
}

// drawing returns the tile as a drawing, with the complete clues of its lines in the type of
// the whole.
func (t *tile) drawing(d *Drawing, f *fonts) *Drawing {
	p := *d.Puzzle
	p.Rows, p.Cols = p.Rows[t.rows.from:t.rows.to], p.Cols[t.cols.from:t.cols.to]
	part := &Drawing{Puzzle: &p, Style: d.Style}
	part.Style.mostType = newLayout(d, f).size // so that the numbers have the room of the whole
	part.Style.DimDone = false                 // unknown for a part of a line
	if d.Grid != nil {
		part.Grid = nonogram.NewGrid(t.cols.size(), t.rows.size())
		for y := range t.rows.size() {
			copy(part.Grid.Row(y), d.Grid.Row(t.rows.from + y)[t.cols.from:t.cols.to])
		}
	}
	part.Lines = append(shared(nonogram.Row, t.rows, d.Puzzle.Height(), t.rowsShared), shared(nonogram.Column, t.cols, d.Puzzle.Width(), t.colsShared)...)
	return part
}

// shared lists the lines that a neighbor has, too.
func shared(axis nonogram.Axis, s span, n, lines int) []nonogram.LineRef {
	var list []nonogram.LineRef
	for i := range s.size() {
		if s.from > 0 && i < lines || s.to < n && i >= s.size()-lines {
			list = append(list, nonogram.LineRef{Axis: axis, Index: i})
		}
	}
	return list
}

// divide spreads a puzzle over several pages. Two of them face each other.
func (n *binder) divide(entry int) error {
	r, d := n.puzzles, n.sizes[entry]
	if n.entries[entry].Puzzle.Shape != nil {
		return badOption("paper", "found %s, on which puzzle %d, %s, does not fit on a page with clues of %.0f points, expected larger paper or smaller cells",
			n.frame.paper.name, n.origin[entry]+1, n.entries[entry].Puzzle.Title, d.readable*bookType)
	}
	r.above = max(r.above, mapHeight+headingSize*0.7)
	height := r.height - r.above - r.below
	list := tiles(d, r.width/d.readable, height/d.readable)
	n.wraps[entry] = 0
	if wrapped, wrap := n.wrapped(entry); wrap > 0 {
		if fewer := tiles(wrapped, r.width/wrapped.readable, height/wrapped.readable); fewer != nil && (list == nil || len(fewer) < len(list)) {
			d, list, n.wraps[entry] = wrapped, fewer, wrap
		}
	}
	if list == nil || len(list) > mostTiles && n.book.MinCell == 0 {
		return n.tooSmall(entry, &r)
	}
	var after *sheet
	if n.frame.bound && recto(n.next()) && len(list) == 2 {
		if after = n.takeBefore(entry); after == nil {
			n.addSheet(sheet{first: entry})
		} else {
			entry = after.first
			after.first++
		}
	}
	cell := r.limit(d)
	if n.wraps[entry] > 0 {
		cell = r.largest
	}
	for _, t := range list {
		cell = min(cell, r.width/(d.left+float64(t.cols.size())), height/(d.top+float64(t.rows.size())))
	}
	for _, t := range list {
		part := &t
		if t.all == 1 {
			part = nil
		}
		at := block{rect: rect{0, 0, r.width, r.height}, gridX: d.left * cell, gridY: r.above + d.top*cell}
		at.gridX += (r.width - cell*(d.left+float64(t.cols.size()))) / 2
		n.addSheet(sheet{first: entry, cell: cell, blocks: []block{at}, tile: part})
	}
	if after != nil {
		n.addSheet(*after)
	}
	return nil
}

// takeBefore takes the page before a puzzle away, if both are in one section, and puts the
// puzzle before those of the page: so the puzzle begins on a left-hand page, and none is blank.
func (n *binder) takeBefore(entry int) *sheet {
	if len(n.front) == 0 {
		return nil
	}
	s := n.front[len(n.front)-1]
	if section := n.sectionAt(entry); section == nil || section.entries[0] > s.first || len(s.blocks) == 0 || s.tile != nil {
		return nil
	}
	n.front, n.leaves = n.front[:len(n.front)-1], n.leaves[:len(n.leaves)-1]
	move(n.entries, entry, s.first)
	move(n.origin, entry, s.first)
	move(n.sizes, entry, s.first)
	move(n.answerSizes, entry, s.first)
	move(n.wraps, entry, s.first)
	return &s
}

// move puts an element of a list before others.
func move[T any](list []T, from, to int) {
	x := list[from]
	copy(list[to+1:from+1], list[to:from])
	list[to] = x
}

// tooSmall is the error for a puzzle that needs too many pages. It names the smallest paper
// on which the puzzle can be printed.
func (n *binder) tooSmall(entry int, r *rules) error {
	p, d, small := n.entries[entry].Puzzle, n.sizes[entry], n.frame.paper
	expected := "smaller cells"
	area := math.Inf(1)
	for _, larger := range papers {
		width, height := r.width+larger.width-small.width, r.height-r.above-r.below+larger.height-small.height
		list := tiles(d, width/d.readable, height/d.readable)
		if list != nil && len(list) <= mostTiles && larger.width*larger.height < area {
			area, expected = larger.width*larger.height, string(larger.name)+" paper, or smaller cells"
		}
	}
	return badOption("paper", "found %s, on which puzzle %d, %s, needs over %d pages with cells of %.1f mm for clues of %.0f points, expected %s",
		small.name, n.origin[entry]+1, strings.TrimSpace(p.Title+" "+sizeText(p)), mostTiles, d.readable/pointsPerMillimeter, d.readable*bookType, expected)
}
