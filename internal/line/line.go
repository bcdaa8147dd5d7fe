// Package line solves single lines. Given a clue and the candidates of the cells, it computes
// which candidates occur in some arrangement of the blocks, whether there is an arrangement,
// how many there are, and how often each cell has each color among them.
//
// All results are complete: [Line.Solve] removes exactly the candidates that occur in no
// arrangement, for any length, any number of blocks and up to 64 colors.
//
// # Candidates
//
// The candidates of a line are a bit matrix: a mask for every color, background included,
// with a bit for every cell that may have that color. A mask of n cells takes [Words](n)
// words. It has room for one bit more, because the kernels work on the n+1 boundaries between
// cells:
//
//	cell            0   1   2   3   4         can[0] = 1 1 0 1 1   may be empty
//	boundary      0   1   2   3   4   5       can[1] = 0 1 1 1 0   may be black
//
// [Set] holds the candidates of one cell; [Marginals] works on a slice of sets.
//
// # Kernels
//
// Lines of one ink use single words up to 63 cells (word.go) and pairs of words up to 127
// (pair.go); lines of several inks use single words up to 63 (color.go). Longer lines go word
// by word (long.go), and so do lines with blotted blocks (blot.go). Weighted counting
// (marginals.go) and exact counting (count.go) support all of them. Working memory comes from
// a [Scratch], one per goroutine; nothing is allocated after set-up.
//
// # Blotted blocks
//
// A block of length 0 is blotted: its length is unknown, and at least one cell. Slack and
// packings count it as one cell, and the cells it grows by come from the slack.
//
// A line without a clue ([nonogram.MissingClue]) is free: it excludes nothing.
package line

import (
	"math/bits"
	"slices"

	"nonogram"
)

// Line is a clue prepared for lines of one length. It is immutable between calls of Reset,
// and goroutines may share it then.
type Line struct {
	n       int
	words   int
	colors  int
	slack   int // see Slack
	longest int // length of the longest block
	blocks  []block
	inks    []ink // colors of the clue, without duplicates
	solo    uint8 // the color, if there is only one
	top     uint8 // its largest level
	blots   int   // number of blotted blocks
	free    bool  // there is no clue, and no blocks
	kernel  kernel

	// For long lines: the blocks in pieces, the rightmost start of each, and the distinct
	// shapes of pieces.
	pieces []piece
	latest []int32
	shapes []shape
}

// block is a block of the clue.
type block struct {
	length int32  // 1 if it is blotted
	start  int32  // leftmost start
	slot   uint16 // ink<<3 | level
	rest   uint8  // see split
	color  uint8
	ink    uint8 // index of its color in inks
	gap    uint8 // 1 if the next block has the same color, so that a gap is mandatory
	blot   bool  // blotted
}

// ink is a color of the clue.
type ink struct {
	color uint8
	top   uint8 // largest level of its blocks
}

// maxWordCells is the longest line whose boundaries fit in a word.
const maxWordCells = 63

// Words returns the number of words in the mask of a line of n cells.
func Words(n int) int { return n>>6 + 1 }

// New prepares a clue for lines of n cells and a palette of the given number of colors,
// background included. The clue must be valid ([nonogram.Validate]); one that is too long has
// no arrangement.
func New(clue nonogram.Clue, n, colors int) *Line {
	l := new(Line)
	l.Reset(clue, n, colors)
	return l
}

