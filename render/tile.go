package render

import "nonogram"

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
