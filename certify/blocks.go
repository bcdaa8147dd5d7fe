package certify

import (
	"math"
	"slices"

	"nonogram"
)

// What is known of blocks: by how many cells each is moved from where it lies when
// all blocks of its line are pushed to the left, or to the top. At most it is the
// line's slack. Behind the literals of cells come those of blocks: rows first, then
// columns, each block in its turn, and of each block as many as its line has slack,
//
//	n   the block is moved by o cells at least, o = 1 for its first literal
//	-n  it is not
//
// A line into which its blocks do not fit has none, nor has one with blotted blocks.
type blocks struct {
	height  int
	may     []span  // known and assumed, by block
	known   []span  // without the assumptions
	changed []int32 // the blocks in which the two differ

	cells   int32 // the highest literal of a cell
	highest int   // the highest literal
	lines   []blocksOf
	near    []int32 // the line of every so many-th literal, to begin looking from
	shift   uint
}

// blocksOf is the blocks of one line.
type blocksOf struct {
	literal int64 // its first, from 0 behind those of cells
	block   int32 // its first
	slack   int32
}

// nearLines bounds the table of lines by literals.
const nearLines = 1 << 16

func (b *blocks) reset(p *nonogram.Puzzle, cells int) {
	b.height, b.cells = p.Height(), int32(cells)
	next := int64(0)
	for _, ref := range p.Lines() {
		clue, n := p.Clue(ref), p.Width()
		if ref.Axis == nonogram.Column {
			n = p.Height()
		}
		slack := max(0, n-clue.MinLength())
		if isBlotted(clue) {
			slack = 0
		}
		b.lines = append(b.lines, blocksOf{next, int32(len(b.may)), int32(slack)})
		for range clue {
			b.may = append(b.may, span{0, int32(slack)})
		}
		next += int64(len(clue)) * int64(slack)
	}
	b.known = slices.Clone(b.may)
	b.highest = int(min(int64(cells)+next, math.MaxInt32))
	for next>>b.shift > nearLines {
		b.shift++
	}
	for i := range b.lines {
		for int64(len(b.near))<<b.shift < next && (i+1 == len(b.lines) || int64(len(b.near))<<b.shift < b.lines[i+1].literal) {
			b.near = append(b.near, int32(i))
		}
	}
}

// first is the first block of a line.
func (b *blocks) first(ref nonogram.LineRef) int {
	i := ref.Index
	if ref.Axis == nonogram.Column {
		i += b.height
	}
	return int(b.lines[i].block)
}

// has reports whether a literal is about a block.
func (b *blocks) has(l int32) bool { return l > b.cells || -l > b.cells }

// find gives the block of a literal and by how much it is moved at least.
func (b *blocks) find(l int32) (block int, o int32) {
	n := int64(max(l, -l)-b.cells) - 1
	i := b.near[n>>b.shift]
	for int(i)+1 < len(b.lines) && b.lines[i+1].literal <= n {
		i++
	}
	of := &b.lines[i]
	at := int32(n - of.literal)
	return int(of.block + at/of.slack), at%of.slack + 1
}

// meaning gives the block of a literal and where it may be for the literal to be true.
func (b *blocks) meaning(l int32) (block int, room span) {
	block, o := b.find(l)
	if l < 0 {
		return block, span{0, o - 1}
	}
	return block, span{o, math.MaxInt32}
}

func (b *blocks) isTrue(l int32) bool {
	block, o := b.find(l)
	if l < 0 {
		return b.may[block].to < o
	}
	return b.may[block].from >= o
}

// restrict keeps a block to a range; false if that leaves nothing.
func (b *blocks) restrict(block int, room span) bool {
	old := b.may[block]
	left := span{max(old.from, room.from), min(old.to, room.to)}
	if left == old {
		return true
	}
	if old == b.known[block] {
		b.changed = append(b.changed, int32(block))
	}
	b.may[block] = left
	return left.from <= left.to
}

// keep and forget are those of cells.
func (b *blocks) keep() {
	for _, i := range b.changed {
		b.known[i] = b.may[i]
	}
	b.changed = b.changed[:0]
}

func (b *blocks) forget() {
	for _, i := range b.changed {
		b.may[i] = b.known[i]
	}
	b.changed = b.changed[:0]
}
