package render

import "math"

// How drawings are spread over pages. Those of a page stand in a table: every
// column as wide as its widest drawing, every row as high as its highest, the grids
// of a column aligned at the left and those of a row at the top. A page takes as
// many drawings of like size as still have comfortable cells, in as many columns as
// give the largest ones, and then the cells grow until it is full.
//
// The cost of a page is its number of drawings, to the third power: at most some
// ten thousand steps.

// extent is the size of a drawing in cells, its gutters and its grid, and the least
// width of its block in points, for the sake of its texts.
type extent struct{ left, top, width, height, least float64 }

// weight is what decides whether two drawings are of like size. Small ones are all
// alike: 5 × 5 and 10 × 10 may share a page, 15 × 15 and 40 × 40 may not.
func (e extent) weight() float64 { return e.width + e.height + 20 }

// sheet is one page of puzzles or of answers. One without blocks stays blank, so
// that the next lies on a left-hand page.
type sheet struct {
	first  int     // the entry that comes first
	cell   float64 // for all drawings of the page
	blocks []block
	turned bool  // the page is in landscape
	tile   *tile // the part of the puzzle that is here, if it is divided
}

// block is where an entry stands, with its texts, measured from the upper left
// corner of the body, and where its grid begins.
type block struct {
	rect
	gridX, gridY float64
}

// rules say how to arrange; all sizes are in points.
type rules struct {
	width, height float64 // of the body
	// comfort is the cell that decides how many drawings share a page, largest
	// the cell that is not exceeded however much room there is.
	comfort, largest float64
	least, most      int     // drawings on a page, if there are so many
	exact            int     // if not 0: so many, as long as cells are not below floor
	floor            float64 // for exact
	gap              float64 // between blocks
	head             float64 // room at the top of the page
	above, below     float64 // room for the texts of a block
}

const (
	// likeness is how much larger than the smallest drawing of a page the
	// largest may be.
	likeness = 1.8
	// Where some drawings must share a page, and those left over are no more
	// than one for every fewLeft, they are taken in, if cells do not become
	// smaller than squeeze of what is comfortable.
	fewLeft, squeeze = 4, 0.75
	// A puzzle more is taken on where cells stay at tight of what is comfortable, if
	// they lose no more than to worth of what they were: most of its room was blank.
	tight, worth = 0.85, 0.8
	// widestGap is how far rows are moved apart to fill a page.
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
			before = nil // no rest: the page has taken as many as it can
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

// like reports that all drawings are of about one size.
func like(drawings []extent) bool {
	smallest, largest := drawings[0].weight(), drawings[0].weight()
	for _, d := range drawings {
		smallest, largest = min(smallest, d.weight()), max(largest, d.weight())
	}
	return largest <= likeness*smallest
}

// count is how many of the drawings the next page takes.
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
		blank := puzzles && cell >= max(tight*comfort, r.floor) && cell >= worth*without
		if cell < comfort && n+1 > least && !blank {
			break
		}
		n, without = n+1, cell
	}
	if rest := len(drawings) - n; r.least > 0 && rest > 0 && rest <= n/fewLeft && r.best(drawings).cell >= squeeze*r.comfort {
		return len(drawings)
	}
	return n
}

// page arranges one sheet. The last of like size need not be full if it has fewer
// drawings than the page before it, which is nil otherwise: its cells do not grow
// beyond those, and its blocks stay at the top.
// A puzzle alone on a page is as large as it can be.
func (r *rules) page(drawings []extent, before *sheet) sheet {
	t := r.best(drawings)
	full := before == nil || len(drawings) >= len(before.blocks) || len(drawings) == 1 && r.least == 0
	if !full {
		t.cell = min(t.cell, before.cell)
		if columns := before.columns(); columns > t.columns && r.fits(drawings, columns, t.cell) {
			t.columns = columns
		}
	}
	return sheet{cell: t.cell, blocks: r.place(drawings, t, full)}
}

// fits reports that the drawings have room in so many columns.
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

// best is the table with the largest cells; of several, the one that leaves about
// as much room aside as below.
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

// halvings is how often the search for a cell halves its interval: to less than a
// thousandth of a point.
const halvings = 16

// cell is the largest cell with which the table fits the page.
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

// place says where the drawings go; a full page is spread over its whole body.
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
