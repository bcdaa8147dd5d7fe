package certify

import (
	"math"
	"slices"
	"sort"

	"nonogram"
)

// blocks holds the known offsets of blocks from their leftmost or topmost start, 0 up to the
// slack of the line. Block literals follow the cell literals: for each line, rows first, for
// each block, as many literals as the slack,
//
//	n   the offset of the block is at least o, o = 1 for its first literal
//	-n  it is less
//
// Lines whose blocks do not fit, lines with blotted blocks, and lines without a clue have none.
type blocks struct {
	p             *nonogram.Puzzle
	tracked[span] // by block

	cells   int32 // highest literal of a cell
	highest int   // highest literal
	lines   []blocksOf
}

// blocksOf describes the blocks of one line.
type blocksOf struct {
	literal int64 // its first block literal, from 0
	block   int32 // its first block
	slack   int32
}

func (b *blocks) reset(p *nonogram.Puzzle, cells int) {
	b.p, b.cells = p, int32(cells)
	next := int64(0)
	for _, ref := range p.Lines() {
		clue := p.Clue(ref)
		slack := max(0, p.Len(ref)-clue.MinLength())
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
}

// first returns the first block of a line.
func (b *blocks) first(ref nonogram.LineRef) int {
	i := ref.Index
	switch {
	case b.p.Shape != nil:
		i = b.p.Shape.Index(ref)
	case ref.Axis == nonogram.Column:
		i += b.p.Height()
	}
	return int(b.lines[i].block)
}

// has reports whether a literal is a block literal.
func (b *blocks) has(l int32) bool { return l > b.cells || -l > b.cells }

// find returns the block of a literal and its least offset.
func (b *blocks) find(l int32) (block int, o int32) {
	n := int64(max(l, -l)-b.cells) - 1
	next := sort.Search(len(b.lines), func(i int) bool { return b.lines[i].literal > n })
	of := &b.lines[next-1] // lines without literals come before
	at := int32(n - of.literal)
	return int(of.block + at/of.slack), at%of.slack + 1
}

// meaning returns the block of a literal and the offsets that make it true.
func (b *blocks) meaning(l int32) (block int, room span) {
	block, o := b.find(l)
	if l < 0 {
		return block, span{0, o - 1}
	}
	return block, span{o, math.MaxInt32}
}

func (b *blocks) isTrue(l int32) bool {
	block, room := b.meaning(l)
	return room.from <= b.may[block].from && b.may[block].to <= room.to
}

// restrict limits a block to a range; false if that is empty.
func (b *blocks) restrict(block int, room span) bool {
	old := b.may[block]
	left := span{max(old.from, room.from), min(old.to, room.to)}
	if left == old {
		return true
	}
	b.set(block, left)
	return left.from <= left.to
}
