package batch

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"reflect"

	"nonogram/internal/plural"
	"nonogram/internal/record"
)

// The census: how many grids of a size are the only solution of their clues, and how
// many of those are found line by line. All combinations of row clues are gone
// through; for each, all grids with these rows are listed and their column clues
// looked up in a table of those seen so far. A set of column clues that was seen
// once belongs to a unique puzzle, and only those are then solved by lines, with
// tables of all that can be known of a line (census_line.go).
//
// Turning a grid upside down or left to right changes neither. So of up to four
// combinations that are images of each other only the smallest is gone through, and
// counts for all.
//
// An item is a range of combinations, cut such that all items list about the same
// number of grids before symmetry. The cost is some 10 ns per grid listed and 0.1 µs
// per unique puzzle. The number of unique square grids is sequence A242876 of the
// OEIS.

const (
	// censusSide and censusCells are the largest sizes: a grid is packed into one
	// word with eight bits per line, and the table of one combination of row
	// clues fits the memory of any worker.
	censusSide  = 8
	censusCells = 36
	// censusGrids is how many grids an item should list, a few hundredths of a
	// second of work; censusItems the least number of items, for the sake of
	// those with many workers.
	censusGrids = 1 << 22
	censusItems = 64
)

// Census is what is counted.
type Census struct {
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Complete bool   `json:"complete"`
	Grids    uint64 `json:"grids"`
	// Descriptions is the number of different sets of clues.
	Descriptions uint64 `json:"descriptions"`
	Unique       uint64 `json:"unique"`
	LineSolvable uint64 `json:"line_solvable"`
	Ambiguous    uint64 `json:"ambiguous"` // descriptions with several solutions
	Most         uint64 `json:"most"`      // solutions of a description
}

func (c *Census) add(d *Census) {
	c.Grids += d.Grids
	c.Descriptions += d.Descriptions
	c.Unique += d.Unique
	c.LineSolvable += d.LineSolvable
	c.Ambiguous += d.Ambiguous
	c.Most = max(c.Most, d.Most)
}

// censusRequest is the request of a census: the size.
type censusRequest struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

var censusKind = Kind{
	Name:    "census",
	Request: reflect.TypeFor[censusRequest](),
	Open: func(j *Job) (Work, error) {
		var r censusRequest
		if err := j.read(&r); err != nil {
			return nil, err
		}
		c, err := newCounter(r.Width, r.Height)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, item []byte) (Result, error) {
			d := &decoder{b: item}
			from, to := d.number(), d.number()
			if err := d.end(); err != nil {
				return Result{}, err
			}
			return Result{record.CodeOK, JSONLine(c.count(ctx, from, to))}, nil
		}, nil
	},
	Merge: mergeCensus,
}

// mergeCensus adds up, and says if something is missing.
func mergeCensus(w io.Writer, job *Job, results iter.Seq2[Result, error]) error {
	var size censusRequest
	if err := job.read(&size); err != nil {
		return err
	}
	total := Census{Width: size.Width, Height: size.Height, Complete: true}
	var missing error
	for r, err := range results {
		if errors.Is(err, ErrIncomplete) {
			total.Complete, missing = false, err
			break
		} else if err != nil {
			return err
		}
		var part Census
		if err := json.Unmarshal(r.Output, &part); err != nil || r.Code != record.CodeOK {
			return fmt.Errorf("a part of the census failed: %s", r.Output)
		}
		total.add(&part)
	}
	if _, err := w.Write(JSONLine(total)); err != nil {
		return err
	}
	return missing
}

// NewCensus is the job of a census, and its items.
func NewCensus(width, height int) (*Job, iter.Seq[Sized], error) {
	c, err := newCounter(width, height)
	if err != nil {
		return nil, nil, err
	}
	job := &Job{Kind: censusKind.Name, Request: encoded(censusRequest{width, height})}
	return job, c.items(), nil
}

// items cuts all grids of the size into ranges of combinations.
func (c *counter) items() iter.Seq[Sized] {
	grids := uint64(1) << (c.width * c.height)
	n := max(censusItems, grids/censusGrids)
	return func(yield func(Sized) bool) {
		from := 0
		for i := range n {
			to := c.cut(grids / n * (i + 1))
			if i == n-1 {
				to = c.combos
			}
			if to == from {
				continue
			}
			item := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(from)), uint64(to))
			if !yield(Sized{item, 1}) {
				return
			}
			from = to
		}
	}
}

// counter goes through combinations of row clues. Row 0 has the highest digit of a
// combination's number.
type counter struct {
	width, height int
	rows, cols    *lineTable
	combos        int
	spread        []uint64 // a row's cells as the lowest bits of eight-bit columns
	clues         []uint8  // the row clues of the combination at hand
	seen          seen
}

func newCounter(width, height int) (*counter, error) {
	if width < 1 || height < 1 || width > censusSide || height > censusSide || width*height > censusCells {
		return nil, plural.Errorf("census of %d×%d, expected sides from 1 to %d and at most %d cells", width, height, censusSide, censusCells)
	}
	c := &counter{width: width, height: height, rows: newLineTable(width), cols: newLineTable(height), combos: 1, clues: make([]uint8, height)}
	for range height {
		c.combos *= len(c.rows.members)
	}
	c.spread = make([]uint64, 1<<width)
	for m := range c.spread {
		for x := range width {
			c.spread[m] |= uint64(m) >> x & 1 << (8 * x)
		}
	}
	return c, nil
}

