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
