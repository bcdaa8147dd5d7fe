package render

import "math"

// Arranging drawings on pages. The drawings of a page form a table with aligned grids. A page
// takes as many drawings of similar size as leave comfortable cells, in the number of columns
// with the largest cells, and then the cells grow until the page is full.
//
// A page costs the third power of its number of drawings, at most about ten thousand steps.

// extent is the size of a drawing in cells. least is the minimum width of its block, which
// also holds texts, in points; readable is the smallest cell with readable clues. Drawings of
// different classes do not share a page.
type extent struct {
	left, top, width, height, least, readable float64
	class                                     int
	colored                                   bool
}

// puzzleKind is the puzzles of a size, with and without color: those in color have more and, in
// gray, wider numbers.
type puzzleKind struct {
	width, height float64
	colored       bool
}

func (e extent) kind() puzzleKind { return puzzleKind{e.width, e.height, e.colored} }

// weight is a measure of size. Drawings with similar weights may share a page: 5 × 5 and
// 10 × 10 may, 15 × 15 and 40 × 40 may not.
func (e extent) weight() float64 { return e.width + e.height + 20 }

// sheet is a page of puzzles or answers. One without blocks is blank, so that the next one is
// a left-hand page.
type sheet struct {
	first  int     // the entry that comes first
	cell   float64 // for all drawings of the page
	blocks []block
	turned bool  // the page is in landscape
	tile   *tile // the part of the puzzle that is here, if it is divided
}

// block is the place of an entry with its texts, relative to the body, and of its grid.
type block struct {
	rect
	gridX, gridY float64
}

// rules configures the arrangement; all sizes are in points.
type rules struct {
	width, height float64 // of the body
	// comfort is the cell size that decides how many drawings share a page; largest is
	// the maximum.
	comfort, largest float64
	least, most      int     // drawings on a page, if there are so many
	exact            int     // number of drawings, 0 for any; fewer if cells would be below floor
	floor            float64 // for exact
	gap              float64 // between blocks
	head             float64 // room at the top of the page
	above, below     float64 // room for the texts of a block
	// caps bounds the cells of puzzles of a kind.
	caps map[puzzleKind]float64
}

const (
	// likeness is the maximal ratio of the weights on a page.
	likeness = 1.8
	// The last page takes the remaining drawings too, if there are at most 1 per fewLeft
	// drawings and the cells stay above squeeze × comfort.
	fewLeft, squeeze = 4, 0.75
	// Another puzzle is added if the cells stay above tight × comfort and above worth ×
	// their size without it.
	tight, worth = 0.85, 0.8
	// widestGap bounds the gap between rows.
	widestGap = 64
)

// arrange spreads drawings over sheets.
func (r *rules) arrange(drawings []extent) []sheet {
	var sheets []sheet
	var before *sheet
	for first := 0; first < len(drawings); {
		next := first + r.count(drawings[first:])
		more := next < len(drawings) && like(drawings[next-1:next+1])
		if more {
			before = nil // the page is full
		}
		s := r.page(drawings[first:next], before)
		s.first = first
		sheets = append(sheets, s)
		first, before = next, nil
		if more {
			before = &sheets[len(sheets)-1]
		}
	}
	return sheets
}

// like reports whether all drawings have a similar size and one class; classes are in order.
func like(drawings []extent) bool {
	smallest, largest := drawings[0].weight(), drawings[0].weight()
	for _, d := range drawings {
		smallest, largest = min(smallest, d.weight()), max(largest, d.weight())
	}
	return largest <= likeness*smallest && drawings[0].class == drawings[len(drawings)-1].class
}

// count returns how many drawings the next page takes.
func (r *rules) count(drawings []extent) int {
	least, most, comfort := max(r.least, 1), r.most, min(r.comfort, r.largest)
	if r.exact > 0 {
		least, most, comfort = 1, r.exact, r.floor
	}
	n, without := 1, r.best(drawings[:1]).cell
	for n < min(most, len(drawings)) {
		next := drawings[:n+1]
		puzzles := r.exact == 0 && r.least == 0
		if puzzles && !like(next) {
			break
		}
		cell := r.best(next).cell
		readable := readableOf(next)
		if r.lowest(next) < readable {
			break // the cells of one would be too small for another
		}
		blank := puzzles && cell >= max(tight*comfort, r.floor, readable) && cell >= worth*without
		if cell < max(comfort, readable) && n+1 > least && !blank {
			break
		}
		n, without = n+1, cell
	}
	if rest := len(drawings) - n; r.least > 0 && rest > 0 && rest <= n/fewLeft && r.best(drawings).cell >= squeeze*r.comfort {
		return len(drawings)
	}
	return n
}

// readableOf is the smallest cell with readable clues for all drawings.
func readableOf(drawings []extent) (cell float64) {
	for _, d := range drawings {
		cell = max(cell, d.readable)
	}
	return cell
}

// page arranges one sheet. If before is not nil and has more drawings, the cells do not
// exceed those of before and the blocks stay at the top. A puzzle alone on a page is as large
// as possible.
func (r *rules) page(drawings []extent, before *sheet) sheet {
	t := r.best(drawings)
	full := before == nil || len(drawings) >= len(before.blocks) || len(drawings) == 1 && r.least == 0
	if !full {
		t.cell = min(t.cell, max(before.cell, readableOf(drawings)))
		if columns := before.columns(); columns > t.columns && r.fits(drawings, columns, t.cell) {
			t.columns = columns
		}
	}
	t.cell = min(t.cell, r.lowest(drawings))
	return sheet{cell: t.cell, blocks: r.place(drawings, t, full)}
}

