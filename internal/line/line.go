// Package line knows all that one clue says about one line of cells: which
// cells every arrangement of its blocks agrees on, whether there is any
// arrangement at all, how many there are, and how often each cell takes each
// color among them.
//
// All of it is complete: [Line.Solve] removes exactly those candidates that
// appear in no arrangement, for any length, any number of blocks and up to 64
// colors.
//
// # Candidates
//
// What is known of a line is a bit matrix: a mask for every color, background
// included, with a bit for every cell that may still have that color. A mask
// of n cells takes [Words](n) words, one bit more than it has cells, because the
// kernels work on the n+1 boundaries between cells with the same words:
//
//	cell            0   1   2   3   4         can[0] = 1 1 0 1 1   may be empty
//	boundary      0   1   2   3   4   5       can[1] = 0 1 1 1 0   may be black
//
// For callers who think in cells there is [Set], the candidates of one cell, and
// the functions [Solve], [Feasible], [Count] and [Marginals] on slices of sets.
//
// # Kernels
//
// Lines of one ink run in single words up to 63 cells (word.go) and in pairs of
// words up to 127 (pair.go); lines of several inks in single words up to 63
// (color.go). Everything longer goes word by word (long.go), and so do lines with
// blotted blocks of any length (blot.go). Weighted counting
// (marginals.go) and exact counting (count.go) work on all of them. Nothing
// allocates after set-up: working memory comes from a [Scratch], one per
// goroutine.
//
// # Blotted blocks
//
// A block of length 0 is blotted: its length, at least one cell, is not known.
// Lines that have one go to a kernel of their own (blot.go), chosen once, so that
// the others know nothing of it. Packings and slack count such a block as one
// cell; the cells it grows by are taken from the slack like white ones.
package line

import (
	"math/bits"
	"slices"

	"nonogram"
)

// Line is a clue prepared for lines of one length. It is immutable between
// calls of Reset and may then be shared by goroutines.
type Line struct {
	n       int
	words   int
	colors  int
	slack   int // cells left over when all blocks are packed tight; negative: does not fit
	longest int // the length of the longest block
	blocks  []block
	inks    []ink // the colors of the clue, each once
	solo    uint8 // the color of a clue that has but one
	top     uint8 // the largest level of a clue that has but one color
	blots   int   // the number of blotted blocks
	kernel  kernel

	// The form for longer lines: the blocks in pieces, where each starts when all
	// are packed to the right, and the different pieces there are.
	pieces []piece
	latest []int32
	shapes []shape
}

// block is one block of the clue, with what the kernels ask for most.
type block struct {
	length int32  // 1 if it is blotted
	start  int32  // the first cell when all blocks are packed to the left
	slot   uint16 // ink<<3 | level
	rest   uint8  // a length up to maxPairCells is 1<<level + rest, with rest < 1<<level
	color  uint8
	ink    uint8 // the index of its color in inks
	gap    uint8 // 1 if the next block has the same color, so an empty cell must lie between
	blot   bool  // its length is not known
}

// ink is a color that the clue mentions.
type ink struct {
	color uint8
	top   uint8 // the largest level of its blocks
}

// maxWordCells is the longest line whose boundaries fit one word.
const maxWordCells = 63

// Words is the number of words in the mask of a line of n cells: room for its
// n+1 boundaries.
func Words(n int) int { return n>>6 + 1 }

// New prepares a clue for lines of n cells and a palette of the given number of
// colors, background included. The clue must be valid ([nonogram.Validate]); one
// that is too long for the line is allowed and has no arrangement.
func New(clue nonogram.Clue, n, colors int) *Line {
	l := new(Line)
	l.Reset(clue, n, colors)
	return l
}

// Reset prepares the line for another clue, keeping its memory.
func (l *Line) Reset(clue nonogram.Clue, n, colors int) {
	l.n, l.words, l.colors = n, Words(n), colors
	l.inks = l.inks[:0]
	blocks := slices.Grow(l.blocks[:0], len(clue))[:len(clue)]
	l.blocks = blocks
	start, longest, blots := 0, 0, 0
	color, at := uint8(0), uint8(0) // of the block before, and its ink
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
	l.slack, l.longest, l.blots = n-start, longest, blots
	l.solo, l.top = 1, 0
	if len(l.inks) == 1 {
		l.inks[0].top, _ = split(min(longest, maxPairCells))
		l.solo, l.top = l.inks[0].color, l.inks[0].top
	} else {
		l.tops()
	}
	l.choose()
}

// byLength are blocks of the first ink by their length, the blotted one at 0.
var byLength = func() (table [maxPairCells + 1]block) {
	for length := range table {
		n := max(length, 1)
		level, rest := split(n)
		table[length] = block{length: int32(n), slot: uint16(level), rest: rest, blot: length == 0}
	}
	return table
}()

// ink finds the index of a color among the inks, and adds it if it is new.
func (l *Line) ink(color uint8) uint8 {
	for i := range l.inks {
		if l.inks[i].color == color {
			return uint8(i)
		}
	}
	l.inks = append(l.inks, ink{color: color})
	return uint8(len(l.inks) - 1)
}

// tops notes, for a clue of several inks, which blocks have which and the largest level of
// each.
func (l *Line) tops() {
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

// Len is the number of cells.
func (l *Line) Len() int { return l.n }

// Colors is the number of colors, background included.
func (l *Line) Colors() int { return l.colors }

// Blotted reports whether the length of some block is not known.
func (l *Line) Blotted() bool { return l.blots > 0 }

// Slack is the number of cells left over when all blocks are packed tight,
// blotted ones as one cell. It is negative if the clue does not fit the line.
func (l *Line) Slack() int { return l.slack }

// Longest is the length of the longest block, 0 if there is none. A blotted block
// counts as one cell.
func (l *Line) Longest() int { return l.longest }

// Filled is the number of cells that the blocks cover, blotted ones at least.
func (l *Line) Filled() int {
	n := 0
	for i := range l.blocks {
		n += int(l.blocks[i].length)
	}
	return n
}

// Telling reports whether the clue can say anything about a blank line. A
// black-and-white line with at least as much slack as its longest block leaves every
// cell open; color lines may exclude something even then.
func (l *Line) Informative() bool {
	longest := l.Longest()
	return l.colors > 2 || l.slack < longest || longest == 0
}

// Word reports whether the line is black-and-white, fits one word and has no
// blotted block, so that SolveWord and FeasibleWord may be used.
func (l *Line) Word() bool {
	return l.colors == 2 && l.n <= maxWordCells && l.slack >= 0 && l.blots == 0
}

// Fill sets the candidate masks to a blank line: every cell may have every
// color. can has Colors × Words words.
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
