// Package census counts all pictures of a size: their different clues, the pictures with
// unique clues, and those that line solving finds. The number of unique square pictures is
// sequence A242876 of the OEIS.
//
// Pictures with the same clues agree in the clues of any few lines. So some columns are
// fixed, and the pictures are divided into classes by the clues of these. A class
// enumerates its fixed columns, adds the cells of the other, free columns row by row, and
// distributes the results to piles by the clue of the row ([Counter.deal]). When three rows
// are left, a pile is a bucket: L-shapes of known cells with some 512 completions each,
// whose remaining clues make a number below 2^31. Numbers that occur once in a bucket are
// unique pictures; a small hash table with a bit for duplicates finds them. A bucket that
// is too large for the table is divided further.
//
// Of pictures that are reflections or rotations of each other, few are counted (weight): a
// weight that depends on the clues of a class and of two or three rows adds up to the
// number of symmetries over all images of a picture, and is 0 for most. It is the same for
// all pictures of a bucket, so buckets of weight 0 are skipped.
//
// The cost is 1.6 ns per picture of a square, 3 ns of others, all images included; with
// Lines, some 0.06 µs more per unique picture. Memory is a few megabytes, and 64 more for
// boards of more than 42 cells (memo).
//
// The method is that of docs/census/census.cu, which counted 7×7 on a GPU; docs/records.md
// has the numbers.
package census

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// Limits of a size.
const (
	// maxSide and maxCells bound a picture: the cells of a line fit a byte, the clues of
	// the free lines a number below 2^31.
	maxSide  = 8
	maxCells = 49
	// maxLinesCells bounds a picture with Lines.
	maxLinesCells = 36
)

// Size selects the pictures to count.
type Size struct {
	Width  int `json:"width"`
	Height int `json:"height"`
	// Lines also counts the unique pictures that line solving finds, and the greatest
	// number of solutions.
	Lines bool `json:"lines,omitempty"`
}

// Tally is the result. It counts pictures, including all images of a picture.
type Tally struct {
	// Grids is the number of pictures; for a whole size 2^cells.
	Grids uint64 `json:"grids"`
	// Descriptions is the number of different sets of clues.
	Descriptions uint64 `json:"descriptions"`
	Unique       uint64 `json:"unique"`
	LineSolvable uint64 `json:"line_solvable,omitempty"` // only with Lines
	Ambiguous    uint64 `json:"ambiguous"`               // descriptions with several solutions
	Most         uint64 `json:"most,omitempty"`          // solutions of a description, only with Lines
}

// Add adds another result.
func (t *Tally) Add(u *Tally) {
	t.Grids += u.Grids
	t.Descriptions += u.Descriptions
	t.Unique += u.Unique
	t.Ambiguous += u.Ambiguous
	t.LineSolvable += u.LineSolvable
	t.Most = max(t.Most, u.Most)
}

// Plan divides the pictures of a size into classes: it holds the fixed lines, and tables of
// all lines. It may be used concurrently.
type Plan struct {
	Size
	rows, cols *lines // lines of the width, and of the height
	// fixed and free are the columns, in order.
	fixed, free []int
	// order is the order of the rows: those of the weight, the other fixed ones, and the
	// free ones.
	order               []int
	deciding, fixedRows int
	square              bool
	// clue is a row's clue, by its cells in the fixed and in the free columns.
	clue [maxFixedLines][maxFillings]uint8
	// spread maps a row's free cells to the lowest bits of their columns' bytes.
	spread [maxFillings]uint64
	// part is the digit of a free column in a number, by its position and cells.
	part [maxFree][1 << maxSide]uint32
	// colParts is the number of combinations of clues of the free columns.
	colParts uint32
	memo     *memo
}

const (
	maxFree       = 3 // free lines of either direction
	maxFillings   = 1 << maxFree
	maxFixedLines = 1 << (maxSide - maxFree)
)

// New plans the count of a size.
func New(s Size) (*Plan, error) {
	limit := maxCells
	if s.Lines {
		limit = maxLinesCells
	}
	if s.Width < 1 || s.Height < 1 || s.Width > maxSide || s.Height > maxSide || s.Width*s.Height > limit {
		return nil, fmt.Errorf("census of %d×%d, expected sides from 1 to %d and at most %d cells", s.Width, s.Height, maxSide, limit)
	}
	p := &Plan{Size: s, rows: newLines(s.Width, s.Lines), square: s.Width == s.Height}
	if p.cols = p.rows; !p.square {
		p.cols = newLines(s.Height, s.Lines)
	}
	middle := p.square && s.Height%2 == 1
	p.fixed, p.free = chooseFixed(s.Width, middle)
	slices.Sort(p.fixed)
	fixedRows, freeRows := chooseFixed(s.Height, middle)
	p.order, p.fixedRows = slices.Concat(fixedRows, freeRows), len(fixedRows)
	p.deciding = min(2, s.Height)
	if middle {
		p.deciding = min(3, s.Height)
	}
	p.fillTables()
	if !s.Lines && s.Width*s.Height > memoCells {
		p.memo = newMemo(p)
	}
	return p, nil
}

