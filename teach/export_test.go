package teach

import "nonogram"

// OpenAfter is for tests that leave techniques out.
var OpenAfter = openAfter

// Flaw says why the last line of a chain cannot be filled, and the color in question.
func (c *Chain) Flaw() (string, nonogram.Color) {
	return [...]string{noPlace: "no place", tooMany: "too many", tooFew: "too few", tooLong: "too long"}[c.flaw], c.flawColor
}

// RatingOf rates the facts of a path.
func RatingOf(f Facts) *Rating { return (&Explanation{facts: f}).Rating() }

// Consequences is the sum of rounds of consequences, to be changed.
func (f *Facts) Consequences() *int { return &f.consequences }

// Narrow halves the lines that allow a deduction.
func (f *Facts) Narrow() { f.offers = max(f.lineRounds, f.offers/2) }

// Reason is the premise of a step in its line: the blocks, what they cover, the runs, as
// cells from one up to another, and the number it needs.
func (s *Step) Reason() (blocks []int, covers, runs [][2]int, count int64) {
	ends := func(spans []span) (list [][2]int) {
		for _, s := range spans {
			list = append(list, [2]int{s.From, s.To})
		}
		return list
	}
	return s.reason.Blocks, ends(s.reason.Covers), ends(s.reason.Runs), s.reason.Count
}

// SentenceIn is [Step.Sentence] in another language than the path's.
func (s Step) SentenceIn(l Language, p *nonogram.Puzzle) string {
	s.language = l
	return s.Sentence(p)
}
