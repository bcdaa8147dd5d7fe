package teach

import (
	"nonogram"
)

// Mark is a conclusion about one cell: its color or, with Not, a color that it cannot
// have. In black and white there are only marks of the first kind; in
// color a cell may lose some colors before it is decided.
type Mark struct {
	nonogram.Cell
	Color nonogram.Color
	Not   bool
}

// Blocks lists the blocks that the step is about, as indices into the clue of its line.
func (s *Step) Blocks() []int { return s.reason.Blocks }

// span is a stretch of cells of a line, from From up to and without To.
type span struct{ From, To int }

// Len is the number of cells.
func (s span) Len() int { return s.To - s.From }

// Step is one deduction: a technique, its line, the reason, and the marks that follow.
// Every step is sound: the marks hold in each solution that agrees with the position
// before the step, and its reason is true of that position, with the steps before it drawn.
type Step struct {
	Technique Technique
	// Round counts the rounds of the path from 0. The steps of a round are found in the
	// same position by the same technique. One whose reason the steps before it have
	// outdated is argued anew, often by an easier technique. A step leaves out marks of
	// the steps before it; in color, a mark with a color may combine what several
	// have excluded.
	Round int
	// Line is the line that the step looks at. For suppositions it is the line
	// that breaks in the end.
	Line nonogram.LineRef
	// reason is the premise of the step in its line.
	reason reason
	// Marks are the new conclusions.
	Marks []Mark
	// Chain is how a supposition is refuted; nil for steps on a single line.
	Chain *Chain

	language Language // of the sentence
}

// reason is the premise of a step on a single line. Blocks are indices into the
// line's clue, cells count along the line. Which fields are set depends on the
// technique.
type reason struct {
	Blocks []int  // the blocks it is about
	Covers []span // for each of them, the cells it has or always covers
	Runs   []span // filled cells it rests on
	Part   span   // the part of the line it looks at
	// Count is a number that the argument needs: how long a run would get, how
	// many arrangements agree.
	Count int64
	// Color is the color in question, where there is one.
	Color nonogram.Color
	// Far is set when the argument runs from the end of the line towards its
	// beginning.
	Far bool
	// Fills tells the two directions of a technique apart that can fill cells as
	// well as empty them.
	Fills bool
}

// Chain is the refutation of a supposition.
type Chain struct {
	// Suppose is the supposition, the opposite of the marks of the step.
	Suppose Mark
	// Links are the consequences that lead to the end, in order, each a line
	// and what follows in it from the links before.
	Links []Link
	// Breaks is the line that cannot be filled any more.
	Breaks nonogram.LineRef
	// flaw is the reason why it cannot be filled, with the color in question.
	flaw      flaw
	flawColor nonogram.Color
	// Rounds is the number of times that consequences have to be drawn from
	// consequences until the line breaks.
	Rounds int
	// Depth is 1 where single lines refute the supposition, 2 where further
	// suppositions have to be made inside it, and 3 where those do not suffice
	// either and a search through all cases is needed.
	Depth int
	// Cases is the number of suppositions made inside the first.
	Cases int
	// Split is the first of them.
	split Mark
}

// flaw is why a line cannot be filled.
type flaw uint8

// The flaws, from the plainest on.
const (
	noPlace flaw = iota // its blocks cannot be placed
	tooMany             // more cells of a color than the clue has
	tooFew              // fewer cells that could have a color than the clue needs
	tooLong             // a run longer than any block of its color
)

// Link is one step of a chain.
type Link struct {
	Line  nonogram.LineRef
	Marks []Mark
}
