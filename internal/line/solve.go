package line

// kernel selects the implementation for a line.
type kernel uint8

const (
	noKernel    kernel = iota // the clue does not fit
	wordKernel                // one ink, up to maxWordCells
	pairKernel                // one ink, up to maxPairCells
	colorKernel               // several inks, up to maxWordCells
	longKernel
	blotKernel // blocks of unknown length
	freeKernel // no clue
)

// chooseKernel picks the kernel and prepares its data. A clue of one color is black and
// white, for any palette.
func (l *Line) chooseKernel() {
	switch one := len(l.inks) <= 1; {
	case l.slack < 0:
		l.kernel = noKernel
	case l.free:
		l.kernel = freeKernel
	case l.blots > 0:
		l.kernel = blotKernel
	case one && l.n <= maxWordCells:
		l.kernel = wordKernel
	case l.n <= maxWordCells:
		l.kernel = colorKernel
	case one && l.n <= maxPairCells:
		l.kernel = pairKernel
		l.cutBlocks() // for Marginals
	default:
		l.kernel = longKernel
		l.cutBlocks()
	}
}

// Solve removes from can, in place, the candidates that occur in no arrangement of the clue.
// can has Colors × Words words, color c in can[c·Words : (c+1)·Words], with no bit set at Len
// or beyond. It returns false if there is no arrangement; can is then unspecified. On a free
// line every cell must have a candidate.
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
	return l.free
}

// Feasible reports whether there is an arrangement. It costs about a third of Solve and does
// not change can.
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
	return l.free
}