// chooseFixed chooses the fixed lines of n: the first, the last and perhaps the middle one,
// on which the weight depends, and more until three are free.
func chooseFixed(n int, middle bool) (fixed, free []int) {
	add := func(i int) {
		if !slices.Contains(fixed, i) {
			fixed = append(fixed, i)
		}
	}
	add(0)
	add(n - 1)
	if middle {
		add(n / 2)
	}
	for i := 1; n-len(fixed) > maxFree; i++ {
		add(i)
	}
	for i := range n {
		if !slices.Contains(fixed, i) {
			free = append(free, i)
		}
	}
	return fixed, free
}

func (p *Plan) fillTables() {
	for cells := range 1 << len(p.fixed) {
		for x := range 1 << len(p.free) {
			p.clue[cells][x] = p.rows.clueOf[scatter(cells, p.fixed)|scatter(x, p.free)]
		}
	}
	for x := range 1 << len(p.free) {
		for j := range p.free {
			p.spread[x] |= uint64(x) >> j & 1 << (8 * j)
		}
	}
	p.colParts = 1
	for j := range p.free {
		for cells := range 1 << p.Height {
			p.part[j][cells] = uint32(p.cols.clueOf[cells]) * p.colParts
		}
		p.colParts *= uint32(len(p.cols.members))
	}
}

// scatter moves the lowest bits of cells to the given positions.
func scatter(cells int, places []int) (line int) {
	for j, at := range places {
		line |= cells >> j & 1 << at
	}
	return line
}

// Classes is the number of classes: combinations of clues of the fixed columns. The first
// column is the highest digit of a class's number.
func (p *Plan) Classes() int {
	n := 1
	for range p.fixed {
		n *= len(p.cols.members)
	}
	return n
}

// Slices divides the classes into half-open ranges of roughly equal numbers of pictures: 64
// up to 30 cells, and 32,768 for 7×7, of a few seconds each.
func (p *Plan) Slices() iter.Seq2[int, int] {
	n := uint64(1) << max(6, p.Width*p.Height/2-9)
	grids := uint64(1) << (len(p.fixed) * p.Height)
	return func(yield func(int, int) bool) {
		from := 0
		for i := range n {
			to := p.cut(grids / n * (i + 1))
			if i == n-1 {
				to = p.Classes()
			}
			if to == from {
				continue
			}
			if !yield(from, to) {
				return
			}
			from = to
		}
	}
}

// cut returns the first class before which the fixed columns have at least n fillings.
func (p *Plan) cut(n uint64) int {
	class, each := 0, uint64(1) // fillings per choice of the columns so far
	for j := range p.fixed {
		rest := uint64(1) << (p.Height * (len(p.fixed) - 1 - j))
		k := 0
		for ; k < len(p.cols.members)-1; k++ {
			size := each * uint64(len(p.cols.members[k])) * rest
			if n < size {
				break
			}
			n -= size
		}
		class = class*len(p.cols.members) + k
		each *= uint64(len(p.cols.members[k]))
	}
	return class
}

// Counter counts classes of a plan, for one goroutine.
type Counter struct {
	*Plan
	piles    [maxSide][]uint64 // memory of deal, by row
	seen     seen
	colClues []uint8 // of the fixed columns
	rowClues [maxSide]uint8
	known    known
	weight   uint64
	tally    Tally
}

// NewCounter returns a counter.
func (p *Plan) NewCounter() *Counter {
	return &Counter{Plan: p, colClues: make([]uint8, len(p.fixed)), seen: seen{lines: p.Lines}}
}

// Count counts a range of classes. If the context ends, its result is invalid.
func (c *Counter) Count(ctx context.Context, from, to int) Tally {
	c.tally = Tally{}
	for class := max(from, 0); class < min(to, c.Classes()); class++ {
		if ctx.Err() != nil {
			break
		}
		c.choose(class)
		if c.columnWeight() > 0 {
			c.deal(0, c.shapes())
		}
	}
	c.tally.Ambiguous = c.tally.Descriptions - c.tally.Unique
	return c.tally
}

// choose decodes the clues of the fixed columns from a class's number.
func (c *Counter) choose(class int) {
	for j := len(c.fixed) - 1; j >= 0; j-- {
		c.colClues[j] = uint8(class % len(c.cols.members))
		class /= len(c.cols.members)
	}
}

// A shape is a partial picture. The lowest three bytes are the free columns, a byte each,
// the first row lowest; from shapeRows on, five bits per row are its cells in the fixed
// columns.
const (
	shapeRows = 8 * maxFree
	rowBits   = maxSide - maxFree
)

// shapes lists all fillings of the fixed columns of the class.
func (c *Counter) shapes() []uint64 {
	shapes := []uint64{0}
	for j, k := range c.colClues {
		var next []uint64
		for _, cells := range c.cols.members[k] {
			var add uint64
			for y := range c.Height {
				add |= uint64(cells) >> y & 1 << (shapeRows + rowBits*y + j)
			}
			for _, s := range shapes {
				next = append(next, s|add)
			}
		}
		shapes = next
	}
	return shapes
}
