package line

// kernel names the code that serves a line.
type kernel uint8

const (
	noKernel    kernel = iota // the clue does not fit
	wordKernel                // one ink, up to maxWordCells
	pairKernel                // one ink, up to maxPairCells
	colorKernel               // several inks, up to maxWordCells
	longKernel
	blotKernel // blocks of unknown length
)

// choose picks the kernel and sets up what it needs. Whatever the palette, a
// clue of one color is black and white.
func (l *Line) choose() {
	switch one := len(l.inks) <= 1; {
	case l.slack < 0:
		l.kernel = noKernel
	case l.blots > 0:
		l.kernel = blotKernel
	case one && l.n <= maxWordCells:
		l.kernel = wordKernel
	case l.n <= maxWordCells:
		l.kernel = colorKernel
	case one && l.n <= maxPairCells:
		l.kernel = pairKernel
		l.cut() // for Marginals
	default:
		l.kernel = longKernel
		l.cut()
	}
}

// Solve narrows the candidates in place. can has Colors × Words words, color c
// in can[c·Words : (c+1)·Words], with no bit set at Len or beyond. Afterwards a
// bit is set if and only if some arrangement of the clue, made of candidates
// alone, has that cell in that color. It returns false if there is no such
// arrangement; can is then unspecified.
func (l *Line) Solve(can []uint64, s *Scratch) bool {
	can = can[:l.colors*l.words]
	switch l.kernel {
	case wordKernel:
		return l.solveWord(can, s)
	case pairKernel:
		return l.solvePair(can, s)
	case colorKernel:
		return l.solveColor(can, s)
	case longKernel:
		return l.solveLong(can, s)
	case blotKernel:
		return l.solveBlots(can, s)
	}
	return false
}

// Feasible reports whether there is any arrangement that Solve would find. It
// costs about a third and does not change can.
func (l *Line) Feasible(can []uint64, s *Scratch) bool {
	switch l.kernel {
	case wordKernel:
		return l.feasibleWord(can, s)
	case pairKernel:
		return l.feasiblePair(can, s)
	case colorKernel:
		return l.feasibleColor(can, s)
	case longKernel:
		return l.feasibleLong(can, s)
	case blotKernel:
		return l.feasibleBlots(can, s)
	}
	return false
}
