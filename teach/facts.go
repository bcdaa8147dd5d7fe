package teach

// Facts is what a path needed: the raw material of a rating. All numbers are the
// same for a puzzle that is mirrored or transposed.
type Facts struct {
	// Rounds is the number of positions in which something was found, Steps the
	// number of deductions in them. A line that only repeats what another has
	// just said counts too; an explanation leaves it out.
	Rounds, Steps int
	// Hardest is the most expensive technique used.
	Hardest Technique
	// Uses tells how often each technique was used.
	Uses [techniqueCount]Use
	// Width is the sum over the rounds of line techniques of the number of lines
	// that had anything to say, Narrowest the smallest.
	Width, Narrowest int
	LineRounds       int // the rounds that Width sums over
	// Depth is the depth of contradiction: 0 lines only, 1 one supposition at a
	// time, 2 suppositions inside one, 3 more than that.
	Depth int
	// Longest is the largest number of rounds in a chain of consequences.
	Longest int
	chains  int // the sum of rounds over contradictions
}

// Use is how often a technique was used.
type Use struct {
	Rounds, Steps, Cells int
}

// offer notes how many lines have something to say.
func (f *Facts) offer(lines int) {
	if f.LineRounds == 0 || lines < f.Narrowest {
		f.Narrowest = lines
	}
	f.Width += lines
	f.LineRounds++
}

// add counts a round.
func (f *Facts) add(found []finding, cells int) {
	t := found[0].technique
	f.Rounds++
	f.Steps += len(found)
	f.Hardest = max(f.Hardest, t)
	u := &f.Uses[t]
	u.Rounds++
	u.Steps += len(found)
	u.Cells += cells
	for i := range found {
		if c := found[i].chain; c != nil {
			f.Depth = max(f.Depth, c.Depth)
			f.Longest = max(f.Longest, c.Rounds)
		}
	}
}