// limit is the largest cell of a drawing.
func (r *rules) limit(d extent) float64 {
	if limit, ok := r.caps[d.kind()]; ok {
		return limit
	}
	return r.largest
}

// lowest is the largest cell for all drawings.
func (r *rules) lowest(drawings []extent) float64 {
	cell := r.largest
	for _, d := range drawings {
		cell = min(cell, r.limit(d))
	}
	return cell
}

// fits reports whether the drawings fit in the given number of columns.
func (r *rules) fits(drawings []extent, columns int, cell float64) bool {
	t := newTable(drawings, columns)
	return t.width(cell, r.gap) <= r.width && t.cellForHeight(r) >= cell
}

// columns counts the columns of a sheet.
func (s *sheet) columns() (n int) {
	for _, b := range s.blocks {
		if b.y == s.blocks[0].y {
			n++
		}
	}
	return n
}

// table is an arrangement in columns, and the cell that it allows.
type table struct {
	columns    int
	cell       float64
	lefts      []float64 // of the columns: gutter, whole width, and least in points
	widths     []float64
	leasts     []float64
	tops       []float64 // of the rows
	heights    []float64
	drawnCells float64 // of all rows together
}

func newTable(drawings []extent, columns int) *table {
	rows := (len(drawings) + columns - 1) / columns
	t := &table{columns: columns}
	numbers := make([]float64, 3*columns+2*rows)
	t.lefts, t.widths, t.leasts = numbers[:columns], numbers[columns:2*columns], numbers[2*columns:3*columns]
	t.tops, t.heights = numbers[3*columns:3*columns+rows], numbers[3*columns+rows:]
	for i, d := range drawings {
		col, row := i%columns, i/columns
		t.lefts[col], t.tops[row] = max(t.lefts[col], d.left), max(t.tops[row], d.top)
		t.leasts[col] = max(t.leasts[col], d.least)
	}
	for i, d := range drawings {
		col, row := i%columns, i/columns
		t.widths[col] = max(t.widths[col], t.lefts[col]+d.width)
		t.heights[row] = max(t.heights[row], t.tops[row]+d.height)
	}
	for _, h := range t.heights {
		t.drawnCells += h
	}
	return t
}

// width is the width of the table in points.
func (t *table) width(cell, gap float64) float64 {
	sum := gap * float64(t.columns-1)
	for i, w := range t.widths {
		sum += max(w*cell, t.leasts[i])
	}
	return sum
}

// cellForHeight is the largest cell for which all rows find room.
func (t *table) cellForHeight(r *rules) float64 {
	rows := float64(len(t.heights))
	return (r.height - r.head - rows*(r.above+r.below) - (rows-1)*r.gap) / t.drawnCells
}

// best returns the table with the largest cells, and of several the most even one.
func (r *rules) best(drawings []extent) *table {
	var best *table
	unevenness := math.Inf(1)
	for columns := 1; columns <= len(drawings); columns++ {
		t := newTable(drawings, columns)
		t.cell = r.cell(t)
		uneven := math.Abs(r.width - t.width(t.cell, r.gap) - (t.cellForHeight(r)-t.cell)*t.drawnCells)
		if best == nil || t.cell > best.cell || t.cell == best.cell && uneven < unevenness {
			best, unevenness = t, uneven
		}
	}
	return best
}

// halvings is the number of steps of the bisection in cell.
const halvings = 16

// cell returns the largest cell size with which the table fits the page.
func (r *rules) cell(t *table) float64 {
	high := min(r.largest, t.cellForHeight(r))
	if high <= 0 || t.width(high, r.gap) <= r.width {
		return max(high, 0)
	}
	low := 0.0
	for range halvings {
		if middle := (low + high) / 2; t.width(middle, r.gap) <= r.width {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// place returns the blocks of the drawings. A full page is spread over the body.
func (r *rules) place(drawings []extent, chosen *table, full bool) []block {
	t := newTable(drawings, chosen.columns)
	cell := chosen.cell
	aside := max(0, r.width-t.width(cell, r.gap)) / float64(t.columns)
	down := 0.0
	if rows := len(t.heights); full && rows > 1 {
		down = min(max(0, t.cellForHeight(r)-cell)*t.drawnCells/float64(rows-1), widestGap)
	}
	blocks := make([]block, len(drawings))
	y := r.head
	for row, height := range t.heights {
		x := aside / 2
		for col := range t.columns {
			width := max(t.widths[col]*cell, t.leasts[col])
			if i := row*t.columns + col; i < len(drawings) {
				blocks[i] = block{
					rect:  rect{x, y, width, height*cell + r.above + r.below},
					gridX: x + (width-t.widths[col]*cell)/2 + t.lefts[col]*cell,
					gridY: y + r.above + t.tops[row]*cell,
				}
			}
			x += width + r.gap + aside
		}
		y += height*cell + r.above + r.below + r.gap + down
	}
	return blocks
}
