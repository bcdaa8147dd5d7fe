package teach

// Facts counts the deductions of a path. Ratings are computed from them. Mirrored and
// transposed puzzles have the same facts.
type Facts struct {
	// Rounds is the number of positions with a deduction, Deductions the number of
	// deductions in them. A line that repeats the deduction of another counts too; an
	// explanation leaves it out.
	Rounds, Deductions int
	// Hardest is the most expensive technique used.
	Hardest Technique
	// Uses counts the uses of each technique, indexed by technique.
	Uses [techniqueCount]Use
	// Fewest is the least number of lines that allow a deduction, among the rounds in
	// which one does. offers is the sum of these numbers over lineRounds rounds.
	Fewest             int
	offers, lineRounds int
	// Depth is the depth of contradiction: 0 lines only, 1 one supposition at a
	// time, 2 suppositions inside one, 3 more than that.
	Depth int
	// Longest is the largest number of rounds of consequences after which a
	// supposition broke, consequences their sum over the rounds of the path.
	Longest, consequences int
	// Nested is the number of suppositions made inside others, summed over the
	// rounds of cases; a round that needs a search counts for 500.
	Nested int
	// Sweeps is how often all lines have to be solved completely and simultaneously
	// until none has a further deduction.
	Sweeps int
}

// Use counts the rounds in which a technique was used, its deductions, and the cells that
// it decided.
type Use struct {
	Rounds, Deductions, Cells int
}

// Width is the average number of lines that allow a deduction, over the rounds in which
// one does.
func (f *Facts) Width() float64 {
	if f.lineRounds == 0 {
		return 0
	}
	return float64(f.offers) / float64(f.lineRounds)
}

// offer records the number of lines that allow a deduction.
func (f *Facts) offer(lines int) {
	if f.lineRounds == 0 || lines < f.Fewest {
		f.Fewest = lines
	}
	f.offers += lines
	f.lineRounds++
}

// add counts a round.
func (f *Facts) add(found []finding, cells int) {
	t := found[0].technique
	f.Rounds++
	f.Deductions += len(found)
	f.Hardest = max(f.Hardest, t)
	u := &f.Uses[t]
	u.Rounds++
	u.Deductions += len(found)
	u.Cells += cells
	if c := found[0].chain; c != nil { // all of a round are equally long
		f.Depth = max(f.Depth, c.Depth)
		f.Longest = max(f.Longest, c.Rounds)
		f.consequences += c.Rounds
		f.Nested += c.Cases
		if c.Depth > 2 {
			f.Nested += searchCases
		}
	}
}

// searchCases is the number of suppositions that a search counts for.
const searchCases = 500

// sweeps solves all lines simultaneously until none has a further deduction, and returns
// how often that was necessary. It restores the board.
func (t *trial) sweeps() int {
	for i := range t.b.Lines {
		t.queue(i)
	}
	t.run(noLimit)
	n := 0
	if last := len(t.trail) - 1; last >= 0 {
		n = int(t.trail[last].round)
	}
	t.undo(0)
	return n
}
