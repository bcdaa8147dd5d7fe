package teach

import "nonogram"

// OpenAfter is for tests that leave techniques out.
var OpenAfter = openAfter

// Techniques and languages for the tests outside the package.
const (
	EmptyLine       = emptyLine
	SharedColors    = sharedColors
	FullLine        = fullLine
	CompletedLine   = completedLine
	Punctuating     = punctuating
	CompletedBlocks = completedBlocks
	EdgeLogic       = edgeLogic
	SimpleBoxes     = simpleBoxes
	ColorAdjacency  = colorAdjacency
	Glue            = glue
	Mercury         = mercury
	Joining         = joining
	SimpleSpaces    = simpleSpaces
	Forcing         = forcing
	BoundedRuns     = boundedRuns
	Squeezing       = squeezing
	LineLogic       = lineLogic
	German          = german
	Spanish         = spanish
	French          = french
	Japanese        = japanese
	Chinese         = chinese
)

// Flaw says why the last line of a chain cannot be filled, and the color in question.
func (c *Chain) Flaw() (string, nonogram.Color) {
	return [...]string{noPlace: "no place", tooMany: "too many", tooFew: "too few", tooLong: "too long"}[c.flaw], c.flawColor
}
