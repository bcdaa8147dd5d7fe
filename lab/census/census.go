// Package census counts all pictures of a size: how many different clues they have,
// how many are the only picture with their clues, and how many of those are found
// line by line. The number of unique square pictures is sequence A242876 of the OEIS.
//
// Two pictures with the same clues agree, above all, in the clues of any few lines.
// So some columns are fixed, and the pictures fall into classes by the clues of
// those. A class lists the cells of its fixed columns in all ways, adds row by row
// the cells of the others, the free ones, and deals what results to piles by the
// clue of the row ([Counter.deal]). When all but three rows are dealt, a pile is a
// bucket: L-shapes of known cells, some 512 ways each to fill the rest, and the clues
// of the lines not fixed make a number below 2^31. Numbers that occur once in a bucket
// are unique pictures; a small hash table with a bit for "seen again" finds them. A
// bucket too large for the table is dealt further.
//
// Of pictures that are reflections or rotations of each other, few need counting
// (weight): a weight that depends on the clues of a class and of two or three rows
// adds up to the number of symmetries over all images of a picture, and is 0 for
// most. It is the same for all pictures of a bucket, so a bucket of weight 0 is never
// made.
//
// The cost is 1.6 ns per picture of a square, 3 ns of others, all images included; with
// Lines, some 0.06 µs per unique picture are added. Memory is a few
// megabytes, and 64 more for boards of more than 42 cells (memo).
//
// The method is that of docs/census/census.cu, which counted 7×7 on a GPU; see
// docs/records.md for the numbers.
package census

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"nonogram/internal/plural"
)

// The limits of a size.
const (
	// MaxSide and MaxCells bound a picture: a line's cells fit a byte, the clues of
	// the lines that are not fixed a number below 2^31.
	MaxSide  = 8
	MaxCells = 49
	// MaxLinesCells bounds a picture when each unique one is solved by lines as well.
	MaxLinesCells = 36
)

// Size is what is counted.
type Size struct {
	Width  int `json:"width"`
	Height int `json:"height"`
	// Lines asks for more than unique pictures: how many of them are found line by
	// line, and how many solutions clues can have.
	Lines bool `json:"lines,omitempty"`
}

// Tally is what was found. Counts are of pictures, all images of a picture included.
type Tally struct {
	// Grids is the number of pictures gone through; of a whole size, 2^cells.
	Grids uint64 `json:"grids"`
	// Descriptions is the number of different sets of clues.
	Descriptions uint64 `json:"descriptions"`
	Unique       uint64 `json:"unique"`
	LineSolvable uint64 `json:"line_solvable,omitempty"` // only with Lines
	Ambiguous    uint64 `json:"ambiguous"`               // descriptions with several solutions
	Most         uint64 `json:"most,omitempty"`          // solutions of a description, only with Lines
}

// Add adds what was found elsewhere.
func (t *Tally) Add(u *Tally) {
	t.Grids += u.Grids
	t.Descriptions += u.Descriptions
	t.Unique += u.Unique
	t.Ambiguous += u.Ambiguous
	t.LineSolvable += u.LineSolvable
	t.Most = max(t.Most, u.Most)
}

// Plan is how a size is counted: which lines are fixed, and tables of all lines.
// Several goroutines may share it.
type Plan struct {
	Size
	rows, cols *lines // lines of the width, and of the height
	// fixed and free are the columns of either sort, in order.
	fixed, free []int
	// order is the order of the rows: those that decide the weight, the other
	// fixed ones, and the free ones.
	order               []int
	deciding, fixedRows int
	square              bool
	// clue is, by the cells of the fixed columns in a row, and of the free ones, the
	// row's clue.
	clue [maxFixedLines][maxFillings]uint8
	// spread is a row's free cells, each as the lowest bit of its column's byte.
	spread [maxFillings]uint64
	// part is the share of a free column in a number, by its place and cells.
	part [maxFree][1 << MaxSide]uint32
	// colParts is the number of combinations of clues of the free columns.
	colParts uint32
	memo     *memo
}

const (
	maxFree       = 3 // free lines of either direction
	maxFillings   = 1 << maxFree
	maxFixedLines = 1 << (MaxSide - maxFree)
)

// New plans the count of a size.
func New(s Size) (*Plan, error) {
	limit := MaxCells
	if s.Lines {
		limit = MaxLinesCells
	}
	if s.Width < 1 || s.Height < 1 || s.Width > MaxSide || s.Height > MaxSide || s.Width*s.Height > limit {
		return nil, plural.Errorf("census of %d×%d, expected sides from 1 to %d and at most %d cells", s.Width, s.Height, MaxSide, limit)
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

// chooseFixed chooses lines of n to fix: the first, the last and perhaps the middle
// one, on which the weight depends, and more until three are free.
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

// scatter puts the lowest bits of cells to the places given.
func scatter(cells int, places []int) (line int) {
	for j, at := range places {
		line |= cells >> j & 1 << at
	}
	return line
}

// Classes is the number of classes: combinations of clues of the fixed columns, the
// first of which is the highest digit of a class's number.
func (p *Plan) Classes() int {
	n := 1
	for range p.fixed {
		n *= len(p.cols.members)
	}
	return n
}

// Slices cuts the classes into ranges, from the first up to but without the second,
// of roughly equal numbers of pictures: 64 of them, and more for more than 30 cells,
// 32,768 for 7×7, which are a few seconds each.
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

// Sample is a thousand classes spread evenly over all but those of weight 0, in an
// order that is spread over them at every moment.
func (p *Plan) Sample() iter.Seq[int] {
	return func(yield func(int) bool) {
		c := p.NewCounter()
		for i := range uint32(1 << 10) {
			class := int(uint64(bits.Reverse32(i)) * uint64(p.Classes()) >> 32)
			c.choose(class)
			if c.columnWeight() > 0 && !yield(class) {
				return
			}
		}
	}
}

// cut is the first class before which the fixed columns have at least so many
// fillings, if n is that many or fewer.
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
	piles    [MaxSide][]uint64 // memory of deal, by row
	seen     seen
	colClues []uint8 // of the fixed columns
	rowClues [MaxSide]uint8
	known    known
	weight   uint64
	tally    Tally
}

// NewCounter makes a counter.
func (p *Plan) NewCounter() *Counter {
	return &Counter{Plan: p, colClues: make([]uint8, len(p.fixed)), seen: seen{lines: p.Lines}}
}

// Count counts a range of classes. When the context ends it stops, and what it
// returns does not count.
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

// choose takes the clues of the fixed columns from a class's number.
func (c *Counter) choose(class int) {
	for j := len(c.fixed) - 1; j >= 0; j-- {
		c.colClues[j] = uint8(class % len(c.cols.members))
		class /= len(c.cols.members)
	}
}

// A shape is a picture not yet finished. The lowest three bytes are the free columns,
// a byte each, the first row lowest; from shapeRows on, five bits per row are its
// cells in the fixed columns.
const (
	shapeRows = 8 * maxFree
	rowBits   = MaxSide - maxFree
)

// shapes lists all ways to fill the fixed columns of the class.
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
