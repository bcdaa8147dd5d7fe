package render

// How drawings are spread over pages. They keep their order and are set like
// words: side by side on a shelf as long as the width lasts, then on a new shelf
// below. A page takes as many as still have comfortable cells, and then all cells
// of the page grow together until it is full. A drawing too large for comfort has
// a page of its own, turned to landscape if that helps.

// extent is the size of a drawing in cells, and the least width of its block in
// points, for the sake of its texts.
type extent struct{ width, height, least float64 }

// sheet is one page of puzzles or of answers.
type sheet struct {
	first  int // the entry that comes first
	paper  Paper
	cell   float64 // for all drawings of the page
	blocks []rect  // where each entry stands, with its texts
}

// rules say how to arrange; all sizes are in points.
type rules struct {
	paper Paper
	// comfort is the cell that decides how many drawings share a page, largest
	// the cell that is not exceeded however much room there is.
	comfort, largest float64
	most             int     // drawings on a page
	exact            int     // if not 0: so many, however small
	gap              float64 // between blocks
	head             float64 // room at the top of the page
	above, below     float64 // room for the texts of a block
}

const (
	// landscapeGain is how much larger the cells of a landscape page must be:
	// turning a book in one's hands has to pay.
	landscapeGain = 1.15
	// shrink is the step in which cells become smaller until a page fits, and
	// smallestCell the end of that: a hundredth of a millimetre.
	shrink, smallestCell = 0.98, 0.03
	// widestGap is how far shelves are moved apart to fill a page.
	widestGap = 40
)

// body is the room for blocks.
func (r *rules) body(paper Paper) rect {
	b := paper.body()
	return rect{b.x, b.y + r.head, b.w, b.h - r.head}
}

// arrange spreads drawings over sheets.
func (r *rules) arrange(drawings []extent) []sheet {
	var sheets []sheet
	largest := r.largest
	for first := 0; first < len(drawings); {
		s := r.next(drawings[first:], largest)
		s.first = first
		sheets = append(sheets, s)
		first += len(s.blocks)
		if len(s.blocks) > 1 {
			largest = max(s.cell, min(r.comfort, r.largest))
		}
	}
	return sheets
}

// next arranges one sheet. The last one need not be full: its cells do not grow
// beyond those before it, and its blocks stay together at the top.
func (r *rules) next(drawings []extent, before float64) sheet {
	n := r.exact
	if n == 0 {
		n = len(r.pack(r.paper, min(r.comfort, r.largest), drawings[:min(r.most, len(drawings))]))
	}
	last := n >= len(drawings)
	n = min(n, len(drawings))
	if n <= 1 {
		return r.alone(drawings[0])
	}
	cell := r.largest
	if last {
		cell = before
	}
	blocks := r.pack(r.paper, cell, drawings[:n])
	for len(blocks) < n && cell > smallestCell {
		cell *= shrink
		blocks = r.pack(r.paper, cell, drawings[:n])
	}
	if len(blocks) == 0 {
		return r.alone(drawings[0])
	}
	if !last {
		r.spread(r.paper, blocks)
	}
	return sheet{paper: r.paper, cell: cell, blocks: blocks}
}

// alone gives a drawing a page of its own.
func (r *rules) alone(d extent) sheet {
	upright := r.aloneOn(r.paper, d)
	if upright.cell >= r.comfort {
		return upright
	}
	if turned := r.aloneOn(r.paper.turned(), d); turned.cell > landscapeGain*upright.cell {
		return turned
	}
	return upright
}

func (r *rules) aloneOn(paper Paper, d extent) sheet {
	body := r.body(paper)
	cell := min(r.largest, body.w/d.width, (body.h-r.above-r.below)/d.height)
	width, height := r.blockSize(cell, d)
	return sheet{paper: paper, cell: cell, blocks: []rect{{body.x + (body.w-width)/2, body.y, width, height}}}
}

func (r *rules) blockSize(cell float64, d extent) (width, height float64) {
	return max(d.width*cell, d.least), d.height*cell + r.above + r.below
}

// pack sets blocks on shelves until the page is full.
func (r *rules) pack(paper Paper, cell float64, drawings []extent) []rect {
	body := r.body(paper)
	var blocks []rect
	x, y, shelf := body.x, body.y, 0.0
	for _, d := range drawings {
		width, height := r.blockSize(cell, d)
		if x > body.x && x+width > body.x+body.w {
			x, y, shelf = body.x, y+shelf+r.gap, 0
		}
		if x+width > body.x+body.w || y+height > body.y+body.h {
			break
		}
		blocks = append(blocks, rect{x, y, width, height})
		x += width + r.gap
		shelf = max(shelf, height)
	}
	return blocks
}

// spread moves shelves and blocks apart to use the room that is left.
func (r *rules) spread(paper Paper, blocks []rect) {
	body := r.body(paper)
	shelves := shelvesOf(blocks)
	down := 0.0
	if n := len(shelves); n > 1 {
		down = min((body.y+body.h-bottomOf(blocks))/float64(n-1), widestGap)
	}
	for i, shelf := range shelves {
		last := shelf[len(shelf)-1]
		aside := (body.x + body.w - last.x - last.w) / float64(len(shelf))
		for k := range shelf {
			shelf[k].x += aside * (float64(k) + 0.5)
			shelf[k].y += down * float64(i)
		}
	}
}

// shelvesOf divides blocks by their height on the page.
func shelvesOf(blocks []rect) [][]rect {
	var shelves [][]rect
	for first := 0; first < len(blocks); {
		end := first
		for end < len(blocks) && blocks[end].y == blocks[first].y {
			end++
		}
		shelves = append(shelves, blocks[first:end])
		first = end
	}
	return shelves
}

func bottomOf(blocks []rect) float64 {
	bottom := 0.0
	for _, b := range blocks {
		bottom = max(bottom, b.y+b.h)
	}
	return bottom
}
