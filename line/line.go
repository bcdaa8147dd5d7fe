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
// Black-and-white lines up to 63 cells run in single words (word.go), up to 127
// in pairs of words (pair.go), longer ones in slices (long.go); color lines have
// kernels of their own (color.go). Nothing allocates after set-up: working
// memory comes from a [Scratch], one per goroutine.
package line

import "nonogram"

// Line is a clue prepared for lines of one length. It is immutable between
// calls of Reset and may then be shared by goroutines.
type Line struct {
	n      int
	words  int
	colors int
	slack  int // cells left over when all blocks are packed tight; negative: does not fit
	blocks []block

	// The one-word form, for black and white up to maxWordCells.
	word wordLine
}

// block is one block of the clue, with what the kernels ask for most.
type block struct {
	length int32
	color  uint8
	gap    bool // the next block has the same color, so an empty cell must lie between
}

// maxWordCells is the longest line whose boundaries fit one word.
const maxWordCells = 63

// Words is the number of words in the mask of a line of n cells: room for its
// n+1 boundaries.
func Words(n int) int { return n>>6 + 1 }

// New prepares a clue for lines of n cells and a palette of the given number of
// colors, background included. The clue must be valid ([nonogram.Validate]);
// one that is too long for the line is allowed and has no arrangement.
func New(clue nonogram.Clue, n, colors int) *Line {
	l := new(Line)
	l.Reset(clue, n, colors)
	return l
}

// Reset prepares the line for another clue, keeping its memory.
func (l *Line) Reset(clue nonogram.Clue, n, colors int) {
	l.n, l.words, l.colors = n, Words(n), colors
	l.blocks = l.blocks[:0]
	tight := 0
	for i, b := range clue {
		gap := i+1 < len(clue) && clue[i+1].Color == b.Color
		l.blocks = append(l.blocks, block{int32(b.Length), uint8(b.Color), gap})
		tight += b.Length
		if gap {
			tight++
		}
	}
	l.slack = n - tight
	if l.Word() {
		l.word.reset(clue, n)
	}
}

// Len is the number of cells.
func (l *Line) Len() int { return l.n }

// Colors is the number of colors, background included.
func (l *Line) Colors() int { return l.colors }

// Slack is the number of cells left over when all blocks are packed tight. It
// is negative if the clue does not fit the line.
func (l *Line) Slack() int { return l.slack }

// Longest is the length of the longest block, 0 if there is none.
func (l *Line) Longest() int {
	longest := int32(0)
	for _, b := range l.blocks {
		longest = max(longest, b.length)
	}
	return int(longest)
}

// Word reports whether the line is black-and-white and fits one word, so that
// SolveWord and FeasibleWord may be used.
func (l *Line) Word() bool { return l.colors == 2 && l.n <= maxWordCells && l.slack >= 0 }

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