// Reset prepares the line for another clue and reuses its memory.
func (l *Line) Reset(clue nonogram.Clue, n, colors int) {
	l.n, l.words, l.colors = n, Words(n), colors
	l.inks = l.inks[:0]
	blocks := slices.Grow(l.blocks[:0], len(clue))[:len(clue)]
	l.blocks = blocks
	start, longest, blots := 0, 0, 0
	color, at := uint8(0), uint8(0) // color and ink of the previous block
	for i := range blocks {
		b, length := &blocks[i], clue[i].Length
		*b = byLength[min(length, maxPairCells)]
		if length > maxPairCells {
			b.length = int32(length)
		} else if length == 0 {
			length = 1
			blots++
		}
		longest = max(longest, length)
		if c := uint8(clue[i].Color); i == 0 || c != color {
			at, color = l.ink(c), c
		} else {
			blocks[i-1].gap = 1
			start++
		}
		b.start, b.color, b.ink = int32(start), color, at
		start += length
	}
	l.slack, l.longest, l.blots, l.free = n-start, longest, blots, false
	l.solo, l.top = 1, 0
	if blots > 0 && clue.Missing() {
		l.setFree()
	}
	if len(l.inks) == 1 {
		l.inks[0].top, _ = split(min(longest, maxPairCells))
		l.solo, l.top = l.inks[0].color, l.inks[0].top
	} else {
		l.setLevels()
	}
	l.chooseKernel()
}

// setFree makes the line one without a clue.
func (l *Line) setFree() {
	l.blocks, l.inks = l.blocks[:0], l.inks[:0]
	l.slack, l.longest, l.blots, l.free = l.n, 0, 0, true
}

// byLength holds blocks of the first ink by length, the blotted one at 0.
var byLength = func() (table [maxPairCells + 1]block) {
	for length := range table {
		n := max(length, 1)
		level, rest := split(n)
		table[length] = block{length: int32(n), slot: uint16(level), rest: rest, blot: length == 0}
	}
	return table
}()

// ink returns the index of a color in inks, and adds it if it is new.
func (l *Line) ink(color uint8) uint8 {
	for i := range l.inks {
		if l.inks[i].color == color {
			return uint8(i)
		}
	}
	l.inks = append(l.inks, ink{color: color})
	return uint8(len(l.inks) - 1)
}

// setLevels sets the slots of blocks and the largest levels of inks, for a clue of several
// inks.
func (l *Line) setLevels() {
	for i := range l.blocks {
		b := &l.blocks[i]
		top := &l.inks[b.ink].top
		*top = max(*top, uint8(b.slot))
		b.slot |= uint16(b.ink) << 3
	}
}

// split writes a length up to maxPairCells as 1<<level + rest, with rest < 1<<level.
func split(length int) (level, rest uint8) {
	level = uint8(bits.Len(uint(length))-1) & 63
	return level, uint8(length - 1<<level)
}

// Len returns the number of cells.
func (l *Line) Len() int { return l.n }

// Blotted reports whether the clue leaves open how many cells are filled: some block is
// blotted, or there is no clue.
func (l *Line) Blotted() bool { return l.blots > 0 || l.free }

// Free reports whether there is no clue.
func (l *Line) Free() bool { return l.free }

// Slack returns the number of cells left over when all blocks are packed tight, with blotted
// blocks as one cell. It is negative if the clue does not fit the line.
func (l *Line) Slack() int { return l.slack }

// Filled returns the number of cells that the blocks cover, blotted ones as one cell.
func (l *Line) Filled() int {
	n := 0
	for i := range l.blocks {
		n += int(l.blocks[i].length)
	}
	return n
}

// Informative reports whether the clue may exclude a candidate of a blank line. A
// black-and-white line excludes none if its slack is at least its longest block; color lines
// are always reported.
func (l *Line) Informative() bool {
	return !l.free && (l.colors > 2 || l.slack < l.longest || l.longest == 0)
}

// Fill sets the candidate masks, Colors × Words words, to a blank line.
func (l *Line) Fill(can []uint64) {
	for c := range l.colors {
		fillMask(can[c*l.words:(c+1)*l.words], l.n)
	}
}

func fillMask(mask []uint64, n int) {
	for i := range mask {
		switch left := n - i*64; {
		case left >= 64:
			mask[i] = ^uint64(0)
		case left > 0:
			mask[i] = 1<<uint(left) - 1
		default:
			mask[i] = 0
		}
	}
}