// cut is the first combination before which at least so many grids are listed.
func (c *counter) cut(grids uint64) int {
	combo, each := 0, uint64(1) // grids per choice of the rows so far
	for y := range c.height {
		rest := uint64(1) << (c.width * (c.height - 1 - y))
		k := 0
		for ; k < len(c.rows.members)-1; k++ {
			size := each * uint64(len(c.rows.members[k])) * rest
			if grids < size {
				break
			}
			grids -= size
		}
		combo = combo*len(c.rows.members) + k
		each *= uint64(len(c.rows.members[k]))
	}
	return combo
}

// count goes through a range. When the context ends it stops, and what it returns
// does not count.
func (c *counter) count(ctx context.Context, from, to int) *Census {
	total := &Census{Width: c.width, Height: c.height}
	for combo := max(from, 0); combo < min(to, c.combos); combo++ {
		if combo%64 == 0 && ctx.Err() != nil {
			break
		}
		c.unpack(combo)
		if images := uint64(c.images()); images > 0 {
			part := c.combo()
			total.Grids += images * part.Grids
			total.Descriptions += images * part.Descriptions
			total.Unique += images * part.Unique
			total.LineSolvable += images * part.LineSolvable
			total.Ambiguous += images * part.Ambiguous
			total.Most = max(total.Most, part.Most)
		}
	}
	return total
}

func (c *counter) unpack(combo int) {
	for y := c.height - 1; y >= 0; y-- {
		c.clues[y] = uint8(combo % len(c.rows.members))
		combo /= len(c.rows.members)
	}
}

// images is the number of different images of the combination under the two
// reflections, or 0 if another one of them stands for it.
func (c *counter) images() int {
	flip, mirror, both := 0, 0, 0 // comparisons with the image: the first difference
	compare := func(state *int, mine, image uint8) {
		if *state == 0 {
			*state = int(image) - int(mine)
		}
	}
	for y, k := range c.clues {
		other := c.clues[c.height-1-y]
		compare(&flip, k, other)
		compare(&mirror, k, c.rows.mirror[k])
		compare(&both, k, c.rows.mirror[other])
	}
	if flip < 0 || mirror < 0 || both < 0 {
		return 0
	}
	same := 1
	for _, d := range [...]int{flip, mirror, both} {
		if d == 0 {
			same++
		}
	}
	return 4 / same
}

// combo counts the grids of one combination of row clues.
func (c *counter) combo() (part Census) {
	product := 1
	for _, k := range c.clues {
		product *= len(c.rows.members[k])
	}
	c.seen.reset(product)
	c.place(0, 0)
	part.Grids = uint64(product)
	for _, slot := range c.seen.used {
		e := &c.seen.entries[slot]
		part.Descriptions++
		part.Most = max(part.Most, uint64(e.count))
		switch {
		case e.count > 1:
			part.Ambiguous++
		default:
			part.Unique++
			if c.lineSolvable(e.key) {
				part.LineSolvable++
			}
		}
	}
	return part
}

// place lists the grids that have the row clues, column by column in bytes.
func (c *counter) place(y int, columns uint64) {
	if y == c.height {
		c.seen.add(c.key(columns))
		return
	}
	for _, m := range c.rows.members[c.clues[y]] {
		c.place(y+1, columns|c.spread[m]<<y)
	}
}

// key packs the clues of the columns, a byte each, plus one so that no key is 0.
func (c *counter) key(columns uint64) (key uint64) {
	for x := range c.width {
		key |= uint64(c.cols.clueOf[uint8(columns>>(8*x))]+1) << (8 * x)
	}
	return key
}

// seen is a hash table of the sets of column clues seen with the present rows.
type seen struct {
	entries []entry
	used    []uint32
	shift   int
}

type entry struct {
	key   uint64
	count uint32
}

// reset makes room for n entries in a table at most half full.
func (s *seen) reset(n int) {
	size := bits.Len(uint(2*n - 1))
	if 1<<size > len(s.entries) {
		s.entries = make([]entry, 1<<size)
		s.used = s.used[:0]
	}
	for _, slot := range s.used {
		s.entries[slot] = entry{}
	}
	s.used = s.used[:0]
	s.shift = 64 - size
}

// add counts a key. The multiplier is 2^64 divided by the golden ratio (Knuth, The
// Art of Computer Programming, volume 3, section 6.4).
func (s *seen) add(key uint64) {
	mask := uint64(1)<<(64-s.shift) - 1
	for slot := key * 0x9E3779B97F4A7C15 >> s.shift; ; slot = (slot + 1) & mask {
		e := &s.entries[slot]
		switch e.key {
		case key:
			e.count++
			return
		case 0:
			*e = entry{key, 1}
			s.used = append(s.used, uint32(slot))
			return
		}
	}
}
